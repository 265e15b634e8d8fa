//! `hr deposit`: documents of one patient, or a list of several patients' documents.

mod list;

use crate::arguments::{Deposit, Options};
use crate::exit::Exit;
use crate::input::{object, readable};
use crate::library::{DEPOSIT, Reply};
use crate::output::{self, end, failure, note, plain, said, say, styled, tell, unanswered, usage};
use crate::talk::{Members, Talk, refusal};
use hr_language::{fill, tr};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Documents of one patient, for one call of `hr_deposit`.
struct Batch {
    /// The traits, and the number where it is there.
    patient: Members,
    documents: Vec<Value>,
    /// What the documents are called on the screen.
    names: Vec<String>,
    /// Where the first of them stands in the list.
    line: u64,
}

pub(crate) fn run(options: &Options, arguments: &Deposit) -> Result<Exit, Exit> {
    let batches = match &arguments.csv {
        Some(file) => list::read(file),
        None => one(arguments).map(|batch| vec![batch]),
    };
    let mut batches = batches.map_err(usage)?;
    for document in batches.iter_mut().flat_map(|it| &mut it.documents) {
        document["again"] = json!(arguments.again);
    }
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
    for batch in &batches {
        let request = batch.request(&talk.answers);
        let has_traits = request.contains_key("patient");
        let wrong = refusal(talk.library.with(DEPOSIT, &json!(request).to_string()));
        if has_traits && wrong.is_none() {
            continue;
        }
        if several {
            note(&fill("line {}", &[&batch.line]));
        }
        let no_traits = tr("the patient has none of the traits nom, prenom, date_naissance, sexe");
        return Err(match wrong.filter(|_| has_traits) {
            Some(reply) => failure(&reply),
            None => usage(no_traits.into()),
        });
    }
    talk.connect()?;
    let (mut tally, mut exit) = (Tally::default(), Exit::Done);
    let mut batches = batches.into_iter();
    for batch in batches.by_ref() {
        let request = batch.request(&talk.answers);
        let about = batch.about(&request);
        let (reply, stopped) = talk.deposit(request, about);
        let ended = tally.show(&reply, &batch.names, talk.present);
        exit = exit.worse(stopped.unwrap_or(ended));
        if stopped.is_some() || !others_have_their_turn(&reply) {
            break;
        }
    }
    batches.for_each(|batch| tally.not_tried(&batch.names));
    let [sent, already, doubts, missing] = tally.0;
    let stored = sent + already;
    if several {
        let said = "{} in the records ({} of them before), {} in doubt, {} not sent now";
        tell(&fill(said, &[&stored, &already, &doubts, &missing]));
    }
    // What became of a document counts, whatever ended the call.
    Ok(if doubts > 0 { Exit::InDoubt } else { exit })
}

/// Whether the failure is one of this patient, or of this document, alone.
fn others_have_their_turn(reply: &Reply) -> bool {
    // A doubt that has just arisen may be the first of many.
    let arisen = |it: &Value| it["ending"] == "in_doubt" && it["outcome"] != "rejected";
    let is_its_own = match reply.word("ending") {
        "sent" | "in_doubt" | "nobody" | "several" | "unverified" | "other_patient"
        | "consent_needed" | "refused" | "rejected" => true,
        _ => reply.word("name") == "HR_E_FILE",
    };
    is_its_own && !reply.list("documents").iter().any(arisen)
}

/// What became of the documents so far: how many are sent, were it before, are in doubt, are missing.
#[derive(Default)]
struct Tally([usize; 4]);

impl Tally {
    /// Shows what became of documents, and counts them.
    fn show(&mut self, reply: &Reply, names: &[String], present: bool) -> Exit {
        let documents = reply.list("documents");
        for (document, name) in documents.iter().zip(names) {
            let (kind, style, mark) = match document["ending"].as_str().unwrap_or_default() {
                "sent" => (usize::from(document["already"] == true), output::GOOD, "ok"),
                "in_doubt" => (2, output::DOUBTFUL, "??"),
                _ => (3, output::BAD, "!!"),
            };
            self.0[kind] += 1;
            let line = format!("{}  {}", plain(name), said(document, "message"));
            tell(&format!("[{}] {line}", styled(style, mark)));
            if let Some(entry) = document["entry"].as_str() {
                let why = "When it is there: hr journal --found {}; when it is not: hr journal --resend {}";
                tell(&format!("     -> {}", fill(why, &[&entry, &entry])));
            }
            if document["journal"] == "not_completed" && mark != "??" {
                let why = "The journal could not note how this ended, and may state a doubt. Make room on the disk, look for the entry with hr journal --doubts, then: hr journal {} ENTRY";
                let decided = if mark == "ok" { "--found" } else { "--resend" };
                tell(&format!("     -> {}", fill(why, &[&decided])));
            }
        }
        self.not_tried(names.get(documents.len()..).unwrap_or_default());
        if !reply.is_ok() {
            return unanswered(reply, present);
        }
        end(reply, |reply| {
            // Of one document the line above says it.
            if names.len() > 1 {
                say(&said(&reply.object, "message"));
            }
        })
    }

    fn not_tried(&mut self, names: &[String]) {
        self.0[3] += names.len();
        for name in names {
            tell(&format!("[--] {}  {}", plain(name), tr("not tried")));
        }
    }
}

impl Batch {
    fn request(&self, answers: &Members) -> Members {
        let mut patient = self.patient.clone();
        let mut request: Members = patient.remove_entry("patient_id").into_iter().collect();
        if !patient.is_empty() {
            request.insert("patient".into(), patient.into());
        }
        request.insert("documents".into(), self.documents.clone().into());
        request.extend(answers.clone());
        request
    }

    /// Which documents these are, and whose.
    fn about(&self, request: &Members) -> String {
        let patient = request.get("patient").and_then(Value::as_object);
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
            "path": readable(path)?, "type_code": arguments.type_code,
            "activity_type": arguments.activity,
        });
        if let Some(reference) = &arguments.reference {
            document["reference"] = json!(reference);
        }
        Ok(document)
    };
    let files = arguments.files.iter();
    let names = files.clone().map(|path| path.display().to_string());
    Ok(Batch {
        patient,
        names: names.collect(),
        documents: files.map(document).collect::<Result<_, String>>()?,
        line: 1,
    })
}
