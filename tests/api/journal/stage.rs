//! A scripted service whose every patient may receive documents, and a journal in a folder of its own.

#[cfg(target_os = "linux")]
use std::fs::File;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::journal::old_uploads;
use testkit::raw_server::{Peer, Server, answer};
use testkit::{Host, Outcome, TempFile, record};

/// That of all tests, and many send the same content: who sends in this process has to be alone in it.
pub const PATIENT: &str = "planted-patient-1";

pub struct Stage {
    pub server: Server,
    folder: TempFile,
}

impl Stage {
    /// `upload` answers a whole upload.
    pub fn new(upload: impl Fn(Peer) + Send + Sync + 'static) -> Stage {
        let server = Server::start(move |mut peer| {
            while let Some(head) = peer.head() {
                if head.starts("POST") {
                    return upload(peer);
                }
                let body = match head.starts("GET /patient ") {
                    true => record::parameters(PATIENT),
                    false => "{}".into(),
                };
                if peer.request().is_none() || !peer.send(answer("200 OK", "", &body)) {
                    return;
                }
            }
        });
        let folder = TempFile::new("folder", b"");
        Stage { server, folder }
    }

    /// Every upload is accepted.
    pub fn accepting() -> Stage {
        Stage::new(accept)
    }

    /// No upload is answered.
    pub fn silent() -> Stage {
        Stage::new(|mut peer| {
            peer.request();
            peer.close();
        })
    }

    pub fn path(&self) -> PathBuf {
        self.folder.0.with_file_name("records.hrj")
    }

    pub fn config(&self) -> Value {
        json!({"journal": self.path(), "timeouts": {"upload_ms": 20_000, "call_ms": 20_000}})
    }

    /// A handle with the record open.
    pub fn host(&self) -> Host {
        self.host_with(&self.config())
    }

    pub fn host_with(&self, config: &Value) -> Host {
        host_at(&self.server.url(), config)
    }

    /// How many uploads the service has received whole.
    pub fn received(&self) -> usize {
        let requests = self.server.requests();
        let uploads = requests.iter().filter(|request| request.starts("POST"));
        uploads.filter(|request| request.whole).count()
    }

    pub fn text(&self) -> String {
        std::fs::read_to_string(self.path()).unwrap()
    }

    pub fn append(&self, text: &str) {
        std::fs::write(self.path(), self.text() + text).unwrap();
    }

    /// A file with the first line alone, and old uploads that were accepted.
    pub fn with_old(uploads: usize) -> Stage {
        let stage = Stage::accepting();
        drop(Host::open(&stage.config()));
        stage.append(&old_uploads(uploads, 0));
        stage
    }
}

/// The lock of a journal's transactions, as docs/en/journal.md describes it; whoever has the file open gives it back.
#[cfg(target_os = "linux")]
pub fn hold_lock(path: &Path) -> File {
    lock(path, 1 << 62, libc::F_WRLCK, libc::F_OFD_SETLKW).unwrap()
}

/// That which all have who have the file open.
#[cfg(target_os = "linux")]
pub const SHARED: i64 = (1 << 62) + 1;

/// None where it cannot be had.
#[cfg(target_os = "linux")]
pub fn try_lock(path: &Path, byte: i64, kind: i32) -> Option<File> {
    lock(path, byte, kind, libc::F_OFD_SETLK)
}

#[cfg(target_os = "linux")]
fn lock(path: &Path, byte: i64, kind: i32, how: i32) -> Option<File> {
    use std::os::fd::AsRawFd;
    let file = File::options().read(true).write(true).open(path).unwrap();
    let mut range: libc::flock64 = unsafe { std::mem::zeroed() };
    range.l_type = kind as i16;
    (range.l_start, range.l_len) = (byte, 1);
    let locked = unsafe { libc::fcntl(file.as_raw_fd(), how, &raw const range) };
    (locked == 0).then_some(file)
}

/// What the library says of a journal there.
pub fn open_at(path: &Path) -> Outcome {
    opened_with(&json!({"journal": path}))
}

pub fn opened_with(config: &Value) -> Outcome {
    let (number, outcome) = Host::try_open(&config.to_string());
    drop(Host(number));
    outcome
}

/// A handle with the record open at the service of a stage.
pub fn host_at(url: &str, config: &Value) -> Host {
    let host = Host::open(config);
    in_record(&host, url);
    host
}

pub fn in_record(host: &Host, url: &str) {
    assert_eq!(host.session_set(url, "planted-bearer"), 0);
    host.read_and_open(PATIENT);
}

pub fn accept(mut peer: Peer) {
    if peer.request().is_some() {
        peer.send(answer("200 OK", "", "{}"));
    }
}

pub fn send(host: &Host, content: &[u8]) -> Outcome {
    host.dmp_send_bytes(PATIENT, content, "planted-name.pdf")
}

/// A request to deposit a file in the record of the patient.
pub fn deposit_of(file: &TempFile) -> Value {
    json!({
        "patient_id": PATIENT,
        "documents": [{"path": file.0, "activity_type": "10", "type_code": "11503-0"}],
    })
}

/// The only upload that a filter finds.
#[track_caller]
pub fn only(host: &Host, filter: &Value) -> Value {
    let listed = host.journal(filter).ok();
    let entries = listed.json["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 1, "{}", listed.text);
    entries[0].clone()
}
