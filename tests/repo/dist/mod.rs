//! The archive for C and C++: packed by the project's own command, then used like somebody who has nothing else of the
//! project (`tests/repo/dist/use`).
#![cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]

use std::path::{Path, PathBuf};
use std::process::Command;

use testkit::folders::{root, target};
use testkit::tools::{forget_the_test, has};

/// Seconds; a build of everything may be among it.
const PATIENCE: &str = "3600";

fn output(command: &[&str], folder: &Path) -> String {
    let mut timeout = Command::new("timeout");
    forget_the_test(&mut timeout);
    timeout.args(["-k", "10", PATIENCE]).args(command);
    timeout.current_dir(folder).env_remove("LD_LIBRARY_PATH");
    timeout.env("CARGO_TARGET_DIR", target());
    timeout.env_remove("SOURCE_DATE_EPOCH");
    let output = timeout.output().unwrap();
    let (out, err) = (output.stdout, String::from_utf8_lossy(&output.stderr));
    let out = String::from_utf8(out).unwrap();
    assert!(output.status.success(), "{command:?}\n{out}{err}");
    out
}

/// Packs; gives the archive's path.
pub fn pack() -> PathBuf {
    let cargo = env!("CARGO");
    let words = [
        cargo,
        "run",
        "--quiet",
        "--offline",
        "-pxtask",
        "--",
        "dist",
    ];
    output(&words, root()).trim_end().into()
}

#[test]
fn an_archive_is_unpacked_and_used() {
    let tools = ["pkg-config", "cmake", "c++"];
    if !tools.iter().all(|tool| has(tool, "the use of the archive")) {
        return;
    }
    let archive = pack();
    let packed = std::fs::read(&archive).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("archive");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let used = root().join("tests/repo/dist/use");
    let words = [used.to_str().unwrap(), archive.to_str().unwrap()];
    output(&words, &folder);
    std::fs::remove_dir_all(&folder).unwrap();

    assert!(std::fs::read(pack()).unwrap() == packed, "other bytes");
    let check = ["sha256sum", "--check", "SHA256SUMS", "--ignore-missing"];
    output(&check, archive.parent().unwrap());
}
