//! A folder for the files of one run.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, fs, io, process};

pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> io::Result<Folder> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let moment = now.map_or(0, |now| now.subsec_nanos());
        let path = env::temp_dir().join(format!("hr-check-{}-{moment}", process::id()));
        fs::create_dir(&path)?;
        Ok(Folder(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
