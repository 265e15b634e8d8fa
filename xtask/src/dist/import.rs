//! What linkers of Windows want beside a DLL.

use std::fmt::Write;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;

use ar_archive_writer::{COFFShortExport, MachineTypes, write_import_library};

use super::layout::read;
use super::windows::Bits;
use crate::Result;
use crate::machine::output;

/// For `lib /def:` and its like. Without ordinals: a program that is bound to a number calls another function
/// as soon as one is added.
pub fn definition(names: &[String]) -> String {
    let mut text = String::from("LIBRARY hr.dll\nEXPORTS\n");
    for name in names {
        let _ = writeln!(text, "    {name}");
    }
    text
}

/// In the short form that Microsoft's linker reads, and others.
pub fn for_msvc(names: &[String], bits: Bits) -> Result<Vec<u8>> {
    let (machine, prefix) = match bits {
        Bits::ThirtyTwo => (MachineTypes::I386, "_"),
        Bits::SixtyFour => (MachineTypes::AMD64, ""),
    };
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
pub fn for_mingw(definition: &str, bits: Bits, folder: &Path) -> Result<Vec<u8>> {
    let (input, library) = (folder.join("hr.def"), folder.join("libhr.dll.a"));
    std::fs::write(&input, definition).map_err(|error| format!("{}: {error}", input.display()))?;
    let mut dlltool = Command::new(bits.tool("dlltool"));
    // Without a prefix its members would be named by the number of its process.
    dlltool.args(["--temp-prefix", "hr", "--dllname", "hr.dll", "--input-def"]);
    // It puts the paths that it is given into the names of symbols.
    dlltool.args(["hr.def", "--output-lib", "libhr.dll.a"]);
    output(dlltool.current_dir(folder))?;
    read(&library)
}
