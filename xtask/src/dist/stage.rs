//! The folder that is packed, and the archive: the same bytes for the same files.

use std::io::Write;
#[cfg(unix)]
use std::os::unix::fs::{PermissionsExt, symlink};
#[cfg(windows)]
use std::os::windows::fs::symlink_file as symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use memchr::memmem;
use time::{OffsetDateTime, PrimitiveDateTime};
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use super::target_folder;
use crate::Result;
use crate::machine::{files, output, program, read};

pub struct Stage {
    pub root: PathBuf,
}

impl Stage {
    /// An empty one; the archive has its name.
    pub fn new(name: String) -> Result<Stage> {
        let root = target_folder().join("dist-build/stage").join(name);
        if root.exists() {
            fs_err::remove_dir_all(&root)?;
        }
        Ok(Stage { root })
    }

    fn put(&self, path: &str, make: impl Fn(&Path) -> std::io::Result<()>) -> Result<()> {
        let path = self.root.join(path);
        let fresh = path.with_added_extension("new");
        // Of a run that was ended.
        let _ = fs_err::remove_file(&fresh);
        fs_err::create_dir_all(path.with_file_name(""))?;
        make(&fresh)?;
        Ok(fs_err::rename(fresh, path)?)
    }

    /// What is there already stays: a program may have it loaded.
    pub fn file(&self, path: &str, content: impl AsRef<[u8]>) -> Result<()> {
        let content = content.as_ref();
        if std::fs::read(self.root.join(path)).is_ok_and(|now| now == content) {
            return Ok(());
        }
        self.put(path, |fresh| fs_err::write(fresh, content))
    }

    pub fn program(&self, path: &str, content: &[u8]) -> Result<()> {
        self.file(path, content)?;
        #[cfg(unix)]
        fs_err::set_permissions(self.root.join(path), PermissionsExt::from_mode(0o755))?;
        Ok(())
    }

    pub fn link(&self, path: &str, to: &str) -> Result<()> {
        if std::fs::read_link(self.root.join(path)).is_ok_and(|now| now == Path::new(to)) {
            return Ok(());
        }
        self.put(path, |fresh| symlink(to, fresh))
    }

    /// Refuses files with one of these texts in them.
    pub fn is_free_of(&self, texts: &[String]) -> Result<()> {
        for (_, path) in files(&self.root)? {
            let content = read(&path)?;
            for text in texts {
                if memmem::find(&content, text.as_bytes()).is_some() {
                    let path = path.display();
                    bail!("{path} has a path of this machine in it: {text}");
                }
            }
        }
        Ok(())
    }

    /// Packs the folder into target/dist, beside the checksums of all archives there.
    pub fn pack(&self, zip: bool) -> Result<PathBuf> {
        let folder = target_folder().join("dist");
        fs_err::create_dir_all(&folder)?;
        let name = self.root.file_name().unwrap_or_default().to_string_lossy();
        let path = folder.join(format!("{name}{}", if zip { ".zip" } else { ".tar.gz" }));
        // Somebody may be unpacking the one before.
        let fresh = folder.join("fresh");
        match zip {
            true => self.zip(&name, &fresh)?,
            false => self.tar(&name, &fresh)?,
        }
        fs_err::rename(fresh, &path)?;
        let mut sums = program("sh");
        sums.args(["-c", "sha256sum hr-* >SHA256SUMS"]);
        output(sums.current_dir(&folder))?;
        Ok(path)
    }

    fn tar(&self, name: &str, path: &Path) -> Result<()> {
        let own =
            "--sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX --format=ustar";
        let mut tar = program(&format!("tar {own} --mtime=@{} -cf", date()?));
        tar.arg(path).args(["-I", "gzip -9n", name]);
        output(tar.current_dir(self.root.with_file_name(""))).map(drop)
    }

    fn zip(&self, name: &str, path: &Path) -> Result<()> {
        let day = OffsetDateTime::from_unix_timestamp(date()?)?;
        // A zip has no earlier date than one of 1980.
        let day = DateTime::try_from(PrimitiveDateTime::new(day.date(), day.time()))?;
        let options = SimpleFileOptions::default().unix_permissions(0o644);
        let options = options.last_modified_time(day).compression_level(Some(9));
        let mut zip = ZipWriter::new(fs_err::File::create(path)?);
        for (below, file) in files(&self.root)? {
            zip.start_file(format!("{name}/{below}"), options)?;
            zip.write_all(&read(&file)?)?;
        }
        zip.finish()?;
        Ok(())
    }
}

/// The date of everything in an archive: `SOURCE_DATE_EPOCH`, or that of the last commit; 1 January 1980 without one.
fn date() -> Result<i64> {
    let wanted = std::env::var("SOURCE_DATE_EPOCH");
    let date = wanted.or_else(|_| output(&mut program("git log -1 --format=%ct")));
    let date = date.unwrap_or("315532800".to_owned());
    let number = date.trim().parse();
    number.with_context(|| format!("SOURCE_DATE_EPOCH is not a number: {date}"))
}
