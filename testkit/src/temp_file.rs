//! Files for a test.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A file that is removed at the end.
pub struct TempFile(pub PathBuf);

impl TempFile {
    pub fn new(name: &str, content: &[u8]) -> TempFile {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let folder = std::env::temp_dir().join(format!("hr-test-{}-{number}", std::process::id()));
        // Of a killed process that had the same number.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        TempFile(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
    }
}
