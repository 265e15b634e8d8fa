//! For fuzzing alone: a folder beyond which no file is looked at.

use std::cell::RefCell;
use std::path::PathBuf;

use crate::reason::Reason;

thread_local! {
    static FOLDER: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// On this thread every path names a file of this folder, or none; without a folder all files are there.
pub fn set_folder(folder: Option<PathBuf>) {
    FOLDER.replace(folder);
}

/// Where a path leads to.
pub fn vetted(path: &str) -> Result<PathBuf, Reason> {
    FOLDER.with_borrow(|folder| match folder {
        None => Ok(path.into()),
        Some(folder) => {
            let plain = !path.is_empty() && path != "." && path != "..";
            if !plain || path.contains(['/', '\\', ':']) {
                return Err(Reason::FileMissing);
            }
            Ok(folder.join(path))
        }
    })
}
