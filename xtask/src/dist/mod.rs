//! The archives for developers, one per platform.
//!
//!   workspace   what cargo says of the packages: versions, sources, licences, places
//!   compiler    which compiler builds for a platform
//!   build       the binaries, without a trace of the machine that builds them
//!   linux, windows   the library's files as that platform names and links them
//!   import      what linkers of Windows want beside a DLL; resource: what its Explorer shows of one
//!   inspect     what a binary says of itself
//!   notices     the licences of what is linked in
//!   layout      which file goes where; template: the texts that are filled in
//!   archive     the same bytes for the same files, and their checksums; tar, zip: the two formats

mod archive;
mod build;
mod compiler;
mod import;
mod inspect;
mod layout;
mod licence;
mod linux;
mod notices;
mod resource;
mod tar;
mod template;
mod windows;
mod workspace;
mod zip;

use std::path::PathBuf;

use crate::Result;
use build::Build;
use compiler::Compiler;
use layout::Release;
use windows::Bits;
use workspace::Workspace;

#[derive(Default)]
pub struct Options {
    pub targets: Vec<String>,
    pub glibc: Option<String>,
    /// Instead of archives, the DLLs with the hooks of the tests.
    pub hooks: bool,
}

/// What differs between the systems that an archive is made for.
#[derive(Clone, Copy)]
enum Platform {
    Linux,
    Windows(Bits),
}

impl Platform {
    fn of(target: &str) -> Result<Platform> {
        match target {
            "x86_64-unknown-linux-gnu" => Ok(Platform::Linux),
            "i686-pc-windows-gnu" => Ok(Platform::Windows(Bits::ThirtyTwo)),
            "x86_64-pc-windows-gnu" => Ok(Platform::Windows(Bits::SixtyFour)),
            _ => Err(format!("there is no archive for {target} yet")),
        }
    }
}

/// Gives the paths of the archives.
pub fn run(options: &Options) -> Result<Vec<PathBuf>> {
    let mut targets = options.targets.clone();
    if targets.is_empty() {
        targets.push(compiler::host()?);
    }
    let made = targets.iter().map(|target| one(target, options));
    made.collect()
}

fn one(target: &str, options: &Options) -> Result<PathBuf> {
    let platform = Platform::of(target)?;
    notices::can_be_told(target)?;
    let workspace = Workspace::read(target)?;
    let build = Build {
        workspace: &workspace,
        compiler: &Compiler::of(target, &workspace.root)?,
        target,
        glibc: options.glibc.as_deref(),
    };
    if options.hooks {
        return build.dll_with_hooks();
    }
    let name = match platform {
        Platform::Linux => target,
        Platform::Windows(bits) => bits.name(),
    };
    let release = Release::of(&workspace, &build, name)?;
    let files = match platform {
        Platform::Linux => linux::files(&build, &release)?,
        Platform::Windows(bits) => windows::files(&build, &release, bits)?,
    };
    let date = archive::date(&workspace.root)?;
    let (kind, bytes) = match platform {
        Platform::Linux => ("tar.gz", tar::pack(&release.name, &files, date)),
        Platform::Windows(_) => ("zip", zip::pack(&release.name, &files, date)),
    };
    let folder = workspace.target_folder.join("dist");
    let path = folder.join(format!("{}.{kind}", release.name));
    archive::write(&path, bytes)?;
    archive::sums(&folder)?;
    Ok(path)
}
