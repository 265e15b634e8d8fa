//! The binaries, without a trace of the machine that builds them.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::compiler::Compiler;
use super::{is_msvc, target_folder, tool};
use crate::Result;
use crate::machine::{has, output, program, pypi, read, root, text};

pub struct Build<'a> {
    pub compiler: Compiler,
    pub target: &'a str,
    pub glibc: Option<&'a str>,
}

const LIBRARY: [&str; 3] = ["--package", "healthrecord", "--lib"];

fn only<'a>((name, package): &(&'a str, &'a str)) -> [&'a str; 4] {
    ["--package", package, "--bin", name]
}

/// The programs, with the package of each.
pub const PROGRAMS: [(&str, &str); 2] = [
    ("hr", "healthrecord-cli"),
    ("hr-sandbox", "hr-sandbox-program"),
];

impl<'a> Build<'a> {
    pub fn of(target: &'a str, glibc: Option<&'a str>) -> Result<Build<'a>> {
        Ok(Build {
            compiler: Compiler::of(target)?,
            target,
            glibc,
        })
    }

    /// The two have a profile each, and with it a folder: the sandbox too is built with the library, which there is not
    /// optimised across crates, and cargo would write the two libraries to one file. Beside the files there is what the
    /// static library needs from the platform, as arguments of a linker.
    pub fn library(&self, soname: &str) -> Result<(PathBuf, String)> {
        let native = self.folder("cargo").join("native.txt");
        let mut command = self.cargo("shipped", &LIBRARY)?;
        command.env("HR_SONAME", soname);
        // Not the rlib: beside one, cargo optimises nothing across crates.
        command.args(["--crate-type", "cdylib,staticlib", "--"]);
        command.arg(format!("--print=native-static-libs={}", native.display()));
        output(&mut command)?;
        Ok((self.made("shipped"), text(&native)?.trim().to_owned()))
    }

    /// Those of `cargo build --release`; only for an older glibc they are built apart.
    pub fn programs(&self) -> Result<Vec<(&'static str, Vec<u8>)>> {
        let made = match self.glibc {
            None => released()?,
            Some(_) => {
                for program in &PROGRAMS {
                    output(&mut self.cargo("release", &only(program))?)?;
                }
                self.made("release")
            }
        };
        let read = |(name, _): (&'static str, _)| Ok((name, read(made.join(name))?));
        PROGRAMS.into_iter().map(read).collect()
    }

    /// A program with an object more. Nobody ships the sandbox: it takes less time to build, for a larger file.
    pub fn program_with(&self, program: &(&str, &str), object: &Path) -> Result<Vec<u8>> {
        let mut command = self.cargo("release", &only(program))?;
        if program.0 == "hr-sandbox" {
            command.args(["--config", "profile.release.opt-level=1"]);
        }
        self.linked_with(command, "CONSOLE", object)?;
        read(self.made("release").join(format!("{}.exe", program.0)))
    }

    /// The library as a DLL alone, with an object more.
    pub fn dll(&self, object: &Path) -> Result<Vec<u8>> {
        self.linked_with(self.small_dll()?, "WINDOWS", object)?;
        read(self.made("shipped").join("hr.dll"))
    }

    /// The DLL with the hooks of the tests; never in an archive.
    pub fn dll_with_hooks(&self) -> Result<PathBuf> {
        let mut command = self.small_dll()?;
        command.args(["--features", "test-hooks"]);
        output(&mut command)?;
        Ok(self.made("shipped").join("hr.dll"))
    }

    /// Vendors put it into their installers, and calls wait for services: the smallest code that the compiler makes.
    fn small_dll(&self) -> Result<Command> {
        let mut command = self.cargo("shipped", &LIBRARY)?;
        command.args(["--crate-type", "cdylib"]);
        command.args(["--config", "profile.shipped.opt-level=\"z\""]);
        Ok(command)
    }

    /// What the compiler says of library and sandbox without making code of them.
    pub fn check(&self) -> Result<()> {
        let mut command = cargo("cargo check --locked --target");
        command.arg(self.target);
        command.arg("--target-dir").arg(self.folder("cargo"));
        command.env("RUSTFLAGS", "-Dwarnings");
        self.compiler.prepare(&mut command);
        output(&mut command).map(drop)
    }

    fn cargo(&self, profile: &str, what: &[&str]) -> Result<Command> {
        let (name, target) = match self.glibc {
            Some(glibc) => ("cargo-zigbuild", format!("{}.{glibc}", self.target)),
            None => ("cargo", self.target.to_owned()),
        };
        let mut command = cargo(name);
        if self.glibc.is_some() {
            with_zig(&mut command)?;
        }
        command.args(["rustc", "--locked", "--profile", profile]);
        command.args(what).args(["--target", &target]);
        command.arg("--target-dir").arg(self.folder("cargo"));
        command.env("CARGO_ENCODED_RUSTFLAGS", self.flags());
        command.env_remove("HR_SONAME");
        self.compiler.prepare(&mut command);
        Ok(command)
    }

    pub fn tool(&self, line: &str) -> Command {
        program(&tool(self.target, line))
    }

    fn linked_with(&self, mut cargo: Command, subsystem: &str, object: &Path) -> Result<()> {
        // The same bytes from run to run. The header would say 4.0, 5.2 or 6.0: what is imported is not in any Windows
        // before 10.
        let own = match is_msvc(self.target) {
            true => format!("/Brepro /SUBSYSTEM:{subsystem},10.0"),
            false => "-Wl,--no-insert-timestamp -Wl,--major-os-version,10,--minor-os-version,0 \
                -Wl,--major-subsystem-version,10,--minor-subsystem-version,0"
                .to_owned(),
        };
        let object = object.to_string_lossy();
        let linked = std::iter::once(&*object).chain(own.split(' '));
        cargo.arg("--");
        cargo.args(linked.map(|own| format!("-Clink-arg={own}")));
        output(&mut cargo).map(drop)
    }

    /// A folder for what is made on the way to an archive.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = target_folder().join("dist-build");
        folder.join(format!("{name}{}", self.kind()))
    }

    fn made(&self, profile: &str) -> PathBuf {
        self.folder("cargo").join(self.target).join(profile)
    }

    /// What the names of its files end with.
    pub fn kind(&self) -> String {
        let kind = self.glibc.map(|glibc| format!("-glibc{glibc}"));
        kind.unwrap_or_default()
    }

    /// Paths of this machine that the compiler would write into panic messages. Where several fit, the last counts.
    fn flags(&self) -> String {
        let sources = self.compiler.sysroot.join("lib/rustlib/src/rust");
        let standard = format!("/rustc/{}", self.compiler.commit);
        let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
        let mut flags = vec![remap(root(), "/hr"), remap(&registry(), "/crates")];
        // Below the root cargo names a source by the rest of its path.
        let rest = sources.strip_prefix(root()).ok();
        flags.extend(rest.map(|rest| remap(rest, &standard)));
        flags.push(remap(&sources, &standard));
        // Places in sources, which only the texts of panics name: nobody sees them, and they take forty kilobytes.
        if self.compiler.sources.is_some() {
            flags.push("-Zlocation-detail=none".into());
        }
        // No Visual C++ runtime to install.
        if is_msvc(self.target) {
            flags.push("-Ctarget-feature=+crt-static".into());
        }
        flags.join("\x1f")
    }

    /// What no file that is shipped may have in it.
    pub fn private_paths(&self) -> Vec<String> {
        let mut paths = vec![registry(), root().to_owned(), target_folder()];
        // The compiler of a system's own packages is in a folder that every machine has.
        paths.push(match self.compiler.sysroot.as_path() == Path::new("/usr") {
            true => self.compiler.sysroot.join("lib/rustlib"),
            false => self.compiler.sysroot.clone(),
        });
        paths.extend(std::env::home_dir().map(|home| home.join("")));
        let paths = paths.iter().map(|path| path.display().to_string());
        paths.filter(|path| path.len() > 1).collect()
    }
}

/// The folder of `cargo build --release`, which is there in most cases; its programs have paths of this machine in them.
pub fn released() -> Result<PathBuf> {
    output(cargo("cargo build --release --locked").env_remove("HR_SONAME"))?;
    Ok(target_folder().join("release"))
}

/// The folder that holds the sources of other people's packages.
pub fn registry() -> PathBuf {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let own = || std::env::home_dir().unwrap_or_default().join(".cargo");
    named.unwrap_or_else(own).join("registry/src")
}

/// Cargo, or one of its companions, with arguments.
pub fn cargo(line: &str) -> Command {
    let mut command = program(line);
    // Nothing that is built has a date in it, and with another one the C parts would be built anew.
    command.env_remove("SOURCE_DATE_EPOCH");
    command
}

/// cargo-zigbuild and zig, of PyPI: a linker for another glibc and for other processors. Those that were tried.
const ZIG: [&str; 2] = ["cargo-zigbuild==0.24.0", "ziglang==0.17.0"];

/// Has a command find them. Where cargo-zigbuild is not installed, it is once, below the folder in which cargo builds.
fn with_zig(command: &mut Command) -> Result<()> {
    if has("cargo-zigbuild") {
        return Ok(());
    }
    let folder = target_folder().join("zig");
    let programs = folder.join("bin");
    pypi(&folder, &programs.join("cargo-zigbuild"), &ZIG)?;
    // It starts zig as a module of python3.
    command.env("PYTHONPATH", folder);
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(programs).chain(std::env::split_paths(&rest));
    command.env("PATH", std::env::join_paths(all)?);
    Ok(())
}
