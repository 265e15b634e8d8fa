//! Where the project lies, its files, and where cargo builds for a test.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The text of a file of the project.
pub fn read(name: &str) -> String {
    let text = std::fs::read_to_string(root().join(name));
    text.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The files below a folder, but for what tools leave there.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    const NOT_OURS: [&str; 4] = [".git", "target", "node_modules", "__pycache__"];
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        match path.is_dir() {
            true if NOT_OURS.contains(&name) => {}
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

/// The folder in which cargo built this test: it lies in `PROFILE/deps` there.
pub fn target() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let program = std::env::current_exe().unwrap();
        program.ancestors().nth(3).unwrap().to_owned()
    })
}

/// What cargo leaves to tests.
pub fn temporary() -> PathBuf {
    target().join("tmp")
}
