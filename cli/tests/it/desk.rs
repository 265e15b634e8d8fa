//! A user's computer: a home folder with a configuration, and the services that it leads to.

use hr_sandbox::{Options, Sandbox};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use testkit::{CPS, PIN, QUALIFIED};

pub struct Desk {
    pub sandbox: Sandbox,
    pub home: TempDir,
}

/// How the program ended.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn of(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran {
            status: output.status.code().unwrap_or(-1),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    #[track_caller]
    pub fn exits(self, status: i32) -> Ran {
        assert_eq!(self.status, status, "{}{}", self.out, self.err);
        self
    }

    #[track_caller]
    pub fn says(self, part: &str) -> Ran {
        let said = format!("{}{}", self.out, self.err);
        assert!(said.contains(part), "{part} in {said}");
        self
    }

    /// The objects of `--json`.
    pub fn objects(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

impl Desk {
    pub fn new() -> Desk {
        Desk::with(Options::default(), json!({}))
    }

    /// A configuration with these members more.
    pub fn with(options: Options, more: Value) -> Desk {
        let sandbox = Sandbox::start(options).unwrap();
        let home = TempDir::new().unwrap();
        let mut configuration = sandbox.config_json();
        for (name, value) in more.as_object().unwrap() {
            configuration[name] = value.clone();
        }
        fs::write(home.path().join("hr.json"), configuration.to_string()).unwrap();
        Desk { sandbox, home }
    }

    /// One card in the reader, so that nothing is to be chosen.
    pub fn with_one_card(more: Value) -> Desk {
        let mut options = Options::default();
        options.scenario.cards.retain(|card| card.serial == CPS);
        Desk::with(options, more)
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.home.path().join(name);
        fs::write(&path, content).unwrap();
        path.into_os_string().into_string().unwrap()
    }

    /// The patient who needs nothing more, as `--patient` takes it.
    pub fn patient(&self) -> String {
        let [nom, prenom, date_naissance, sexe] = QUALIFIED;
        let patient = json!({
            "nom": nom, "prenom": prenom, "date_naissance": date_naissance, "sexe": sexe,
            "patient_id": "255081416802538",
        });
        self.file("patient.json", patient.to_string())
    }

    /// The program with nothing of this computer's own user.
    pub fn bare<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hr"));
        let home = self.home.path();
        command.args(arguments).current_dir(home).env_clear();
        for name in ["HOME", "APPDATA", "LOCALAPPDATA", "USERPROFILE"] {
            command.env(name, home);
        }
        for name in ["PATH", "SystemRoot", "LD_LIBRARY_PATH"] {
            std::env::var_os(name).map(|value| command.env(name, value));
        }
        command.env("LANG", "en_GB.UTF-8");
        command
    }

    pub fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = self.bare(arguments);
        command.env("HR_CONFIG", self.home.path().join("hr.json"));
        command
    }

    pub fn run<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Ran {
        self.run_with(arguments, "")
    }

    /// With a text on standard input.
    pub fn run_with<S: AsRef<OsStr>>(&self, arguments: &[S], input: &str) -> Ran {
        let mut command = self.command(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The program may have ended without reading it.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Ran::of(child.wait_with_output().unwrap())
    }

    /// A deposit of one letter for the patient who needs nothing more, with the right PIN.
    pub fn deposit(&self, more: &[&str]) -> Ran {
        self.deposit_with(PIN, &self.patient(), more)
    }

    pub fn deposit_with(&self, pin: &str, patient: &str, more: &[&str]) -> Ran {
        let file = self.file("lettre.txt", "Compte rendu");
        let mut arguments = vec!["deposit", &file, "--patient", patient];
        arguments.extend(["--type-code=11503-0", "--activity=10", "--pin-stdin"]);
        arguments.extend(more);
        self.run_with(&arguments, &format!("{pin}\n"))
    }
}
