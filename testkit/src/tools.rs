//! Programs that a test runs as somebody outside of it would.

use std::io::Write;
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

/// Whether a tool can be run; prints what is left out when it cannot.
pub fn has(tool: &str, what: &str) -> bool {
    if Command::new(tool).arg("--version").output().is_ok() {
        return true;
    }
    let text = format!("NOT RUN: {what} ({tool} is not installed)");
    assert!(std::env::var("HR_STRICT").as_deref() != Ok("1"), "{text}");
    // Past the capture of a test that passes.
    let mut stderr = std::io::stderr();
    writeln!(stderr, "{text}").unwrap();
    false
}
