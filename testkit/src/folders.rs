//! Where the project lies, and where cargo builds for a test.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
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
