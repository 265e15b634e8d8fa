//! Which file goes where.

use std::collections::BTreeMap;
use std::path::Path;

use minijinja::Value;

use super::build::Build;
use super::notices;
use crate::Result;
use crate::bindings::templates;
use crate::machine::root;

pub enum Entry {
    File { content: Vec<u8>, executable: bool },
    Link(String),
}

/// What is packed, in the order of the paths.
#[derive(Default)]
pub struct Tree(pub BTreeMap<String, Entry>);

impl Tree {
    pub fn file(&mut self, path: &str, content: impl Into<Vec<u8>>) {
        self.add(path, content.into(), false);
    }

    pub fn program(&mut self, path: &str, content: Vec<u8>) {
        self.add(path, content, true);
    }

    fn add(&mut self, path: &str, content: Vec<u8>, executable: bool) {
        let entry = Entry::File {
            content,
            executable,
        };
        self.0.insert(path.into(), entry);
    }

    pub fn link(&mut self, path: &str, to: &str) {
        self.0.insert(path.into(), Entry::Link(to.into()));
    }

    /// Writes the files into a folder. Those that are there stay: a program may have them loaded.
    pub fn unpack(&self, folder: &Path) -> Result<()> {
        for (path, entry) in &self.0 {
            let path = folder.join(path);
            let failed = |error: std::io::Error| format!("{}: {error}", path.display());
            std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(failed)?;
            let fresh = path.with_added_extension(std::process::id().to_string());
            let same = match entry {
                Entry::Link(to) => std::fs::read_link(&path).is_ok_and(|now| now == Path::new(to)),
                Entry::File { content, .. } => {
                    std::fs::read(&path).is_ok_and(|now| now == *content)
                }
            };
            if same {
                continue;
            }
            let written = match entry {
                Entry::Link(to) => link(to, &fresh),
                Entry::File { content, .. } => std::fs::write(&fresh, content),
            };
            let moved = written.and_then(|()| std::fs::rename(&fresh, &path));
            moved.map_err(failed)?;
        }
        Ok(())
    }

    pub fn contents(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().filter_map(|(path, entry)| match entry {
            Entry::File { content, .. } => Some((path.as_str(), content.as_slice())),
            Entry::Link(_) => None,
        })
    }
}

#[cfg(unix)]
fn link(to: &str, path: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(to, path)
}

#[cfg(not(unix))]
fn link(to: &str, path: &Path) -> std::io::Result<()> {
    let beside = path.parent().unwrap_or(path);
    std::fs::copy(beside.join(to), path).map(|_| ())
}

/// The version that is packed.
pub struct Release {
    /// Of the archive, and of the folder in it.
    pub name: String,
    pub version: String,
    pub abi: String,
    target: String,
}

/// Folders of the archive, and the files of the project that go there.
const COPIES: [(&str, &[&str]); 5] = [
    ("include", &["include/hr.h", "bindings/cpp/hr.hpp"]),
    (
        "share/doc/hr",
        &[
            "CHANGELOG.md",
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "README.md",
            "SECURITY.md",
        ],
    ),
    ("share/doc/hr/cpp", &["bindings/cpp/README.md"]),
    ("share/doc/hr/sandbox", &["sandbox/README.md"]),
    (
        "share/hr/examples",
        &[
            "examples/deposit.c",
            "examples/quickstart.c",
            "examples/utf8_main.h",
            "bindings/cpp/examples/host.hpp",
            "bindings/cpp/examples/outbox.cpp",
            "bindings/cpp/examples/quickstart.cpp",
            "bindings/cpp/examples/send_document.cpp",
        ],
    ),
];

/// Folders of the project, those of the archive, and which files of them.
const FOLDERS: [(&str, &str, &[&str]); 3] = [
    ("bindings/cpp/hr", "include/hr", &["hpp"]),
    ("schema", "share/doc/hr/schema", &["json"]),
    ("docs", "share/doc/hr/docs", &["md", "png"]),
];

/// Sources for other languages: what begins like this, but for their tests.
const LANGUAGES: [&str; 4] = ["csharp", "delphi", "vb6", "windev"];

impl Release {
    /// `target` is what the archive's name says about the platform.
    pub fn of(build: &Build, target: &str) -> Result<Release> {
        let version = build.workspace.version()?;
        let header = read(&build.workspace.root.join("include/hr.h"))?;
        let header = String::from_utf8_lossy(&header);
        let abi = header
            .lines()
            .find_map(|line| line.strip_prefix("#define HR_ABI_VERSION "));
        let abi = abi.ok_or("include/hr.h does not define HR_ABI_VERSION")?;
        let kind = build.kind();
        Ok(Release {
            name: format!("hr-{version}-{target}{kind}"),
            version: version.into(),
            abi: abi.trim().into(),
            target: target.into(),
        })
    }

    /// The texts that show compilers and people how to use the library: those of all systems, and those of this one.
    pub fn texts(&self, system: &str, platform: &[(&str, &str)], tree: &mut Tree) -> Result<()> {
        let mut values = vec![
            ("VERSION", self.version.as_str()),
            ("ABI", &self.abi),
            ("TARGET", &self.target),
        ];
        values.extend(platform);
        for folder in ["all", system] {
            let mut templates = Tree::default();
            let folder = root().join("xtask/templates").join(folder);
            copy(&folder, "", &["cmake", "pc", "txt"], &mut templates)?;
            for (path, text) in templates.contents() {
                let filled = fill(&String::from_utf8_lossy(text), &values);
                tree.file(path, filled.map_err(|error| format!("{path}: {error}"))?);
            }
        }
        Ok(())
    }

    /// Headers, documents, examples and licences.
    pub fn documents(&self, build: &Build, tree: &mut Tree) -> Result<()> {
        let root = &build.workspace.root;
        for (to, files) in COPIES {
            for from in files {
                let name = from.rsplit('/').next().unwrap_or(from);
                tree.file(&format!("{to}/{name}"), read(&root.join(from))?);
            }
        }
        for (from, to, kinds) in FOLDERS {
            copy(&root.join(from), to, kinds, tree)?;
        }
        notices::add(build, tree)
    }

    /// Sources for languages that are not compiled against a header.
    pub fn languages(&self, build: &Build, tree: &mut Tree) -> Result<()> {
        let kinds = ["md", "cs", "pas", "dpr", "bas", "cls", "wl"];
        for name in LANGUAGES {
            let folder = build.workspace.root.join("bindings").join(name);
            copy(&folder, &format!("bindings/{name}"), &kinds, tree)?;
        }
        let others = "bindings/OTHERS.md";
        tree.file(others, read(&build.workspace.root.join(others))?);
        Ok(())
    }
}

/// The files of these kinds in a wrapper's folder, without those of its tests; and without what a compiler left.
fn copy(folder: &Path, to: &str, kinds: &[&str], tree: &mut Tree) -> Result<()> {
    for entry in std::fs::read_dir(folder).map_err(|error| failed(folder, error))? {
        let path = entry.map_err(|error| failed(folder, error))?.path();
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let kind = path.extension().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !["tests", "bin", "obj"].contains(&name.as_str()) {
            copy(&path, &format!("{to}/{name}"), kinds, tree)?;
        } else if kinds.contains(&kind.as_ref()) {
            tree.file(format!("{to}/{name}").trim_start_matches('/'), read(&path)?);
        }
    }
    Ok(())
}

fn failed(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

pub fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| failed(path, error))
}

/// Fills a template in. A name that is not known is somebody's mistake.
pub fn fill(text: &str, values: &[(&str, &str)]) -> Result<String> {
    let values = Value::from_pairs(values.iter().copied());
    let text = templates::environment()?.render_str(text, values);
    text.map_err(|error| error.to_string())
}
