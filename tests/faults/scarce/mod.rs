//! Memory that is short: each request for 64 KiB or more is refused once, at every place that asks for one, with
//! arguments and replies of megabytes. The oracle is what the other side received.

mod cases;

use std::cell::Cell;
use std::ffi::{CStr, CString, c_char};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use hr::code::HR_E_TOO_LARGE;
use hr::ffi::test_hooks::{memory_was_refused, refuse_memory};
use hr::ffi::{handle, library};
use serde_json::{Value, json};
use testkit::journal::{journal, old_uploads};
use testkit::raw_server::{Server, answer};
use testkit::record::parameters;
use testkit::{Host, TempFile, c};

/// What is asked for at once and depends on what comes from outside; below it the bounds of the formats hold.
const LARGE: usize = 64 * 1024;
/// The length of the texts, so that each is large written in any way.
const LONG: usize = 200_000;
/// The patient of `testkit::functions`.
const NIR: &str = "255081416802538";

/// An allocation that is not asked for fallibly ends the process.
#[test]
fn r80_every_large_allocation_may_fail() {
    testkit::alone!(silent);
    cases::every_case();
}

/// A call's code and, where there was memory for it, its text.
struct Ended {
    code: i32,
    json: Option<Value>,
}

impl Ended {
    fn outcome(&self) -> Option<&str> {
        self.json.as_ref()?["outcome"].as_str()
    }
}

/// What is there before a call.
#[derive(Clone, Copy, Default)]
struct Stage<'a> {
    /// What the other side answers to the call by the end of the path, before the defaults.
    replies: &'a [(String, String)],
    /// How many uploads the journal has, if there is one.
    journal: Option<usize>,
    /// A patient's record.
    open: bool,
}

/// The other side and the host, for one attempt, with texts for the call: made beforehand, with memory of the test's own.
struct Fixture {
    server: Server,
    host: Host,
    config: CString,
    document: Vec<u8>,
    texts: Vec<CString>,
    _file: TempFile,
}

impl Fixture {
    /// In texts FILE stands for the path of a document.
    fn new(stage: &Stage, texts: &[&str]) -> Fixture {
        static SERIAL: AtomicU32 = AtomicU32::new(1);
        // The PIN guard is one for the process: no card comes twice.
        let serial = SERIAL.fetch_add(1, Ordering::SeqCst);
        let replies = stage.replies.to_vec();
        let ready = Arc::new(AtomicBool::new(false));
        let is_ready = Arc::clone(&ready);
        let server = Server::start(move |mut peer| {
            while let Some(request) = peer.request() {
                let path = request.head.split([' ', '?']).nth(1).unwrap();
                let own = replies.iter().find(|(end, _)| path.ends_with(end));
                let own = own.filter(|_| is_ready.load(Ordering::SeqCst));
                let body = own.map_or_else(|| default(path, serial), |(_, body)| body.clone());
                if !peer.send(answer("200 OK", "", &body)) {
                    break;
                }
            }
            peer.close();
        });
        // Nor does a document: it would be read for its digest first.
        let document = format!("{serial} {}", x(300_000)).into_bytes();
        let file = TempFile::new("a.pdf", &document);
        let url = server.url();
        let mut config = json!({
            "license_url": url, "license_bearer": "b", "local_url": url, "patients_pointer": "/patients/found",
        });
        if let Some(uploads) = stage.journal {
            let path = file.0.with_file_name("records.hrj");
            std::fs::write(&path, journal(&old_uploads(uploads, uploads))).unwrap();
            config["journal"] = json!(path);
        }
        // Nobody has read the journal yet where the call is to open it.
        let host = match stage.open {
            true => Host::open(&config),
            false => Host::open(&json!({})),
        };
        if stage.open {
            assert_eq!(host.ticket_set("ticket"), 0);
            host.ready().ok();
            assert_eq!(host.session_set(&url, "bearer"), 0);
            host.read_and_open(NIR);
        }
        ready.store(true, Ordering::SeqCst);
        Fixture {
            server,
            host,
            config: c(&config.to_string()),
            document,
            texts: texts
                .iter()
                .map(|text| c(&text.replace("FILE", file.path())))
                .collect(),
            _file: file,
        }
    }
}

fn default(path: &str, serial: u32) -> String {
    match path.rsplit('/').next().unwrap() {
        "ready" => {
            format!(r#"{{"data":{{"data":{{"token":[{{"serial":"{serial}","pinAttempt":3}}]}}}}}}"#)
        }
        "ticket" => r#"{"licenseTicket":"ticket"}"#.into(),
        "login" => r#"{"bearer":"b","serviceUrl":"https://service.invalid/x"}"#.into(),
        "search" => r#"{"patients":{"found":[{"nom":"EXEMPLE"}]}}"#.into(),
        "patient" => parameters(NIR),
        _ => "{}".into(),
    }
}

thread_local! {
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

fn text(function: impl FnOnce(*mut *mut c_char) -> i32) -> Ended {
    let mut out = std::ptr::null_mut();
    // What follows is the test's own.
    let ended = code(function(&mut out));
    let json = (!out.is_null()).then(|| {
        let text = unsafe { CStr::from_ptr(out) }.to_str().unwrap();
        serde_json::from_str(text).unwrap()
    });
    unsafe { library::hr_free(out) };
    Ended { json, ..ended }
}

fn code(code: i32) -> Ended {
    REFUSED.set(memory_was_refused());
    Ended { code, json: None }
}

/// Refuses the first large request of a call, then the second, until none is refused any more.
fn run(name: &str, stage: Stage, texts: &[&str], call: impl Fn(&Fixture) -> Ended) {
    let undisturbed = call(&Fixture::new(&stage, texts));
    let expected = undisturbed.code;
    let mut granted = 0;
    loop {
        let fixture = Fixture::new(&stage, texts);
        let before = fixture.server.requests().len();
        refuse_memory(granted, LARGE);
        let ended = call(&fixture);
        let place = format!("{name}, request {granted} for memory");
        if !REFUSED.get() {
            assert_eq!(ended.code, expected, "{place}");
            println!("{name}: {granted} requests, {expected}");
            return;
        }
        let fits = ended.code == expected || ended.code == HR_E_TOO_LARGE;
        assert!(fits, "{place}: {} {:?}", ended.code, ended.json);
        let whole = fixture.server.requests().len() > before;
        if let Some(word) = ended.outcome()
            && ended.outcome() != undisturbed.outcome()
        {
            let sent = !matches!(word, "not_sent" | "incomplete" | "rejected");
            assert_eq!(sent, whole, "{place}: {word}");
        }
        // The handle still answers.
        let state = unsafe { handle::hr_state(fixture.host.0, std::ptr::null_mut()) };
        assert_eq!(state, 0, "{place}");
        granted += 1;
    }
}

fn x(length: usize) -> String {
    "x".repeat(length)
}

/// A text that has to be decoded.
fn escaped(length: usize) -> String {
    format!("\\u0041{}", x(length))
}
