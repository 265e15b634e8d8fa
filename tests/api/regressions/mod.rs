//! Failures that were found once, each under its number. They stay found.

mod card;
#[cfg(unix)]
mod changing;
mod doubts;
mod messages;
mod numbers;
mod owners;
mod paths;
mod patient;
mod process_end;
#[cfg(unix)]
mod reports;
mod transport;
#[cfg(target_os = "linux")]
mod users;

use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::time::Duration;

use hr::ffi::{handle, library};
use serde_json::json;
use testkit::raw_server::{Peer, Server, answer};
use testkit::*;

/// A service behind a script, and a host that has a session with it.
fn service(script: impl Fn(Peer) + Send + Sync + 'static) -> (Server, Host) {
    let server = Server::start(script);
    let host = Host::open(&json!({}));
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    (server, host)
}

/// One that answers each request with an empty object.
fn answering() -> (Server, Host) {
    service(|mut peer| {
        while peer.request().is_some() {
            peer.send(answer("200 OK", "", "{}"));
        }
    })
}

fn reply(peer: &mut Peer, body: &str) {
    peer.send(answer("200 OK", "connection: close\r\n", body));
}

/// A permit given for one PIN let another one through.
#[test]
fn r02_a_permit_is_for_the_pin_that_was_held_back() {
    let (sandbox, host, token) = with_card("r02");
    host.login(&token, "0000").fails("HR_E_CARD_STATUS");
    assert_eq!(host.pin_retry_allow(&token), 0);
    let wrong = || host.login(&host.token("r02"), "1111");
    wrong().fails("HR_E_CARD_STATUS");
    wrong().fails("HR_E_PIN_GUARD");
    assert_eq!(sandbox.card_tries_left("r02"), Some(1));
}

/// On a kept connection through a proxy everything was sent, and the outcome said `not_sent`.
#[test]
fn r05_a_kept_connection_through_a_proxy_has_sent() {
    let server = Server::start(move |mut peer: Peer| {
        let mut posts = 0;
        while let Some(request) = peer.request() {
            if request.head.starts_with("CONNECT") {
                peer.send("HTTP/1.1 200 OK\r\n\r\n");
                continue;
            }
            posts += 1;
            if posts > 1 {
                break;
            }
            peer.send(answer("200 OK", "", "{}"));
        }
        peer.close();
    });
    let host = Host::open(&json!({"proxy": server.url(), "allow_plain_http": true}));
    assert_eq!(host.session_set("http://service.invalid", "bearer"), 0);
    host.request("POST", "/x", Some("{}")).ok();
    let lost = host.request("POST", "/y", Some("{}"));
    lost.fails("HR_E_IN_DOUBT").outcome("unknown");
}

static BUSY_HANDLE: AtomicI32 = AtomicI32::new(0);
static LOGGED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn failing_receiver(_: *mut c_void, _: i32, _: *const c_char) {
    LOGGED.fetch_add(1, Ordering::SeqCst);
    let busy = BUSY_HANDLE.load(Ordering::SeqCst);
    unsafe { handle::hr_state(busy, std::ptr::null_mut()) };
}

/// A receiver of the log that makes a failing call was called again for that, without end.
#[test]
fn r06_the_log_does_not_call_itself() {
    testkit::alone!();
    let (_server, host) = answering();
    BUSY_HANDLE.store(host.0, Ordering::SeqCst);
    unsafe { library::hr_set_log(Some(failing_receiver), std::ptr::null_mut(), 2) };
    host.request("GET", "/x", None).ok();
    unsafe { library::hr_set_log(None, std::ptr::null_mut(), 0) };
    assert!(LOGGED.load(Ordering::SeqCst) < 50);
}

unsafe extern "C" fn stop_at_the_end(_: *mut c_void, done: i32, total: i32) -> i32 {
    i32::from(done == total)
}

unsafe extern "C" fn cancel_at_once(user: *mut c_void, _: i32, _: i32) -> i32 {
    handle::hr_cancel(user as usize as i32);
    0
}

/// A wish to stop that came with the answer spoiled the reading of the answer.
/// R08: a cancellation from the first progress call counted the document as partly sent.
#[test]
fn r07_an_answer_that_has_come_cannot_be_stopped() {
    let server = doubts::service(|mut peer, _| {
        peer.request();
        peer.send("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n");
        std::thread::sleep(Duration::from_millis(50));
        peer.send("{}");
        peer.hold();
    });
    let host = doubts::opened(&server, "r07");
    let user = host.0 as usize as *mut c_void;
    host.set_progress(Some(cancel_at_once), user);
    let cancelled = host.dmp_send_bytes("r07", b"cancelled at once", "a.pdf");
    cancelled.fails("HR_E_CANCELLED").outcome("not_sent");
    host.set_progress(Some(stop_at_the_end), user);
    let stopped = host.dmp_send_bytes("r07", b"stopped too late", "a.pdf");
    stopped.ok().outcome("accepted");
}

/// What a card client's reply may hold, for one call of `ready`.
fn ready_with(body: String) -> Outcome {
    let server = Server::start(move |mut peer| {
        peer.request();
        reply(&mut peer, &body);
        peer.close();
    });
    let host = Host::open(&json!({"local_url": server.url()}));
    assert_eq!(host.ticket_set("ticket"), 0);
    host.ready()
}

/// A reply of 50 KB became 750 MB: its token was written once per entry.
/// R13: a status given twice counted as none; a token of null as a token.
#[test]
fn r09_a_list_of_cards_is_bounded_and_clear() {
    for (length, entries) in [(20_000, 10_000), (10, 1001), (4097, 1)] {
        let (token, list) = ("t".repeat(length), vec!["{}"; entries].join(","));
        let list = format!(r#"{{"data":{{"data":{{"{token}":[{list}]}}}}}}"#);
        ready_with(list).fails("HR_E_REPLY");
    }
    let twice = r#"{"status":{"code":9},"status":{"code":9},"data":{"data":{}}}"#;
    ready_with(twice.to_owned()).fails("HR_E_CARD_STATUS");
    let null = r#"{"data":{"data":{"abc":[{"token":null,"serial":"r13"}]}}}"#;
    ready_with(null.to_owned()).fails("HR_E_REPLY");
}

/// What cannot be sent was reported as a server's fault.
#[test]
fn r10_what_cannot_be_sent_is_an_argument() {
    let (server, host) = answering();
    for path in ["/a`b", "/a^b", "/a|b", "/a{b}", "/a?b=`", "/a?b=^{}|"] {
        let refused = host.request("POST", path, Some("{}"));
        refused.fails("HR_E_ARGUMENT").outcome("rejected");
    }
    let long = "é".repeat(12_000);
    let refused = host.patient_search([Some(&long), None, None, None]);
    let remedy = refused.fails("HR_E_ARGUMENT").str("remedy");
    assert!(remedy.contains("nom"), "{remedy}");
    assert!(host.session_set("https://a.example/x`y", "bearer") < 0);
    let config = json!({"user_agent": "x".repeat(257)}).to_string();
    Host::try_open(&config).1.fails("HR_E_CONFIG");
    assert_eq!(server.connections(), 0);
}
