//! The archives for developers, one per platform.
//!
//!   compiler   which compiler builds for a platform
//!   build      the binaries, without a trace of the machine that builds them
//!   linux, windows   the library's files as that platform names and links them; zig: a linker for other Linux systems
//!   stage      the folder that is packed, and the archive
//!   contents   which file goes where, and the texts that are filled in; links: of the pages, between these places
//!   notices    the licences of what is linked in

mod build;
mod compiler;
mod contents;
mod links;
mod linux;
mod notices;
mod stage;
mod windows;
mod zig;

use std::fs::File;
use std::path::PathBuf;

use crate::log::Log;
use crate::machine::{has, module, output, root};
use crate::{Failure, Outcome, Result, docs};
use build::Build;
use stage::Stage;
use windows::{WINDOWS, Windows};

const LINUX: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/// The one of this machine.
fn own() -> Result<&'static str> {
    let own = LINUX.into_iter().find(|target| is_own(target));
    own.ok_or("neither an x86_64 nor an aarch64 machine".to_owned())
}

fn is_own(target: &str) -> bool {
    target.split('-').next() == Some(std::env::consts::ARCH)
}

fn mingw() -> impl Iterator<Item = &'static str> {
    let targets = WINDOWS.iter().map(|one| one.target);
    targets.filter(|target| !is_msvc(target))
}

/// Whether Microsoft's linker makes it.
fn is_msvc(target: &str) -> bool {
    target.ends_with("-msvc")
}

#[derive(Default)]
struct Options {
    targets: Vec<String>,
    glibc: Option<String>,
    /// Beside the two archives that mingw makes, the setup that installs both.
    setup: bool,
    /// Instead of archives, the DLLs with the hooks of the tests.
    hooks: bool,
    /// Instead of archives, what the compiler says without making code.
    check: bool,
    /// The manual as HTML, which is built first, beside its Markdown.
    manual: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Option<Options> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            match *name {
                "--windows" => options.targets.extend(mingw().map(str::to_owned)),
                "--setup" => options.setup = true,
                "--target" => options.targets.push((*rest.next()?).to_owned()),
                "--hooks" => options.hooks = true,
                "--check" => options.check = true,
                "--manual" => options.manual = true,
                "--glibc" => options.glibc = Some((*rest.next()?).to_owned()),
                _ => return None,
            }
        }
        if options.targets.is_empty() {
            options.targets.push(own().ok()?.to_owned());
        }
        let targets = options.targets.iter();
        let linux = |target: &str| LINUX.contains(&target);
        let fits = match targets.clone().any(|target| linux(target)) {
            true => !options.hooks && !options.check,
            false => options.glibc.is_none(),
        };
        // Another processor's linker is zig's, which builds for a certain glibc.
        let linked = |target: &String| !linux(target) || is_own(target) || options.glibc.is_some();
        let has = |target: &str| targets.clone().any(|one| one == target);
        let setup = !options.setup || !options.hooks && !options.check && mingw().all(has);
        (fits && setup && targets.clone().all(linked)).then_some(options)
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
    let mut made = Vec::new();
    for target in &options.targets {
        let windows = WINDOWS.iter().find(|windows| windows.target == target);
        if windows.is_none() && !LINUX.contains(&&**target) {
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
            made.push(one(target, windows, &options)?);
        }
    }
    if options.setup {
        let made_of = output(module("release").arg("setup").args(&made))?;
        made.push(made_of.trim_end().into());
    }
    for path in made {
        println!("{}", path.display());
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
    linux::library(&Build::of(own()?, None)?, &stage)?;
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
