//! The archives for developers, one per platform.
//!
//!   compiler           which compiler builds for a platform
//!   build              the binaries, without a trace of the machine that builds them; zig links for other Linux systems
//!   linux, windows     the library's files as that platform names and links them
//!   stage              the folder that is packed, and the archive
//!   archive_contents   which file goes where, with links between these places, and the texts that are filled in
//!   notices            the licences of what is linked in

mod archive_contents;
mod build;
mod compiler;
mod linux;
mod notices;
mod stage;
mod windows;

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use fs_err::File;

use crate::log::Log;
use crate::machine::{has, module, output, root};
use crate::{Failure, Outcome, Result, docs};
use build::Build;
use stage::Stage;

const LINUX: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

const MINGW: [&str; 2] = ["i686-pc-windows-gnu", "x86_64-pc-windows-gnu"];

/// The one of this machine.
fn own() -> Result<&'static str> {
    let own = LINUX.into_iter().find(|target| is_own(target));
    own.context("neither an x86_64 nor an aarch64 machine")
}

fn is_own(target: &str) -> bool {
    target.split('-').next() == Some(std::env::consts::ARCH)
}

/// Whether Microsoft's linker makes it.
fn is_msvc(target: &str) -> bool {
    target.ends_with("-msvc")
}

/// One of binutils or mingw's, for a platform, with arguments.
fn tool(target: &str, line: &str) -> String {
    let processor = target.split('-').next().unwrap_or_default();
    match target.contains("-windows-") {
        true => format!("{processor}-w64-mingw32-{line}"),
        false if is_own(target) => line.to_owned(),
        false => format!("{processor}-linux-gnu-{line}"),
    }
}

#[derive(Default)]
struct Options<'a> {
    targets: Vec<&'a str>,
    glibc: Option<&'a str>,
    /// The others, as help::DIST explains them.
    flags: Vec<&'a str>,
}

impl<'a> Options<'a> {
    fn parse(arguments: &[&'a str]) -> Option<Options<'a>> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            match *name {
                "--windows" => options.targets.extend(MINGW),
                "--target" => options.targets.push(rest.next()?),
                "--glibc" => options.glibc = Some(rest.next()?),
                "--setup" | "--hooks" | "--check" | "--manual" => options.flags.push(name),
                _ => return None,
            }
        }
        if options.targets.is_empty() {
            options.targets.push(own().ok()?);
        }
        let packs = !options.has("--hooks") && !options.has("--check");
        // Another processor's linker is zig's, which builds for a certain glibc.
        let fits = |target: &&str| match LINUX.contains(target) {
            true => packs && (is_own(target) || options.glibc.is_some()),
            false => options.glibc.is_none(),
        };
        let both = MINGW.iter().all(|target| options.targets.contains(target));
        let sets_up = !options.has("--setup") || packs && both;
        (options.targets.iter().all(fits) && sets_up).then_some(options)
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }
}

/// Prints the paths of what it made.
pub fn run(_: &str, arguments: &[&str], strict: bool) -> Outcome {
    if arguments == ["--library"] {
        println!("{}", library()?.display());
        return Ok(());
    }
    let options = Options::parse(arguments).ok_or(Failure::Usage)?;
    if options.has("--manual") {
        docs::build()?;
    }
    let mut log = Log::new(strict);
    let mut made = Vec::new();
    for target in &options.targets {
        if windows::name_of(target).is_none() && !LINUX.contains(target) {
            return Err(anyhow!("there is no archive for {target} yet").into());
        }
        let compiler = tool(target, "gcc");
        if !options.has("--check") {
            made.push(one(target, &options, strict)?);
        } else if !has(&compiler) {
            let what = format!("the check for {target} ({compiler} is not installed)");
            log.not_run(&what);
        } else {
            Build::of(target, None)?.check()?;
        }
    }
    if options.has("--setup") {
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
    fs_err::create_dir_all(lock.with_file_name(""))?;
    let file = File::create(lock)?;
    file.lock()?;
    Ok(file)
}

/// A folder with the library for this platform, as the archive has it: what benches, wrappers and C programs use.
pub fn library() -> Result<PathBuf> {
    let _alone = alone()?;
    let root = target_folder().join("dist/library");
    let stage = Stage { root };
    linux::library(&Build::of(own()?, None)?, &stage)?;
    Ok(stage.root.join("lib"))
}

fn one(target: &str, options: &Options, strict: bool) -> Result<PathBuf> {
    let _alone = alone()?;
    let build = Build::of(target, options.glibc)?;
    if strict && target == LINUX[0] && build.compiler.sources.is_none() {
        bail!("the compiler with the sources of its standard library is missing");
    }
    if options.has("--hooks") {
        return build.dll_with_hooks();
    }
    let (version, kind) = (env!("CARGO_PKG_VERSION"), build.kind());
    let windows = windows::name_of(target);
    let platform = windows.unwrap_or(target);
    let stage = Stage::new(format!("hr-{version}-{platform}{kind}"))?;
    let manual = options.has("--manual");
    match windows {
        None => linux::files(&build, &stage, manual)?,
        Some(name) => windows::files(&build, name, &stage, manual)?,
    }
    notices::add(&build, &stage)?;
    stage.is_free_of(&build.private_paths())?;
    stage.pack(windows.is_some())
}
