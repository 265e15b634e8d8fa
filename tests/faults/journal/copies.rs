//! Two copies of the library in one process with one journal: a lock that is the process's would keep neither out.

use std::ffi::{CStr, c_char, c_void};
use std::path::Path;
use std::thread;

use hr::code::HR_OK;
use serde_json::{Value, json};
use testkit::raw_server::{Server, answer};
use testkit::record::parameters;
use testkit::*;

type Text = *const c_char;
type Out = *mut *mut c_char;
type Open = unsafe extern "C" fn(Text, *mut i32, Out) -> i32;
type NoText = unsafe extern "C" fn(i32, Out) -> i32;
type TwoTexts = unsafe extern "C" fn(i32, Text, Text, Out) -> i32;
type Send = unsafe extern "C" fn(i32, Text, *const u8, i32, Text, Text, Text, Out) -> i32;

const DOCUMENT: &[u8] = b"a document of two copies";
const NO_TEXT: Out = std::ptr::null_mut();

/// A function of the copy that is loaded.
fn find<F>(library: *mut c_void, name: &CStr) -> F {
    // SAFETY: the caller names a function of the header, and its type.
    unsafe {
        let found = libc::dlsym(library, name.as_ptr());
        assert!(!found.is_null(), "{name:?}");
        std::mem::transmute_copy(&found)
    }
}

/// What the shipped library, beside the one of this program, gives for the document.
fn sent_by_another_copy(path: &Path, config: &Value, url: &str) -> Value {
    let (path, config, url) = (c(path.to_str().unwrap()), c(&config.to_string()), c(url));
    let [id, name, activity, code] = [c"187", c"a.pdf", c"10", c"11503-0"].map(CStr::as_ptr);
    let (bearer, no_body) = (c"another".as_ptr(), std::ptr::null());
    let (mut handle, mut text) = (0, std::ptr::null_mut());
    // SAFETY: texts are NUL-terminated, or NULL where they may be; the document is as long as is said.
    unsafe {
        let library = libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        assert!(!library.is_null());
        let [session_set, dmp_open] =
            [c"hr_session_set", c"hr_dmp_open"].map(|name| find::<TwoTexts>(library, name));
        let ready = [
            find::<Open>(library, c"hr_open")(config.as_ptr(), &mut handle, NO_TEXT),
            session_set(handle, url.as_ptr(), bearer, NO_TEXT),
            find::<NoText>(library, c"hr_patient_get")(handle, NO_TEXT),
            dmp_open(handle, id, no_body, NO_TEXT),
        ];
        assert_eq!(ready, [HR_OK; 4]);
        let (data, length) = (DOCUMENT.as_ptr(), DOCUMENT.len() as i32);
        let send = find::<Send>(library, c"hr_dmp_send_bytes");
        send(handle, id, data, length, name, activity, code, &mut text);
        serde_json::from_slice(CStr::from_ptr(text).to_bytes()).unwrap()
    }
}

#[test]
fn what_one_copy_sends_another_one_in_the_process_does_not() {
    testkit::alone!();
    // It may have to be built.
    let path = testkit::shipped::library().join("libhr.so");
    let server = Server::start(|mut peer| {
        while let Some(request) = peer.request() {
            let body = match () {
                () if request.starts("GET /patient ") => parameters("187"),
                () if request.starts("POST") => {
                    peer.mark("received");
                    peer.wait_for("answer it");
                    "{}".to_owned()
                }
                () => "{}".to_owned(),
            };
            peer.send(answer("200 OK", "", &body));
        }
    });
    let folder = TempFile::new("folder", b"");
    let config = json!({"journal": folder.0.with_file_name("records.hrj")});
    let host = Host::at(&server.url(), &config);
    host.read_and_open("187");
    thread::scope(|threads| {
        let first = threads.spawn(|| host.dmp_send_bytes("187", DOCUMENT, "a.pdf"));
        server.until("received");
        let second = sent_by_another_copy(&path, &config, &server.url());
        second.has(json!({"name": "HR_E_CONFLICT", "reason": "document_in_use"}));
        server.mark("answer it");
        first.join().unwrap().ok();
    });
    let requests = server.requests();
    let uploads = requests.iter().filter(|it| it.starts("POST"));
    assert_eq!(uploads.count(), 1);
}
