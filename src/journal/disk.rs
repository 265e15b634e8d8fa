//! What each system offers for files that several processes share.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::reason::Reason;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

#[cfg(unix)]
mod unix {
    use std::fs::Metadata;
    use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};

    use rustix::io::Errno;

    use super::*;

    pub fn judged(path: &Path) -> Result<PathBuf, Reason> {
        Ok(path.to_owned())
    }

    /// A file that is made gets these rights, less what the process masks. A pipe is not waited for.
    pub fn options(rights: u32) -> OpenOptions {
        let mut options = OpenOptions::new();
        options.mode(rights);
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
        options
    }

    pub fn is_on_disk(_: &File) -> bool {
        true
    }

    /// Gives a new file the owner, the group, the mode and the access control list of another one.
    pub fn copy_rights(old: (&File, &Path), new: (&File, &Path)) -> io::Result<()> {
        let (wanted, made) = (old.0.metadata()?, new.0.metadata()?);
        if (wanted.uid(), wanted.gid()) != (made.uid(), made.gid()) {
            std::os::unix::fs::fchown(new.0, Some(wanted.uid()), Some(wanted.gid()))?;
        }
        let rights = std::fs::Permissions::from_mode(wanted.mode() & 0o7777);
        new.0.set_permissions(rights)?;
        #[cfg(target_os = "linux")]
        copy_access_list(old.0, new.0)?;
        Ok(())
    }

    #[cfg(target_os = "linux")]
    fn copy_access_list(old: &File, new: &File) -> io::Result<()> {
        use rustix::fs::{XattrFlags, fgetxattr, fremovexattr, fsetxattr};

        const NAME: &str = "system.posix_acl_access";
        let mut list = [0; 4096];
        match fgetxattr(old, NAME, &mut list) {
            Ok(length) => {
                let list = list.get(..length).unwrap_or_default();
                fsetxattr(new, NAME, list, XattrFlags::empty())?;
            }
            Err(Errno::NODATA) => match fremovexattr(new, NAME) {
                Ok(()) | Err(Errno::NODATA) => {}
                Err(error) => return Err(error.into()),
            },
            Err(Errno::OPNOTSUPP) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn of(about: &Metadata) -> (u64, u64) {
        (about.dev(), about.ino())
    }

    pub fn identity(file: &File) -> io::Result<(u64, u64)> {
        Ok(of(&file.metadata()?))
    }

    pub fn has_one_name(file: &File) -> bool {
        file.metadata().is_ok_and(|about| about.nlink() == 1)
    }

    /// How long a file is, where a path leads to it. A mount may lead to one that has no name any more.
    pub fn length_at(path: &Path, identity: (u64, u64)) -> io::Result<Option<u64>> {
        let about = std::fs::metadata(path)?;
        Ok((of(&about) == identity && about.nlink() > 0).then_some(about.len()))
    }

    pub fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        file.read_at(buffer, at)
    }

    pub fn shorten(file: &File, _: &Path, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    #[cfg(target_os = "linux")]
    pub fn is_remote(path: &Path) -> bool {
        // NFS, SMB, CIFS, SMB 2, AFS, Coda, NCP: linux/magic.h.
        const REMOTE: [u32; 7] = [
            0x6969,
            0x517b,
            0xff53_4d42,
            0xfe53_4d42,
            0x5346_414f,
            0x7375_7245,
            0x564c,
        ];
        rustix::fs::statfs(path).is_ok_and(|about| REMOTE.contains(&(about.f_type as u32)))
    }

    #[cfg(not(target_os = "linux"))]
    pub fn is_remote(_: &Path) -> bool {
        false
    }
}

#[cfg(windows)]
mod windows {
    use std::os::windows::fs::{FileExt, OpenOptionsExt};

    use windows_sys::Win32::Storage::FileSystem::{
        FILE_READ_ATTRIBUTES, FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE,
        SECURITY_IDENTIFICATION,
    };

    use super::*;
    use crate::regular_file;
    use crate::system::files;
    pub use crate::system::files::{has_one_name, identity, is_on_disk, is_remote};

    pub fn judged(path: &Path) -> Result<PathBuf, Reason> {
        regular_file::completed(path).map_err(|_| Reason::JournalNotRegular)
    }

    pub fn options(_: u32) -> OpenOptions {
        let mut options = OpenOptions::new();
        options.share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE);
        options.security_qos_flags(SECURITY_IDENTIFICATION);
        options
    }

    pub fn length_at(path: &Path, wanted: (u64, u64)) -> io::Result<Option<u64>> {
        let file = options(0).access_mode(FILE_READ_ATTRIBUTES).open(path)?;
        match identity(&file)? == wanted {
            true => Ok(Some(file.metadata()?.len())),
            false => Ok(None),
        }
    }

    pub fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        file.seek_read(buffer, at)
    }

    /// A file that was opened to append to it cannot be shortened.
    pub fn shorten(file: &File, path: &Path, length: u64) -> io::Result<()> {
        let other = options(0).write(true).open(path)?;
        match identity(&other)? == identity(file)? {
            true => other.set_len(length),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Gives a new file the access control list of another one.
    pub fn copy_rights(old: (&File, &Path), new: (&File, &Path)) -> io::Result<()> {
        files::copy_rights(old.1, new.1)
    }
}
