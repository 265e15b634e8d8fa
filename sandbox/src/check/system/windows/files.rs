//! Files that only Windows has.

use super::{last_error, wide};
use crate::check::report::Words;
use hr_sandbox::Bilingual;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::os::windows::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, process, ptr};
use windows_sys::Win32::Foundation::{CloseHandle, HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_OFFLINE, FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS, FILE_ATTRIBUTE_RECALL_ON_OPEN,
    FILE_ATTRIBUTE_REPARSE_POINT, PIPE_ACCESS_DUPLEX,
};
use windows_sys::Win32::System::Pipes::{
    CreateNamedPipeW, PIPE_TYPE_BYTE, PIPE_UNLIMITED_INSTANCES, PIPE_WAIT,
};

/// No serial port: opening one may disturb what is connected to it.
pub(in crate::check) const DEVICES: &[(&str, Words, &str)] = &[
    ("null", ("Device NUL", "Périphérique NUL"), "NUL"),
    (
        "null_device",
        (r"Device \\.\NUL", r"Périphérique \\.\NUL"),
        r"\\.\NUL",
    ),
    ("console", ("Device CON", "Périphérique CON"), "CON"),
];

/// Nobody else can open it as long as this lives.
pub(in crate::check) fn open_alone(path: &Path) -> Result<File, Bilingual> {
    Ok(OpenOptions::new().read(true).share_mode(0).open(path)?)
}

/// By the share of its drive, which administrators can reach.
pub(in crate::check) fn by_share(path: &Path) -> Option<PathBuf> {
    let text = path.to_str()?;
    let (drive, rest) = text.split_once(r":\")?;
    (drive.len() == 1).then(|| PathBuf::from(format!(r"\\localhost\{drive}$\{rest}")))
}

pub(in crate::check) fn attributes(path: &Path) -> Option<Value> {
    let about = fs::symlink_metadata(path).ok()?;
    let attributes = about.file_attributes();
    let has = |bit: u32| attributes & bit != 0;
    Some(json!({
        "bytes": about.len(),
        "bits": format!("0x{attributes:08X}"),
        "offline": has(FILE_ATTRIBUTE_OFFLINE),
        "recalled": has(FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS | FILE_ATTRIBUTE_RECALL_ON_OPEN),
        "reparse_point": has(FILE_ATTRIBUTE_REPARSE_POINT),
    }))
}

const INSTANCES: usize = 4;
static COUNT: AtomicU32 = AtomicU32::new(0);

/// A pipe with room for several clients, into which nobody writes.
pub(in crate::check) struct Pipe {
    name: String,
    handles: Vec<HANDLE>,
}

impl Pipe {
    pub(in crate::check) fn new() -> Result<Pipe, Bilingual> {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("hr-check-{}-{number}", process::id());
        let path = wide(&format!(r"\\.\pipe\{name}"));
        let mut pipe = Pipe {
            name,
            handles: Vec::new(),
        };
        for _ in 0..INSTANCES {
            // SAFETY: a text with its NUL, and NULL for the usual rights; `Pipe` closes the handle once.
            let handle = unsafe {
                CreateNamedPipeW(
                    path.as_ptr(),
                    PIPE_ACCESS_DUPLEX,
                    PIPE_TYPE_BYTE | PIPE_WAIT,
                    PIPE_UNLIMITED_INSTANCES,
                    512,
                    512,
                    0,
                    ptr::null(),
                )
            };
            if handle == INVALID_HANDLE_VALUE {
                return Err(last_error());
            }
            pipe.handles.push(handle);
        }
        Ok(pipe)
    }

    pub(in crate::check) fn path(&self) -> PathBuf {
        PathBuf::from(format!(r"\\.\pipe\{}", self.name))
    }

    pub(in crate::check) fn remote_path(&self) -> Option<PathBuf> {
        Some(PathBuf::from(format!(r"\\localhost\pipe\{}", self.name)))
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        for handle in &self.handles {
            // SAFETY: opened by `new`, closed here alone.
            unsafe { CloseHandle(*handle) };
        }
    }
}
