//! Where the roots lie that TLS trusts.

#[cfg(any(windows, target_vendor = "apple"))]
mod by_system;
#[cfg(not(any(windows, target_vendor = "apple")))]
mod in_files;

#[cfg(any(windows, target_vendor = "apple"))]
pub use by_system::{RootFiles, describe, exist};
#[cfg(not(any(windows, target_vendor = "apple")))]
pub use in_files::{RootFiles, describe, exist};
