//! Regressions of the transport that need a peer of exact bytes: it takes so many, or responds after so many,
//! whatever the buffers of a real socket hold.

use std::cell::RefCell;
use std::ffi::CString;
use std::io::{self, ErrorKind, Read, Write};
use std::ptr::null;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hr::ffi::{card, dmp, service};
use hr::fuzzing::{Peer, set_peer};
use hr_fuzz::call::{Handle, Ran, c, name_of, run};
use hr_fuzz::http;
use rcgen::{CertificateParams, KeyPair};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ConnectionTrafficSecrets, ServerConfig, ServerConnection};
use serde_json::Value;

/// Takes bytes up to a limit, after which the connection is lost, and gives its response once it has taken as many
/// bytes as `responds_after` says.
struct ScriptedPeer {
    taken: Rc<RefCell<Vec<u8>>>,
    limit: usize,
    responds_after: usize,
    response: Vec<u8>,
    /// The most bytes given at once.
    piece: usize,
}

/// In place of a number of bytes: the response follows the head of the request.
const HEAD: usize = usize::MAX - 1;
const NEVER: usize = usize::MAX;

impl Peer for ScriptedPeer {
    fn take(&mut self, _: u32, bytes: &[u8]) -> io::Result<usize> {
        let mut taken = self.taken.borrow_mut();
        let room = self.limit.saturating_sub(taken.len()).min(bytes.len());
        taken.extend_from_slice(&bytes[..room]);
        match room {
            0 => Err(ErrorKind::ConnectionReset.into()),
            room => Ok(room),
        }
    }

    fn give(&mut self, _: u32, room: &mut [u8], _: bool) -> io::Result<usize> {
        let taken = self.taken.borrow();
        let due = match self.responds_after {
            HEAD => taken.ends_with(b"\r\n\r\n"),
            bytes => taken.len() >= bytes,
        };
        let amount = self.response.len().min(room.len()).min(self.piece);
        if !due || amount == 0 {
            return Err(ErrorKind::WouldBlock.into());
        }
        for (to, from) in room.iter_mut().zip(self.response.drain(..amount)) {
            *to = from;
        }
        Ok(amount)
    }
}

/// A server behind TLS: it finds no room for a body until it has begun its response, whose rest it gives when all has come.
struct TlsPeer {
    server: ServerConnection,
    taken: Rc<RefCell<Vec<u8>>>,
    refused: bool,
    begun: bool,
}

impl Peer for TlsPeer {
    fn take(&mut self, _: u32, mut bytes: &[u8]) -> io::Result<usize> {
        let mut taken = self.taken.borrow_mut();
        if taken.ends_with(b"\r\n\r\n") && !self.begun {
            self.refused = true;
            return Err(ErrorKind::WouldBlock.into());
        }
        let amount = self.server.read_tls(&mut bytes)?;
        self.server.process_new_packets().unwrap();
        // It ends with WouldBlock; what was read stays.
        let _ = self.server.reader().read_to_end(&mut taken);
        Ok(amount)
    }

    fn give(&mut self, _: u32, mut room: &mut [u8], wait: bool) -> io::Result<usize> {
        let taken = self.taken.borrow();
        let whole = http::request(&taken).is_some_and(|request| request.whole());
        let accepted = response("200 OK", "", "{}");
        let (begin, rest) = accepted.split_at(11);
        if self.refused && !self.begun {
            self.begun = true;
            self.server.writer().write_all(begin.as_bytes()).unwrap();
        } else if whole {
            self.server.writer().write_all(rest.as_bytes()).unwrap();
        }
        match self.server.write_tls(&mut room) {
            Ok(amount @ 1..) => Ok(amount),
            _ if wait => Err(ErrorKind::TimedOut.into()),
            _ => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

/// The result of a call and the bytes that the peer took.
struct Ended {
    code: &'static str,
    result: Value,
    taken: Vec<u8>,
}

impl Ended {
    #[track_caller]
    fn is(&self, code: &str, outcome: &str) -> &Ended {
        assert_eq!((self.code, self.outcome()), (code, outcome));
        self
    }

    fn outcome(&self) -> &str {
        self.result["outcome"].as_str().unwrap_or_default()
    }
}

/// Makes a call with a scripted peer in place of the network.
fn with_peer(
    limit: usize,
    responds_after: usize,
    response: &str,
    piece: usize,
    call: impl FnOnce() -> Ran,
) -> Ended {
    let taken = Rc::new(RefCell::new(Vec::new()));
    set_peer(Some(Box::new(ScriptedPeer {
        taken: Rc::clone(&taken),
        limit,
        responds_after,
        response: response.as_bytes().to_vec(),
        piece,
    })));
    let ran = call();
    set_peer(None);
    let code = if ran.code == 0 {
        "HR_OK"
    } else {
        name_of(ran.code)
    };
    Ended {
        code,
        result: serde_json::from_str(ran.text.as_deref().unwrap_or_default()).unwrap(),
        taken: taken.take(),
    }
}

fn played(
    limit: usize,
    responds_after: usize,
    response: &str,
    call: impl FnOnce() -> Ran,
) -> Ended {
    with_peer(limit, responds_after, response, usize::MAX, call)
}

fn response(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{headers}\r\n{body}")
}

fn text(text: &str) -> CString {
    c(text.as_bytes())
}

/// A handle with a session at a service; `config` has further members, each after a comma.
fn session(config: &str) -> Handle {
    session_at("http://127.0.0.1:9", config)
}

fn session_at(url: &str, config: &str) -> Handle {
    let handle = Handle::open(&format!(
        r#"{{"license_url":"http://127.0.0.1:1","license_bearer":"license"{config}}}"#
    ));
    let (url, bearer) = (text(url), text("bearer"));
    // SAFETY (here and below): texts are NUL-terminated and outputs are writable.
    let set = unsafe {
        card::hr_session_set(
            handle.0,
            url.as_ptr(),
            bearer.as_ptr(),
            std::ptr::null_mut(),
        )
    };
    assert_eq!(set, 0);
    handle
}

/// A handle with the record of this patient open, and no connection that could be used again.
fn record(patient: &str) -> Handle {
    let handle = session("");
    let close = "connection: close\r\n";
    let parameters =
        format!(r#"{{"patient_id":"{patient}","insQualified":true,"alimentationConsent":true}}"#);
    let found = response("200 OK", close, &parameters);
    let got = played(usize::MAX, HEAD, &found, || {
        run("hr_patient_get", true, |out| unsafe {
            service::hr_patient_get(handle.0, out)
        })
    });
    assert_eq!(got.code, "HR_OK");
    let opened = response("200 OK", close, "{}");
    played(usize::MAX, HEAD, &opened, || open(&handle, patient)).is("HR_OK", "accepted");
    handle
}

fn open(handle: &Handle, patient: &str) -> Ran {
    let id = text(patient);
    run("hr_dmp_open", true, |out| unsafe {
        dmp::hr_dmp_open(handle.0, id.as_ptr(), null(), out)
    })
}

fn send(handle: &Handle, patient: &str, document: &[u8]) -> Ran {
    let (id, name, code) = (text(patient), text("a.pdf"), text("1"));
    run("hr_dmp_send_bytes", true, |out| unsafe {
        dmp::hr_dmp_send_bytes(
            handle.0,
            id.as_ptr(),
            document.as_ptr(),
            document.len().try_into().unwrap(),
            name.as_ptr(),
            code.as_ptr(),
            code.as_ptr(),
            out,
        )
    })
}

fn request(handle: &Handle, method: &str, body: Option<&str>) -> Ran {
    let (method, path, body) = (text(method), text("/x"), body.map(text));
    let body = body.as_ref().map_or(null(), |body| body.as_ptr());
    run("hr_request", true, |out| unsafe {
        service::hr_request(handle.0, method.as_ptr(), path.as_ptr(), body, out)
    })
}

/// A 201 in the middle of a document was an acceptance, if the server only read on.
#[test]
fn r73_a_success_in_the_middle_of_a_document_is_none() {
    let handle = record("r73");
    let content = vec![7; 1 << 20];
    let yes = response("201 Created", "", "{}");
    let upload = || send(&handle, "r73", &content);
    let mut whole = 0;
    for responds_after in [300_000, 1 << 20] {
        let sent = played(usize::MAX, responds_after, &yes, upload);
        sent.is("HR_E_INTERRUPTED", "incomplete");
        assert_eq!(sent.result["http_status"], 201);
        whole = http::request(&sent.taken).unwrap().length;
        assert!(sent.taken.len() < whole, "{}", sent.taken.len());
    }
    let sent = played(usize::MAX, whole, &yes, upload);
    sent.is("HR_OK", "accepted");
    assert_eq!(sent.taken.len(), whole);
}

/// A 200 that lay there before anything had been asked was taken for the response.
#[test]
fn r74_a_response_before_the_request_is_none() {
    let handle = record("r74");
    let yes = response("200 OK", "", "{}");
    let calls: [&dyn Fn() -> Ran; 4] = [
        &|| send(&handle, "r74", b"small"),
        &|| request(&handle, "POST", Some("{}")),
        &|| request(&handle, "DELETE", None),
        &|| open(&handle, "r74"),
    ];
    for call in calls {
        let done = played(usize::MAX, 0, &yes, call);
        done.is("HR_E_INTERRUPTED", "not_sent");
        assert!(done.taken.is_empty());
    }
    // After the head, before the body.
    let done = played(usize::MAX, 1, &yes, calls[1]);
    done.is("HR_E_INTERRUPTED", "not_sent");
    assert!(done.taken.ends_with(b"\r\n\r\n"));
    let read = played(usize::MAX, 0, &yes, || request(&handle, "GET", None));
    assert_eq!(read.code, "HR_E_INTERRUPTED");
    assert!(read.taken.is_empty());
}

/// On a connection that took no more bytes, the rest of a response was waited for as long as the call may take.
#[test]
fn r77_a_response_on_a_broken_connection_is_waited_for_shortly() {
    let handle = session(r#","timeouts":{"call_ms":15000}"#);
    let body = format!("\"{}\"", "x".repeat(1 << 20));
    let call = || request(&handle, "POST", Some(&body));
    for begun in ["", "HTTP/1.1 413 Too"] {
        let started = Instant::now();
        let sent = played(300_000, 300_000, begun, call);
        assert!(started.elapsed() < Duration::from_secs(10));
        sent.is("HR_E_INTERRUPTED", "incomplete");
    }
    let no = response("413 Too Large", "", "{}");
    played(300_000, 300_000, &no, call).is("HR_E_REFUSED", "rejected");
}

/// What could not be written whole counted as sent, so that a doubt arose where none is.
#[test]
fn r78_what_did_not_leave_was_not_sent() {
    let call = || {
        let handle = session(r#","timeouts":{"call_ms":500}"#);
        request(&handle, "POST", Some(r#"{"a":1}"#))
    };
    let done = played(usize::MAX, NEVER, "", call);
    done.is("HR_E_IN_DOUBT", "unknown");
    let head = done.taken.len() - r#"{"a":1}"#.len();
    for (limit, outcome) in [
        (10, "not_sent"),
        (head, "not_sent"),
        (head + 1, "incomplete"),
        (head + 6, "incomplete"),
    ] {
        let done = played(limit, NEVER, "", call);
        assert_eq!(done.taken.len(), limit);
        done.is("HR_E_INTERRUPTED", outcome);
    }
}

/// Of a body that cannot be read whole only what came first was looked at: a page in pieces was a refusal, or
/// an acceptance that cannot be read.
#[test]
fn r79_a_page_in_pieces_is_a_page() {
    let handle = session(r#","max_reply_bytes":20"#);
    for (status, headers) in [
        (
            "404 Not Found",
            "content-length: 11\r\ncontent-length: 11\r\n",
        ),
        ("200 OK", "content-length: 11\r\ncontent-length: 11\r\n"),
        ("200 OK", "content-length: 21\r\n"),
    ] {
        let body = format!("\"{}\"", "x".repeat(900));
        let page = format!("HTTP/1.1 {status}\r\n{headers}\r\n\u{feff}  <html>");
        let done = with_peer(usize::MAX, 1000, &page, 1, || {
            request(&handle, "POST", Some(&body))
        });
        assert_eq!(done.outcome(), "unknown", "{headers}: {}", done.result);
    }
}

/// Whom a handle trusts, and a server of this certificate.
fn tls() -> (String, ServerConfig) {
    let key = KeyPair::generate().unwrap();
    let own = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    let own = own.self_signed(&key).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let ring = rustls::crypto::ring::default_provider().into();
    let tls = ServerConfig::builder_with_provider(ring);
    let tls = tls.with_safe_default_protocol_versions().unwrap();
    let tls = tls.with_no_client_auth();
    let tls = tls.with_single_cert(vec![own.der().clone()], key).unwrap();
    (own.pem(), tls)
}

/// What came of a change over TLS to a peer.
fn changed(name: &str, pem: String, peer: impl Peer + 'static) -> Value {
    let root = std::env::temp_dir().join(format!("hr-{name}-{}.pem", std::process::id()));
    std::fs::write(&root, pem).unwrap();
    let config = format!(r#","ca_file":{:?}"#, root.to_str().unwrap());
    let handle = session_at("https://127.0.0.1:9", &config);
    set_peer(Some(Box::new(peer)));
    let ran = request(&handle, "POST", Some(r#"{"a":1}"#));
    set_peer(None);
    std::fs::remove_file(root).unwrap();
    serde_json::from_str(ran.text.as_deref().unwrap_or_default()).unwrap()
}

/// While the rest of a response was waited for that had begun, what was encrypted already left, uncounted: the server had the
/// whole request, and the call ended as one that cannot have arrived.
#[test]
fn nothing_leaves_while_the_rest_of_a_response_is_waited_for() {
    let (pem, tls) = tls();
    let taken = Rc::new(RefCell::new(Vec::new()));
    let peer = TlsPeer {
        server: ServerConnection::new(Arc::new(tls)).unwrap(),
        taken: Rc::clone(&taken),
        refused: false,
        begun: false,
    };
    let result = changed("rest", pem, peer);
    let taken = taken.take();
    assert!(taken.ends_with(b"\r\n\r\n"), "the body has left");
    assert_eq!(result["outcome"], "incomplete", "{result}");
}

/// A server of TLS 1.3 that never asked for a certificate, has read the whole request, and ends with an alert.
struct AlertingPeer {
    server: Option<ServerConnection>,
    taken: Vec<u8>,
    alert: u8,
}

impl AlertingPeer {
    fn record(server: ServerConnection, alert: u8) -> Vec<u8> {
        let secrets = server.dangerous_extract_secrets().unwrap();
        let (sequence, ConnectionTrafficSecrets::Aes256Gcm { key, iv }) = secrets.tx else {
            panic!("another cipher");
        };
        let mut nonce = *iv.as_ref().first_chunk::<12>().unwrap();
        for (byte, number) in nonce[4..].iter_mut().zip(sequence.to_be_bytes()) {
            *byte ^= number;
        }
        // Fatal, which one, and that it is an alert; behind it the tag.
        let mut inner = vec![2, alert, 21];
        let header = [23, 3, 3, 0, 3 + 16];
        let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key.as_ref()).unwrap());
        let nonce = Nonce::assume_unique_for_key(nonce);
        key.seal_in_place_append_tag(nonce, Aad::from(header), &mut inner)
            .unwrap();
        [&header[..], &inner].concat()
    }
}

impl Peer for AlertingPeer {
    fn take(&mut self, _: u32, mut bytes: &[u8]) -> io::Result<usize> {
        let server = self.server.as_mut().ok_or(ErrorKind::ConnectionReset)?;
        let amount = server.read_tls(&mut bytes)?;
        server.process_new_packets().unwrap();
        let _ = server.reader().read_to_end(&mut self.taken);
        Ok(amount)
    }

    fn give(&mut self, _: u32, mut room: &mut [u8], _: bool) -> io::Result<usize> {
        let server = self.server.as_mut().ok_or(ErrorKind::ConnectionReset)?;
        if let Ok(amount @ 1..) = server.write_tls(&mut room) {
            return Ok(amount);
        }
        if !http::request(&self.taken).is_some_and(|request| request.whole()) {
            return Err(ErrorKind::WouldBlock.into());
        }
        let record = AlertingPeer::record(self.server.take().unwrap(), self.alert);
        room[..record.len()].copy_from_slice(&record);
        Ok(record.len())
    }
}

/// It counted as a refusal of the handshake, before which nothing was read, so that a document could be sent again.
#[test]
fn an_alert_behind_the_request_says_nothing_of_it() {
    for alert in [40, 42, 46, 49, 80, 116] {
        let (pem, mut tls) = tls();
        tls.enable_secret_extraction = true;
        tls.send_tls13_tickets = 0;
        let peer = AlertingPeer {
            server: Some(ServerConnection::new(Arc::new(tls)).unwrap()),
            taken: Vec::new(),
            alert,
        };
        let result = changed(&format!("alert-{alert}"), pem, peer);
        assert_eq!(result["outcome"], "unknown", "{result}");
        assert_eq!(result["phase"], "wait", "{result}");
    }
}
