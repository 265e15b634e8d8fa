//! The library's files as Linux names and links them.

use std::path::Path;
use std::process::Command;

use super::build::Build;
use super::inspect;
use super::layout::{Release, Tree, read};
use crate::Result;
use crate::machine::output;

/// What a program is built with beside the files.
pub struct Links {
    /// The name of the shared library, and of the file with its code.
    soname: String,
    file: String,
    /// What the static library needs from the platform.
    native: String,
}

/// The shared library and the static one.
pub fn library(build: &Build, release: &Release) -> Result<(Tree, Links)> {
    // By its SONAME a program asks for the binary contract that it was linked with.
    let soname = format!("libhr.so.{}", release.abi);
    let made = build.library(&soname)?;
    let shared = read(made.file("libhr.so")?)?;
    let exports = inspect::exports(&shared)?;
    let folder = build.folder("static");
    let archive = single_object(made.file("libhr.a")?, &exports, &folder)?;
    let file = format!("libhr.so.{}", release.version);

    let mut tree = Tree::default();
    tree.file("lib/libhr.a", archive);
    tree.link("lib/libhr.so", &soname);
    tree.link(&format!("lib/{soname}"), &file);
    tree.file(&format!("lib/{file}"), shared);
    let links = Links {
        soname,
        file,
        native: made.native,
    };
    Ok((tree, links))
}

pub fn files(build: &Build, release: &Release) -> Result<Tree> {
    let (mut tree, links) = library(build, release)?;
    let mut program = read(build.sandbox()?.file("hr-sandbox")?)?;
    inspect::hide(&mut program, &build.workspace.registries());
    let mut needed = inspect::glibc(&program)?;
    for (_, content) in tree.contents().filter(|(path, _)| path.contains(".so")) {
        needed = needed.max(inspect::glibc(content)?);
    }
    let oldest = format!("{}.{}", needed.0, needed.1);
    if let Some(wanted) = build.glibc {
        let version = inspect::version(wanted).ok_or(format!("{wanted} is no version of glibc"))?;
        if needed > version {
            return Err(format!(
                "asked for glibc {wanted}, the binaries need {oldest}"
            ));
        }
    }
    let needs = format!("glibc {oldest} or newer");
    eprintln!("{}: {needs}", release.name);

    tree.program("bin/hr-sandbox", program);
    let Links {
        soname,
        file,
        native,
    } = links;
    let values = [
        ("POINTER", "8"),
        ("NEEDS", needs.as_str()),
        ("NATIVE", &native),
        ("NATIVE_LIST", &native.replace(' ', ";")),
        ("SHARED_FILE", &file),
        ("SONAME", &soname),
    ];
    release.documents(build, &mut tree)?;
    release.texts("linux", &values, &mut tree)?;
    inspect::free_of(&tree, &build.private_paths())?;
    Ok(tree)
}

/// The static library as one object that shows nothing but the contract. As rustc makes it, it also has
/// Rust's runtime in it, which clashes with that of another Rust library in the same program, and
/// mathematical functions that would take the place of the platform's; and 16 MB of compiler's data.
fn single_object(made: &Path, exports: &[String], folder: &Path) -> Result<Vec<u8>> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    let (names, object) = (folder.join("exports.txt"), folder.join("hr.o"));
    let archive = folder.join("libhr.a");
    std::fs::write(&names, exports.join("\n") + "\n").map_err(failed)?;
    if archive.exists() {
        std::fs::remove_file(&archive).map_err(failed)?;
    }

    let mut link = Command::new("ld.bfd");
    link.args(["-r", "--gc-sections", "--force-group-allocation"]);
    for name in exports {
        link.args(["-u", name]);
    }
    output(link.arg("-o").arg(&object).arg(made))?;
    let mut hide = Command::new("objcopy");
    hide.args([
        "--strip-unneeded",
        "--remove-section=.llvmbc",
        "--remove-section=.llvmcmd",
    ]);
    hide.arg(format!("--keep-global-symbols={}", names.display()));
    output(hide.arg(&object))?;
    // D: without dates and owners.
    output(Command::new("ar").arg("rcsD").arg(&archive).arg(&object))?;
    read(&archive)
}
