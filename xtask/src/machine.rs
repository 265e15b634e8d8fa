//! Programs and folders of the machine, without what cargo adds to the environment of a program that it runs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Result;

/// The folder of the repository.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// Whether a program is on the search path.
pub fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| {
        is_program(&folder.join(program)) || folder.join(program).with_extension("exe").is_file()
    })
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// Has `tools/install` install the tools that a command of ours uses and that are missing. Whether all are there; those
/// that are not are named on the standard output.
pub fn provide(command: &str) -> bool {
    if !has("bash") {
        println!("NOT RUN: the installation of missing tools (bash is not installed)");
        return false;
    }
    let mut install = program("bash");
    install.args(["tools/install", command]);
    install.status().is_ok_and(|status| status.success())
}

/// A program that starts in the repository's folder, as from a shell.
pub fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    for (name, _) in std::env::vars_os() {
        if is_cargos(&name.to_string_lossy()) {
            command.env_remove(name);
        }
    }
    // The programs would find the library of the debug build there.
    if let Some(path) = std::env::var_os("LD_LIBRARY_PATH") {
        match search_path(&path) {
            Some(rest) => command.env("LD_LIBRARY_PATH", rest),
            None => command.env_remove("LD_LIBRARY_PATH"),
        };
    }
    command
}

/// A module of the Python package under `tools/`.
pub fn module(name: &str) -> Command {
    let mut command = program("python3");
    command.env("PYTHONPATH", root().join("tools"));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("PYTHONUNBUFFERED", "1");
    command.args(["-m", &format!("hr_tools.{name}")]);
    command
}

/// What a program writes to its standard output, when it succeeds.
pub fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stderr(Stdio::inherit());
    let output = command
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        let arguments: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
        return Err(format!("{name} {}: {}", arguments.join(" "), output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{name} wrote what is not UTF-8"))
}

/// What cargo sets for a program that it runs; with it, cargo itself would build packages again.
fn is_cargos(name: &str) -> bool {
    let starts = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"];
    let names = [
        "CARGO",
        "CARGO_CRATE_NAME",
        "CARGO_PRIMARY_PACKAGE",
        "OUT_DIR",
    ];
    starts.iter().any(|start| name.starts_with(start)) || names.contains(&name)
}

/// A search path without the folders that cargo puts before it: those of its build and of the compiler.
fn search_path(path: &OsString) -> Option<OsString> {
    let build = std::env::current_exe().ok();
    let build = build.as_deref().and_then(Path::parent);
    let of_cargo = |folder: &PathBuf| {
        let mut parts = folder.components();
        build.is_some_and(|build| folder.starts_with(build))
            || parts.any(|part| part.as_os_str() == "rustlib")
            || folder.as_os_str().is_empty()
    };
    let folders = std::env::split_paths(path);
    let rest: Vec<PathBuf> = folders.filter(|folder| !of_cargo(folder)).collect();
    let joined = std::env::join_paths(&rest).ok();
    joined.filter(|_| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_sees_nothing_that_cargo_set() {
        // Cargo has set both for this test.
        assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
        let command = program("true");
        let removed = |name: &str| {
            let mut all = command.get_envs();
            all.any(|(seen, value)| seen == name && value.is_none())
        };
        assert!(removed("CARGO_MANIFEST_DIR") && removed("CARGO_PKG_NAME") && removed("CARGO"));
        assert!(!removed("CARGO_HOME") && !removed("PATH"));
        let build = std::env::current_exe().unwrap();
        let build = build.parent().unwrap();
        let folders = [build, Path::new("/a"), Path::new("/rust/lib/rustlib/x/lib")];
        let joined = std::env::join_paths(folders).unwrap();
        assert_eq!(search_path(&joined), Some("/a".into()));
    }

    #[test]
    #[cfg(unix)]
    fn the_python_package_is_whole() {
        if !has("python3") {
            println!("NOT RUN: the tests of tools/ (python3 is not installed)");
            return;
        }
        let mut command = program("python3");
        command.args(["-W", "error", "-m", "unittest", "discover"]);
        command.args(["-s", "tools/tests", "-t", "tools"]);
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(!said.contains("Ran 0 tests"), "{said}");
    }
}
