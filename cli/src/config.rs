//! Where the configuration is, and what the command adds to it.

use crate::arguments::Options;
use crate::input::{members, shown, text};
use crate::library::{Library, Reply};
use directories::ProjectDirs;
use hr_language::{fill, tr};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[derive(Clone)]
pub(crate) struct Configuration {
    /// Each as it is written: unknown ones are for the library to refuse.
    members: BTreeMap<String, Box<RawValue>>,
    /// The file that it was read from.
    pub file: Option<PathBuf>,
}

impl Configuration {
    pub(crate) fn load(options: &Options) -> Result<Configuration, String> {
        let file = named(&options.config, "HR_CONFIG");
        let file = file.or_else(|| own_file().filter(|file| file.exists()));
        let members = file.as_deref().map(read).transpose()?.unwrap_or_default();
        let mut configuration = Configuration { members, file };
        let bearer = named(&options.license_bearer_file, "HR_LICENSE_BEARER_FILE");
        // In the configuration it is relative to that, wherever the command is started.
        let folder = configuration.file.as_deref().and_then(Path::parent);
        let folder = folder.filter(|_| configuration.has("license_bearer_file"));
        let own = folder.map(|it| it.join(configuration.word("license_bearer_file")));
        if let Some(bearer) = bearer.or(own) {
            configuration.set("license_bearer_file", &bearer.to_string_lossy());
        }
        // Errors have French beside the language that the configuration chooses.
        if options.lang.is_some() || !configuration.has("language") {
            configuration.set("language", tr("en"));
        }
        Ok(configuration)
    }

    /// A handle with it. Where the folder of the user's own journal cannot be made, the library says it of the journal.
    pub(crate) fn open(&self) -> Result<Library, Reply> {
        let journal = self.word("journal");
        if journal == own_journal() {
            let _ = Path::new(&journal).parent().map(make_private_folder);
        }
        let text = serde_json::to_string(&self.members).unwrap_or_default();
        Library::open(&text, self.file.as_deref())
    }

    /// A member that is a text.
    pub(crate) fn word(&self, name: &str) -> String {
        serde_json::from_str(self.member(name)).unwrap_or_default()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.member(name) != "null"
    }

    /// As it is written.
    fn member(&self, name: &str) -> &str {
        self.members.get(name).map_or("null", |value| value.get())
    }

    /// Sets the journal of the user where the configuration names none: what logs in or sends must know what earlier
    /// runs did. The library refuses an empty name.
    pub(crate) fn with_journal(mut self) -> Configuration {
        if !self.has("journal") {
            self.set("journal", &own_journal());
        }
        self
    }

    pub(crate) fn without_journal(mut self) -> Configuration {
        self.members.remove("journal");
        self
    }

    fn set(&mut self, name: &str, value: &str) {
        if let Ok(value) = to_raw_value(value) {
            self.members.insert(name.to_owned(), value);
        }
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

/// The journal of the user: on Windows not in a roaming profile. Empty for a user without a home.
fn own_journal() -> String {
    folders().map_or_else(String::new, |own| {
        let folder = own.state_dir().unwrap_or(own.data_local_dir());
        folder.join("uploads.hrj").display().to_string()
    })
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

fn read(file: &Path) -> Result<BTreeMap<String, Box<RawValue>>, String> {
    let mut text = text(file)?;
    if file.extension().is_some_and(|it| it == "toml") {
        let value: Value = toml::from_str(&text).map_err(|e| {
            // Where it is wrong is said, but not what stands there: it may be the bearer.
            let before = e.span().map_or(0, |span| span.start);
            let line = text[..before].matches('\n').count() + 1;
            fill("{}: no TOML (line {})", &[&shown(file), &line])
        })?;
        text = value.to_string();
    }
    members(file, &text)
}
