//! The archives for developers, one per platform.
//!
//!   workspace   what cargo says of the packages: versions, sources, licences, places
//!   compiler    which compiler builds for a platform
//!   build       the binaries, without a trace of the machine that builds them
//!   linux, windows   the library's files as that platform names and links them
//!   inspect     what a binary says of itself
//!   notices     the licences of what is linked in
//!   layout      which file goes where, and the texts that are filled in
//!   archive     the same bytes for the same files, and their checksums

mod archive;
mod build;
mod compiler;
mod inspect;
mod layout;
mod linux;
mod notices;
mod windows;
mod workspace;

use std::fs::File;
use std::path::PathBuf;

use crate::machine::has;
use crate::{Failure, Outcome, Result};
use build::Build;
use layout::Release;
use windows::{WINDOWS, Windows};
use workspace::Workspace;

#[derive(Default)]
struct Options {
    targets: Vec<String>,
    glibc: Option<String>,
    /// Instead of archives, the DLLs with the hooks of the tests.
    hooks: bool,
    /// Instead of archives, what the compiler says without making code.
    check: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Option<Options> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            match *name {
                "--windows" => options
                    .targets
                    .extend(WINDOWS.map(|windows| windows.target.into())),
                "--target" => options.targets.push((*rest.next()?).to_owned()),
                "--hooks" => options.hooks = true,
                "--check" => options.check = true,
                "--glibc" => options.glibc = Some((*rest.next()?).to_owned()),
                _ => return None,
            }
        }
        let of_windows = |target: &String| target.contains("windows");
        let fits = match options.targets.iter().any(of_windows) {
            true => options.glibc.is_none(),
            false => !options.hooks && !options.check,
        };
        fits.then_some(options)
    }
}

/// Prints the paths of what it made.
pub fn run(_: &str, arguments: &[&str], _strict: bool) -> Outcome {
    if arguments == ["--library"] {
        println!("{}", library()?.display());
        return Ok(());
    }
    let mut options = Options::parse(arguments).ok_or(Failure::Usage)?;
    if options.targets.is_empty() {
        options.targets.push(compiler::host()?);
    }
    for target in &options.targets {
        match options.check {
            true => check(target)?,
            false => println!("{}", one(target, &options)?.display()),
        }
    }
    Ok(())
}

/// Has the compiler check the sources.
fn check(target: &str) -> Result<()> {
    if let Some(windows) = platform(target)? {
        let tool = windows.tool("gcc");
        if !has(&tool) {
            println!("NOT RUN: the check for {target} ({tool} is not installed)");
            return Ok(());
        }
    }
    Build::of(&Workspace::read(target)?, target, None)?.check()?;
    println!("windows: 1 passed, 0 failed ({target} compiles)");
    Ok(())
}

/// One run at a time: two would write the same files. The lock ends with what is returned.
fn alone(workspace: &Workspace) -> Result<File> {
    let folder = workspace.target_folder.join("dist-build");
    let lock = folder.join("lock");
    std::fs::create_dir_all(&folder)
        .and_then(|()| File::create(&lock))
        .and_then(|file| file.lock().map(|()| file))
        .map_err(|error| format!("{}: {error}", lock.display()))
}

/// A folder with the library for this platform, as the archive has it: what benches, wrappers and C programs use.
pub fn library() -> Result<PathBuf> {
    let target = compiler::host()?;
    let workspace = Workspace::read(&target)?;
    let _alone = alone(&workspace)?;
    let build = Build::of(&workspace, &target, None)?;
    let release = Release::of(&build, &target)?;
    let (files, _) = linux::library(&build, &release)?;
    let folder = workspace.target_folder.join("dist/library");
    files.unpack(&folder)?;
    Ok(folder.join("lib"))
}

/// What a target's archive is for: none is Linux.
fn platform(target: &str) -> Result<Option<&'static Windows>> {
    let windows = WINDOWS.iter().find(|windows| windows.target == target);
    match windows.is_some() || target == "x86_64-unknown-linux-gnu" {
        true => Ok(windows),
        false => Err(format!("there is no archive for {target} yet")),
    }
}

fn one(target: &str, options: &Options) -> Result<PathBuf> {
    let windows = platform(target)?;
    notices::can_be_written(target)?;
    let workspace = Workspace::read(target)?;
    let _alone = alone(&workspace)?;
    let build = Build::of(&workspace, target, options.glibc.as_deref())?;
    if options.hooks {
        return build.dll_with_hooks();
    }
    let release = Release::of(&build, windows.map_or(target, |windows| windows.name))?;
    let date = archive::date(&workspace.root)?;
    let (kind, bytes) = match windows {
        None => {
            let files = linux::files(&build, &release)?;
            ("tar.gz", archive::tar(&release.name, &files, date))
        }
        Some(windows) => {
            let files = windows::files(&build, &release, windows)?;
            ("zip", archive::zip(&release.name, &files, date))
        }
    };
    let folder = workspace.target_folder.join("dist");
    let path = folder.join(format!("{}.{kind}", release.name));
    archive::write(&path, bytes)?;
    archive::sums(&folder)?;
    Ok(path)
}
