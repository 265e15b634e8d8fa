//! Which compiler builds for a platform.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::Result;
use crate::machine::{module, output};

pub struct Compiler {
    pub version: String,
    pub commit: String,
    pub sysroot: PathBuf,
    /// Of the standard library, where that is built as well.
    pub sources: Option<Sources>,
}

/// A compiler of its own, and what it needs.
#[derive(Deserialize)]
pub struct Sources {
    rustc: PathBuf,
    libraries: String,
    sysroot: PathBuf,
    /// The licences of the standard library and of what it has in it.
    pub copyright: PathBuf,
}

fn field(text: &str, name: &str) -> Result<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let line = line.with_context(|| format!("rustc -vV does not print {name}"))?;
    Ok(line.trim().to_owned())
}

impl Compiler {
    /// One that builds the standard library as well, for size and as part of the whole; the installed one where there is
    /// none for this machine.
    pub fn of(target: &str) -> Result<Compiler> {
        match output(&mut module("rust_with_sources")) {
            Ok(found) => {
                let sources: Sources = serde_json::from_str(&found)?;
                let mut rustc = Command::new(&sources.rustc);
                sources.environment(&mut rustc);
                Compiler::read(rustc, sources.sysroot.clone(), Some(sources))
            }
            // It has said why.
            Err(_) => Compiler::installed(target),
        }
    }

    fn installed(target: &str) -> Result<Compiler> {
        let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
        let sysroot = PathBuf::from(sysroot.trim_end());
        match sysroot.join(format!("lib/rustlib/{target}/lib")).exists() {
            true => Compiler::read(Command::new("rustc"), sysroot, None),
            false => bail!("rustc has no standard library for {target}"),
        }
    }

    fn read(mut rustc: Command, sysroot: PathBuf, sources: Option<Sources>) -> Result<Compiler> {
        let text = output(rustc.arg("-vV"))?;
        Ok(Compiler {
            version: field(&text, "release:")?,
            commit: field(&text, "commit-hash:")?,
            sysroot,
            sources,
        })
    }

    /// Has cargo use it.
    pub fn prepare(&self, cargo: &mut Command) {
        if let Some(sources) = &self.sources {
            sources.environment(cargo);
            cargo.env("RUSTC", &sources.rustc);
            cargo.arg("-Zbuild-std=std,panic_unwind");
            // Without the reader of debug information behind backtraces: a stripped library has none. In sorting and
            // writing numbers, size before speed.
            cargo.arg("-Zbuild-std-features=panic-unwind,optimize_for_size");
            // As the compiler's own release has it: a linker of Windows takes what was compiled together as a whole.
            cargo.arg("--config");
            cargo.arg("profile.shipped.package.compiler_builtins.codegen-units=10000");
        }
    }
}

impl Sources {
    fn environment(&self, command: &mut Command) {
        command.env("LD_LIBRARY_PATH", &self.libraries);
        // Building the standard library is a matter of nightly compilers; its own release builds it like this.
        command.env("RUSTC_BOOTSTRAP", "1");
    }
}
