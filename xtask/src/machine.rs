//! Programs and folders of the machine, without what cargo adds to the environment of a program that it runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::de::DeserializeOwned;

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
    let mut install = program("bash");
    install.args(["tools/install", command]);
    install.status().is_ok_and(|status| status.success())
}

/// Has pip install packages of PyPI into a folder, where they have not made `program` there yet.
pub fn pypi(folder: &Path, program: &Path, packages: &[&str]) -> Result<()> {
    if program.exists() {
        return Ok(());
    }
    let mut pip = self::program("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps"]);
    pip.args(["--only-binary=:all:", "--disable-pip-version-check"]);
    output(pip.args(packages).arg("--target").arg(folder)).map(drop)
}

/// What cargo sets for a program that it runs: with it, cargo itself would build packages again, and programs would find
/// the library of the debug build.
const CARGOS: [&str; 5] = [
    "CARGO_PKG_",
    "CARGO_MANIFEST_",
    "CARGO_BIN_",
    "OUT_DIR",
    "LD_LIBRARY_PATH",
];

/// A program that starts in the repository's folder, as from a shell.
pub fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root()).env_remove("CARGO");
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if CARGOS.iter().any(|start| text.starts_with(start)) {
            command.env_remove(&name);
        }
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

pub fn failed(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// A file of the repository, or one with a whole path.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<u8>> {
    let path = root().join(path);
    std::fs::read(&path).map_err(failed(&path))
}

/// Its text; its lines end as on Unix.
pub fn text(path: impl AsRef<Path>) -> Result<String> {
    Ok(String::from_utf8_lossy(&read(path)?).replace("\r\n", "\n"))
}

pub fn json<T: DeserializeOwned>(path: &str) -> Result<T> {
    serde_json::from_slice(&read(path)?).map_err(|error| format!("{path}: {error}"))
}

/// Writes a file, in a folder that is made where there is none.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    std::fs::create_dir_all(path.with_file_name(""))
        .and_then(|()| std::fs::write(path, content))
        .map_err(failed(path))
}

/// The files below a folder, in the order of their paths, each with its name there, in which `/` separates folders. A file
/// is below itself, without a name.
pub fn files(folder: impl AsRef<Path>) -> Result<Vec<(String, PathBuf)>> {
    let folder = root().join(folder);
    let (mut found, mut left) = (Vec::new(), vec![folder.clone()]);
    while let Some(path) = left.pop() {
        if path.is_file() {
            found.push(path);
            continue;
        }
        for entry in path.read_dir().map_err(failed(&path))? {
            left.push(entry.map_err(failed(&path))?.path());
        }
    }
    found.sort_unstable();
    let named = found.into_iter().map(|path| {
        let name = path.strip_prefix(&folder).unwrap_or(&path);
        (name.to_string_lossy().replace('\\', "/"), path)
    });
    Ok(named.collect())
}
