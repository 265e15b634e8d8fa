//! Where the configuration is, and what the command adds to it.

use crate::arguments::Options;
use crate::texts::{fill, language};
use directories::ProjectDirs;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The members of a configuration, each as it is written: repeated and unknown ones are for the library to refuse.
#[derive(Default)]
pub(crate) struct Configuration {
    members: Vec<(String, Box<RawValue>)>,
    /// The file that it was read from.
    pub file: Option<PathBuf>,
}

impl Configuration {
    pub(crate) fn load(options: &Options) -> Result<Configuration, String> {
        let file = named(&options.config, "HR_CONFIG");
        let file = file.or_else(|| own_file().filter(|file| file.exists()));
        let mut configuration = match &file {
            Some(file) => read(file).map_err(|why| format!("{}: {why}", file.display()))?,
            None => Configuration::default(),
        };
        configuration.file = file;
        let bearer = named(&options.license_bearer_file, "HR_LICENSE_BEARER_FILE");
        configuration.take_bearer(bearer)?;
        configuration.set("language", &json!(language().word()));
        Ok(configuration)
    }

    pub(crate) fn text(&self) -> String {
        let member = |(name, value): &(String, Box<RawValue>)| format!("{}:{value}", json!(name));
        let members: Vec<String> = self.members.iter().map(member).collect();
        format!("{{{}}}", members.join(","))
    }

    /// Sets the journal of the user where the configuration names none: what logs in or sends must know what earlier
    /// runs did.
    pub(crate) fn with_journal(mut self) -> Result<Configuration, String> {
        if self.journal().is_none()
            && let Some(journal) = own_journal()
        {
            let folder = journal.parent().unwrap_or(Path::new("/"));
            make_private_folder(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
            self.set("journal", &json!(journal));
        }
        Ok(self)
    }

    pub(crate) fn without_journal(mut self) -> Configuration {
        self.members.retain(|(name, _)| name != "journal");
        self
    }

    pub(crate) fn journal(&self) -> Option<String> {
        let (_, value) = self.members.iter().find(|(name, _)| name == "journal")?;
        serde_json::from_str(value.get()).ok()
    }

    fn set(&mut self, name: &str, value: &Value) {
        self.members.retain(|(other, _)| other != name);
        if let Ok(value) = to_raw_value(value) {
            self.members.push((name.to_owned(), value));
        }
    }

    /// The bearer from the file that the option, or the member `license_bearer_file`, names.
    fn take_bearer(&mut self, option: Option<PathBuf>) -> Result<(), String> {
        let is_it = |(name, _): &(String, Box<RawValue>)| name == "license_bearer_file";
        let member = self.members.iter().position(is_it);
        let member = member.map(|at| self.members.remove(at).1);
        let beside = || {
            let path: PathBuf = serde_json::from_str(member?.get()).ok()?;
            // Relative to the configuration, wherever the command is started.
            Some(self.file.as_ref()?.parent()?.join(path))
        };
        let Some(file) = option.or_else(beside) else {
            return Ok(());
        };
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        self.set("license_bearer", &json!(text.trim()));
        Ok(())
    }
}

/// What an option names, else a variable that is not empty.
pub(crate) fn named(option: &Option<PathBuf>, variable: &str) -> Option<PathBuf> {
    let set = || env::var_os(variable).filter(|value| !value.is_empty());
    option.clone().or_else(|| set().map(PathBuf::from))
}

/// The configuration of the user, whether it exists or not.
pub(crate) fn own_file() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("hr.toml"))
}

/// The journal of the user: on Windows not in a roaming profile.
pub(crate) fn own_journal() -> Option<PathBuf> {
    let folders = folders()?;
    let folder = folders.state_dir().unwrap_or(folders.data_local_dir());
    Some(folder.join("uploads.hrj"))
}

pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

fn folders() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "healthrecord")
}

fn read(file: &Path) -> Result<Configuration, String> {
    let text = fs::read_to_string(file).map_err(|e| e.to_string())?;
    let text = text.trim_start_matches('\u{feff}');
    // Where it is wrong is said, but not what stands there: it may be the bearer.
    let wrong = |line: usize| {
        fill(
            "line {line} is not what a configuration has",
            &[("line", &line)],
        )
    };
    let members = match file.extension().is_some_and(|it| it == "toml") {
        false => serde_json::from_str::<Members>(text).map_err(|e| wrong(e.line()))?,
        true => {
            let table: toml::Table = toml::from_str(text).map_err(|e| {
                let before = e.span().map_or(0, |span| span.start);
                wrong(text[..before].matches('\n').count() + 1)
            })?;
            let value = serde_json::to_string(&table).map_err(|e| e.to_string())?;
            serde_json::from_str(&value).map_err(|e| wrong(e.line()))?
        }
    };
    Ok(Configuration {
        members: members.0,
        file: Some(file.to_owned()),
    })
}

/// An object whose members keep their order, repetitions and spelling.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> serde::Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}
