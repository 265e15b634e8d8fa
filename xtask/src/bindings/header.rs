//! `include/hr.h` from the library's sources, by cbindgen.

use std::path::Path;

use crate::Result;

pub fn text(root: &Path) -> Result<String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cbindgen: {error}");
    let config = cbindgen::Config::from_file(root.join("include/cbindgen.toml"));
    let made = cbindgen::Builder::new()
        .with_crate(root)
        .with_config(config.map_err(|error| wrong(&error))?)
        .generate()
        .map_err(|error| wrong(&error))?;
    let mut text = Vec::new();
    made.write(&mut text);
    String::from_utf8(text).map_err(|error| wrong(&error))
}
