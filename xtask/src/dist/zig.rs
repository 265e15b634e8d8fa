//! cargo-zigbuild and zig, of PyPI: a linker for another glibc and for other processors.

use std::process::Command;

use super::target_folder;
use crate::Result;
use crate::machine::{has, output, program};

/// Those that were tried.
const PACKAGES: [&str; 2] = ["cargo-zigbuild==0.24.0", "ziglang==0.17.0"];

/// Has a command find them. Where cargo-zigbuild is not installed, it is once, below the folder in which cargo builds.
pub fn prepare(command: &mut Command) -> Result<()> {
    if has("cargo-zigbuild") {
        return Ok(());
    }
    let folder = target_folder().join("zig");
    let programs = folder.join("bin");
    if !programs.join("cargo-zigbuild").exists() {
        output(program("python3").args(["-m", "venv"]).arg(&folder))?;
        let mut pip = program(&programs.join("python3").to_string_lossy());
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ]);
        output(pip.arg("--only-binary=:all:").args(PACKAGES))?;
    }
    // It starts zig as a module of the first python3.
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(programs).chain(std::env::split_paths(&rest));
    let path = std::env::join_paths(all).map_err(|error| format!("PATH: {error}"))?;
    command.env("PATH", path);
    Ok(())
}
