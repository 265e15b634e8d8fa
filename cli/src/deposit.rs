//! `hr deposit`: documents of one patient, or a list of several patients' documents.

mod list;

use crate::arguments::{Deposit, Options};
use crate::exit::Exit;
use crate::input::object;
use crate::library::Reply;
use crate::output::{
    self, end, failure, note, plain, question, say, say_object, sentence, styled, usage,
};
use crate::person::Members;
use crate::talk::Talk;
use crate::texts::{fill, tr};
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

/// What became of the documents so far.
#[derive(Default)]
struct Tally {
    sent: usize,
    already: usize,
    in_doubt: usize,
    missing: usize,
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
    if let Some(name) = talk
        .answers
        .keys()
        .find(|name| !answers.contains(&name.as_str()))
    {
        let why = "an answer has no {name} here, only these and the login: {names}";
        let names = answers.join(", ");
        return Err(usage(fill(why, &[("name", name), ("names", &names)])));
    }
    for batch in &mut batches {
        batch.request.extend(talk.answers.clone());
        if let Err(reply) = talk.check(&batch.request) {
            // A log has no names.
            match talk.is_watched() {
                true => note(&batch.about()),
                false => note(&fill("line {line}", &[("line", &batch.line)])),
            }
            return Err(end(&reply, talk.json, |_| {}));
        }
    }
    talk.connect()?;
    let (mut tally, mut exit) = (Tally::default(), Exit::Done);
    let mut batches = batches.into_iter();
    for batch in batches.by_ref() {
        let (about, names) = (batch.about(), batch.names);
        let (reply, stopped) = talk.deposit(batch.request, about);
        show(&reply, &names, talk.json, &mut tally);
        let of_reply = stopped.unwrap_or(Exit::of(&reply));
        exit = exit.worse(of_reply).worse(of_documents(&reply));
        if stopped.is_some() || !others_have_their_turn(&reply) {
            break;
        }
    }
    batches.for_each(|batch| not_tried(&batch.names, talk.json, &mut tally));
    if several && !talk.json {
        say(&tally.sentence());
    }
    Ok(exit)
}

/// What became of a document counts, whatever ended the call.
fn of_documents(reply: &Reply) -> Exit {
    let mut documents = reply.list("documents").iter();
    match documents.any(|document| document["ending"] == "in_doubt") {
        true => Exit::InDoubt,
        false => Exit::Done,
    }
}

impl Batch {
    /// Which documents these are, and whose.
    fn about(&self) -> String {
        let patient = self.request.get("patient").and_then(Value::as_object);
        let traits = patient.into_iter().flat_map(|traits| traits.values());
        let traits = traits.filter_map(Value::as_str).map(str::to_owned);
        let all: Vec<String> = self.names.iter().cloned().chain(traits).collect();
        plain(&all.join(", "))
    }
}

fn not_tried(names: &[String], json: bool, tally: &mut Tally) {
    tally.missing += names.len();
    for name in names.iter().filter(|_| !json) {
        say(&format!("[--] {}  {}", plain(name), tr("not tried")));
    }
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

fn show(reply: &Reply, names: &[String], json: bool, tally: &mut Tally) {
    let documents = reply.list("documents");
    for document in documents {
        tally.count(document);
    }
    if json {
        tally.missing += names.len() - documents.len().min(names.len());
        return say_object(reply);
    }
    not_tried(&names[documents.len().min(names.len())..], json, tally);
    for (document, name) in documents.iter().zip(names) {
        let (style, mark) = match document["ending"].as_str().unwrap_or_default() {
            "sent" => (output::GOOD, "ok"),
            "in_doubt" => (output::DOUBTFUL, "??"),
            _ => (output::BAD, "!!"),
        };
        let line = format!("{}  {}", plain(name), plain(&sentence(document)));
        say(&format!("[{}] {line}", styled(style, mark)));
        if let Some(entry) = document["entry"].as_str() {
            say(&format!("     entry {entry}"));
        }
    }
    match reply.is_ok() {
        // Of one document the line above says it.
        true if names.len() == 1 => {}
        true => say(&plain(&sentence(&reply.object))),
        false => failure(reply, false),
    }
    question(reply);
}

impl Tally {
    fn count(&mut self, document: &Value) {
        let already = document["already"] == true;
        match document["ending"].as_str().unwrap_or_default() {
            "sent" if already => self.already += 1,
            "sent" => self.sent += 1,
            "in_doubt" => self.in_doubt += 1,
            _ => self.missing += 1,
        }
    }

    fn sentence(&self) -> String {
        fill(
            "{stored} in the records ({already} of them before), {doubt} in doubt, {missing} not sent now",
            &[
                ("stored", &(self.sent + self.already)),
                ("already", &self.already),
                ("doubt", &self.in_doubt),
                ("missing", &self.missing),
            ],
        )
    }
}

fn one(arguments: &Deposit) -> Result<Batch, String> {
    let patient = arguments.patient.as_deref().unwrap_or(Path::new("-"));
    let mut traits = object(patient)?;
    let mut request = Members::new();
    if let Some(number) = traits.remove("patient_id") {
        request.insert("patient_id".into(), number);
    }
    if !traits.is_empty() {
        request.insert("patient".into(), traits.into());
    }
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
    let documents: Vec<Value> = arguments.files.iter().map(document).collect();
    request.insert("documents".into(), documents.into());
    let names = arguments
        .files
        .iter()
        .map(|path| path.display().to_string());
    Ok(Batch {
        request,
        names: names.collect(),
        line: 1,
    })
}
