//! `hr deposit`: documents of one patient, or a list of several patients' documents.

mod list;

use crate::arguments::{Deposit, Options};
use crate::exit::Exit;
use crate::input::object;
use crate::library::Reply;
use crate::output::{self, end, failure, note, plain, question, said, say, styled, tell, usage};
use crate::person::Members;
use crate::talk::Talk;
use hr_language::{fill, tr};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Documents of one patient, as one request of `hr_deposit`.
struct Batch {
    request: Members,
    /// What the documents are called on the screen.
    names: Vec<String>,
    /// Where the first of them stands in the list.
    line: u64,
}

pub(crate) fn run(options: &Options, arguments: &Deposit) -> Result<Exit, Exit> {
    let batches = match &arguments.csv {
        Some(file) => list::read(file, arguments.again),
        None => one(arguments).map(|batch| vec![batch]),
    };
    let mut batches = batches.map_err(usage)?;
    let mut talk = Talk::open(options, &arguments.login)?;
    let several = arguments.csv.is_some();
    // Who signs, signs for one patient; and which documents are sent, the command line says.
    let answers: &[&str] = match several {
        true => &["doubts"],
        false => &["doubts", "patient", "patient_id", "update", "record"],
    };
    let mut given = talk.answers.keys();
    if let Some(name) = given.find(|name| !answers.contains(&name.as_str())) {
        let why = "an answer has no {} here, only these and the login: {}";
        return Err(usage(fill(why, &[name, &answers.join(", ")])));
    }
    for batch in &mut batches {
        batch.request.extend(talk.answers.clone());
        if let Some(reply) = talk.refusal(&batch.request) {
            // A log has no names.
            match talk.person.present {
                true => note(&batch.about()),
                false => note(&fill("line {}", &[&batch.line])),
            }
            return Err(failure(&reply));
        }
    }
    talk.connect()?;
    let (mut tally, mut exit) = (Tally::default(), Exit::Done);
    let mut batches = batches.into_iter();
    for batch in batches.by_ref() {
        let (about, names) = (batch.about(), batch.names);
        let (reply, stopped) = talk.deposit(batch.request, about);
        let ended = tally.show(&reply, &names);
        exit = exit.worse(stopped.unwrap_or(ended));
        // What became of a document counts, whatever ended the call.
        let mut documents = reply.list("documents").iter();
        if documents.any(|document| document["ending"] == "in_doubt") {
            exit = exit.worse(Exit::InDoubt);
        }
        if stopped.is_some() || !others_have_their_turn(&reply) {
            break;
        }
    }
    batches.for_each(|batch| tally.not_tried(&batch.names));
    if several {
        tell(&tally.sentence());
    }
    Ok(exit)
}

/// Whether the failure is one of this patient, or of this document, alone.
fn others_have_their_turn(reply: &Reply) -> bool {
    match reply.word("ending") {
        // One that has just arisen may be the first of many.
        "in_doubt" => reply.word("ask") == "doubt",
        "sent" | "nobody" | "several" | "unverified" | "other_patient" | "consent_needed"
        | "refused" | "rejected" => true,
        _ => reply.word("name") == "HR_E_FILE",
    }
}

/// What became of the documents so far.
#[derive(Default)]
struct Tally {
    sent: usize,
    already: usize,
    in_doubt: usize,
    missing: usize,
}

impl Tally {
    /// Shows what became of documents, and counts them.
    fn show(&mut self, reply: &Reply, names: &[String]) -> Exit {
        let documents = reply.list("documents");
        for (document, name) in documents.iter().zip(names) {
            let (count, style, mark) = match document["ending"].as_str().unwrap_or_default() {
                "sent" if document["already"] == true => (&mut self.already, output::GOOD, "ok"),
                "sent" => (&mut self.sent, output::GOOD, "ok"),
                "in_doubt" => (&mut self.in_doubt, output::DOUBTFUL, "??"),
                _ => (&mut self.missing, output::BAD, "!!"),
            };
            *count += 1;
            let line = format!("{}  {}", plain(name), said(document, "message"));
            tell(&format!("[{}] {line}", styled(style, mark)));
            if let Some(entry) = document["entry"].as_str() {
                tell(&format!("     entry {entry}"));
            }
        }
        self.not_tried(names.get(documents.len()..).unwrap_or_default());
        let exit = end(reply, |reply| {
            // Of one document the line above says it.
            if names.len() > 1 {
                say(&said(&reply.object, "message"));
            }
        });
        question(reply);
        exit
    }

    fn not_tried(&mut self, names: &[String]) {
        self.missing += names.len();
        for name in names {
            tell(&format!("[--] {}  {}", plain(name), tr("not tried")));
        }
    }

    fn sentence(&self) -> String {
        let stored = self.sent + self.already;
        fill(
            "{} in the records ({} of them before), {} in doubt, {} not sent now",
            &[&stored, &self.already, &self.in_doubt, &self.missing],
        )
    }
}

impl Batch {
    /// Of a patient with these traits, and the number where it is there.
    fn new(mut patient: Members, documents: Vec<Value>, names: Vec<String>, line: u64) -> Batch {
        let number = patient.remove_entry("patient_id");
        let mut request: Members = number.into_iter().collect();
        if !patient.is_empty() {
            request.insert("patient".into(), patient.into());
        }
        request.insert("documents".into(), documents.into());
        Batch {
            request,
            names,
            line,
        }
    }

    /// Which documents these are, and whose.
    fn about(&self) -> String {
        let patient = self.request.get("patient").and_then(Value::as_object);
        let traits = patient.into_iter().flat_map(|traits| traits.values());
        let traits = traits.filter_map(Value::as_str).map(str::to_owned);
        let all: Vec<String> = self.names.iter().cloned().chain(traits).collect();
        plain(&all.join(", "))
    }
}

fn one(arguments: &Deposit) -> Result<Batch, String> {
    let file = arguments.patient.as_deref().unwrap_or(Path::new("-"));
    let patient = object(file)?;
    let document = |path: &PathBuf| {
        let mut document = json!({
            "path": path.to_string_lossy(), "type_code": arguments.type_code,
            "activity_type": arguments.activity, "again": arguments.again,
        });
        if let Some(reference) = &arguments.reference {
            document["reference"] = json!(reference);
        }
        document
    };
    let files = arguments.files.iter();
    let names = files.clone().map(|path| path.display().to_string());
    let documents = files.map(document).collect();
    Ok(Batch::new(patient, documents, names.collect(), 1))
}
