//! The library without the hooks of the tests, as others build and use it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::folders::{root, target};
use crate::tools::forget_the_test;

/// Runs cargo as a user does; gives what it writes to its standard output.
fn cargo(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    forget_the_test(&mut command);
    command
        .args(arguments)
        .env("CARGO_TARGET_DIR", target())
        .current_dir(root())
        .stderr(Stdio::inherit());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// The folder of the library that `cargo xtask dist` packs, built when needed.
pub fn library() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let words = ["run", "-q", "-p", "xtask", "--", "dist", "--library"];
        cargo(&words).trim_end().into()
    })
}

/// The static library of `cargo build --release`: it has each crate apart, and their symbols.
pub fn static_with_symbols() -> &'static Path {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        cargo(&["build", "--release", "--quiet"]);
        target().join("release/libhr.a")
    })
}
