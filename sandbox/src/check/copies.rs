//! Files of the library's name, where a program would look for one. They are read, not loaded.

use super::report::round;
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

const NAME: &str = if cfg!(windows) { "hr.dll" } else { "libhr.so" };
/// Ours have two megabytes at the most; another product's may have any size.
const AT_MOST: u64 = 64 * 1024 * 1024;

pub(super) fn found(given: Option<&Path>) -> Vec<Value> {
    let mut places: Vec<(String, PathBuf)> = Vec::new();
    if let Some(folder) = given {
        places.push(("the folder given".into(), folder.to_owned()));
    }
    let own = env::current_exe().ok();
    if let Some(beside) = own.as_deref().and_then(Path::parent) {
        places.push(("beside this program".into(), beside.to_owned()));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    for (number, folder) in env::split_paths(&path).enumerate() {
        places.push((format!("PATH, entry {}", number + 1), folder));
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (place, folder) in places {
        let file = folder.join(NAME);
        // A pipe or a device of this name would be waited for.
        let Some(about) = fs::metadata(&file).ok().filter(fs::Metadata::is_file) else {
            continue;
        };
        let known = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
        if seen.insert(known) {
            found.push(describe(&place, &file, about.len()));
        }
    }
    found
}

fn describe(place: &str, file: &Path, bytes: u64) -> Value {
    let content = match bytes <= AT_MOST {
        true => fs::read(file).ok(),
        false => None,
    };
    let content = content.as_deref();
    json!({
        "place": place,
        "file": file.to_string_lossy(),
        "kib": round(bytes as f64 / 1024.0),
        "bits": content.and_then(bits),
        "sha256": content.map(sha256),
    })
}

pub(super) fn sha256(content: &[u8]) -> String {
    let digest = digest(&SHA256, content);
    digest.as_ref().iter().map(|b| format!("{b:02x}")).collect()
}

/// From the head of a DLL or a shared object.
fn bits(content: &[u8]) -> Option<u32> {
    if content.starts_with(b"\x7fELF") {
        return match content.get(4)? {
            1 => Some(32),
            2 => Some(64),
            _ => None,
        };
    }
    let start = content.get(0x3C..0x40)?.try_into().ok()?;
    let start = usize::try_from(u32::from_le_bytes(start)).ok()?;
    let head = content.get(start..)?.get(..6)?;
    match (head.strip_prefix(b"PE\0\0")?, content.starts_with(b"MZ")) {
        ([0x4C, 0x01], true) => Some(32),
        ([0x64, 0x86] | [0x64, 0xAA], true) => Some(64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn the_bitness_stands_in_the_head() {
        assert_eq!(bits(b"\x7fELF\x02"), Some(64));
        let mut pe = vec![0; 0x50];
        pe[..2].copy_from_slice(b"MZ");
        pe[0x3C] = 0x48;
        pe[0x48..0x4E].copy_from_slice(b"PE\0\0\x4C\x01");
        assert_eq!(bits(&pe), Some(32));
        pe[0x4C..0x4E].copy_from_slice(b"\x64\x86");
        assert_eq!(bits(&pe), Some(64));
        pe[0x3F] = 0xFF;
        assert_eq!((bits(&pe), bits(b""), bits(b"MZ")), (None, None, None));
    }
}
