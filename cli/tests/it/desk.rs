//! A user's computer: a home folder with a configuration, and the services that it leads to.

use hr_sandbox::{Call, Card, Fault, Options, Sandbox};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::{env, fs};
use tempfile::TempDir;
use testkit::c_compiler::{Ended, run};
use testkit::{CPS, PIN};

const HR: &str = env!("CARGO_BIN_EXE_hr");

/// Of the letter; the patient is missing.
pub const DEPOSIT: &str = "deposit lettre.txt --type-code=11503-0 --activity=10";

/// The one who needs nothing more.
const PATIENT: &str = r#"{"nom": "EXEMPLE", "prenom": "Hélène", "patient_id": "255081416802538"}"#;

pub struct Desk {
    pub sandbox: Sandbox,
    pub home: TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        Desk::with(|_| true, json!({}))
    }

    /// One card in the reader, so that nothing is to be chosen.
    pub fn with_one_card(more: Value) -> Desk {
        Desk::with(|card| card.serial == CPS, more)
    }

    /// Some of the cards in the reader, and a configuration with these members more.
    pub fn with(cards: fn(&Card) -> bool, more: Value) -> Desk {
        let mut options = Options::default();
        options.scenario.cards.retain(cards);
        let sandbox = Sandbox::start(options).unwrap();
        let home = TempDir::new().unwrap();
        let mut configuration = sandbox.config_json();
        for (name, value) in more.as_object().unwrap() {
            configuration[name] = value.clone();
        }
        let desk = Desk { sandbox, home };
        desk.file("hr.json", configuration.to_string());
        desk.file("lettre.txt", "Compte rendu");
        desk.file("patient.json", PATIENT);
        desk
    }

    /// One of the next requests of this call is answered so: the first, or the one with this number.
    pub fn refuse(&self, call: Call, nth: u32, status: u16) {
        let mut fault = Fault::on(call).status(status);
        fault.nth = Some(nth);
        self.sandbox.set_fault(fault);
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.home.path().join(name);
        fs::write(&path, content).unwrap();
        path.into_os_string().into_string().unwrap()
    }

    /// A program in the home folder, with `hr` in its path and nothing of this computer's own user.
    pub fn program(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        let home = self.home.path();
        command.current_dir(home).env_clear();
        for name in ["HOME", "APPDATA", "LOCALAPPDATA", "USERPROFILE"] {
            command.env(name, home);
        }
        let own = Path::new(HR).parent().unwrap().to_owned();
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths([own].into_iter().chain(env::split_paths(&path)));
        command.env("PATH", path.unwrap());
        command.env("LANG", "en_GB.UTF-8");
        command.env("HR_CONFIG", "hr.json");
        command
    }

    /// `hr` with these arguments, none of which has blanks.
    pub fn command(&self, line: &str) -> Command {
        let mut command = self.program(HR);
        command.args(line.split_whitespace());
        command
    }

    pub fn run(&self, line: &str) -> Ended {
        run(&mut self.command(line), "")
    }

    /// With a text on standard input.
    pub fn run_with(&self, line: &str, input: &str) -> Ended {
        run(&mut self.command(line), input)
    }

    /// As on a full disk: no file becomes longer than this.
    #[cfg(target_os = "linux")]
    pub fn run_with_room(&self, bytes: u64, line: &str, input: &str) -> Ended {
        let line = format!("trap '' XFSZ; exec prlimit --fsize={bytes}: hr {line}");
        run(self.program("sh").args(["-c", &line]), input)
    }

    /// A deposit of one letter for the patient who needs nothing more, with the right PIN.
    pub fn deposit(&self, more: &str) -> Ended {
        self.deposit_with(PIN, "patient.json", more)
    }

    pub fn deposit_with(&self, pin: &str, patient: &str, more: &str) -> Ended {
        let line = format!("{DEPOSIT} --patient {patient} --pin-stdin {more}");
        self.run_with(&line, &format!("{pin}\n"))
    }
}

/// The objects of `--json`.
pub fn objects(ended: &Ended) -> Vec<Value> {
    let objects = ended.out.lines().map(serde_json::from_str);
    objects.map(Result::unwrap).collect()
}

/// The rows of a table, with a `|` between two cells; a `~` is a line end.
pub fn rows<const CELLS: usize>(table: &str) -> impl Iterator<Item = [String; CELLS]> {
    let rows = table.lines().filter(|row| !row.trim().is_empty());
    rows.map(|row| {
        let cells = row.split('|').map(|cell| cell.trim().replace('~', "\n"));
        cells.collect::<Vec<_>>().try_into().unwrap()
    })
}
