//! The version that Windows shows of a file.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::layout::Release;
use super::template::fill;
use super::windows::Bits;
use crate::Result;
use crate::machine::output;

const TEMPLATE: &str = include_str!("../../templates/windows/version.rc");

pub struct Resource {
    pub file: &'static str,
    pub description: &'static str,
    /// 1 for a program, 2 for a library: `VFT_APP`, `VFT_DLL`.
    pub kind: &'static str,
}

impl Resource {
    /// As an object for the linker.
    pub fn object(&self, release: &Release, bits: Bits, folder: &Path) -> Result<PathBuf> {
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
        let mut windres = Command::new(bits.tool("windres"));
        output(windres.arg(&source).arg(&object))?;
        Ok(object)
    }
}
