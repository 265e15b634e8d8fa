//! Programs and folders of the machine, without what cargo adds to the environment of a program that it runs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// Whether a command ends with success; what it writes is dropped.
pub fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
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

/// What cargo sets for a program that it runs; with it, cargo itself would build packages again.
fn is_cargos(name: &str) -> bool {
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"]
        .iter()
        .any(|start| name.starts_with(start))
        || [
            "CARGO",
            "CARGO_CRATE_NAME",
            "CARGO_PRIMARY_PACKAGE",
            "OUT_DIR",
        ]
        .contains(&name)
}

/// A search path without the folders that cargo puts before it: those of its build and of the compiler.
fn search_path(path: &OsString) -> Option<OsString> {
    let build = std::env::current_exe().ok();
    let build = build.as_deref().and_then(Path::parent);
    let rest: Vec<PathBuf> = std::env::split_paths(path)
        .filter(|folder| !build.is_some_and(|build| folder.starts_with(build)))
        .filter(|folder| {
            !folder
                .components()
                .any(|part| part.as_os_str() == "rustlib")
        })
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect();
    let joined = std::env::join_paths(&rest).ok();
    joined.filter(|_| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_by_name() {
        assert!(has("cargo") && has("rustc"));
        assert!(!has("no-such-program"));
    }

    #[test]
    fn a_program_sees_nothing_that_cargo_set() {
        // Cargo has set both for this test.
        assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
        let command = program("true");
        let removed = |name: &str| {
            command
                .get_envs()
                .any(|(seen, value)| seen == name && value.is_none())
        };
        assert!(removed("CARGO_MANIFEST_DIR") && removed("CARGO_PKG_NAME") && removed("CARGO"));
        assert!(!removed("CARGO_HOME") && !removed("PATH"));
    }

    #[test]
    fn the_search_path_keeps_what_is_not_cargos() {
        let build = std::env::current_exe().unwrap();
        let build = build.parent().unwrap();
        let folders = [build, Path::new("/a"), Path::new("/rust/lib/rustlib/x/lib")];
        let joined = std::env::join_paths(folders).unwrap();
        assert_eq!(search_path(&joined), Some("/a".into()));
        let joined = std::env::join_paths(&folders[..1]).unwrap();
        assert_eq!(search_path(&joined), None);
    }
}
