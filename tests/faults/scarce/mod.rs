//! Memory that is short: each request for 64 KiB or more is refused once, at every place that asks for one, with
//! arguments and replies of megabytes; with `HR_MEMORY=full` each request for 4 KiB or more. The oracle is what the other
//! side received.

mod calls;
mod deposit;
mod journal;
mod json;

use std::ffi::{CStr, CString, c_char};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};

use hr::code::HR_E_TOO_LARGE;
use hr::ffi::test_hooks::{memory_was_refused, refuse_memory};
use hr::ffi::{handle, library};
use serde_json::{Value, json};
use testkit::raw_server::{Server, answer};
use testkit::{Host, TempFile};

/// What is asked for at once and depends on what comes from outside; below it the bounds of the formats hold.
fn large() -> usize {
    match std::env::var("HR_MEMORY").as_deref() {
        Ok("full") => 4 * 1024,
        _ => 64 * 1024,
    }
}

/// The length of the texts, so that each is large written in any way.
const LONG: usize = 200_000;

/// The child runs the cases: an allocation that is not asked for fallibly ends the process.
#[test]
fn r80_every_large_allocation_may_fail() {
    const MARK: &str = "HR_SCARCE_CHILD";
    if std::env::var_os(MARK).is_some() {
        calls::every_case();
        deposit::every_case();
        journal::every_case();
        json::every_case();
        return;
    }
    let mut command =
        testkit::process::again(module_path!(), "r80_every_large_allocation_may_fail");
    command.env(MARK, "1").env("RUST_BACKTRACE", "0");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {out}\n{err}", output.status);
    assert_eq!(err, "", "{out}");
    print!("{out}");
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

/// The other side, for one attempt: what it answers by the end of the path, and what it received.
struct Fixture {
    server: Server,
    host: Host,
    document: Vec<u8>,
    file: TempFile,
    /// Made beforehand, with memory of the test's own.
    request: CString,
}

type Replies = Vec<(&'static str, String)>;

/// A host in front of a server with these replies, behind the defaults.
fn fixture(replies: &Replies) -> Fixture {
    static SERIAL: AtomicU32 = AtomicU32::new(1);
    // The PIN guard is one for the process: no card comes twice.
    let serial = SERIAL.fetch_add(1, Ordering::SeqCst);
    let replies = replies.clone();
    let server = Server::start(move |mut peer| {
        while let Some(request) = peer.request() {
            let path = request.head.split(' ').nth(1).unwrap().to_owned();
            let own = replies.iter().find(|(end, _)| path.ends_with(end));
            let body = own.map_or_else(|| default(&path, serial), |(_, body)| body.clone());
            if !peer.send(answer("200 OK", "", &body)) {
                break;
            }
        }
        peer.close();
    });
    let config =
        json!({"license_url": server.url(), "license_bearer": "b", "local_url": server.url()});
    // Nor does a document: it would be read for its digest first.
    let document = format!("{serial} {}", x(300_000)).into_bytes();
    Fixture {
        host: Host::open(&config),
        file: TempFile::new("a.pdf", &document),
        request: CString::default(),
        document,
        server,
    }
}

fn default(path: &str, serial: u32) -> String {
    match path {
        path if path.ends_with("/ready") => {
            format!(r#"{{"data":{{"data":{{"t":[{{"serial":"{serial}","pinAttempt":3}}]}}}}}}"#)
        }
        path if path.ends_with("/ticket") => r#"{"licenseTicket":"ticket"}"#.into(),
        path if path.ends_with("/patient") => {
            r#"{"patient_id":"187","insQualified":true,"alimentationConsent":true}"#.into()
        }
        _ => "{}".into(),
    }
}

impl Fixture {
    fn with_ticket(self) -> Fixture {
        assert_eq!(self.host.ticket_set("ticket"), 0);
        self
    }

    fn with_cards(self) -> Fixture {
        let fixture = self.with_ticket();
        fixture.host.ready().ok();
        fixture
    }

    fn with_session(self) -> Fixture {
        assert_eq!(self.host.session_set(&self.server.url(), "bearer"), 0);
        self
    }

    fn with_patient(self) -> Fixture {
        let fixture = self.with_session();
        fixture.host.patient_get().ok();
        fixture
    }

    fn with_record(self) -> Fixture {
        let fixture = self.with_patient();
        fixture.host.dmp_open("187", None).ok();
        fixture
    }
}

fn text(function: impl FnOnce(*mut *mut c_char) -> i32) -> Ended {
    let mut out = std::ptr::null_mut();
    let code = function(&mut out);
    // What follows is the test's own.
    let refused = memory_was_refused();
    let json = (!out.is_null()).then(|| {
        let text = unsafe { CStr::from_ptr(out) }.to_str().unwrap();
        serde_json::from_str(text).unwrap()
    });
    unsafe { library::hr_free(out) };
    REFUSED.set(refused);
    Ended { code, json }
}

fn code(code: i32) -> Ended {
    REFUSED.set(memory_was_refused());
    Ended { code, json: None }
}

thread_local! {
    static REFUSED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Refuses the first large request of a call, then the second, until none is refused any more.
fn run(name: &str, prepare: impl Fn() -> Fixture, call: impl Fn(&Fixture) -> Ended) {
    let undisturbed = call(&prepare());
    let expected = undisturbed.code;
    let (large, mut granted) = (large(), 0);
    loop {
        let fixture = prepare();
        let before = fixture.server.requests().len();
        refuse_memory(granted, large);
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
        if let Some(word) = ended
            .outcome()
            .filter(|_| ended.outcome() != undisturbed.outcome())
        {
            let sent = !matches!(word, "not_sent" | "incomplete" | "rejected");
            assert_eq!(sent, whole, "{place}: {word}");
        }
        // The handle still answers.
        assert_eq!(
            code(unsafe { handle::hr_state(fixture.host.0, std::ptr::null_mut()) }).code,
            0
        );
        granted += 1;
    }
}

fn x(length: usize) -> String {
    "x".repeat(length)
}
