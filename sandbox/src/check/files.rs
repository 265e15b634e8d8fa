//! What the library makes of files that are none, and of files that are hard to read.

use super::bounded::{Moment, cancelled};
use super::copies::sha256;
use super::fixture::{Failure, Fixture, ending, labels};
use super::report::{NOT_ASKED, NOT_HERE, Report, Words};
use super::settings::Settings;
use super::system;
use crate::host::Host;
use hr_sandbox::Bilingual;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A call of so little that goes on for longer is cancelled.
const PATIENCE: Duration = Duration::from_secs(4);
const LIMIT: Duration = Duration::from_secs(6);

/// What the library should do with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Should {
    Send,
    Refuse,
    /// Whatever it says, it must end.
    End,
}

struct Reader<'a> {
    fixture: Fixture,
    report: &'a Report,
    folder: &'a Path,
    count: u32,
}

pub(super) fn measure(settings: &Settings, report: &Report) -> Result<(), Failure> {
    let mut reader = Reader {
        fixture: Fixture::open()?,
        report,
        folder: &settings.folder,
        count: 0,
    };
    reader.ordinary()?;
    reader.in_use()?;
    reader.names()?;
    reader.no_files()?;
    reader.given(settings)
}

impl Reader<'_> {
    /// A file of its own content, so that its arrival can be seen.
    fn made(&mut self, name: &str) -> std::io::Result<PathBuf> {
        let path = self.folder.join(name);
        self.count += 1;
        fs::write(&path, format!("document {}", self.count))?;
        Ok(path)
    }

    fn ordinary(&mut self) -> Result<(), Failure> {
        let path = self.made("ordinary é ☃.txt")?;
        self.send(
            "ordinary",
            ("Ordinary file", "Fichier ordinaire"),
            &path,
            Should::Send,
        )
    }

    fn in_use(&mut self) -> Result<(), Failure> {
        let path = self.made("locked.txt")?;
        let words: Words = (
            "Open in another program without sharing",
            "Ouvert ailleurs sans partage",
        );
        match system::open_alone(&path) {
            Ok(_held) => self.send("locked", words, &path, Should::Refuse)?,
            Err(why) => self.report.missing("locked", words, why),
        }
        let path = self.made("written.txt")?;
        let words: Words = ("Open for writing elsewhere", "Ouvert ailleurs en écriture");
        let _written = fs::OpenOptions::new().append(true).open(&path)?;
        self.send("written", words, &path, Should::End)
    }

    fn names(&mut self) -> Result<(), Failure> {
        let mut long = self.folder.to_owned();
        for _ in 0..6 {
            long.push("a folder with a name of fifty characters, or nearly");
        }
        let words: Words = (
            "Path of more than 260 characters",
            "Chemin de plus de 260 caractères",
        );
        let verbatim: Words = (r"The same with \\?\ before it", r"Le même précédé de \\?\");
        let file = long.join("long.txt");
        match fs::create_dir_all(&long).and_then(|()| fs::write(&file, "long")) {
            Ok(()) => {
                self.send("long", words, &file, Should::Send)?;
                match cfg!(windows) {
                    true => {
                        let full = PathBuf::from(format!(r"\\?\{}", file.display()));
                        fs::write(&file, "long, verbatim")?;
                        self.send("long_verbatim", verbatim, &full, Should::Send)?;
                    }
                    false => self.report.missing("long_verbatim", verbatim, NOT_HERE),
                }
            }
            Err(error) => {
                self.report.missing("long", words, error);
                let why = ("the path cannot be made", "chemin impossible à créer");
                self.report.missing("long_verbatim", verbatim, why);
            }
        }
        let words: Words = ("Alternate stream", "Flux alternatif (ADS)");
        let stream = self.made("streams.txt")?.into_os_string();
        let stream = PathBuf::from([stream.to_string_lossy().as_ref(), ":second"].concat());
        match cfg!(windows) {
            true => match fs::write(&stream, "the second stream") {
                Ok(()) => self.send("stream", words, &stream, Should::End)?,
                Err(error) => self.report.missing("stream", words, error),
            },
            false => self.report.missing("stream", words, NOT_HERE),
        }
        let path = self.made("share.txt")?;
        let words: Words = (
            r"By the computer's own share (\\localhost\C$)",
            r"Par le partage du poste (\\localhost\C$)",
        );
        match system::by_share(&path) {
            Some(shared) => self.send("unc", words, &shared, Should::End),
            None => {
                self.report.missing("unc", words, NOT_HERE);
                Ok(())
            }
        }
    }

    fn no_files(&mut self) -> Result<(), Failure> {
        let words: Words = ("Folder", "Dossier");
        self.send("folder", words, self.folder, Should::Refuse)?;
        let words: Words = ("No file", "Fichier absent");
        self.send("absent", words, &self.folder.join("absent"), Should::Refuse)?;
        let words: Words = ("Pipe", "Tube (pipe)");
        match system::Pipe::new() {
            Ok(pipe) => self.send("pipe", words, &pipe.path(), Should::Refuse)?,
            Err(why) => self.report.missing("pipe", words, why),
        }
        let words: Words = ("Pipe, by the computer's name", "Tube, par le nom du poste");
        match system::Pipe::new() {
            Ok(pipe) => match pipe.remote_path() {
                Some(path) => self.send("pipe_remote", words, &path, Should::Refuse)?,
                None => self.report.missing("pipe_remote", words, NOT_HERE),
            },
            Err(why) => self.report.missing("pipe_remote", words, why),
        }
        for &(key, words, device) in system::DEVICES {
            self.send(key, words, Path::new(device), Should::Refuse)?;
        }
        Ok(())
    }

    fn given(&mut self, settings: &Settings) -> Result<(), Failure> {
        let words: Words = ("File of --unc", "Fichier de --unc");
        match &settings.unc {
            Some(path) => self.send("unc_given", words, Path::new(path), Should::End)?,
            None => self.report.missing("unc_given", words, NOT_ASKED),
        }
        let words: Words = ("Files of --file", "Fichiers de --file");
        if settings.files.is_empty() {
            self.report.missing("given", words, NOT_ASKED);
            return Ok(());
        }
        let mut results = Vec::new();
        for path in &settings.files {
            let path = Path::new(path);
            // Before the call: reading may fetch what was elsewhere.
            let attributes = system::attributes(path);
            let mut value = self.tried("given", path, Should::End)?;
            value["attributes"] = attributes.unwrap_or_default();
            results.push(value);
        }
        self.report.put("given", words, results);
        Ok(())
    }

    fn send(
        &mut self,
        key: &'static str,
        words: Words,
        path: &Path,
        should: Should,
    ) -> Result<(), Failure> {
        let value = self.tried(key, path, should)?;
        self.report.put(key, words, value);
        Ok(())
    }

    fn tried(&mut self, key: &str, path: &Path, should: Should) -> Result<Value, Failure> {
        let stored = self.fixture.proxy.sandbox().documents().len();
        let (id, text) = (
            self.fixture.patient_id.clone(),
            path.to_string_lossy().into_owned(),
        );
        let send = move |host: &Host| host.dmp_send(&id, &text, &labels("a.txt"));
        let ended = cancelled(&self.fixture.host, Moment::After(PATIENCE), LIMIT, send);
        let Some(reply) = &ended.reply else {
            let limit = (PATIENCE + LIMIT).as_secs();
            self.find(
                key,
                format!("did not end within {limit} s, cancelled as it was"),
                format!("sans fin en {limit} s malgré l'annulation"),
            );
            // The handle is busy as long as the call is in it.
            self.fixture = Fixture::open()?;
            return Ok(json!({ "ending": "hung", "ms": null, "arrived": false }));
        };
        let documents = self.fixture.proxy.sandbox().documents();
        let arrived = documents
            .get(stored)
            .map(|document| document.sha256.clone());
        let whole = match (&arrived, fs::metadata(path)) {
            (Some(sha256_of_arrived), Ok(about)) if about.is_file() => fs::read(path)
                .ok()
                .map(|content| sha256(&content) == *sha256_of_arrived),
            _ => None,
        };
        if !ended.before {
            self.find(key, "had to be cancelled".into(), "a dû être annulé".into());
        }
        match should {
            Should::Send if whole != Some(true) => {
                let ending = ending(reply);
                self.find(
                    key,
                    format!("was not sent: {ending}"),
                    format!("non envoyé : {ending}"),
                );
            }
            Should::Refuse if reply.is_ok() => {
                self.find(
                    key,
                    "was taken for a document".into(),
                    "accepté comme document".into(),
                );
            }
            _ => {}
        }
        Ok(json!({
            "ending": ending(reply),
            "ms": ended.ms,
            "cancelled": !ended.before,
            "arrived": arrived.is_some(),
            "unchanged": whole,
        }))
    }

    fn find(&self, key: &str, en: String, fr: String) {
        let Bilingual { en, fr } = Bilingual {
            en: format!("{key}: {en}"),
            fr: format!("{key} : {fr}"),
        };
        self.report.found(en, fr);
    }
}
