//! The library as it is shipped: optimised, and without the hooks of the tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

use crate::folders::{root, target};
use crate::tools::forget_the_test;

/// The folder of the release library, built when needed.
pub fn library() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let mut command = Command::new(env!("CARGO"));
        forget_the_test(&mut command);
        let output = command
            .args([
                "build",
                "--release",
                "-p",
                "healthrecord",
                "--lib",
                "--offline",
            ])
            .arg("--message-format=json-render-diagnostics")
            .arg("--target-dir")
            .arg(target())
            .current_dir(root())
            .stderr(Stdio::inherit())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "the release library does not build"
        );
        let text = String::from_utf8(output.stdout).unwrap();
        let messages = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let files = messages
            .filter(|message: &Value| message["target"]["name"] == "hr")
            .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default());
        let mut files = files.map(|file| PathBuf::from(file.as_str().unwrap()));
        let shared = files
            .find(|file| file.ends_with("libhr.so"))
            .expect("a libhr.so");
        shared.parent().unwrap().to_owned()
    })
}
