//! What a path means to Windows, where names of devices and pipes are paths like others.

#[cfg(windows)]
pub use opening::{absolute, metadata, open};

/// Shares under which other computers, and this one by its own name, offer what is no file.
const NO_FILES: [&str; 3] = ["pipe", "mailslot", "ipc$"];

/// Whether a path may lead to a file. What is refused here is not opened: a pipe's other end would see it, and a
/// device may begin to work.
pub fn may_be_a_file(path: &str) -> bool {
    let mut lead = path.chars().map(|c| if c == '/' { '\\' } else { c });
    match [(); 4].map(|()| lead.next().unwrap_or_default()) {
        // Taken as it stands, so that only in this very form it is known where it leads.
        ['\\', '\\', '?', '\\'] => path.strip_prefix(r"\\?\").is_some_and(verbatim),
        ['\\', '?', '?', '\\'] | ['\\', '\\', '.' | '?', _] => false,
        ['\\', '\\', ..] => share(path),
        ['A'..='Z' | 'a'..='z', ':', ..] => plain(path.get(2..).unwrap_or_default()),
        _ => plain(path),
    }
}

fn verbatim(rest: &str) -> bool {
    let literal = !rest.contains('/') && rest.split('\\').all(|part| !matches!(part, "." | ".."));
    let (first, below) = rest.split_once('\\').unwrap_or_default();
    let drive = matches!(first.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic());
    let led = match drive || first.get(..7).is_some_and(|name| same(name, "Volume{")) {
        true => plain(below),
        false => same(first, "UNC") && share(below),
    };
    literal && led
}

/// A path behind the name of a computer.
fn share(path: &str) -> bool {
    let mut parts = path.split(['\\', '/']).filter(|part| !part.is_empty());
    let (computer, share) = (parts.next(), parts.next());
    let named = !matches!(computer, None | Some("." | "?"));
    let bare = |name: &str| {
        NO_FILES
            .iter()
            .any(|other| same(name.trim_end_matches(['.', ' ']), other))
    };
    named && share.is_some_and(|name| !bare(name)) && plain(path)
}

/// A colon leads to another stream of a file, or to a device.
fn plain(path: &str) -> bool {
    !path.contains(':')
}

fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

#[cfg(windows)]
mod opening {
    use std::fs::{File, Metadata, OpenOptions};
    use std::io;
    use std::os::windows::fs::OpenOptionsExt;
    use std::path::{Path, PathBuf};

    use windows_sys::Win32::Storage::FileSystem::{
        FILE_FLAG_BACKUP_SEMANTICS, FILE_READ_ATTRIBUTES, FILE_SHARE_DELETE, FILE_SHARE_READ,
        FILE_SHARE_WRITE, SECURITY_IDENTIFICATION,
    };

    use super::super::Purpose;
    use super::may_be_a_file;
    use crate::reason::Reason;
    use crate::system::files::is_on_disk;

    const ALL: u32 = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

    /// The path as the system completes it, which makes `\\.\NUL` of `NUL`, and on an older one of `C:\a\nul.txt`.
    pub fn absolute(path: &Path) -> Result<PathBuf, Reason> {
        if path.as_os_str().is_empty() {
            return Err(Reason::FileMissing);
        }
        let judged = |path: &Path| path.to_str().is_some_and(may_be_a_file);
        if !judged(path) {
            return Err(Reason::FileNotRegular);
        }
        let whole = std::path::absolute(path).map_err(|_| Reason::FileUnreadable)?;
        match judged(&whole) {
            true => Ok(whole),
            false => Err(Reason::FileNotRegular),
        }
    }

    /// Opens what lies there, once; None where it is kept on no disk.
    pub fn open(path: &Path, purpose: Purpose) -> io::Result<Option<(File, Metadata)>> {
        let file = OpenOptions::new()
            .read(true)
            .share_mode(match purpose {
                Purpose::Document => FILE_SHARE_READ | FILE_SHARE_DELETE,
                Purpose::Settings => ALL,
            })
            // A link may lead to a pipe after all: whoever made it may not act in the user's name.
            .security_qos_flags(SECURITY_IDENTIFICATION)
            .open(path)?;
        if !is_on_disk(&file) {
            return Ok(None);
        }
        let metadata = file.metadata()?;
        Ok(Some((file, metadata)))
    }

    /// What is known of it without opening it to be read.
    pub fn metadata(path: &Path) -> io::Result<Metadata> {
        OpenOptions::new()
            .access_mode(FILE_READ_ATTRIBUTES)
            .share_mode(ALL)
            .custom_flags(FILE_FLAG_BACKUP_SEMANTICS)
            .security_qos_flags(SECURITY_IDENTIFICATION)
            .open(path)?
            .metadata()
    }
}

#[cfg(test)]
mod tests {
    use super::may_be_a_file;

    const OF_FILES: &str = r"a.pdf ..\a.pdf C:a.pdf C:/a/b.pdf //host/share/a.pdf \\host\pipes\a.pdf
        \\host\share\pipe\a.pdf \\?\C:\a\b.pdf \\?\unc\host\share\a.pdf
        \\?\Volume{01234567-89ab-cdef-0123-456789abcdef}\a.pdf é";

    const OF_OTHERS: &str = r"\\.\COM1 \/.\pipe\x \\. \\?\PIPE\x \\?\GLOBALROOT\Device\NamedPipe\x
        \\?\UNC\host\pipe\x \\?\UNC\host\share\..\pipe\x \\?\UNC \\?\C: \\?\C:\a:b \\?\C:\a\..\b //?/C:/../pipe/x
        \??\C:\a.pdf \\host\PiPe\x \/host\/pipe/x \\127.0.0.1\pipe.\x \\host\mailslot\x \\host\IPC$\x \\\.\pipe\x
        \\host C:\a.pdf:stream:$DATA \\host\share\a:b COM1: é:";

    #[test]
    fn a_path_of_a_pipe_a_device_or_a_stream_is_none_of_a_file() {
        for path in OF_FILES.split_whitespace().chain([""]) {
            assert!(may_be_a_file(path), "{path}");
        }
        for path in OF_OTHERS.split_whitespace().chain([r"\\host\pipe \x"]) {
            assert!(!may_be_a_file(path), "{path}");
        }
    }
}
