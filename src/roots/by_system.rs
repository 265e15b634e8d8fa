//! No files: the system itself looks whom it trusts, at each check.

use crate::reason::Reason;

pub struct RootFiles;

impl RootFiles {
    pub fn today() -> RootFiles {
        RootFiles
    }

    pub fn key(&self) -> Vec<u8> {
        Vec::new()
    }

    pub fn stamp(&self, _: impl Fn() -> Result<(), Reason>) -> Result<Option<Vec<u8>>, Reason> {
        Ok(Some(Vec::new()))
    }
}

pub fn exist() -> bool {
    true
}

pub fn describe() -> &'static str {
    "system"
}
