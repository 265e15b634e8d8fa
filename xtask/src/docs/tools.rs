//! The programs that build the manual, each of one version, below target/: installed when they are not there.

use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;

use crate::Result;
use crate::machine::{output, program, root};

const MDBOOK: &str = "0.5.4";
const PAGEFIND: &str = "1.5.2";

/// mdBook, from crates.io; without its own search, server and watcher.
pub fn mdbook() -> Result<PathBuf> {
    let folder = root().join("target/mdbook").join(MDBOOK);
    let installed = folder.join(format!("bin/mdbook{EXE_SUFFIX}"));
    if !installed.exists() {
        println!("mdBook {MDBOOK} is installed: about three minutes");
        let mut install = program("cargo");
        install.args(["install", "mdbook", "--locked", "--no-default-features"]);
        install.args(["--version", &format!("={MDBOOK}"), "--root"]);
        output(install.arg(&folder))?;
    }
    Ok(installed)
}

/// Pagefind's program, from PyPI.
pub fn pagefind() -> Result<PathBuf> {
    let folder = root().join("target/pagefind").join(PAGEFIND);
    let installed = folder.join(format!("pagefind_bin/pagefind{EXE_SUFFIX}"));
    if !installed.exists() {
        let mut install = program("python3");
        install.args(["-m", "pip", "install", "--quiet", "--no-deps"]);
        install.arg(format!("pagefind_bin=={PAGEFIND}"));
        output(install.arg("--target").arg(&folder))?;
    }
    Ok(installed)
}
