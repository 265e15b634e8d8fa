//! What cargo says of the packages: versions, sources, licences, places.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::Result;
use crate::machine::{output, program};

#[derive(Deserialize)]
pub struct Workspace {
    #[serde(rename = "workspace_root")]
    pub root: PathBuf,
    #[serde(rename = "target_directory")]
    pub target_folder: PathBuf,
    packages: Vec<Package>,
}

#[derive(Deserialize)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub license: Option<String>,
    license_file: Option<PathBuf>,
    manifest_path: PathBuf,
    /// None for the packages of this workspace.
    source: Option<String>,
}

impl Package {
    pub fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("."))
    }

    pub fn license_file(&self) -> Option<PathBuf> {
        let named = self.license_file.as_ref()?;
        Some(self.folder().join(named))
    }
}

impl Workspace {
    pub fn read(target: &str) -> Result<Workspace> {
        let mut command = cargo("cargo");
        command.args(["metadata", "--format-version=1", "--locked"]);
        command.args(["--filter-platform", target]);
        let text = output(&mut command)?;
        serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))
    }

    pub fn version(&self) -> Result<&str> {
        let own = |package: &&Package| package.name == "healthrecord" && package.source.is_none();
        let package = self.packages.iter().find(own);
        package.map_or(Err("the package is missing".into()), |p| Ok(&p.version))
    }

    /// The folders that hold the sources of other people's packages.
    pub fn registries(&self) -> BTreeSet<&Path> {
        let foreign = self.packages.iter().filter(|p| p.source.is_some());
        foreign.filter_map(|p| p.folder().parent()).collect()
    }

    /// Other people's packages that are linked into what this package builds: neither those of tests and
    /// build scripts nor macros. Their features are those of a build of this package alone.
    pub fn linked(&self, package: &str, target: &str) -> Result<Vec<&Package>> {
        let mut command = cargo("cargo");
        command.args(["tree", "--locked", "--package", package, "--target", target]);
        command.args(["--edges", "normal,no-proc-macro", "--prefix", "none"]);
        command.args(["--format", "{p}"]);
        let text = output(&mut command)?;
        // The star says that cargo has printed what hangs on this one before.
        let lines = text.lines().map(|line| line.trim_end_matches(" (*)"));
        let lines: BTreeSet<&str> = lines.collect();
        let packages = lines.into_iter().map(|line| self.named(line));
        let mut packages = packages.collect::<Result<Vec<&Package>>>()?;
        packages.retain(|package| package.source.is_some());
        Ok(packages)
    }

    /// The package of a line such as `ring v0.17.14`.
    fn named(&self, line: &str) -> Result<&Package> {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let version = words.next().and_then(|word| word.strip_prefix('v'));
        let own = |p: &&Package| p.name == name && Some(p.version.as_str()) == version;
        let found = self.packages.iter().find(own);
        found.ok_or(format!("cargo metadata does not know {line}"))
    }
}

/// Cargo, or one of its companions.
pub fn cargo(name: &str) -> Command {
    let mut command = program(name);
    // Nothing that is built has a date in it, and with another one the C parts would be built anew.
    command.env_remove("SOURCE_DATE_EPOCH");
    command
}
