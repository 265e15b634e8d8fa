//! `hr init`: a configuration with what every member means, as the schema has it.

use crate::arguments::{Init, Options};
use crate::config::{make_private_folder, named, own_file};
use crate::exit::Exit;
use crate::library::Library;
use crate::output::{remedy, say, usage};
use crate::terminal;
use crate::texts::{fill, tr};
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const SCHEMA: &str = include_str!("../../schema/configuration.json");

pub(crate) fn run(options: &Options, arguments: &Init) -> Result<Exit, Exit> {
    let file = written(options, arguments).map_err(usage)?;
    let written = "Written: {file}. Next: hr doctor";
    say(&fill(written, &[("file", &file.display())]));
    Ok(Exit::Done)
}

fn written(options: &Options, arguments: &Init) -> Result<PathBuf, String> {
    let file = named(&options.config, "HR_CONFIG")
        .or_else(own_file)
        .ok_or(tr("this user has no folder for it: name a file"))?;
    let of_file = |why| fill(why, &[("file", &file.display())]);
    if file.extension().is_none_or(|it| it != "toml") {
        return Err(of_file(
            "{file}: what it writes is TOML, so the name must end in .toml",
        ));
    }
    if file.exists() && !(arguments.force && file.is_file()) {
        return Err(of_file("{file} exists; --force replaces a file"));
    }
    let asked = || terminal::line(tr("Address of the license server: "));
    let url = arguments.license_url.clone().or_else(asked);
    let url = url
        .filter(|it| !it.is_empty())
        .ok_or(tr("there is no address: give --license-url"))?;
    let opened = Library::open(&json!({ "license_url": url }).to_string());
    opened.map_err(|reply| remedy(&reply.object))?;
    let bearer = named(&options.license_bearer_file, "HR_LICENSE_BEARER_FILE");
    let unread = "the file of the license bearer cannot be read: {why}";
    let bearer_file = match bearer {
        Some(given) => fs::canonicalize(given).map_err(|e| fill(unread, &[("why", &e)]))?,
        None => keep_bearer(&file, arguments.force)?,
    };
    let text = configuration(&url, &bearer_file.to_string_lossy())?;
    private_file(&file, &text, arguments.force)?;
    Ok(file)
}

/// Asks for the bearer and keeps it beside the configuration, in a file of its own that no mail takes along.
fn keep_bearer(file: &Path, force: bool) -> Result<PathBuf, String> {
    let bearer = terminal::hidden(tr("License bearer (not shown): "));
    let bearer = bearer.filter(|it| !it.trim().is_empty());
    let bearer = bearer.ok_or(tr("there is no bearer: give --license-bearer-file"))?;
    let kept = file.with_extension("bearer");
    private_file(&kept, bearer.trim(), force)?;
    Ok(kept.file_name().map(PathBuf::from).unwrap_or(kept))
}

/// A file for its owner alone.
fn private_file(file: &Path, text: &str, replace: bool) -> Result<(), String> {
    let made = || {
        if let Some(folder) = file.parent().filter(|it| !it.as_os_str().is_empty()) {
            make_private_folder(folder)?;
        }
        if replace && file.is_file() {
            fs::remove_file(file)?;
        }
        let mut options = OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.write(true).create_new(true).open(file)?;
        file.write_all(text.as_bytes())
    };
    made().map_err(|e: io::Error| format!("{}: {e}", file.display()))
}

fn configuration(url: &str, bearer_file: &str) -> Result<String, String> {
    let schema: Value = serde_json::from_str(SCHEMA).map_err(|e| e.to_string())?;
    let members = schema["properties"].as_object().into_iter().flatten();
    // A JSON text without control characters is one of TOML as well.
    let quoted = |text: &str| Value::from(text).to_string();
    let mut text = format!(
        "# The configuration of hr. What stands behind # is the default, or an example.\n\n\
         license_url = {}\n\n# A file with the license bearer, relative to this one.\nlicense_bearer_file = {}\n",
        quoted(url),
        quoted(bearer_file)
    );
    for (name, member) in
        members.filter(|(name, _)| !["license_url", "license_bearer"].contains(&name.as_str()))
    {
        text += &format!("\n{}", commented(name, member));
    }
    Ok(text)
}

fn commented(name: &str, member: &Value) -> String {
    let description = member["description"].as_str().unwrap_or_default();
    let known = [&member["default"], &member["examples"][0]];
    let known = known.into_iter().find(|it| !it.is_null());
    let none = match member["type"].as_str() {
        Some("array") => "[]",
        _ => "{}",
    };
    let value = known.map_or_else(|| none.to_owned(), as_toml);
    format!("# {description}\n#{name} = {value}\n")
}

/// Objects are written otherwise than in JSON, all else alike.
fn as_toml(value: &Value) -> String {
    let Value::Object(members) = value else {
        return value.to_string();
    };
    let member = |(name, value): (&String, &Value)| format!("{name} = {}", as_toml(value));
    let members: Vec<String> = members.iter().map(member).collect();
    format!("{{{}}}", members.join(", "))
}
