//! `hr init`: a configuration with what every member means, as the schema has it.

use crate::arguments::Options;
use crate::config::{Configuration, make_private_folder, named, own_file};
use crate::exit::Exit;
use crate::input::of_system;
use crate::library::Library;
use crate::output::{said, say};
use crate::terminal;
use hr_language::{fill, tr};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::NamedTempFile;

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let schema = include_str!("../../schema/configuration.json");
    serde_json::from_str(schema).unwrap_or_default()
});

pub(crate) fn run(options: &Options, url: &Option<String>, force: bool) -> Result<Exit, String> {
    let file = named(&options.config, "HR_CONFIG")
        .or_else(own_file)
        .ok_or(tr("this user has no folder for it: name a file"))?;
    let of_file = |why| fill(why, &[&file.display()]);
    if file.extension().is_none_or(|it| it != "toml") {
        return Err(of_file("{}: the name of a TOML file ends in .toml"));
    }
    if file.exists() && !(force && file.is_file()) {
        return Err(of_file("{} exists; --force replaces a file"));
    }
    let asked = || terminal::typed(tr("Address of the license server: "));
    let url = url.clone().or_else(asked).filter(|it| !it.is_empty());
    let url = url.ok_or(tr("there is no address: give --license-url"))?;
    let bearer_file = match named(&options.license_bearer_file, "HR_LICENSE_BEARER_FILE") {
        Some(given) => {
            let given = std::path::absolute(&given).map_err(|e| of_system(&given, &e))?;
            tried(&json!({"license_url": url, "license_bearer_file": given.to_string_lossy()}))?;
            given
        }
        None => {
            let bearer = terminal::hidden(tr("License bearer (not shown): "));
            let bearer = bearer.ok_or(tr("there is no bearer: give --license-bearer-file"))?;
            let bearer = bearer.trim();
            tried(&json!({"license_url": url, "license_bearer": bearer}))?;
            // Beside the configuration, in a file of its own that no mail takes along.
            let kept = file.with_extension("bearer");
            private_file(&kept, bearer, force)?;
            kept.file_name().map(PathBuf::from).unwrap_or(kept)
        }
    };
    // Without its journal nobody would know what is in doubt. There may be no file yet, or none that can be read.
    let old = Configuration::load(options).map_or(String::new(), |it| it.word("journal"));
    let text = configuration(&url, &bearer_file.to_string_lossy(), &old);
    private_file(&file, &text, force)?;
    say(&fill("Written: {}. Next: hr doctor", &[&file.display()]));
    Ok(Exit::Done)
}

/// Whether the library takes what was given.
fn tried(configuration: &Value) -> Result<Library, String> {
    Library::open(&configuration.to_string(), None).map_err(|reply| said(&reply.object, "remedy"))
}

/// A file for its owner alone. One that it replaces stays until all of it is on the disk.
fn private_file(file: &Path, text: &str, replace: bool) -> Result<(), String> {
    let made = || {
        let folder = file.parent().unwrap_or(file);
        make_private_folder(folder)?;
        let mut beside = NamedTempFile::new_in(folder)?;
        beside.write_all(text.as_bytes())?;
        beside.as_file().sync_all()?;
        match replace {
            true => beside.persist(file)?,
            false => beside.persist_noclobber(file)?,
        };
        Ok(())
    };
    made().map_err(|e: io::Error| of_system(file, &e))
}

fn configuration(url: &str, bearer_file: &str, journal: &str) -> String {
    let head = tr("The configuration of hr. Behind # stands the default, or a marked example.");
    let beside = tr("A license_bearer_file without a folder lies beside this file.");
    // A JSON text without control characters is one of TOML as well.
    let members = members().map(|(name, description, member)| {
        let known = [&member["default"], &member["examples"][0]];
        let known = known.into_iter().find(|it| !it.is_null());
        let has_default = !member["default"].is_null();
        let example = if has_default { "" } else { tr(" # example") };
        let line = match (name, member["type"].as_str()) {
            ("license_url", _) => format!("{name} = {}", json!(url)),
            ("license_bearer_file", _) => format!("{name} = {}", json!(bearer_file)),
            ("journal", _) if !journal.is_empty() => format!("{name} = {}", json!(journal)),
            (_, Some("array")) if known.is_none() => format!("#{name} = []{example}"),
            _ => format!("#{name} = {}{example}", known.unwrap_or(&json!({}))),
        };
        format!("\n# {}\n{line}\n", tr(description))
    });
    format!("# {head}\n# {beside}\n{}", members.collect::<String>())
}

/// The members that a person may set, and what each means; the bearer has a file of its own.
pub(crate) fn members() -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    let members = SCHEMA["properties"].as_object().into_iter().flatten();
    let members = members.filter(|(name, _)| *name != "license_bearer");
    members.map(|(name, it)| (&**name, it["description"].as_str().unwrap_or_default(), it))
}
