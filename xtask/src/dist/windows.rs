//! The library's files as Windows names and links them.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use ar_archive_writer::{COFFShortExport, MachineTypes, write_import_library};

use super::build::{Build, PROGRAMS};
use super::contents::{documents, fill, texts};
use super::is_msvc;
use super::linux::exports;
use super::stage::Stage;
use crate::Result;
use crate::machine::{failed, files as files_of, output, program, read};

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

pub const WINDOWS: [Windows; 4] = [
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
    Windows {
        target: "i686-pc-windows-msvc",
        name: "win32-msvc",
        processor: "i686",
        machine: MachineTypes::I386,
        prefix: "_",
        pointer: "4",
    },
    Windows {
        target: "x86_64-pc-windows-msvc",
        name: "win64-msvc",
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

    /// The version that its Explorer shows of a file, as a file for the linker. `kind` is 1 for a program, 2 for a library:
    /// `VFT_APP`, `VFT_DLL`.
    fn version(&self, file: &str, kind: &str, what: &str, folder: &Path) -> Result<PathBuf> {
        // Without what may follow a hyphen, as in 1.0.0-rc.1.
        let version = env!("CARGO_PKG_VERSION");
        let numbers = version.split('-').next().unwrap_or_default();
        let values = [
            ("NUMBERS", &*numbers.replace('.', ",")),
            ("VERSION", version),
            ("KIND", kind),
            ("FILE", file),
            ("DESCRIPTION", what),
        ];
        let text = fill(include_str!("../../templates/version.rc"), &values)?;
        std::fs::write(folder.join("version.rc"), text).map_err(failed(folder))?;
        let (mut compiler, made) = match is_msvc(self.target) {
            true => (resource_compiler()?, format!("{file}.res")),
            false => (program(&self.tool("windres")), format!("{file}.o")),
        };
        match is_msvc(self.target) {
            true => compiler.args(["/nologo", "/fo", &made, "version.rc"]),
            false => compiler.args(["version.rc", &made]),
        };
        output(compiler.current_dir(folder))?;
        Ok(folder.join(made))
    }
}

pub fn files(build: &Build, windows: &Windows, stage: &Stage, manual: bool) -> Result<()> {
    let folder = build.folder("windows").join(windows.name);
    std::fs::create_dir_all(&folder).map_err(failed(&folder))?;
    let description = "Puts a document into a patient's shared health record";
    let library = build.dll(&windows.version("hr.dll", "2", description, &folder)?)?;
    for (program, description) in PROGRAMS.iter().zip([
        "The shared health record from the command line",
        "Plays the services of the shared health record, for tests",
    ]) {
        let file = format!("{}.exe", program.0);
        let version = windows.version(&file, "1", description, &folder)?;
        let made = build.program_with(program, &version)?;
        stage.file(&format!("bin/{file}"), made)?;
    }
    // The others are for tools that find a function by its name at run time.
    let mut names = exports(&library)?;
    names.retain(|name| name.starts_with("hr_"));

    // For `lib /def:` and its like. Without ordinals: a program that is bound to a number calls another function as soon
    // as one is added.
    let exported = format!("LIBRARY hr.dll\nEXPORTS\n    {}\n", names.join("\n    "));
    stage.file("lib/hr.def", exported.replace('\n', "\r\n"))?;
    stage.file("lib/hr.lib", for_msvc(&names, windows)?)?;
    if !is_msvc(windows.target) {
        stage.file("lib/libhr.dll.a", for_mingw(&exported, windows, &folder)?)?;
    }
    stage.file("bin/hr.dll", library)?;
    documents(stage, manual)?;
    let linker = match is_msvc(windows.target) {
        true => "Microsoft's linker",
        false => "mingw",
    };
    let values = [
        ("TARGET", windows.name),
        ("POINTER", windows.pointer),
        ("LINKER", linker),
    ];
    texts("windows", &values, manual, stage)
}

/// The newest of Windows' development kits, which puts it into nobody's PATH.
fn resource_compiler() -> Result<Command> {
    let programs = std::env::var_os("ProgramFiles(x86)").ok_or("not on Windows")?;
    let folder = Path::new(&programs).join("Windows Kits/10/bin");
    let mut found = files_of(&folder)?;
    found.retain(|path| path.ends_with("x64/rc.exe"));
    let newest = found.pop().ok_or("the Windows SDK is not installed")?;
    Ok(program(&newest.to_string_lossy()))
}

/// In the short form that Microsoft's linker reads, and others.
fn for_msvc(names: &[String], windows: &Windows) -> Result<Vec<u8>> {
    let export = |name: &String| COFFShortExport {
        name: name.clone(),
        ext_name: None,
        symbol_name: Some(format!("{}{name}", windows.prefix)),
        import_name: Some(name.clone()),
        export_as: None,
        ordinal: 0,
        noname: false,
        data: false,
        private: false,
        constant: false,
    };
    let exports: Vec<COFFShortExport> = names.iter().map(export).collect();
    let (mut library, machine) = (Cursor::new(Vec::new()), windows.machine);
    write_import_library(&mut library, "hr.dll", &exports, machine, false, false, &[])
        .map_err(|error| format!("hr.lib: {error}"))?;
    Ok(library.into_inner())
}

/// As the linkers of mingw expect it.
fn for_mingw(definition: &str, windows: &Windows, folder: &Path) -> Result<Vec<u8>> {
    std::fs::write(folder.join("hr.def"), definition).map_err(failed(folder))?;
    let mut dlltool = program(&windows.tool("dlltool"));
    // Without a prefix its members would be named by the number of its process.
    dlltool.args(["--temp-prefix", "hr", "--dllname", "hr.dll", "--input-def"]);
    // It puts the paths that it is given into the names of symbols.
    dlltool.args(["hr.def", "--output-lib", "libhr.dll.a"]);
    output(dlltool.current_dir(folder))?;
    read(&folder.join("libhr.dll.a"))
}
