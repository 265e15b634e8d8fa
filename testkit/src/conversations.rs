//! Conversations between a host and a person: what is called, what the person answers, what is asked, how it ends, and what
//! the sandbox received. Every language runs the same ones; [`converse`] is the loop that each wrapper is.

use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};

use hr_sandbox::{Call, Fault, Sandbox};
use serde_json::{Value, json};

use crate::{CPS, Host, Members, Outcome, TempFile};

pub struct Conversation {
    pub name: &'static str,
    /// Members of the configuration beside the sandbox's; a journal is made in a folder of its own.
    pub settings: fn() -> Value,
    pub prepare: fn(&Sandbox),
    /// The calls, in whose paths FOLDER stands for a folder with a.pdf, b.pdf and [`LETTER`], and of each what must be among
    /// what is seen; see [`read_rows`].
    pub rows: &'static str,
    /// The same where rows do not say it.
    pub read: fn(&str) -> Vec<(Value, Value)>,
    pub received: &'static [(Call, usize)],
    /// When the host is to interrupt its call.
    pub waiting: Waiting,
    /// The names of the documents that are in the record at the end, where they are looked at.
    pub stored: Option<&'static [&'static str]>,
    /// What else is wrong with what was seen and received.
    pub check: fn(&Sandbox, &[Value]) -> Vec<String>,
}

/// What happens before the host is given a line.
#[derive(Clone, Copy)]
pub enum Waiting {
    Nothing,
    /// A request of this call arrives, which has no answer until its client leaves.
    Held(Call),
    /// A document is in the record.
    Stored,
}

/// Nothing is called, nothing is prepared, and nothing looked at.
pub const TALK: Conversation = Conversation {
    name: "",
    settings: || json!({}),
    prepare: |_| {},
    rows: "",
    read: read_rows,
    received: &[],
    waiting: Waiting::Nothing,
    stored: None,
    check: |_, _| Vec::new(),
};

/// A conversation that is ready to be held.
pub struct Prepared {
    pub sandbox: Sandbox,
    pub config: Value,
    pub calls: Value,
    expected: Vec<Value>,
    /// Kept as long as its documents are needed.
    _documents: [TempFile; 3],
}

/// A document of some buffers, with a name that is hard to hand on.
pub const LETTER: &str = "compte-rendu été n°1 « bilan » ☃.pdf";
pub const LETTER_SIZE: usize = 300_000;

impl Conversation {
    pub fn prepare(&self, sandbox: Sandbox) -> Prepared {
        (self.prepare)(&sandbox);
        let mut config = sandbox.config_json().with((self.settings)());
        // The memory of a process knows a document by its content and by an address, which another sandbox may get again.
        static PREPARED: AtomicUsize = AtomicUsize::new(0);
        let number = PREPARED.fetch_add(1, Ordering::Relaxed);
        let document = |name: &str| {
            let content = format!("{name} of {} {number} in {}", self.name, std::process::id());
            TempFile::new(name, content.as_bytes())
        };
        let letter = TempFile::new(LETTER, &vec![b'x'; LETTER_SIZE]);
        if config["journal"].is_string() {
            config["journal"] = letter.0.with_file_name("envois.hrj").to_str().into();
        }
        let documents = [document("a.pdf"), document("b.pdf"), letter];
        let (calls, expected): (Vec<Value>, Vec<Value>) =
            (self.read)(self.rows).into_iter().unzip();
        let mut calls = Value::from(calls).to_string();
        for file in &documents {
            let name = file.0.file_name().unwrap().to_str().unwrap();
            let path = Value::from(file.path()).to_string();
            calls = calls.replace(&format!("\"FOLDER/{name}\""), &path);
        }
        Prepared {
            sandbox,
            config,
            calls: json(&calls),
            expected,
            _documents: documents,
        }
    }

    /// What is wrong with what a host saw; empty where nothing is.
    pub fn differences(&self, prepared: &Prepared, seen: &[Value]) -> Vec<String> {
        let expected = &prepared.expected;
        let mut wrong = Vec::new();
        if seen.len() != expected.len() {
            wrong.push(format!("{} calls, not {}", seen.len(), expected.len()));
        }
        for (seen, expected) in seen.iter().zip(expected) {
            if let Some(what) = difference(seen, expected) {
                wrong.push(format!("{what}: {seen}"));
            }
            let sentence = &seen["sentence_fr"];
            if sentence.as_str().is_some_and(|text| !text.ends_with('.')) {
                wrong.push(format!("sentence_fr: {seen}"));
            }
        }
        for (call, count) in self.received {
            let received = prepared.sandbox.requests_of(*call).len();
            if received != *count {
                wrong.push(format!("{call:?} {received} times, not {count}"));
            }
        }
        let stored = prepared.sandbox.documents();
        let stored: Vec<&str> = stored.iter().map(|document| &*document.filename).collect();
        if self.stored.is_some_and(|wanted| stored != wanted) {
            wrong.push(format!("stored are {stored:?}, not {:?}", self.stored));
        }
        wrong.extend((self.check)(&prepared.sandbox, seen));
        wrong
    }
}

/// Where a value is not what is wanted; members that nobody asks for may be there.
pub fn difference(seen: &Value, wanted: &Value) -> Option<String> {
    let within = |place: &dyn Display, seen, wanted| {
        difference(seen, wanted).map(|what| format!("{place}/{what}"))
    };
    match (seen, wanted) {
        (Value::Object(seen), Value::Object(wanted)) => wanted.iter().find_map(|(name, wanted)| {
            within(name, seen.get(name).unwrap_or(&Value::Null), wanted)
        }),
        (Value::Array(seen), Value::Array(wanted)) if seen.len() == wanted.len() => seen
            .iter()
            .zip(wanted)
            .enumerate()
            .find_map(|(place, (seen, wanted))| within(&place, seen, wanted)),
        _ => (seen != wanted).then(|| format!(" is {seen}, not {wanted}")),
    }
}

fn login(answers: Value) -> Value {
    json!({"call": "login", "request": {}, "answers": answers})
}

/// A call of the session alone.
pub fn step(name: &str, with: Value) -> Value {
    json!({"call": name, "with": with})
}

fn find(nom: &str, answers: Value) -> Value {
    json!({"call": "find", "request": {"patient": {"nom": nom}}, "answers": answers})
}

fn deposit(nom: &str, names: &[&str], answers: Value) -> Value {
    let documents = names.iter().map(|name| {
        let name = if *name == "LETTER" { LETTER } else { name };
        json!({"path": format!("FOLDER/{name}"), "activity_type": "10", "type_code": "11503-0"})
    });
    let documents: Value = documents.collect();
    json!({"call": "deposit", "request": {"patient": {"nom": nom}, "documents": documents}, "answers": answers})
}

fn lost_answers(sandbox: &Sandbox, times: u32) {
    let lost = Fault::on(Call::DmpSend).times(times).act();
    sandbox.set_fault(lost.cut(hr_sandbox::Cut::Before));
}

/// The calls of rows, and what is expected of each: a call, the answers, what is asked, the ending, and the documents with
/// ending and outcome. `-` answers nothing, JSON is what a person enters, `_` is a blank of a name. A client may stand before
/// the call, and more of its members or the arguments behind it; members that are expected may stand in the place of what is
/// asked. A backslash at its end joins a line to the next one.
pub fn read_rows(rows: &str) -> Vec<(Value, Value)> {
    let rows = rows.replace("\\\n", "");
    let rows = rows.lines().filter(|row| !row.trim().is_empty());
    rows.map(|row| {
        let mut cells = row.split('|').map(str::trim);
        let [call, answers, asked, ending, documents] =
            [(); 5].map(|()| cells.next().unwrap_or_default());
        let call = called(call, answers.split_terminator("; ").map(answer).collect());
        if asked.starts_with('{') {
            return (call, json(asked));
        }
        let asked: Value = asked.split_whitespace().collect();
        let ended = ending.trim_end_matches(", done");
        let mut seen = json!({"ending": ended, "asked": asked, "done": ended != ending});
        if !documents.is_empty() {
            seen["documents"] = documents.split(' ').map(document).collect();
        }
        (call, seen)
    })
    .collect()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn called(text: &str, answers: Value) -> Value {
    let (text, more) = text.split_at(text.find('{').unwrap_or(text.len()));
    let more = json(if more.is_empty() { "{}" } else { more });
    let (client, text) = text.split_once(": ").unwrap_or(("", text));
    let mut call = match text.split_whitespace().collect::<Vec<_>>()[..] {
        [] => more,
        ["call", name] => step(name, more),
        ["login"] => login(answers).with(more),
        ["find", nom] => find(nom, answers).with(more),
        ["deposit", nom, ref names @ ..] => {
            deposit(&nom.replace('_', " "), names, answers).with(more)
        }
        [name, ..] => step(name, more),
    };
    let steps = call.get_mut("do").and_then(Value::as_array_mut);
    for one in steps.into_iter().flatten() {
        if let Some(text) = one.as_str() {
            *one = called(text, json!([]));
        }
    }
    if !client.is_empty() {
        call["client"] = client.into();
    }
    call
}

fn answer(text: &str) -> Value {
    match text {
        "-" => Value::Null,
        _ if text.starts_with(['{', '"']) => json!({ "enter": json(text) }),
        _ if text.starts_with(|c: char| c.is_ascii_digit()) => json!({ "code": text }),
        _ => json!({ "choice": text }),
    }
}

fn document(text: &str) -> Value {
    let words: Vec<&str> = text.split('/').collect();
    json!({"ending": words[0], "outcome": words[1], "already": words.len() > 2})
}

const ONE_OF_EACH: &[(Call, usize)] = &[
    (Call::Login, 1),
    (Call::ProfilePut, 1),
    (Call::ProfileSelect, 1),
];

pub const CONVERSATIONS: &[Conversation] = &[
    Conversation {
        name: "a professional with several situations",
        settings: || json!({"profile": {"demande": "situations"}, "situations_pointer": "/situations"}),
        rows: "login | DU TEST; 5678; Clinique | card pin situation | open, done",
        received: ONE_OF_EACH,
        ..TALK
    },
    Conversation {
        name: "a situation that the host knows, and a profile that it has",
        settings: || json!({"profile": null, "situations_pointer": null}),
        rows: r#"login | DU TEST; 5678; {"demande": "situations"} | card pin profile situation | open
            login | "cabinet" | situation | open, done"#,
        received: ONE_OF_EACH,
        ..TALK
    },
    Conversation {
        name: "a wrong code is presented as often as a person says",
        rows: "login | D'ESSAI; 97531; 97531; 97531; 97531 | card pin pin pin pin retry | pin_held",
        received: &[(Call::Login, 2)],
        ..TALK
    },
    Conversation {
        name: "a held code goes through once more when a person insists, and the right one is remembered",
        rows: "login | D'ESSAI; 97531; 97531; 1234 | card pin pin pin | open, done
            login | | | open, done",
        received: &[(Call::Login, 2)],
        ..TALK
    },
    Conversation {
        name: "who answers nothing presents nothing",
        rows: "login | | card | login_needed
            login | D'ESSAI; - | card pin | login_needed",
        received: &[(Call::Login, 0)],
        ..TALK
    },
    Conversation {
        name: "no card",
        prepare: |sandbox| {
            for card in ready_cards(sandbox) {
                sandbox.remove_card(&card);
            }
        },
        rows: "login | | | no_card",
        received: &[(Call::Login, 0)],
        ..TALK
    },
    Conversation {
        name: "a patient whom a person compares",
        settings: || json!({"patients_pointer": null}),
        rows: "login | D'ESSAI; 1234 | card pin | open, done
            find EXEMPLE | EXEMPLE | patient | found, done",
        received: &[(Call::PatientSearch, 2), (Call::PatientGet, 2)],
        ..TALK
    },
    Conversation {
        name: "homonyms need more traits, and nobody is nobody",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            find JUMEAU | {"nom": "EXEMPLE", "prenom": "Hélène"} | traits | found, done
            find PERSONNE | | | nobody"#,
        received: &[(Call::PatientSearch, 3), (Call::PatientGet, 1)],
        ..TALK
    },
    Conversation {
        name: "a patient whose parameters must be updated",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit ESSAI a.pdf | | update | consent_needed | not_sent/not_sent
            deposit ESSAI a.pdf | {"insQualified": true, "alimentationConsent": true} | update | sent, done | sent/accepted"#,
        received: &[(Call::PatientUpdate, 1), (Call::DmpSend, 1)],
        ..TALK
    },
    Conversation {
        name: "a document in doubt that a person found",
        prepare: |sandbox| lost_answers(sandbox, 1),
        rows: "login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE a.pdf | | | in_doubt | in_doubt/unknown
            deposit EXEMPLE a.pdf | | doubt | in_doubt | in_doubt/rejected
            deposit EXEMPLE a.pdf | est dans le dossier | doubt | sent, done | sent/accepted/already",
        received: &[(Call::DmpSend, 1)],
        ..TALK
    },
    Conversation {
        name: "two documents in doubt that a person did not find",
        prepare: |sandbox| lost_answers(sandbox, 2),
        rows: "login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE a.pdf | | | in_doubt
            deposit EXEMPLE b.pdf | | | in_doubt
            deposit EXEMPLE a.pdf b.pdf | à nouveau; à nouveau | doubt doubt | sent, done | sent/accepted/already sent/accepted",
        received: &[(Call::DmpSend, 4)],
        ..TALK
    },
    Conversation {
        name: "what was sent before is not sent again",
        rows: "login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE a.pdf | | | sent, done | sent/accepted
            deposit EXEMPLE a.pdf | | | sent, done | sent/accepted/already",
        received: &[(Call::DmpSend, 1)],
        ..TALK
    },
    Conversation {
        name: "one document of three is missing",
        rows: "login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE a.pdf missing.pdf b.pdf | | | not_sent | sent/accepted not_sent/rejected sent/accepted",
        received: &[(Call::DmpSend, 2)],
        ..TALK
    },
    Conversation {
        name: "a document that the service refuses",
        prepare: |sandbox| sandbox.set_fault(Fault::on(Call::DmpSend).times(1).status(422)),
        rows: "login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE a.pdf | | | rejected | rejected/rejected",
        received: &[(Call::DmpSend, 1)],
        ..TALK
    },
    Conversation {
        name: "without a login nothing is sent",
        rows: "deposit EXEMPLE a.pdf | | | login_needed",
        received: &[(Call::PatientSearch, 0)],
        ..TALK
    },
];

/// Only that of the professional who is identified stays.
pub fn leave_one_card(sandbox: &Sandbox) {
    for card in ready_cards(sandbox)
        .iter()
        .filter(|serial| !serial.starts_with(CPS))
    {
        sandbox.remove_card(card);
    }
}

fn ready_cards(sandbox: &Sandbox) -> Vec<String> {
    let host = Host::of(sandbox);
    host.ticket().ok();
    let ready = host.ready().ok();
    let cards = ready.json["cards"].as_array().unwrap().iter();
    cards
        .map(|card| card["serial"].as_str().unwrap().to_owned())
        .collect()
}

/// Holds a conversation through the C functions, as a wrapper does: what was seen of each call.
pub fn converse(host: &Host, calls: &Value) -> Vec<Value> {
    let calls = calls.as_array().unwrap();
    calls.iter().map(|call| one_call(host, call)).collect()
}

fn one_call(host: &Host, call: &Value) -> Value {
    let mut request = call["request"].clone();
    let mut answers = call["answers"].as_array().unwrap().iter();
    let (mut asked, mut pin) = (Vec::new(), None::<String>);
    loop {
        let outcome: Outcome = match call["call"].as_str().unwrap() {
            "login" => host.connect(Some(&request.to_string()), pin.as_deref()),
            "find" => host.patient_find(&request.to_string()),
            _ => host.deposit(&request),
        };
        let text = outcome.json;
        if text["session"] == true {
            pin = None;
        }
        let answer = match text["ask"].as_str() {
            None => None,
            Some(ask) => {
                asked.push(ask.to_owned());
                answers.next().filter(|answer| !answer.is_null())
            }
        };
        let Some(answer) = answer else {
            let documents = text["documents"].as_array().into_iter().flatten();
            let of_document = |it: &Value| {
                json!({
                    "ending": it["ending"], "outcome": it["outcome"], "already": it["already"], "sentence_fr": it["message_fr"],
                })
            };
            return json!({
                "ending": text["ending"], "sentence_fr": text["message_fr"], "asked": asked, "done": outcome.code == 0,
                "documents": documents.map(of_document).collect::<Vec<_>>(),
            });
        };
        let choices = text["choices"].as_array().unwrap();
        let chosen = match answer["choice"].as_str() {
            Some(part) => {
                let has = |it: &&Value| it["label_fr"].as_str().unwrap().contains(part);
                Some(
                    choices
                        .iter()
                        .find(has)
                        .unwrap_or_else(|| panic!("{part}: {text}")),
                )
            }
            None => choices.first().filter(|_| choices.len() == 1),
        };
        let value = chosen.and_then(|choice| choice["value"].as_object());
        for (member, value) in value.into_iter().flatten() {
            request[member] = value.clone();
        }
        match (answer["code"].as_str(), asked.last().unwrap().as_str()) {
            (Some(code), _) => pin = Some(code.to_owned()),
            (None, "traits") => request["patient"] = answer["enter"].clone(),
            (None, "situation") if answer["choice"].is_null() => {
                request["situation_id"] = answer["enter"].clone()
            }
            (None, member) if answer["choice"].is_null() => {
                request[member] = answer["enter"].clone()
            }
            _ => {}
        }
    }
}
