//! Files that the command line names. What stands in them is never shown: it may be a patient's, or a secret.

use crate::library::has_twice;
use crate::talk::Members;
use hr_language::{fill, tr};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// The members of a JSON object, in which none stands twice.
pub(crate) fn members<T: DeserializeOwned>(
    file: &Path,
    text: &str,
) -> Result<BTreeMap<String, T>, String> {
    let members = serde_json::from_str::<BTreeMap<String, T>>(text);
    let why = match members {
        Err(e) => fill("no JSON object (line {})", &[&e.line()]),
        Ok(members) if members.keys().any(|name| has_twice(text, name)) => {
            tr("a member stands there twice").to_owned()
        }
        Ok(members) => return Ok(members),
    };
    Err(format!("{}: {why}", shown(file)))
}

pub(crate) fn object(file: &Path) -> Result<Members, String> {
    members(file, &text(file)?).map(Members::from_iter)
}

/// The text of a file; `-` is standard input.
pub(crate) fn text(file: &Path) -> Result<String, String> {
    let text = match file.to_str() {
        Some("-") => io::read_to_string(io::stdin()),
        _ => fs::read_to_string(file),
    };
    let text = text.map_err(|e| of_system(file, &e))?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// The name of what is sent later. It is there, and a file: looked at before it is opened, since opening a pipe waits for
/// its other end.
pub(crate) fn readable(file: &Path) -> Result<&str, String> {
    let opened = fs::metadata(file).and_then(|found| match found.is_file() {
        true => File::open(file).map(drop),
        false => Err(ErrorKind::IsADirectory.into()),
    });
    let no_text = || of_system(file, &ErrorKind::InvalidFilename.into());
    match opened {
        // Another program holds it on Windows: the library waits for it.
        Err(e) if e.raw_os_error() != Some(32) => Err(of_system(file, &e)),
        // Another name would be another file's.
        _ => file.to_str().ok_or_else(no_text),
    }
}

/// Why a file cannot be used; the system says it in its own language.
pub(crate) fn of_system(file: &Path, why: &io::Error) -> String {
    let file = shown(file);
    match why.kind() {
        ErrorKind::IsADirectory => fill("{} is not a file", &[&file]),
        ErrorKind::InvalidData => fill("{}: save it as \"UTF-8\" or \"CSV UTF-8\"", &[&file]),
        _ => fill("{}: the system says: {}", &[&file, why]),
    }
}

/// The name of a file, unless somebody gave what belongs into it.
pub(crate) fn shown(file: &Path) -> String {
    let name = file.display().to_string();
    let number = name.bytes().all(|byte| byte.is_ascii_digit());
    match number || name.trim_start().starts_with(['{', '[']) || name.len() > 1024 {
        true => tr("the name of a file belongs here").into(),
        false => name,
    }
}
