//! Files that the command line names: JSON objects and texts. What stands in them is never shown, it may be a patient's.

use crate::person::Members;
use crate::texts::{fill, tr};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// A JSON object, in which no member stands twice; `-` is standard input.
pub(crate) fn object(file: &Path) -> Result<Members, String> {
    let text = text(file)?;
    let wrong = |why: String| format!("{}: {why}", shown(file));
    let no_object =
        |e: serde_json::Error| wrong(fill("no JSON object (line {line})", &[("line", &e.line())]));
    let Ordered(members) = serde_json::from_str(&text).map_err(no_object)?;
    let object: Members = serde_json::from_str(&text).map_err(no_object)?;
    match object.len() == members.len() {
        true => Ok(object),
        false => Err(wrong(tr("a member stands there twice").into())),
    }
}

/// The text of a file; `-` is standard input.
pub(crate) fn text(file: &Path) -> Result<String, String> {
    let mut text = String::new();
    let read = match file.to_str() {
        Some("-") => io::stdin().read_to_string(&mut text).map(|_| text),
        _ => fs::read_to_string(file),
    };
    let text = read.map_err(|e| format!("{}: {e}", shown(file)))?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
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

/// An object whose members keep their order, repetitions and spelling.
pub(crate) struct Ordered(pub Vec<(String, Box<RawValue>)>);

impl<'de> serde::Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ordered, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Ordered;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Ordered(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}
