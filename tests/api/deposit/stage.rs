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
    Reply(String),
    /// The parameters of the patient, who consents or not.
    Patient(bool),
    /// The connection ends without one.
    Silence,
    /// It waits for the mark "go" first, after it has set the mark "arrived".
    Held,
}

pub fn reply(status: &str, body: &str) -> Answer {
    Answer::Reply(answer(status, "content-type: application/json\r\n", body))
}

pub struct Stage {
    pub server: Server,
    pub patient: String,
    folder: TempFile,
}

impl Stage {
    /// The service finds one patient, whose record may be opened, and accepts everything, but where the script has
    /// another answer to a request, by its number among those of the same method and path.
    pub fn new(script: impl Fn(&Request, usize) -> Answer + Send + Sync + 'static) -> Stage {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        // The guard is the process's: each test has a patient of its own.
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let patient = format!("planted-patient-{}-{number}", std::process::id());
        let own = patient.clone();
        let seen = std::sync::Mutex::new(Vec::new());
        let server = Server::start(move |mut peer: Peer| {
            while let Some(request) = peer.request() {
                let line = line_of(&request);
                let number = {
                    let mut seen = seen.lock().unwrap();
                    seen.push(line.clone());
                    seen.iter().filter(|other| **other == line).count()
                };
                let usual = || answer("200 OK", "", &usual(&request, &own));
                let sent = match script(&request, number) {
                    Answer::Usual => usual(),
                    Answer::Reply(reply) => reply,
                    Answer::Patient(consents) => {
                        let parameters = json!({
                            "patient_id": own, "insQualified": true, "alimentationConsent": consents
                        });
                        answer("200 OK", "", &parameters.to_string())
                    }
                    Answer::Silence => return,
                    Answer::Held => {
                        peer.mark("arrived");
                        peer.wait_for("go");
                        usual()
                    }
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

    /// Another answer to what begins with these words, or to a document that has them in it: each time, or only the nth time.
    pub fn but(about: &'static str, nth: Option<usize>, answer: Answer) -> Stage {
        Stage::new(move |request, number| {
            let body = String::from_utf8_lossy(&request.body);
            let is_meant = request.starts(about) || body.contains(about);
            match is_meant && nth.is_none_or(|nth| nth == number) {
                true => answer.clone(),
                false => Answer::Usual,
            }
        })
    }

    pub fn accepting() -> Stage {
        Stage::new(|_, _| Answer::Usual)
    }

    /// A host with a session, to which the search's reply says how many were found.
    pub fn host(&self) -> Host {
        self.host_with(json!({"patients_pointer": "/patients"}))
    }

    pub fn host_with(&self, config: Value) -> Host {
        let host = Host::open(&config);
        assert_eq!(host.session_set(&self.server.url(), "planted-bearer"), 0);
        host
    }

    /// The path of a document that is made now.
    pub fn document(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.folder.0.with_file_name(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
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

    /// Method and path of each request, in order; of an upload the file's name and content.
    pub fn log(&self) -> Vec<String> {
        let requests = self.server.requests();
        requests.iter().map(line_of).collect()
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

fn usual(request: &Request, patient: &str) -> String {
    if request.starts("GET /patient/search") {
        return json!({"patients": [{"nom": "EXEMPLE"}]}).to_string();
    }
    match request.starts("GET /patient ") {
        true => record::parameters(patient),
        false => "{}".into(),
    }
}

/// A line for the log.
pub fn line_of(request: &Request) -> String {
    let line = request.head.lines().next().unwrap_or_default();
    let mut words = line.split(' ');
    let (method, path) = (words.next().unwrap(), words.next().unwrap());
    let path = path.split('?').next().unwrap();
    if path.ends_with("/unique/doc/send") {
        return format!("send {}", part(&request.body, "file"));
    }
    match path.starts_with("/dmp/") {
        true => "open".to_owned(),
        false => format!("{method} {path}"),
    }
}

/// The content of a part of a form.
pub fn part(body: &[u8], name: &str) -> String {
    let text = String::from_utf8_lossy(body);
    let head = format!("name=\"{name}\"");
    let Some((_, rest)) = text.split_once(&head) else {
        return String::new();
    };
    let content = rest.split_once("\r\n\r\n").map_or("", |(_, rest)| rest);
    content
        .split("\r\n--")
        .next()
        .unwrap_or_default()
        .to_owned()
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
