//! Makes the table of the console's files.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    // Its folders too: a file that is added or removed changes the time of its folder.
    println!("cargo::rerun-if-changed=console");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("console");
    let (mut folders, mut table) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root)?.to_string_lossy();
            let name = name.replace('\\', "/");
            table.push(format!("({name:?}, include_bytes!({path:?}))"));
        }
    }
    let file = Path::new(&env::var("OUT_DIR")?).join("console.rs");
    fs::write(file, format!("&[\n{}\n]\n", table.join(",\n")))?;
    Ok(())
}
