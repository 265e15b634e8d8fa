//! The binaries, without a trace of the machine that builds them.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::workspace::{Workspace, cargo, output};
use crate::Result;

/// The compiler and the machine that it runs on.
pub struct Host {
    pub triple: String,
    pub compiler: String,
    commit: String,
    pub sysroot: PathBuf,
}

pub fn host() -> Result<Host> {
    let text = output(Command::new("rustc").arg("-vV"))?;
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.map(|value| value.trim().to_owned())
            .ok_or(format!("rustc -vV does not tell {name}"))
    };
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    Ok(Host {
        triple: field("host:")?,
        compiler: field("release:")?,
        commit: field("commit-hash:")?,
        sysroot: sysroot.trim_end().into(),
    })
}

pub struct Build<'a> {
    pub workspace: &'a Workspace,
    pub host: &'a Host,
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

impl Build<'_> {
    pub fn library(&self, soname: &str) -> Result<Made> {
        self.run(
            "library",
            &["--package", "healthrecord", "--lib"],
            Some(soname),
        )
    }

    pub fn sandbox(&self) -> Result<Made> {
        self.run(
            "sandbox",
            &["--package", "hr-sandbox", "--bin", "hr-sandbox"],
            None,
        )
    }

    /// Each of the two has its own folder: the sandbox too is built with the library, with other features of
    /// what both depend on, and cargo would write the two libraries to one file.
    fn run(&self, folder: &str, what: &[&str], soname: Option<&str>) -> Result<Made> {
        let mut command = cargo(if self.glibc.is_some() {
            "cargo-zigbuild"
        } else {
            "cargo"
        });
        let target = match self.glibc {
            Some(glibc) => format!("{}.{glibc}", self.target),
            None => self.target.to_owned(),
        };
        command.args(["rustc", "--release", "--locked", "--message-format=json"]);
        command.args(what).args(["--target", &target]);
        command.arg("--target-dir").arg(self.folder(folder));
        command.env("CARGO_ENCODED_RUSTFLAGS", self.flags());
        match soname {
            Some(name) => {
                command.env("HR_SONAME", name);
                command.args(["--", "--print=native-static-libs"]);
            }
            None => {
                command.env_remove("HR_SONAME");
            }
        }
        read(&output(&mut command)?)
    }

    /// A folder for what is made on the way to an archive.
    pub fn folder(&self, name: &str) -> PathBuf {
        let kind = self
            .glibc
            .map_or(String::new(), |glibc| format!("-glibc{glibc}"));
        let folder = self.workspace.target_folder.join("dist-build");
        folder.join(format!("{name}{kind}"))
    }

    /// Paths of this machine that the compiler would write into panic messages.
    fn flags(&self) -> String {
        let sources = self.host.sysroot.join("lib/rustlib/src/rust");
        let standard = format!("/rustc/{}", self.host.commit);
        let mut places = vec![(sources, standard.as_str())];
        places.push((self.workspace.root.clone(), "/hr"));
        let registries = self.workspace.registries();
        places.extend(
            registries
                .iter()
                .map(|path| (path.to_path_buf(), "/crates")),
        );
        let flags = places
            .iter()
            .map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
        flags.collect::<Vec<_>>().join("\x1f")
    }

    /// What no file that is shipped may have in it.
    pub fn private_paths(&self) -> Vec<String> {
        let mut paths: Vec<PathBuf> = self
            .workspace
            .registries()
            .iter()
            .map(|p| p.into())
            .collect();
        paths.push(self.workspace.root.clone());
        paths.push(self.workspace.target_folder.clone());
        // The compiler of a system's own packages is in a folder that every machine has.
        paths.push(match self.host.sysroot.as_path() == Path::new("/usr") {
            true => self.host.sysroot.join("lib/rustlib"),
            false => self.host.sysroot.clone(),
        });
        paths.extend(std::env::home_dir().map(|home| home.join("")));
        let paths = paths.iter().map(|path| path.display().to_string());
        paths.filter(|path| path.len() > 1).collect()
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
        let Some(told) = message
            .message
            .filter(|_| message.reason == "compiler-message")
        else {
            continue;
        };
        if let Some(native) = told.message.strip_prefix("native-static-libs: ") {
            made.native = native.trim().to_owned();
        } else if told.level != "note" {
            eprint!("{}", told.rendered.unwrap_or(told.message));
        }
    }
    Ok(made)
}
