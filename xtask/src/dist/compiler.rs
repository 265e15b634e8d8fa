//! Which compiler builds for a platform.

use std::collections::BTreeMap;
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

/// What a compiler of its own brings.
#[derive(Deserialize)]
pub struct Sources {
    /// Has cargo use it.
    environment: BTreeMap<String, String>,
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
    /// none for this machine, which has said why.
    pub fn of(target: &str) -> Result<Compiler> {
        let found = output(&mut module("rust_with_sources")).ok();
        let found = found.as_deref().map(serde_json::from_str);
        let sources: Option<Sources> = found.transpose()?;
        let environment = sources.as_ref().map(|own| own.environment.clone());
        let environment = environment.unwrap_or_default();
        let rustc = environment.get("RUSTC").map_or("rustc", String::as_str);
        let ask = |word| output(Command::new(rustc).arg(word).envs(&environment));
        let (text, sysroot) = (ask("-vV")?, ask("--print=sysroot")?);
        let sysroot = PathBuf::from(sysroot.trim_end());
        if sources.is_none() && !sysroot.join(format!("lib/rustlib/{target}/lib")).exists() {
            bail!("rustc has no standard library for {target}");
        }
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
            cargo.envs(&sources.environment);
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
