//! Programs and folders of the machine, without what cargo adds to the environment of a program that it runs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use serde::de::DeserializeOwned;
use walkdir::WalkDir;

use crate::Result;

/// The folder of the repository.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// Whether a program can be run.
pub fn has(name: &str) -> bool {
    program(name).arg("--version").output().is_ok()
}

/// Has `tools/install` install the tools that a command of ours uses and that are missing. Whether all are there; those
/// that are not are named on the standard output.
pub fn provide(command: &str) -> bool {
    let status = program("bash tools/install").arg(command).status();
    status.is_ok_and(|status| status.success())
}

/// Has pip install packages of PyPI into a folder, where they have not made `program` there yet.
pub fn pypi(folder: &Path, program: &Path, packages: &[&str]) -> Result<()> {
    if program.exists() {
        return Ok(());
    }
    let mut pip = self::program("python3 -m pip install --quiet --no-deps --only-binary=:all:");
    pip.arg("--disable-pip-version-check").args(packages);
    output(pip.arg("--target").arg(folder)).map(drop)
}

/// What cargo sets for a program that it runs: with it, cargo itself would build packages again, and programs would find
/// the library of the debug build.
const CARGOS: &str = "CARGO_PKG_ CARGO_MANIFEST_ CARGO_BIN_ OUT_DIR LD_LIBRARY_PATH";

/// A program that starts in the repository's folder, as from a shell.
pub fn program_at(path: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(path);
    command.current_dir(root()).env_remove("CARGO");
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if CARGOS.split(' ').any(|start| text.starts_with(start)) {
            command.env_remove(&name);
        }
    }
    command
}

/// The same with arguments, each a word of the line.
pub fn program(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = program_at(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// A module of the Python package under `tools/`.
pub fn module(name: &str) -> Command {
    let mut command = program(&format!("python3 -m hr_tools.{name}"));
    command.env("PYTHONPATH", root().join("tools"));
    command.envs([("PYTHONDONTWRITEBYTECODE", "1"), ("PYTHONUNBUFFERED", "1")]);
    command
}

/// What a program writes to its standard output, when it succeeds.
pub fn output(command: &mut Command) -> Result<String> {
    let ran = command.stderr(Stdio::inherit()).output();
    let output = ran.with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("{command:?}"))
}

/// A file of the repository, or one with a whole path.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<u8>> {
    Ok(fs_err::read(root().join(path))?)
}

/// Its text; its lines end as on Unix.
pub fn text(path: impl AsRef<Path>) -> Result<String> {
    Ok(String::from_utf8_lossy(&read(path)?).replace("\r\n", "\n"))
}

pub fn json<T: DeserializeOwned>(path: &str) -> Result<T> {
    serde_json::from_slice(&read(path)?).with_context(|| path.to_owned())
}

/// Writes a file, in a folder that is made where there is none.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    fs_err::create_dir_all(path.with_file_name(""))?;
    Ok(fs_err::write(path, content)?)
}

/// The files below a folder, in the order of their paths, each with its name there, in which `/` separates folders. A file
/// is below itself, without a name.
pub fn files(folder: impl AsRef<Path>) -> Result<Vec<(String, PathBuf)>> {
    let folder = root().join(folder);
    let mut found = Vec::new();
    let all = WalkDir::new(&folder).follow_links(true);
    for entry in all.sort_by_file_name() {
        let path = entry?.into_path();
        if path.is_file() {
            let name = path.strip_prefix(&folder)?.to_string_lossy();
            found.push((name.replace('\\', "/"), path));
        }
    }
    Ok(found)
}
