//! What a program finds when it starts: a sandbox, a document, a file that describes both.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use hr_sandbox::{Hold, Options, Sandbox};
use serde_json::{Value, json};

use super::behaviours::Behaviour;
use super::expected::Report;
use crate::programs::Program;
use testkit::c_compiler;
use testkit::{CPS, PIN, TempFile};

pub const DOCUMENT_NAME: &str = "compte-rendu été n°1 « bilan ».pdf";

pub enum Conformance {
    Right,
    Wrong(Vec<String>),
    NotApplicable,
    NotRun,
}

pub struct Stage {
    pub sandbox: Sandbox,
    pub nom: &'static str,
    pub prenom: &'static str,
    /// Keeps requests unanswered as long as the program runs.
    pub hold: Option<Hold>,
}

impl Stage {
    pub fn new(options: Options) -> Stage {
        Stage {
            sandbox: Sandbox::start(options).unwrap(),
            nom: "EXEMPLE",
            prenom: "Hélène",
            hold: None,
        }
    }
}

/// Some buffers long, so that progress is reported not only at both ends.
pub fn document() -> &'static [u8] {
    static DOCUMENT: OnceLock<Vec<u8>> = OnceLock::new();
    DOCUMENT.get_or_init(|| (0..3_000_017_u32).map(|i| (i * 31 % 251) as u8).collect())
}

fn describe(stage: &Stage, file: &TempFile) -> Value {
    let mut config = stage.sandbox.config_json();
    config["timeouts"] = json!({"connect_ms": 60_000, "call_ms": 120_000, "login_ms": 120_000, "upload_ms": 120_000});
    let mut bearer_form = config.clone();
    bearer_form["card_form"] = "bearer".into();
    let with_journal = |path: &Path| {
        let mut config = config.clone();
        config["journal"] = path.to_str().into();
        config
    };
    json!({
        "config": config,
        "config_bearer_form": bearer_form,
        "config_journal": with_journal(&file.0.with_file_name("envois.hrj")),
        "config_no_journal": with_journal(&file.0),
        "card": CPS,
        "pin": PIN,
        "wrong_pin": "0000",
        "nom": stage.nom,
        "prenom": stage.prenom,
        "document": file.path(),
        "document_name": DOCUMENT_NAME,
        "activity_type": "10",
        "type_code": "11503-0",
        "control_url": stage.sandbox.control_url(),
    })
}

pub fn run(program: &Program, behaviour: &Behaviour) -> Conformance {
    let stage = (behaviour.prepare)();
    let file = TempFile::new("lettre de sortie é.pdf", document());
    let description = TempFile::new("stage.json", describe(&stage, &file).to_string().as_bytes());
    let mut command = Command::new(&program.command[0]);
    command.args(&program.command[1..]);
    command.args([behaviour.name, description.path()]);
    command.envs(program.environment.iter().cloned());
    let ended = c_compiler::run(&mut command, "");

    if ended.code != Some(0) || !ended.err.is_empty() {
        return Conformance::Wrong(vec![format!("it broke: {ended:?}")]);
    }
    let Ok(values) = serde_json::from_str::<Value>(&ended.out) else {
        return Conformance::Wrong(vec![format!("not one JSON object: {}", ended.out)]);
    };
    if values["not_applicable"] == true {
        let nothing_else = values == json!({"not_applicable": true});
        return match (behaviour.needs_a_wrapper && program.plain, nothing_else) {
            (true, true) => Conformance::NotApplicable,
            (true, false) => {
                Conformance::Wrong(vec![format!("left out, and yet reported: {values}")])
            }
            (false, _) => Conformance::Wrong(vec!["left out, though it could be done".to_owned()]),
        };
    }
    let mut report = Report::new(&values);
    (behaviour.check)(&stage, &mut report);
    match report.differences.is_empty() {
        true => Conformance::Right,
        false => Conformance::Wrong(report.differences),
    }
}
