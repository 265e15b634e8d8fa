//! cargo-zigbuild and zig, of PyPI: a linker for another glibc and for other processors.

use std::process::Command;

use super::target_folder;
use crate::Result;
use crate::machine::{has, pypi};

/// Those that were tried.
const PACKAGES: [&str; 2] = ["cargo-zigbuild==0.24.0", "ziglang==0.17.0"];

/// Has a command find them. Where cargo-zigbuild is not installed, it is once, below the folder in which cargo builds.
pub fn prepare(command: &mut Command) -> Result<()> {
    if has("cargo-zigbuild") {
        return Ok(());
    }
    let folder = target_folder().join("zig");
    let programs = folder.join("bin");
    pypi(&folder, &programs.join("cargo-zigbuild"), &PACKAGES)?;
    // It starts zig as a module of python3.
    command.env("PYTHONPATH", folder);
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(programs).chain(std::env::split_paths(&rest));
    let path = std::env::join_paths(all).map_err(|error| format!("PATH: {error}"))?;
    command.env("PATH", path);
    Ok(())
}
