//! Which file goes where, and the texts that are filled in.

use std::path::Path;
use std::process::Command;

use minijinja::Value;

use super::build::released;
use super::links::Places;
use super::stage::Stage;
use super::target_folder;
use crate::Result;
use crate::bindings::templates;
use crate::docs;
use crate::machine::{files, output, read, root};

/// Files and folders of the project, where they go, and which files of a folder do.
const COPIES: [(&str, &str, &[&str]); 20] = [
    ("include/hr.h", "include/hr.h", &[]),
    ("bindings/cpp/hr.hpp", "include/hr.hpp", &[]),
    ("bindings/cpp/hr", "include/hr", &["hpp"]),
    ("CHANGELOG.md", "share/doc/hr/CHANGELOG.md", &[]),
    ("LICENSE-APACHE", "share/doc/hr/LICENSE-APACHE", &[]),
    ("LICENSE-MIT", "share/doc/hr/LICENSE-MIT", &[]),
    ("README.md", "share/doc/hr/README.md", &[]),
    ("SECURITY.md", "share/doc/hr/SECURITY.md", &[]),
    ("bindings/cpp/README.md", "share/doc/hr/cpp/README.md", &[]),
    ("sandbox/README.md", "share/doc/hr/sandbox/README.md", &[]),
    ("schema", "share/doc/hr/schema", &["json"]),
    ("docs/images", "share/doc/hr/docs/images", &["png", "svg"]),
    (
        "docs/snippets/snippets.h",
        "share/doc/hr/docs/snippets/snippets.h",
        &[],
    ),
    ("examples", "share/hr/examples", &["c", "h"]),
    (
        "examples/browser-login",
        "share/hr/examples/browser-login",
        &["html", "js", "md", "py"],
    ),
    (
        "bindings/cpp/examples",
        "share/hr/examples",
        &["cpp", "hpp"],
    ),
    ("bindings/OTHERS.md", "bindings/OTHERS.md", &[]),
    // With these `pip install bindings/python` works, and a wheel can be made.
    ("LICENSE-APACHE", "bindings/python/LICENSE-APACHE", &[]),
    ("LICENSE-MIT", "bindings/python/LICENSE-MIT", &[]),
    (
        "bindings/python/build_wheel",
        "bindings/python/build_wheel",
        &[],
    ),
];

/// Sources for languages that are not compiled against a header.
const LANGUAGES: [(&str, &[&str]); 5] = [
    ("csharp", &["md", "cs"]),
    ("delphi", &["md", "pas", "dpr", "dpk", "lpk"]),
    ("python", &["md", "py", "toml", "typed"]),
    ("vb6", &["md", "bas", "cls"]),
    ("windev", &["md", "wl"]),
];

/// A file of the archive: where the project has it, and its place.
struct Packed {
    from: String,
    to: String,
    content: Vec<u8>,
}

/// Headers, sources, documents, examples and licences.
pub fn documents(stage: &Stage, built: bool) -> Result<()> {
    let mut packed = Vec::new();
    for (from, to, kinds) in COPIES {
        copy(from, to, kinds, &mut packed)?;
    }
    for (name, kinds) in LANGUAGES {
        let folder = format!("bindings/{name}");
        copy(&folder, &folder, kinds, &mut packed)?;
    }
    for (name, text) in docs::markdown()? {
        let from = format!("docs/{name}");
        let to = format!("share/doc/hr/{from}");
        let content = text.into_bytes();
        packed.push(Packed { from, to, content });
    }
    let places = Places::of(packed.iter().map(|file| (&*file.from, &*file.to)));
    for Packed { from, to, content } in &packed {
        match to.ends_with(".md") {
            true => {
                let text = String::from_utf8_lossy(content);
                stage.file(to, places.page(from, to, &text))?;
            }
            false => stage.file(to, content)?,
        }
    }
    if built {
        browsers(stage)?;
    }
    command_line(stage)
}

/// The manual as HTML.
fn browsers(stage: &Stage) -> Result<()> {
    let folder = docs::folder();
    for path in files(&folder)? {
        let below = path.strip_prefix(&folder).unwrap_or(&path);
        // What it was built from.
        if !below.starts_with("src") {
            stage.file(
                &format!("share/doc/hr/manual/{}", below.to_string_lossy()),
                read(&path)?,
            )?;
        }
    }
    Ok(())
}

/// The texts that show compilers and people how to use the library: those of all systems, and those of this one.
pub fn texts(system: &str, values: &[(&str, &str)], manual: bool, stage: &Stage) -> Result<()> {
    let header = String::from_utf8_lossy(&read(&root().join("include/hr.h"))?).into_owned();
    let abi = abi(&header)?;
    let own = [("VERSION", env!("CARGO_PKG_VERSION")), ("ABI", abi)];
    let pages = match manual {
        true => [("PAGES", "manual"), ("KIND", "html"), ("GAP", " ")],
        false => [("PAGES", "docs"), ("KIND", "md"), ("GAP", "   ")],
    };
    let own = own.iter().chain(&pages);
    let values: Vec<_> = own.chain(values).copied().collect();
    for folder in ["all", system] {
        let folder = root().join("xtask/templates").join(folder);
        for path in files(&folder)? {
            let text = fill(&String::from_utf8_lossy(&read(&path)?), &values);
            let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
            let below = path.strip_prefix(&folder).unwrap_or(&path);
            stage.file(&below.to_string_lossy(), text)?;
        }
    }
    Ok(())
}

/// The version of the binary contract.
pub fn abi(header: &str) -> Result<&str> {
    let mut lines = header.lines();
    let found = lines.find_map(|line| line.strip_prefix("#define HR_ABI_VERSION "));
    found.ok_or("include/hr.h does not define HR_ABI_VERSION".to_owned())
}

/// The manual pages of `hr` and the completions of the shells, as the program for this machine writes them.
fn command_line(stage: &Stage) -> Result<()> {
    let hr = released()?.join(format!("hr{}", std::env::consts::EXE_SUFFIX));
    let folder = target_folder().join("dist-build/man");
    // In English, whoever builds them.
    let write = |arguments: &[&str]| output(Command::new(&hr).arg("--lang=en").args(arguments));
    write(&["man", &folder.to_string_lossy()])?;
    for page in files(&folder)? {
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        stage.file(&format!("share/man/man1/{name}"), read(&page)?)?;
    }
    for (shell, place) in [
        ("bash", "bash-completion/completions/hr"),
        ("zsh", "zsh/site-functions/_hr"),
        ("fish", "fish/vendor_completions.d/hr.fish"),
        ("powershell", "hr/hr.ps1"),
    ] {
        stage.file(&format!("share/{place}"), write(&["completions", shell])?)?;
    }
    Ok(())
}

/// A file, or the files of these kinds in a folder: without those of its tests, and without what a compiler left.
fn copy(from: &str, to: &str, kinds: &[&str], packed: &mut Vec<Packed>) -> Result<()> {
    let folder = root().join(from);
    if folder.is_file() {
        packed.push(Packed {
            from: from.to_owned(),
            to: to.to_owned(),
            content: read(&folder)?,
        });
        return Ok(());
    }
    for path in files(&folder)? {
        let kind = path.extension().unwrap_or_default().to_string_lossy();
        let below = path.strip_prefix(&folder).unwrap_or(&path);
        let left_out = |part: &Path| {
            ["tests", "bin", "obj"]
                .iter()
                .any(|name| part == Path::new(name))
        };
        if kinds.contains(&&*kind) && !below.iter().any(|part| left_out(Path::new(part))) {
            let below = below.to_string_lossy().replace('\\', "/");
            packed.push(Packed {
                from: format!("{from}/{below}"),
                to: format!("{to}/{below}"),
                content: read(&path)?,
            });
        }
    }
    Ok(())
}

/// Fills a template in. A name that is not known is somebody's mistake.
pub fn fill(text: &str, values: &[(&str, &str)]) -> Result<String> {
    let values = Value::from_pairs(values.iter().copied());
    let text = templates::environment()?.render_str(text, values);
    text.map_err(|error| error.to_string())
}
