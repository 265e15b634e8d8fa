//! The library's files as Windows names and links them.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use ar_archive_writer::{COFFShortExport, MachineTypes, write_import_library};
use minijinja::context;

use super::archive_contents::{documents, texts};
use super::build::{Build, PROGRAMS};
use super::is_msvc;
use super::linux::exports;
use super::stage::Stage;
use crate::Result;
use crate::bindings::templates::filled_in;
use crate::machine::{files as files_of, output, program_at, read, write};

/// The targets, and what the archive of each has in its name.
const NAMES: [(&str, &str); 4] = [
    ("i686-pc-windows-gnu", "win32"),
    ("x86_64-pc-windows-gnu", "win64"),
    ("i686-pc-windows-msvc", "win32-msvc"),
    ("x86_64-pc-windows-msvc", "win64-msvc"),
];

pub fn name_of(target: &str) -> Option<&'static str> {
    let (_, name) = NAMES.into_iter().find(|(known, _)| *known == target)?;
    Some(name)
}

fn is_32(target: &str) -> bool {
    target.starts_with("i686")
}

fn folder(build: &Build) -> PathBuf {
    build.folder("windows").join(build.target)
}

/// The version that its Explorer shows of a file, as a file for the linker. `kind` is 1 for a program, 2 for a library:
/// `VFT_APP`, `VFT_DLL`.
fn version(build: &Build, file: &str, kind: &str, what: &str) -> Result<PathBuf> {
    let folder = folder(build);
    // Without what may follow a hyphen, as in 1.0.0-rc.1.
    let version = env!("CARGO_PKG_VERSION");
    let numbers = version.split('-').next().unwrap_or_default();
    let numbers = numbers.replace('.', ",");
    let values = context! { numbers, version, kind, file, what };
    let text = filled_in(include_str!("../../templates/version.rc"), values)?;
    write(&folder.join("version.rc"), text)?;
    let (mut compiler, made) = match is_msvc(build.target) {
        true => (resource_compiler()?, format!("{file}.res")),
        false => (build.tool("windres -o"), format!("{file}.o")),
    };
    compiler.args([&made, "version.rc"]).current_dir(&folder);
    output(&mut compiler)?;
    Ok(folder.join(made))
}

pub fn files(build: &Build, name: &str, stage: &Stage, manual: bool) -> Result<()> {
    let description = "Puts a document into a patient's shared health record";
    let library = build.dll(&version(build, "hr.dll", "2", description)?)?;
    for (program, description) in PROGRAMS.iter().zip([
        "The shared health record from the command line",
        "Plays the services of the shared health record, for tests",
    ]) {
        let file = format!("{}.exe", program.0);
        let version = version(build, &file, "1", description)?;
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
    stage.file("lib/hr.lib", for_msvc(&names, build)?)?;
    if !is_msvc(build.target) {
        stage.file("lib/libhr.dll.a", for_mingw(&exported, build)?)?;
    }
    stage.file("bin/hr.dll", library)?;
    documents(stage, manual)?;
    let linker = match is_msvc(build.target) {
        true => "Microsoft's linker",
        false => "mingw",
    };
    let values = [
        ("TARGET", name),
        ("POINTER", if is_32(build.target) { "4" } else { "8" }),
        ("LINKER", linker),
    ];
    texts("windows", &values, manual, stage)
}

/// The newest of Windows' development kits, which puts it into nobody's PATH.
fn resource_compiler() -> Result<Command> {
    let programs = std::env::var_os("ProgramFiles(x86)").context("not on Windows")?;
    let folder = Path::new(&programs).join("Windows Kits/10/bin");
    let mut found = files_of(&folder)?;
    found.retain(|(name, _)| name.ends_with("/x64/rc.exe"));
    let (_, newest) = found.pop().context("the Windows SDK is not installed")?;
    let mut compiler = program_at(newest);
    compiler.args(["/nologo", "/fo"]);
    Ok(compiler)
}

/// In the short form that Microsoft's linker reads, and others.
fn for_msvc(names: &[String], build: &Build) -> Result<Vec<u8>> {
    // What C puts before the names of functions there.
    let (machine, prefix) = match is_32(build.target) {
        true => (MachineTypes::I386, "_"),
        false => (MachineTypes::AMD64, ""),
    };
    let export = |name: &String| COFFShortExport {
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
    };
    let exports: Vec<COFFShortExport> = names.iter().map(export).collect();
    let mut library = Cursor::new(Vec::new());
    write_import_library(&mut library, "hr.dll", &exports, machine, false, false, &[])?;
    Ok(library.into_inner())
}

/// As the linkers of mingw expect it.
fn for_mingw(definition: &str, build: &Build) -> Result<Vec<u8>> {
    let folder = folder(build);
    write(&folder.join("hr.def"), definition)?;
    // It puts the paths that it is given into the names of symbols. Without a prefix its members would be named by the
    // number of its process.
    let dlltool =
        "dlltool --dllname hr.dll --input-def hr.def --output-lib libhr.dll.a --temp-prefix hr";
    output(build.tool(dlltool).current_dir(&folder))?;
    read(folder.join("libhr.dll.a"))
}
