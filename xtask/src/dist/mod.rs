//! The archives for developers, one per platform.
//!
//!   compiler   which compiler builds for a platform
//!   build      the binaries, without a trace of the machine that builds them
//!   linux, windows   the library's files as that platform names and links them
//!   stage      the folder that is packed, and the archive
//!   contents   which file goes where, and the texts that are filled in; notices: the licences of what is linked in

mod build;
mod compiler;
mod contents;
mod linux;
mod notices;
mod stage;
mod windows;

use std::fs::File;
use std::path::PathBuf;

use crate::log::Log;
use crate::machine::{has, root};
use crate::{Failure, Outcome, Result, docs};
use build::Build;
use stage::Stage;
use windows::{WINDOWS, Windows};

const LINUX: &str = "x86_64-unknown-linux-gnu";

#[derive(Default)]
struct Options {
    targets: Vec<String>,
    glibc: Option<String>,
    /// Instead of archives, the DLLs with the hooks of the tests.
    hooks: bool,
    /// Instead of archives, what the compiler says without making code.
    check: bool,
    /// The manual as HTML, which is built first, in the place of its Markdown.
    manual: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Option<Options> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            match *name {
                "--windows" => options.targets.extend(WINDOWS.map(|one| one.target.into())),
                "--target" => options.targets.push((*rest.next()?).to_owned()),
                "--hooks" => options.hooks = true,
                "--check" => options.check = true,
                "--manual" => options.manual = true,
                "--glibc" => options.glibc = Some((*rest.next()?).to_owned()),
                _ => return None,
            }
        }
        if options.targets.is_empty() {
            options.targets.push(LINUX.to_owned());
        }
        let linux = options.targets.iter().any(|target| target == LINUX);
        let fits = match linux {
            true => !options.hooks && !options.check,
            false => options.glibc.is_none(),
        };
        fits.then_some(options)
    }
}

/// Prints the paths of what it made.
pub fn run(_: &str, arguments: &[&str], strict: bool) -> Outcome {
    if arguments == ["--library"] {
        println!("{}", library()?.display());
        return Ok(());
    }
    let options = Options::parse(arguments).ok_or(Failure::Usage)?;
    if options.manual {
        docs::build()?;
    }
    let mut log = Log::new(strict);
    for target in &options.targets {
        let windows = WINDOWS.iter().find(|windows| windows.target == target);
        if windows.is_none() && target != LINUX {
            return Err(format!("there is no archive for {target} yet").into());
        }
        let compiler = windows.map(|windows| windows.tool("gcc"));
        if let Some(absent) = compiler.filter(|tool| options.check && !has(tool)) {
            log.not_run(&format!(
                "the check for {target} ({absent} is not installed)"
            ));
        } else if options.check {
            Build::of(target, None)?.check()?;
        } else {
            println!("{}", one(target, windows, &options)?.display());
        }
    }
    log.end()
}

/// Where cargo builds.
fn target_folder() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    named.unwrap_or_else(|| root().join("target"))
}

/// One run at a time: two would write the same files. The lock ends with what is returned.
fn alone() -> Result<File> {
    let lock = target_folder().join("dist-build/lock");
    std::fs::create_dir_all(lock.with_file_name(""))
        .and_then(|()| File::create(&lock))
        .and_then(|file| file.lock().map(|()| file))
        .map_err(|error| format!("{}: {error}", lock.display()))
}

/// A folder with the library for this platform, as the archive has it: what benches, wrappers and C programs use.
pub fn library() -> Result<PathBuf> {
    let _alone = alone()?;
    let stage = Stage::kept(target_folder().join("dist/library"));
    linux::library(&Build::of(LINUX, None)?, &stage)?;
    Ok(stage.root.join("lib"))
}

fn one(target: &str, windows: Option<&Windows>, options: &Options) -> Result<PathBuf> {
    let _alone = alone()?;
    let build = Build::of(target, options.glibc.as_deref())?;
    if options.hooks {
        return build.dll_with_hooks();
    }
    let (version, kind) = (env!("CARGO_PKG_VERSION"), build.kind());
    let platform = windows.map_or(target, |windows| windows.name);
    let stage = Stage::new(format!("hr-{version}-{platform}{kind}"))?;
    match windows {
        None => linux::files(&build, &stage, options.manual)?,
        Some(windows) => windows::files(&build, windows, &stage, options.manual)?,
    }
    notices::add(&build, &stage)?;
    stage.is_free_of(&build.private_paths())?;
    stage.pack(windows.is_some())
}
