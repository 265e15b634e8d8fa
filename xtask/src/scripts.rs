//! The commands whose body is Python: the package under `tools/`.

use std::process::Command;

use crate::machine::{has, program, root};
use crate::{Failure, Outcome, install};

/// `python3 -m hr_tools.NAME`, from the repository's folder.
pub fn module(name: &str) -> Command {
    let mut command = program("python3");
    command.env("PYTHONPATH", root().join("tools"));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.args(["-m", &format!("hr_tools.{name}")]);
    command
}

pub fn run(name: &str, arguments: &[String]) -> Outcome {
    install::provide(name);
    if !has("python3") {
        println!("NOT RUN: {name} (python3 is not installed)");
        return Err(Failure::Reported(1));
    }
    let status = module(name).args(arguments).status();
    let status = status.map_err(|error| format!("python3: {error}"))?;
    match status.code() {
        Some(0) => Ok(()),
        code => Err(Failure::Reported(
            code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
