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
    /// The calls, in whose paths FOLDER stands for a folder with a.pdf, b.pdf and [`LETTER`].
    pub calls: fn() -> Value,
    /// Of each call, what must be among what is seen.
    pub expected: fn() -> Value,
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
    calls: || json!([]),
    expected: || json!([]),
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
        let mut calls = (self.calls)().to_string();
        for file in &documents {
            let name = file.0.file_name().unwrap().to_str().unwrap();
            let path = Value::from(file.path()).to_string();
            calls = calls.replace(&format!("\"FOLDER/{name}\""), &path);
        }
        Prepared {
            sandbox,
            config,
            calls: serde_json::from_str(&calls).unwrap(),
            _documents: documents,
        }
    }

    /// What is wrong with what a host saw; empty where nothing is.
    pub fn differences(&self, prepared: &Prepared, seen: &[Value]) -> Vec<String> {
        let expected = (self.expected)();
        let expected = expected.as_array().unwrap();
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

pub fn find(nom: &str, answers: Value) -> Value {
    json!({"call": "find", "request": {"patient": {"nom": nom}}, "answers": answers})
}

/// Of the professional who is identified.
pub fn logged_in() -> Value {
    login(json!([{"choice": "D'ESSAI"}, {"code": "1234"}]))
}

pub fn open() -> Value {
    json!({"ending": "open", "asked": ["card", "pin"], "done": true})
}

pub fn deposit(nom: &str, names: &[&str], answers: Value) -> Value {
    let documents: Vec<Value> = names
        .iter()
        .map(|name| json!({"path": format!("FOLDER/{name}"), "activity_type": "10", "type_code": "11503-0"}))
        .collect();
    json!({"call": "deposit", "request": {"patient": {"nom": nom}, "documents": documents}, "answers": answers})
}

fn sent(asked: Value, already: bool) -> Value {
    let document = json!({"ending": "sent", "outcome": "accepted", "already": already});
    json!({"ending": "sent", "asked": asked, "done": true, "documents": [document]})
}

fn lost_answers(sandbox: &Sandbox, times: u32) {
    let lost = Fault::on(Call::DmpSend).times(times).act();
    sandbox.set_fault(lost.cut(hr_sandbox::Cut::Before));
}

fn in_doubt(document: &str) -> Value {
    json!({"ending": "in_doubt", "outcome": document, "already": false})
}

pub const CONVERSATIONS: &[Conversation] = &[
    Conversation {
        name: "a professional with several situations",
        settings: || json!({"profile": {"demande": "situations"}, "situations_pointer": "/situations"}),
        calls: || {
            json!([login(
                json!([{"choice": "DU TEST"}, {"code": "5678"}, {"choice": "Clinique"}])
            )])
        },
        expected: || json!([{"ending": "open", "asked": ["card", "pin", "situation"], "done": true}]),
        received: &[
            (Call::Login, 1),
            (Call::ProfilePut, 1),
            (Call::ProfileSelect, 1),
        ],
        ..TALK
    },
    Conversation {
        name: "a situation that the host knows, and a profile that it has",
        settings: || json!({"profile": null, "situations_pointer": null}),
        calls: || {
            let profile = json!({"enter": {"demande": "situations"}});
            json!([
                login(json!([{"choice": "DU TEST"}, {"code": "5678"}, profile])),
                login(json!([{"enter": "cabinet"}]))
            ])
        },
        expected: || {
            let asked = ["card", "pin", "profile", "situation"];
            json!([
                {"ending": "open", "asked": asked, "done": false},
                {"ending": "open", "asked": ["situation"], "done": true}
            ])
        },
        received: &[
            (Call::Login, 1),
            (Call::ProfilePut, 1),
            (Call::ProfileSelect, 1),
        ],
        ..TALK
    },
    Conversation {
        name: "a wrong code is presented as often as a person says",
        calls: || {
            let wrong = json!({"code": "97531"});
            json!([login(
                json!([{"choice": "D'ESSAI"}, wrong, wrong, wrong, wrong])
            )])
        },
        expected: || {
            let asked = ["card", "pin", "pin", "pin", "pin", "retry"];
            json!([{"ending": "pin_held", "asked": asked, "done": false}])
        },
        received: &[(Call::Login, 2)],
        ..TALK
    },
    Conversation {
        name: "a held code goes through once more when a person insists, and the right one is remembered",
        calls: || {
            let wrong = json!({"code": "97531"});
            json!([
                login(json!([{"choice": "D'ESSAI"}, wrong, wrong, {"code": "1234"}])),
                login(json!([]))
            ])
        },
        expected: || {
            json!([
                {"ending": "open", "asked": ["card", "pin", "pin", "pin"], "done": true},
                {"ending": "open", "asked": [], "done": true}
            ])
        },
        received: &[(Call::Login, 2)],
        ..TALK
    },
    Conversation {
        name: "who answers nothing presents nothing",
        calls: || {
            json!([
                login(json!([])),
                login(json!([{"choice": "D'ESSAI"}, null]))
            ])
        },
        expected: || {
            json!([
                {"ending": "login_needed", "asked": ["card"], "done": false},
                {"ending": "login_needed", "asked": ["card", "pin"], "done": false}
            ])
        },
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
        calls: || json!([login(json!([]))]),
        expected: || json!([{"ending": "no_card", "asked": [], "done": false}]),
        received: &[(Call::Login, 0)],
        ..TALK
    },
    Conversation {
        name: "a patient whom a person compares",
        settings: || json!({"patients_pointer": null}),
        calls: || {
            let answers = json!([{"choice": "EXEMPLE"}]);
            json!([logged_in(), find("EXEMPLE", answers)])
        },
        expected: || json!([open(), {"ending": "found", "asked": ["patient"], "done": true}]),
        received: &[(Call::PatientSearch, 2), (Call::PatientGet, 2)],
        ..TALK
    },
    Conversation {
        name: "homonyms need more traits, and nobody is nobody",
        calls: || {
            let answers = json!([{"enter": {"nom": "EXEMPLE", "prenom": "Hélène"}}]);
            json!([
                logged_in(),
                find("JUMEAU", answers),
                find("PERSONNE", json!([]))
            ])
        },
        expected: || {
            json!([
                open(),
                {"ending": "found", "asked": ["traits"], "done": true},
                {"ending": "nobody", "asked": [], "done": false}
            ])
        },
        received: &[(Call::PatientSearch, 3), (Call::PatientGet, 1)],
        ..TALK
    },
    Conversation {
        name: "a patient whose parameters must be updated",
        calls: || {
            let update = json!({"insQualified": true, "alimentationConsent": true});
            json!([
                logged_in(),
                deposit("ESSAI", &["a.pdf"], json!([])),
                deposit("ESSAI", &["a.pdf"], json!([{"enter": update}]))
            ])
        },
        expected: || {
            let refused = json!({"ending": "not_sent", "outcome": "not_sent", "already": false});
            json!([
                open(),
                {"ending": "consent_needed", "asked": ["update"], "done": false, "documents": [refused]},
                sent(json!(["update"]), false)
            ])
        },
        received: &[(Call::PatientUpdate, 1), (Call::DmpSend, 1)],
        ..TALK
    },
    Conversation {
        name: "a document in doubt that a person found",
        prepare: |sandbox| lost_answers(sandbox, 1),
        calls: || {
            let found = json!([{"choice": "est dans le dossier"}]);
            json!([
                logged_in(),
                deposit("EXEMPLE", &["a.pdf"], json!([])),
                deposit("EXEMPLE", &["a.pdf"], json!([])),
                deposit("EXEMPLE", &["a.pdf"], found)
            ])
        },
        expected: || {
            json!([
                open(),
                {"ending": "in_doubt", "asked": [], "done": false, "documents": [in_doubt("unknown")]},
                {"ending": "in_doubt", "asked": ["doubt"], "done": false, "documents": [in_doubt("rejected")]},
                sent(json!(["doubt"]), true)
            ])
        },
        received: &[(Call::DmpSend, 1)],
        ..TALK
    },
    Conversation {
        name: "two documents in doubt that a person did not find",
        prepare: |sandbox| lost_answers(sandbox, 2),
        calls: || {
            let absent = json!({"choice": "à nouveau"});
            json!([
                logged_in(),
                deposit("EXEMPLE", &["a.pdf"], json!([])),
                deposit("EXEMPLE", &["b.pdf"], json!([])),
                deposit("EXEMPLE", &["a.pdf", "b.pdf"], json!([absent, absent]))
            ])
        },
        expected: || {
            let documents =
                |already| json!({"ending": "sent", "outcome": "accepted", "already": already});
            json!([
                open(),
                {"ending": "in_doubt", "asked": [], "done": false},
                {"ending": "in_doubt", "asked": [], "done": false},
                {"ending": "sent", "asked": ["doubt", "doubt"], "done": true, "documents": [documents(true), documents(false)]}
            ])
        },
        received: &[(Call::DmpSend, 4)],
        ..TALK
    },
    Conversation {
        name: "what was sent before is not sent again",
        calls: || {
            let again = || deposit("EXEMPLE", &["a.pdf"], json!([]));
            json!([logged_in(), again(), again()])
        },
        expected: || json!([open(), sent(json!([]), false), sent(json!([]), true)]),
        received: &[(Call::DmpSend, 1)],
        ..TALK
    },
    Conversation {
        name: "one document of three is missing",
        calls: || {
            json!([
                logged_in(),
                deposit("EXEMPLE", &["a.pdf", "missing.pdf", "b.pdf"], json!([]))
            ])
        },
        expected: || {
            let there = json!({"ending": "sent", "outcome": "accepted", "already": false});
            let missing = json!({"ending": "not_sent", "outcome": "rejected", "already": false});
            json!([open(), {"ending": "not_sent", "asked": [], "done": false, "documents": [there, missing, there]}])
        },
        received: &[(Call::DmpSend, 2)],
        ..TALK
    },
    Conversation {
        name: "a document that the service refuses",
        prepare: |sandbox| sandbox.set_fault(Fault::on(Call::DmpSend).times(1).status(422)),
        calls: || json!([logged_in(), deposit("EXEMPLE", &["a.pdf"], json!([]))]),
        expected: || {
            let refused = json!({"ending": "rejected", "outcome": "rejected", "already": false});
            json!([open(), {"ending": "rejected", "asked": [], "done": false, "documents": [refused]}])
        },
        received: &[(Call::DmpSend, 1)],
        ..TALK
    },
    Conversation {
        name: "without a login nothing is sent",
        calls: || json!([deposit("EXEMPLE", &["a.pdf"], json!([]))]),
        expected: || json!([{"ending": "login_needed", "asked": [], "done": false}]),
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
