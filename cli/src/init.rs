//! `hr init`: a configuration with what every member means, as the schema has it.

use crate::arguments::{Init, Options};
use crate::config::{make_private_folder, named, own_file};
use crate::exit::Exit;
use crate::output::{say, usage};
use crate::terminal;
use crate::texts::{fill, tr};
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const SCHEMA: &str = include_str!("../../schema/configuration.json");
const BEARER_FILE: &str = "license_bearer";

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
    if file.exists() && !arguments.force {
        return Err(fill(
            "{file} exists; --force replaces it",
            &[("file", &file.display())],
        ));
    }
    let asked = || terminal::line(tr("Address of the license server: "));
    let url = arguments.license_url.clone().or_else(asked);
    let url = url
        .filter(|it| !it.is_empty())
        .ok_or(tr("there is no address: give --license-url"))?;
    let bearer_file = match &options.license_bearer_file {
        Some(given) => fs::canonicalize(given).map_err(|e| format!("{}: {e}", given.display()))?,
        None => keep_bearer(&file, arguments.force)?,
    };
    let text = configuration(&url, &bearer_file.to_string_lossy())?;
    private_file(&file, &text, arguments.force).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(file)
}

/// Asks for the bearer and keeps it beside the configuration, in a file of its own that no mail takes along.
fn keep_bearer(file: &Path, force: bool) -> Result<PathBuf, String> {
    let bearer = terminal::hidden(tr("License bearer (not shown): "));
    let bearer = bearer.filter(|it| !it.trim().is_empty());
    let bearer = bearer.ok_or(tr("there is no bearer: give --license-bearer-file"))?;
    let kept = file.with_file_name(BEARER_FILE);
    private_file(&kept, bearer.trim(), force).map_err(|e| format!("{}: {e}", kept.display()))?;
    Ok(BEARER_FILE.into())
}

/// A file for its owner alone.
fn private_file(file: &Path, text: &str, replace: bool) -> io::Result<()> {
    if let Some(folder) = file.parent().filter(|it| !it.as_os_str().is_empty()) {
        make_private_folder(folder)?;
    }
    if replace && file.exists() {
        fs::remove_file(file)?;
    }
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.write(true).create_new(true).open(file)?;
    file.write_all(text.as_bytes())
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
    for (name, member) in members.filter(|(name, _)| !name.starts_with("license_")) {
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
