//! Makes the table of the console's files.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    // Its folders too: a file that is added or removed changes the time of its folder.
    println!("cargo::rerun-if-changed=console");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("console");
    let mut table = String::from("&[\n");
    files(&root, "", &mut table)?;
    table += "]\n";
    fs::write(
        Path::new(&env::var("OUT_DIR")?).join("console_files.rs"),
        table,
    )?;
    Ok(())
}

/// One entry for each file of a folder and its folders, in the order of the names.
fn files(folder: &Path, below: &str, table: &mut String) -> Result<(), Box<dyn Error>> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_str().ok_or("a name that is not UTF-8")?;
        // An editor's own files.
        if name.starts_with('.') || name.ends_with('~') {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            files(&path, &format!("{below}{name}/"), table)?;
            continue;
        }
        let name = format!("{below}{name}");
        let media_type = media_type(&name).ok_or(format!("console/{name}: no known type"))?;
        let path = path.to_str().ok_or("a path that is not UTF-8")?;
        writeln!(
            table,
            "    ConsoleFile {{ name: {name:?}, media_type: {media_type:?}, content: include_bytes!({path:?}) }},"
        )?;
    }
    Ok(())
}

fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => return None,
    })
}
