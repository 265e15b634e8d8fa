//! A scripted resource service, a host with a session at it, and documents in a folder.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use testkit::raw_server::{Peer, Request, Server, answer};
use testkit::{Host, TempFile, record};

/// What the service does with a request.
#[derive(Clone)]
pub enum Answer {
    /// The usual answer.
    Usual,
    /// Status, headers, and a body in which `<P>` is the patient.
    Reply(String, &'static str, String),
    /// The connection ends without one.
    Silence,
}

pub fn reply(status: &str, body: impl Into<String>) -> Answer {
    let json = "content-type: application/json\r\n";
    Answer::Reply(status.into(), json, body.into())
}

/// The parameters of the patient, who does not consent.
pub fn refusing() -> Answer {
    reply(
        "200 OK",
        record::parameters("<P>").replace(r#"Consent":true"#, r#"Consent":false"#),
    )
}

pub struct Stage {
    pub server: Server,
    pub patient: String,
    folder: TempFile,
}

impl Stage {
    /// The service finds one patient, whose record may be opened, and accepts everything, but where the script has
    /// another answer to a step, by its number among the same ones.
    pub fn new(script: impl Fn(&str, usize) -> Answer + Send + Sync + 'static) -> Stage {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        // The guard is the process's: each test has a patient of its own.
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let patient = format!("planted-patient-{}-{number}", std::process::id());
        let own = patient.clone();
        let seen = std::sync::Mutex::new(Vec::new());
        let server = Server::start(move |mut peer: Peer| {
            while let Some(request) = peer.request() {
                let step = step(&request);
                let number = {
                    let mut seen = seen.lock().unwrap();
                    seen.push(step.clone());
                    seen.iter().filter(|other| **other == step).count()
                };
                let sent = match script(&step, number) {
                    Answer::Usual => answer("200 OK", "", &usual(&step, &own)),
                    Answer::Reply(status, headers, body) => {
                        answer(&status, headers, &body.replace("<P>", &own))
                    }
                    Answer::Silence => return,
                };
                if !peer.send(sent) {
                    return;
                }
            }
        });
        let folder = TempFile::new("folder", b"");
        Stage {
            server,
            patient,
            folder,
        }
    }

    /// Another answer to this step: each time, or only the nth time.
    pub fn but(about: &'static str, nth: Option<usize>, answer: Answer) -> Stage {
        Stage::new(move |step, number| match nth.unwrap_or(number) == number {
            true if step == about => answer.clone(),
            _ => Answer::Usual,
        })
    }

    pub fn accepting() -> Stage {
        Stage::new(|_, _| Answer::Usual)
    }

    /// A host with a session, to which the search's reply says how many were found.
    pub fn host(&self) -> Host {
        self.host_with(json!({"patients_pointer": "/patients"}))
    }

    pub fn host_with_journal(&self) -> Host {
        let journal = self.path("records.hrj");
        self.host_with(json!({"patients_pointer": "/patients", "journal": journal}))
    }

    pub fn host_with(&self, config: Value) -> Host {
        Host::at(&self.server.url(), &config)
    }

    /// The path of a document that is made now.
    pub fn document(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    pub fn path(&self, name: &str) -> String {
        let path = self.folder.0.with_file_name(name);
        path.to_str().unwrap().to_owned()
    }

    /// Documents of these names, each with its name as its content.
    pub fn documents(&self, names: &[&str]) -> Value {
        let wanted = |name: &&str| wanted(&self.document(name, name));
        names.iter().map(wanted).collect()
    }

    /// A request for these documents, with the traits of the patient.
    pub fn request(&self, documents: Value) -> Value {
        json!({"patient": traits(), "documents": documents})
    }

    /// The steps that were requested, in order; of an upload the file's content.
    pub fn log(&self) -> Vec<String> {
        self.server.requests().iter().map(step).collect()
    }

    pub fn uploads(&self) -> Vec<String> {
        let mut log = self.log();
        log.retain(|line| line.starts_with("send "));
        log
    }
}

pub fn traits() -> Value {
    json!({"nom": "EXEMPLE", "prenom": "Hélène", "date_naissance": "1955-08-14", "sexe": "F"})
}

pub fn wanted(path: &str) -> Value {
    json!({"path": path, "activity_type": "10", "type_code": "11503-0"})
}

fn usual(step: &str, patient: &str) -> String {
    match step {
        "search" => json!({"patients": [{"nom": "EXEMPLE"}]}).to_string(),
        "get" => record::parameters(patient),
        _ => "{}".into(),
    }
}

fn step(request: &Request) -> String {
    let (line, _) = request.head.split_once(" HTTP/").unwrap();
    let path = line.split('?').next().unwrap();
    let word = match path {
        "GET /patient/search" => "search",
        "GET /patient" => "get",
        "POST /patient" => "update",
        _ if path.ends_with("/unique/doc/send") => {
            return format!("send {}", part(&request.body, "file"));
        }
        _ => "open",
    };
    word.to_owned()
}

/// The content of a part of a form.
pub fn part(body: &[u8], name: &str) -> String {
    let text = String::from_utf8_lossy(body);
    let name = format!("name=\"{name}\"");
    let (_, rest) = text.split_once(&name).unwrap_or_default();
    let (_, rest) = rest.split_once("\r\n\r\n").unwrap_or_default();
    let content = rest.split("\r\n--").next();
    content.unwrap_or_default().to_owned()
}

/// A member of each document of a result or an error.
pub fn each(json: &Value, member: &str) -> Vec<Value> {
    let documents = json["documents"].as_array().unwrap();
    documents.iter().map(|one| one[member].clone()).collect()
}

/// The same as words of one text.
pub fn words(json: &Value, member: &str) -> String {
    let word = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    let words: Vec<String> = each(json, member).iter().map(word).collect();
    words.join(" ")
}
