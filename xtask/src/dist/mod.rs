//! The development archive for C and C++, one per platform.
//!
//!   workspace   what cargo says of the packages: versions, sources, licences, places
//!   build       the binaries, without a trace of the machine that builds them
//!   linux       the library's files as that platform names and links them
//!   inspect     what a binary says of itself
//!   notices     the licences of what is linked in
//!   layout      which file goes where; template: the texts that are filled in
//!   archive     the same bytes for the same files, and their checksums

mod archive;
mod build;
mod inspect;
mod layout;
mod licence;
mod linux;
mod notices;
mod template;
mod workspace;

use std::path::PathBuf;

use crate::Result;
use build::Build;
use layout::Release;
use workspace::Workspace;

#[derive(Default)]
pub struct Options {
    pub target: Option<String>,
    pub glibc: Option<String>,
}

/// What differs between the systems that an archive is made for.
enum Platform {
    Linux,
}

impl Platform {
    fn of(target: &str) -> Result<Platform> {
        if target == "x86_64-unknown-linux-gnu" {
            return Ok(Platform::Linux);
        }
        Err(format!("there is no archive for {target} yet"))
    }
}

pub fn run(options: Options) -> Result<PathBuf> {
    let host = build::host()?;
    let target = options.target.unwrap_or(host.triple.clone());
    let platform = Platform::of(&target)?;
    let workspace = Workspace::read(&target)?;
    let build = Build {
        workspace: &workspace,
        host: &host,
        target: &target,
        glibc: options.glibc.as_deref(),
    };
    let release = Release::of(&workspace, &build)?;
    let files = match platform {
        Platform::Linux => linux::files(&build, &release)?,
    };
    let folder = workspace.target_folder.join("dist");
    let path = archive::write(
        &folder,
        &release.name,
        &files,
        archive::date(&workspace.root)?,
    )?;
    archive::sums(&folder)?;
    Ok(path)
}
