//! The authority whose certificates the tests' own servers show.

use std::sync::OnceLock;

use crate::fault_proxy::Authority;

use crate::temp_file::TempFile;

/// One for the process: making one takes longer than most tests.
pub fn authority() -> &'static Authority {
    static AUTHORITY: OnceLock<Authority> = OnceLock::new();
    AUTHORITY.get_or_init(Authority::new)
}

/// Its certificate, as `ca_file` names it.
pub fn ca_file() -> TempFile {
    TempFile::new("ca.pem", authority().ca_pem().as_bytes())
}
