//! Where the configuration is, and what the command adds to it.

use crate::arguments::Options;
use crate::input::{Ordered, shown};
use crate::texts::{fill, language, tr};
use directories::ProjectDirs;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The members of a configuration, each as it is written: repeated and unknown ones are for the library to refuse.
#[derive(Clone, Default)]
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
            Some(file) => read(file).map_err(|why| format!("{}: {why}", shown(file)))?,
            None => Configuration::default(),
        };
        configuration.file = file;
        let bearer = named(&options.license_bearer_file, "HR_LICENSE_BEARER_FILE");
        configuration.take_bearer(bearer)?;
        // Errors have French beside the language that the configuration chooses.
        if options.lang.is_some() || !configuration.has("language") {
            configuration.set("language", &json!(language().word()));
        }
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
        if !self.has("journal")
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

    pub(crate) fn has(&self, name: &str) -> bool {
        let member = self.members.iter().find(|(other, _)| other == name);
        member.is_some_and(|(_, value)| value.get() != "null")
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
        // Relative to the configuration, wherever the command is started.
        let folder = self.file.as_ref().and_then(|file| file.parent());
        let folder = folder.unwrap_or(Path::new("")).to_owned();
        let file = match (option, member) {
            (Some(file), _) => file,
            (None, None) => return Ok(()),
            (None, Some(member)) => serde_json::from_str(member.get())
                .map(|file: PathBuf| folder.join(file))
                .map_err(|_| tr("license_bearer_file is no text").to_owned())?,
        };
        // Not its name: somebody may have given the bearer itself.
        let unread = "the file of the license bearer cannot be read: {why}";
        let text = fs::read_to_string(&file).map_err(|e| fill(unread, &[("why", &e)]))?;
        let bearer = text.trim_start_matches('\u{feff}').trim();
        self.set("license_bearer", &json!(bearer));
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
        false => serde_json::from_str::<Ordered>(text).map_err(|e| wrong(e.line()))?,
        true => {
            let table: toml::Table = toml::from_str(text).map_err(|e| {
                let before = e.span().map_or(0, |span| span.start);
                wrong(text[..before].matches('\n').count() + 1)
            })?;
            let value = serde_json::to_string(&table).map_err(|e| e.to_string())?;
            serde_json::from_str::<Ordered>(&value).map_err(|e| wrong(e.line()))?
        }
    };
    Ok(Configuration {
        members: members.0,
        file: Some(file.to_owned()),
    })
}
