//! No files: the system itself looks whom it trusts, at each check.

pub struct RootFiles;

impl RootFiles {
    pub fn today() -> RootFiles {
        RootFiles
    }

    pub fn key(&self) -> Vec<u8> {
        Vec::new()
    }

    pub fn stamp(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }
}

pub fn describe() -> &'static str {
    "system"
}
