//! Programs that build something as somebody outside of a test would.

use std::process::Command;

/// Takes away what cargo sets for a test: it would have dependencies built anew, each time.
pub fn forget_the_test(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        let own = name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
        if own || name == "OUT_DIR" {
            command.env_remove(&*name);
        }
    }
}
