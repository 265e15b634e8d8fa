//! The binaries, without a trace of the machine that builds them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::compiler::Compiler;
use super::workspace::{Workspace, cargo};
use crate::Result;

pub struct Build<'a> {
    pub workspace: &'a Workspace,
    pub compiler: Compiler,
    pub target: &'a str,
    pub glibc: Option<&'a str>,
}

/// What a build made.
pub struct Made {
    files: Vec<PathBuf>,
    /// What a static library needs from the platform, as arguments of a linker.
    pub native: String,
}

impl Made {
    pub fn file(&self, name: &str) -> Result<&Path> {
        let found = self.files.iter().find(|path| path.ends_with(name));
        found.map_or(Err(format!("no {name} was built")), |path| Ok(path))
    }
}

#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(default)]
    filenames: Vec<PathBuf>,
    executable: Option<PathBuf>,
    message: Option<Diagnostic>,
}

#[derive(Deserialize)]
struct Diagnostic {
    message: String,
    level: String,
    rendered: Option<String>,
}

/// Those for which the workspace asks for something else.
const OTHERS: [&str; 4] = [
    "ring",
    "rustls",
    "rustls-platform-verifier",
    "rustls-webpki",
];

const LIBRARY: [&str; 3] = ["--package", "healthrecord", "--lib"];
/// As cargo builds them without a name.
const BOTH: [&str; 2] = ["-phealthrecord", "-phr-sandbox-program"];
const SANDBOX: [&str; 4] = ["--package", "hr-sandbox-program", "--bin", "hr-sandbox"];

impl<'a> Build<'a> {
    pub fn of(workspace: &'a Workspace, target: &'a str, glibc: Option<&'a str>) -> Result<Self> {
        Ok(Build {
            workspace,
            compiler: Compiler::of(target)?,
            target,
            glibc,
        })
    }

    /// The two have a profile each, and with it a folder: the sandbox too is built with the library, which there is not
    /// optimised across crates, and cargo would write the two libraries to one file.
    pub fn library(&self, soname: &str) -> Result<Made> {
        let mut command = self.cargo("shipped", &LIBRARY);
        command.env("HR_SONAME", soname);
        // Not the rlib: beside one, cargo optimises nothing across crates.
        command.args(["--crate-type", "cdylib,staticlib"]);
        command.args(["--", "--print=native-static-libs"]);
        built(command)
    }

    /// That of `cargo build --release`, which is there in most cases; it has paths of this machine in it. Only for an
    /// older glibc it is built apart.
    pub fn sandbox(&self) -> Result<Made> {
        if self.glibc.is_some() {
            return built(self.cargo("release", &SANDBOX));
        }
        let mut command = cargo("cargo");
        command.args(["build", "--release", "--locked", "--message-format=json"]);
        command.args(BOTH);
        command.env_remove("HR_SONAME");
        built(command)
    }

    /// Nobody ships it: less time to build, for a larger file.
    pub fn sandbox_with(&self, object: &Path) -> Result<Made> {
        let mut command = self.cargo("release", &SANDBOX);
        command.args(["--config", "profile.release.opt-level=1"]);
        linked_with(command, object)
    }

    /// The library as a DLL alone, with an object more.
    pub fn dll(&self, object: &Path) -> Result<Made> {
        let mut command = self.small_dll();
        command.args(["--crate-type", "cdylib"]);
        linked_with(command, object)
    }

    /// Vendors put it into their installers, and calls wait for services: the smallest code that the compiler makes.
    fn small_dll(&self) -> Command {
        let mut command = self.cargo("shipped", &LIBRARY);
        command.args(["--config", "profile.shipped.opt-level=\"z\""]);
        for package in OTHERS {
            command.arg("--config");
            command.arg(format!("profile.shipped.package.{package}.opt-level=\"z\""));
        }
        command
    }

    /// The DLL with the hooks of the tests; never in an archive.
    pub fn dll_with_hooks(&self) -> Result<PathBuf> {
        let mut command = self.small_dll();
        command.args(["--crate-type", "cdylib", "--features", "test-hooks"]);
        let made = built(command)?;
        Ok(made.file("hr.dll")?.to_owned())
    }

    /// What the compiler says of library and sandbox without making code of them.
    pub fn check(&self) -> Result<()> {
        let mut command = cargo("cargo");
        command.args(["check", "--locked", "--message-format=json"]);
        command.args(BOTH).args(["--target", self.target]);
        command.arg("--target-dir").arg(self.folder("cargo"));
        command.env("RUSTFLAGS", "-Dwarnings");
        self.compiler.prepare(&mut command);
        built(command).map(|_| ())
    }

    fn cargo(&self, profile: &str, what: &[&str]) -> Command {
        let (name, target) = match self.glibc {
            Some(glibc) => ("cargo-zigbuild", format!("{}.{glibc}", self.target)),
            None => ("cargo", self.target.to_owned()),
        };
        let mut command = cargo(name);
        command.args(["rustc", "--locked", "--message-format=json"]);
        command.args(["--profile", profile]);
        command.args(what).args(["--target", &target]);
        command.arg("--target-dir").arg(self.folder("cargo"));
        command.env("CARGO_ENCODED_RUSTFLAGS", self.flags());
        command.env_remove("HR_SONAME");
        self.compiler.prepare(&mut command);
        command
    }

    /// A folder for what is made on the way to an archive.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = self.workspace.target_folder.join("dist-build");
        folder.join(format!("{name}{}", self.kind()))
    }

    /// What the names of its files end with.
    pub fn kind(&self) -> String {
        let kind = self.glibc.map(|glibc| format!("-glibc{glibc}"));
        kind.unwrap_or_default()
    }

    /// Paths of this machine that the compiler would write into panic messages. Where several fit, the last counts.
    fn flags(&self) -> String {
        let root = &self.workspace.root;
        let mut places = vec![(root.clone(), "/hr".to_owned())];
        for registry in self.workspace.registries() {
            places.push((registry.into(), "/crates".to_owned()));
        }
        let sources = self.compiler.sysroot.join("lib/rustlib/src/rust");
        let standard = format!("/rustc/{}", self.compiler.commit);
        // Below the root cargo names a source by the rest of its path.
        if let Ok(rest) = sources.strip_prefix(root) {
            places.push((rest.into(), standard.clone()));
        }
        places.push((sources, standard));
        let remapped = places
            .iter()
            .map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
        let mut flags: Vec<String> = remapped.collect();
        // Places in sources, which only the texts of panics name: nobody sees them, and they take forty kilobytes.
        if self.compiler.sources.is_some() {
            flags.push("-Zlocation-detail=none".into());
        }
        flags.join("\x1f")
    }

    /// What no file that is shipped may have in it.
    pub fn private_paths(&self) -> Vec<String> {
        let registries = self.workspace.registries();
        let mut paths: Vec<PathBuf> = registries.into_iter().map(PathBuf::from).collect();
        paths.push(self.workspace.root.clone());
        paths.push(self.workspace.target_folder.clone());
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

fn linked_with(mut cargo: Command, object: &Path) -> Result<Made> {
    cargo.arg("--");
    cargo.arg(format!("-Clink-arg={}", object.display()));
    // The same bytes from run to run.
    cargo.arg("-Clink-arg=-Wl,--no-insert-timestamp");
    // The header would say 4.0, or 5.2: what is imported is not in any Windows before 10.
    for version in ["os", "subsystem"] {
        cargo.arg(format!(
            "-Clink-arg=-Wl,--major-{version}-version,10,--minor-{version}-version,0"
        ));
    }
    built(cargo)
}

/// Runs cargo; what the compiler says is among its messages, also when it fails.
fn built(mut cargo: Command) -> Result<Made> {
    let output = cargo.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cargo: {error}"))?;
    let made = read(&String::from_utf8_lossy(&output.stdout))?;
    match output.status.success() {
        true => Ok(made),
        false => Err(format!("cargo: {}", output.status)),
    }
}

fn read(messages: &str) -> Result<Made> {
    let mut made = Made {
        files: Vec::new(),
        native: String::new(),
    };
    for line in messages.lines() {
        let message: Message =
            serde_json::from_str(line).map_err(|error| format!("a message of cargo: {error}"))?;
        made.files.extend(message.filenames);
        made.files.extend(message.executable);
        let Some(diagnostic) = message
            .message
            .filter(|_| message.reason == "compiler-message")
        else {
            continue;
        };
        if let Some(native) = diagnostic.message.strip_prefix("native-static-libs: ") {
            made.native = native.trim().to_owned();
        } else if diagnostic.level != "note" {
            eprint!("{}", diagnostic.rendered.unwrap_or(diagnostic.message));
        }
    }
    Ok(made)
}
