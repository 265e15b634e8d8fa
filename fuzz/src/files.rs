//! The only files that an input can name.

use std::path::PathBuf;
use std::sync::OnceLock;

use serde_json::Value;

/// A document larger than one step of an upload.
pub const LARGE: usize = 300 * 1024;

/// A self-signed root; nobody has its key.
const ROOT: &[u8] = include_bytes!("../fixtures/ca.pem");

pub fn folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("hr-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("folder")).expect("a folder");
        let large = vec![b'x'; LARGE];
        let files: [(&str, &[u8]); 6] = [
            ("ca.pem", ROOT),
            ("empty", b""),
            ("letter.pdf", b"%PDF-1.4\n%%EOF\n"),
            (super::secrets::FILENAME, b"%PDF-1.4\ncanary\n%%EOF\n"),
            ("large.pdf", &large),
            ("input.pem", b""),
        ];
        for (name, content) in files {
            std::fs::write(folder.join(name), content).expect("a file");
        }
        folder
    })
}

/// Whether a path names one of the files, or none.
pub fn is_here(path: &str) -> bool {
    !path.contains(['/', '\\', ':'])
}

/// The same of all paths in a configuration or a request.
pub fn are_here(json: &[u8]) -> bool {
    let json = json.strip_prefix("\u{feff}".as_bytes()).unwrap_or(json);
    let Ok(json) = serde_json::from_slice::<Value>(json) else {
        // The library may read what this reader finds too deep.
        return !json.contains(&b'/');
    };
    let documents = json["documents"].as_array().into_iter().flatten();
    let paths = documents.map(|document| &document["path"]);
    let files = ["ca_file", "license_bearer_file", "journal"].map(|key| &json[key]);
    let mut named = paths.chain(files).filter_map(Value::as_str);
    named.all(is_here)
}

/// Takes the files away at its end.
#[derive(Default)]
pub struct Files;

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(folder());
    }
}
