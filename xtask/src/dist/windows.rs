//! The library's files as Windows names and links them.

use std::fmt::Write;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use ar_archive_writer::{COFFShortExport, MachineTypes, write_import_library};

use super::build::Build;
use super::inspect;
use super::layout::{Release, Tree, fill, read};
use crate::Result;
use crate::machine::output;

/// What differs between the two.
pub struct Windows {
    pub target: &'static str,
    /// In the archive's name.
    pub name: &'static str,
    processor: &'static str,
    machine: MachineTypes,
    /// What C puts before the names of functions.
    prefix: &'static str,
    /// The bytes of a pointer.
    pointer: &'static str,
}

pub const WINDOWS: [Windows; 2] = [
    Windows {
        target: "i686-pc-windows-gnu",
        name: "win32",
        processor: "i686",
        machine: MachineTypes::I386,
        prefix: "_",
        pointer: "4",
    },
    Windows {
        target: "x86_64-pc-windows-gnu",
        name: "win64",
        processor: "x86_64",
        machine: MachineTypes::AMD64,
        prefix: "",
        pointer: "8",
    },
];

impl Windows {
    /// One of mingw's.
    pub fn tool(&self, name: &str) -> String {
        format!("{}-w64-mingw32-{name}", self.processor)
    }
}

const TEMPLATE: &str = include_str!("../../templates/version.rc");

/// The version that its Explorer shows of a file.
struct Resource {
    file: &'static str,
    description: &'static str,
    /// 1 for a program, 2 for a library: `VFT_APP`, `VFT_DLL`.
    kind: &'static str,
}

impl Resource {
    /// As an object for the linker.
    fn object(&self, release: &Release, windows: &Windows, folder: &Path) -> Result<PathBuf> {
        // Without what may follow a hyphen, as in 0.2.0-rc.1.
        let numbers = release.version.split('-').next().unwrap_or_default();
        let numbers = numbers.replace('.', ",");
        let values = [
            ("NUMBERS", numbers.as_str()),
            ("VERSION", &release.version),
            ("KIND", self.kind),
            ("FILE", self.file),
            ("DESCRIPTION", self.description),
        ];
        let text = fill(TEMPLATE, &values)?;
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(failed)?;
        let source = folder.join(format!("{}.rc", self.file));
        let object = folder.join(format!("{}.rc.o", self.file));
        std::fs::write(&source, text).map_err(failed)?;
        let mut windres = Command::new(windows.tool("windres"));
        output(windres.arg(&source).arg(&object))?;
        Ok(object)
    }
}

const LIBRARY: Resource = Resource {
    file: "hr.dll",
    description: "Puts a document into a patient's shared health record",
    kind: "2",
};

const SANDBOX: Resource = Resource {
    file: "hr-sandbox.exe",
    description: "Plays the services of the shared health record, for tests",
    kind: "1",
};

pub fn files(build: &Build, release: &Release, windows: &Windows) -> Result<Tree> {
    let folder = build.folder("windows").join(windows.name);
    let resource = LIBRARY.object(release, windows, &folder)?;
    let library = read(build.dll(&resource)?.file("hr.dll")?)?;
    let resource = SANDBOX.object(release, windows, &folder)?;
    let sandbox = read(build.sandbox_with(&resource)?.file("hr-sandbox.exe")?)?;
    let exports = inspect::exports(&library)?;
    // The others are for tools that find a function by its name at run time.
    let names: Vec<String> = exports
        .into_iter()
        .filter(|name| name.starts_with("hr_"))
        .collect();

    let mut tree = Tree::default();
    let exported = definition(&names);
    tree.file("lib/hr.lib", for_msvc(&names, windows)?);
    tree.file("lib/libhr.dll.a", for_mingw(&exported, windows, &folder)?);
    tree.file("lib/hr.def", exported.replace('\n', "\r\n"));
    tree.file("bin/hr.dll", library);
    tree.file("bin/hr-sandbox.exe", sandbox);
    release.documents(build, &mut tree)?;
    release.languages(build, &mut tree)?;
    release.texts("windows", &[("POINTER", windows.pointer)], &mut tree)?;
    inspect::free_of(&tree, &build.private_paths())?;
    Ok(tree)
}

/// For `lib /def:` and its like. Without ordinals: a program that is bound to a number calls another function
/// as soon as one is added.
fn definition(names: &[String]) -> String {
    let mut text = String::from("LIBRARY hr.dll\nEXPORTS\n");
    for name in names {
        let _ = writeln!(text, "    {name}");
    }
    text
}

/// In the short form that Microsoft's linker reads, and others.
fn for_msvc(names: &[String], windows: &Windows) -> Result<Vec<u8>> {
    let (machine, prefix) = (windows.machine, windows.prefix);
    let exports: Vec<COFFShortExport> = names
        .iter()
        .map(|name| COFFShortExport {
            name: name.clone(),
            ext_name: None,
            symbol_name: Some(format!("{prefix}{name}")),
            import_name: Some(name.clone()),
            export_as: None,
            ordinal: 0,
            noname: false,
            data: false,
            private: false,
            constant: false,
        })
        .collect();
    let mut library = Cursor::new(Vec::new());
    write_import_library(&mut library, "hr.dll", &exports, machine, false, false, &[])
        .map_err(|error| format!("hr.lib: {error}"))?;
    Ok(library.into_inner())
}

/// As the linkers of mingw expect it.
fn for_mingw(definition: &str, windows: &Windows, folder: &Path) -> Result<Vec<u8>> {
    let (input, library) = (folder.join("hr.def"), folder.join("libhr.dll.a"));
    std::fs::write(&input, definition).map_err(|error| format!("{}: {error}", input.display()))?;
    let mut dlltool = Command::new(windows.tool("dlltool"));
    // Without a prefix its members would be named by the number of its process.
    dlltool.args(["--temp-prefix", "hr", "--dllname", "hr.dll", "--input-def"]);
    // It puts the paths that it is given into the names of symbols.
    dlltool.args(["hr.def", "--output-lib", "libhr.dll.a"]);
    output(dlltool.current_dir(folder))?;
    read(&library)
}
