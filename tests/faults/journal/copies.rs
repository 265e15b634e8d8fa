//! Two copies of the library in one process with one journal: locks that are a process's would keep nobody out.

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_void};
use std::thread;
use std::time::{Duration, Instant};

use hr::code::{HR_E_CARD_STATUS, HR_E_CONFLICT, HR_E_IN_DOUBT, HR_E_PIN_GUARD, HR_OK};
use serde_json::{Value, json};
use testkit::raw_server::{Request, Server, answer};
use testkit::record::parameters;
use testkit::*;

use super::is_full;
use crate::records::{count, records};

const THREADS: usize = 2;
const CARDS: usize = 40;

type Text = *const c_char;
type Out = *mut *mut c_char;
type Nothing = unsafe extern "C" fn(i32, Out) -> i32;
type OneText = unsafe extern "C" fn(i32, Text, Out) -> i32;
type TwoTexts = unsafe extern "C" fn(i32, Text, Text, Out) -> i32;
type Open = unsafe extern "C" fn(Text, *mut i32, Out) -> i32;
type Close = unsafe extern "C" fn(i32) -> i32;
type Send = unsafe extern "C" fn(i32, Text, *const u8, i32, Text, Text, Text, Out) -> i32;

/// A copy of the library as it is shipped.
struct Copy {
    library: *mut c_void,
    config: String,
    url: String,
    _file: TempFile,
}

// SAFETY: a loaded library is every thread's.
unsafe impl Sync for Copy {}

const NO_TEXT: Out = std::ptr::null_mut();

impl Copy {
    fn load(config: &Value, url: &str) -> Copy {
        let shipped = testkit::shipped::library().join("libhr.so");
        let file = TempFile::new("libhr.so", &std::fs::read(shipped).unwrap());
        let path = c(file.path());
        // SAFETY: the path is NUL-terminated; the library has no constructors.
        let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!library.is_null());
        Copy {
            library,
            config: config.to_string(),
            url: url.to_owned(),
            _file: file,
        }
    }

    fn find<F>(&self, name: &CStr) -> F {
        // SAFETY: the caller names a function of the header, and its type.
        unsafe {
            let found = libc::dlsym(self.library, name.as_ptr());
            assert!(!found.is_null(), "{name:?}");
            std::mem::transmute_copy(&found)
        }
    }

    fn open(&self) -> i32 {
        let (config, mut handle) = (c(&self.config), 0);
        // SAFETY: texts are NUL-terminated.
        let code = unsafe { self.find::<Open>(c"hr_open")(config.as_ptr(), &mut handle, NO_TEXT) };
        assert_eq!(code, HR_OK);
        handle
    }

    fn close(&self, handle: i32) {
        // SAFETY: it takes any number.
        assert_eq!(unsafe { self.find::<Close>(c"hr_close")(handle) }, HR_OK);
    }

    fn open_record(&self) -> i32 {
        let (handle, url) = (self.open(), c(&self.url));
        // SAFETY: texts are NUL-terminated, or NULL where they may be.
        let codes = unsafe {
            [
                self.find::<TwoTexts>(c"hr_session_set")(
                    handle,
                    url.as_ptr(),
                    c"b".as_ptr(),
                    NO_TEXT,
                ),
                self.find::<Nothing>(c"hr_patient_get")(handle, NO_TEXT),
                self.find::<TwoTexts>(c"hr_dmp_open")(
                    handle,
                    c"187".as_ptr(),
                    std::ptr::null(),
                    NO_TEXT,
                ),
            ]
        };
        assert_eq!(codes, [HR_OK; 3]);
        handle
    }

    fn send(&self, handle: i32, text: &str) {
        let send = self.find::<Send>(c"hr_dmp_send_bytes");
        let [id, name, activity, code] = [c"187", c"a.pdf", c"10", c"11503-0"].map(CStr::as_ptr);
        let (data, length) = (text.as_ptr(), text.len() as i32);
        // SAFETY: texts are NUL-terminated, the document is as long as is said.
        let sent = unsafe { send(handle, id, data, length, name, activity, code, NO_TEXT) };
        let known = [HR_OK, HR_E_CONFLICT, HR_E_IN_DOUBT].contains(&sent);
        assert!(known, "{text}: {sent}");
    }

    /// A login ends the session of its handle, so that it has one of its own.
    fn present(&self, card: usize) {
        let (handle, token) = (self.open(), c(&format!("t{card}")));
        // SAFETY: texts are NUL-terminated.
        let [set, ready, login] = unsafe {
            [
                self.find::<OneText>(c"hr_ticket_set")(handle, c"ticket".as_ptr(), NO_TEXT),
                self.find::<Nothing>(c"hr_ready")(handle, NO_TEXT),
                self.find::<TwoTexts>(c"hr_login")(
                    handle,
                    token.as_ptr(),
                    c"0000".as_ptr(),
                    NO_TEXT,
                ),
            ]
        };
        assert_eq!([set, ready], [HR_OK; 2]);
        let known = [HR_E_PIN_GUARD, HR_E_CARD_STATUS].contains(&login);
        assert!(known, "card {card}: {login}");
        self.close(handle);
    }

    fn work(&self, number: usize, end: Instant) {
        let handle = self.open_record();
        for round in 0.. {
            if Instant::now() > end {
                return self.close(handle);
            }
            self.send(handle, &format!("shared {round}"));
            self.send(handle, &format!("own {number} {round}"));
            if number < THREADS && round < CARDS {
                self.present(round);
            }
        }
    }
}

/// It does not answer to what begins with "shared", so that nobody knows whether it arrived.
fn services() -> Server {
    let card = |n| {
        let card = json!([{"serial": format!("copies-{n}"), "pinAttempt": 3}]);
        (format!("t{n}"), card)
    };
    let cards: serde_json::Map<String, Value> = (0..CARDS).map(card).collect();
    let cards = json!({"status": {"code": 0}, "data": {"data": cards}}).to_string();
    Server::start(move |mut peer| {
        while let Some(request) = peer.request() {
            let path = request.head.split(' ').nth(1).unwrap();
            let body = match path {
                "/direct/ready" => cards.clone(),
                "/direct/login" => r#"{"status":{"code":63,"message":"no"}}"#.to_owned(),
                "/patient" => parameters("187"),
                _ if document(&request).is_some_and(|text| text.starts_with("shared")) => break,
                _ => "{}".to_owned(),
            };
            if !peer.send(answer("200 OK", "", &body)) {
                break;
            }
        }
        peer.close();
    })
}

/// The document of an upload that has arrived whole.
fn document(request: &Request) -> Option<String> {
    if !request.whole || !request.head.contains("/unique/doc/send ") {
        return None;
    }
    let body = String::from_utf8_lossy(&request.body);
    let (_, part) = body.split_once("name=\"file\"")?;
    let (_, text) = part.split_once("\r\n\r\n")?;
    Some(text.split("\r\n").next()?.to_owned())
}

/// Nothing is sent twice, each presentation and each upload has one begin and one end, and the documents of the file are
/// those that have arrived.
#[test]
fn two_copies_in_one_process_double_and_lose_nothing() {
    testkit::alone!();
    let (server, folder) = (services(), TempFile::new("folder", b""));
    let path = folder.0.with_file_name("records.hrj");
    let config =
        json!({"local_url": server.url(), "journal": path, "timeouts": {"call_ms": 30_000}});
    let copies = [(); 2].map(|()| Copy::load(&config, &server.url()));
    assert_ne!(copies[0].library, copies[1].library);
    let end = Instant::now() + Duration::from_secs(if is_full() { 60 } else { 4 });
    thread::scope(|threads| {
        for number in 0..2 * THREADS {
            let copy = &copies[number % 2];
            threads.spawn(move || copy.work(number, end));
        }
    });
    let (mut arrived, mut presented) = (BTreeMap::new(), BTreeMap::new());
    for request in server.requests() {
        if let Some(text) = document(&request) {
            *arrived.entry(text).or_insert(0) += 1;
        } else if request.head.contains("/login ") {
            let login: Value = serde_json::from_slice(&request.body).unwrap();
            *presented.entry(login["token"].to_string()).or_insert(0) += 1;
        }
    }
    println!("{} documents, {} cards", arrived.len(), presented.len());
    let once = |times: &BTreeMap<String, i32>| times.values().all(|times| *times == 1);
    assert!(
        once(&arrived) && once(&presented),
        "{arrived:?} {presented:?}"
    );
    let shared = arrived.keys().filter(|text| text.starts_with("shared"));
    assert!(shared.count() > 3 && presented.len() > 3);

    let (written, wrong) = records(&path);
    assert_eq!((wrong, count(&written, "journal")), (0, 1));
    for (begin, end, times) in [
        ("upload", "upload_end", arrived.len()),
        ("pin", "pin_end", presented.len()),
    ] {
        assert_eq!(count(&written, begin), times);
        let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
        for record in &written {
            let entry = record["entry"].as_str().unwrap_or_default();
            if record["record"] == begin {
                assert_eq!(ends.insert(entry, 0), None, "{record}");
            } else if record["record"] == end {
                *ends.get_mut(entry).unwrap() += 1;
            }
        }
        assert!(ends.values().all(|ends| *ends == 1), "{ends:?}");
    }
    let listed = Host::open(&json!({"journal": path})).journal(&json!({}));
    listed.has(json!({"uploads": arrived.len(), "damaged": 0, "torn": 0}));
}
