//! Failures that were found once, each under its number. They stay found.

mod fuzzed;

mod card;
#[cfg(unix)]
mod changing;
mod configuration;
mod documents;
mod doubts;
mod host;
#[cfg(target_os = "linux")]
mod kept;
mod numbers;
mod one_card;
mod owners;
mod paths;
mod patient;
mod privacy;
mod process_end;
#[cfg(unix)]
mod reports;
mod resets;
mod texts;
mod transport;
#[cfg(target_os = "linux")]
mod users;
mod words;

use std::ffi::{c_char, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::time::Duration;

use hr::ffi::{handle, library};
use hr_sandbox::{Call, Card};
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

/// A service that opens the patient's record; what it does with the document is said by the script.
fn record(patient_id: &str, script: impl Fn(Peer) + Send + Sync + 'static) -> (Server, Host) {
    let id = patient_id.to_owned();
    let (server, host) = service(move |mut peer| {
        if peer.number == 0 {
            testkit::record::opens(&mut peer, &id);
            peer.close();
        } else {
            peer.request();
            script(peer);
        }
    });
    host.read_and_open(patient_id);
    (server, host)
}

fn reply(peer: &mut Peer, body: &str) {
    peer.send(answer("200 OK", "connection: close\r\n", body));
}

/// The counter of a list read before the last success made a consumed PIN look unconsumed.
#[test]
fn r01_an_old_counter_shows_nothing() {
    let (sandbox, host, token) = with_card("r01");
    host.login(&token, "9999").fails("HR_E_CARD_STATUS");
    let token = host.token("r01");
    host.login(&token, PIN).ok();
    host.login(&token, "0000").fails("HR_E_CARD_STATUS");
    let token = host.token("r01");
    host.login(&token, "0000").fails("HR_E_PIN_GUARD");
    assert_eq!(sandbox.pin_presentations("r01"), 3);
}

/// A permit given for one PIN let another one through.
#[test]
fn r02_a_permit_is_for_the_pin_that_was_held_back() {
    let (sandbox, host, token) = with_card("r02");
    host.login(&token, "0000").fails("HR_E_CARD_STATUS");
    assert_eq!(host.pin_retry_allow(&token), 0);
    let token = host.token("r02");
    host.login(&token, "1111").fails("HR_E_CARD_STATUS");
    let token = host.token("r02");
    host.login(&token, "1111").fails("HR_E_PIN_GUARD");
    assert_eq!(sandbox.card_tries_left("r02"), Some(1));
}

/// A card client that was still busy with the first presentation showed an unmoved counter.
#[test]
fn r03_a_login_that_nobody_answered_is_spent_though_the_counter_stands() {
    let sandbox = sandbox();
    sandbox.insert_card(Card::cps("r03", PIN));
    let host = Host::with(&sandbox, json!({"timeouts": {"login_ms": 300}}));
    host.ticket().ok();
    let token = host.token("r03");
    let hold = sandbox.hold(Call::Login);
    host.login(&token, "0000")
        .fails("HR_E_IN_DOUBT")
        .outcome("unknown");
    let token = host.token("r03");
    host.login(&token, "0000").fails("HR_E_PIN_GUARD");
    drop(hold);
    assert_eq!(sandbox.requests_of(Call::Login).len(), 1);
}

/// Of a card's two entries one never moved, and was the one that counted.
#[test]
fn r04_all_entries_of_a_card_count() {
    let logins = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&logins);
    let server = Server::start(move |mut peer: Peer| {
        let Some(request) = peer.request() else {
            return;
        };
        if request.head.contains("/direct/ready") {
            let left = 3 - seen.load(Ordering::SeqCst);
            let card = r#""serial":"r04","idNat":"1""#;
            let body = format!(
                r#"{{"data":{{"data":{{"t":[{{{card},"pinAttempt":3}},{{{card},"pinAttempt":{left}}}]}}}}}}"#
            );
            reply(&mut peer, &body);
        } else {
            seen.fetch_add(1, Ordering::SeqCst);
            reply(&mut peer, r#"{"status":{"code":4,"message":"wrong"}}"#);
        }
        peer.close();
    });
    let host = Host::open(&json!({"local_url": server.url()}));
    assert_eq!(host.ticket_set("ticket"), 0);
    host.ready().ok();
    host.login("t", "0000").fails("HR_E_CARD_STATUS");
    host.ready().ok();
    host.login("t", "0000").fails("HR_E_PIN_GUARD");
    assert_eq!(logins.load(Ordering::SeqCst), 1);
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
    host.request("POST", "/y", Some("{}"))
        .fails("HR_E_IN_DOUBT")
        .outcome("unknown");
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
    let (_server, host) = service(|mut peer| {
        peer.request();
        reply(&mut peer, "{}");
        peer.close();
    });
    BUSY_HANDLE.store(host.0, Ordering::SeqCst);
    unsafe { library::hr_set_log(Some(failing_receiver), std::ptr::null_mut(), 2) };
    host.request("GET", "/x", None).ok();
    unsafe { library::hr_set_log(None, std::ptr::null_mut(), 0) };
    assert!(LOGGED.load(Ordering::SeqCst) < 50);
}

unsafe extern "C" fn stop_at_the_end(_: *mut c_void, done: i32, total: i32) -> i32 {
    i32::from(done == total)
}

/// A wish to stop that came with the answer spoiled the reading of the answer.
#[test]
fn r07_an_answer_that_has_come_cannot_be_stopped() {
    let (_server, host) = record("r07", |mut peer| {
        peer.send("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n");
        std::thread::sleep(Duration::from_millis(50));
        peer.send("{}");
        peer.hold();
    });
    unsafe { handle::hr_set_progress(host.0, Some(stop_at_the_end), std::ptr::null_mut()) };
    host.dmp_send_bytes("r07", b"stopped too late", "a.pdf")
        .ok()
        .outcome("accepted");
}

unsafe extern "C" fn cancel_at_once(user: *mut c_void, _: i32, _: i32) -> i32 {
    handle::hr_cancel(user as usize as i32);
    0
}

/// A cancellation from the first progress call counted the document as partly sent.
#[test]
fn r08_what_is_cancelled_before_the_first_byte_was_not_sent() {
    let (_server, host) = record("r08", |peer| peer.hold());
    let user = host.0 as usize as *mut c_void;
    unsafe { handle::hr_set_progress(host.0, Some(cancel_at_once), user) };
    host.dmp_send_bytes("r08", b"cancelled at once", "a.pdf")
        .fails("HR_E_CANCELLED")
        .outcome("not_sent");
}

/// A reply of 50 KB became 750 MB: its token was written once per entry.
#[test]
fn r09_a_list_of_cards_is_bounded() {
    for (length, entries) in [(20_000, 10_000), (10, 1001), (4097, 1)] {
        let server = Server::start(move |mut peer| {
            peer.request();
            let (token, list) = ("t".repeat(length), vec!["{}"; entries].join(","));
            reply(
                &mut peer,
                &format!(r#"{{"data":{{"data":{{"{token}":[{list}]}}}}}}"#),
            );
            peer.close();
        });
        let host = Host::open(&json!({"local_url": server.url()}));
        assert_eq!(host.ticket_set("ticket"), 0);
        host.ready().fails("HR_E_REPLY");
    }
}

/// What cannot be sent was reported as a server's fault.
#[test]
fn r10_what_cannot_be_sent_is_an_argument() {
    let (server, host) = service(|mut peer| {
        peer.request();
        reply(&mut peer, "{}");
        peer.close();
    });
    for path in ["/a`b", "/a^b", "/a|b", "/a{b}", "/a?b=`", "/a?b=^{}|"] {
        host.request("POST", path, Some("{}"))
            .fails("HR_E_ARGUMENT")
            .outcome("rejected");
    }
    let long = "é".repeat(12_000);
    let refused = host
        .patient_search([Some(&long), None, None, None])
        .fails("HR_E_ARGUMENT");
    assert!(refused.str("remedy").contains("nom"), "{}", refused.text);
    assert!(host.session_set("https://a.example/x`y", "bearer") < 0);
    let config = json!({"user_agent": "x".repeat(257)}).to_string();
    Host::try_open(&config).1.fails("HR_E_CONFIG");
    assert_eq!(server.connections(), 0);
}

/// One permit let the same content through for two patients; since it names one doubt, see r60 as well.
#[test]
fn r11_one_permit_is_one_sending() {
    let sent = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&sent);
    let patients = testkit::record::Patients::default();
    let (_server, host) = service(move |mut peer| {
        let Some(request) = peer.request() else {
            return;
        };
        if request.head.contains("/send") {
            count.fetch_add(1, Ordering::SeqCst);
            peer.send(answer("500 Failed", "connection: close\r\n", ""));
        } else {
            reply(&mut peer, &patients.body(&request));
        }
        peer.close();
    });
    let doubts = ["r11-a", "r11-b"].map(|id| {
        host.find_and_open(id);
        host.dmp_send_bytes(id, b"a leaflet", "a.pdf")
            .fails("HR_E_SERVER")
    });
    assert_eq!(host.dmp_resend_allow(&doubts[0].str("sha256")), -10);
    assert_eq!(host.dmp_resend_allow(&doubts[0].str("entry")), 0);
    host.dmp_send_bytes("r11-a", b"a leaflet", "a.pdf")
        .fails("HR_E_SERVER");
    host.dmp_send_bytes("r11-b", b"a leaflet", "a.pdf")
        .fails("HR_E_CONFLICT");
    assert_eq!(sent.load(Ordering::SeqCst), 3);
}

/// What a card client's reply may hold, for one call of `ready`.
fn ready_with(body: impl Into<String>) -> Outcome {
    let body = body.into();
    let server = Server::start(move |mut peer| {
        peer.request();
        reply(&mut peer, &body);
        peer.close();
    });
    let host = Host::open(&json!({"local_url": server.url()}));
    assert_eq!(host.ticket_set("ticket"), 0);
    host.ready()
}

/// A NIR with blanks, or of Corsica, passed through the mask of a card client's message.
#[test]
fn r12_numbers_in_messages_are_masked_however_they_are_written() {
    let refused = ready_with(
        r#"{"status":{"code":9,"message":"Vitale 2 55 08 14 168 025 38 et 253072A07300443 et 3 essais"}}"#,
    )
    .fails("HR_E_CARD_STATUS");
    assert_eq!(
        refused.str("service_message"),
        "Vitale *** et *** et 3 essais"
    );
}

/// A status given twice counted as none; a token of null as a token.
#[test]
fn r13_unclear_replies_of_the_card_client_are_failures() {
    ready_with(r#"{"status":{"code":9},"status":{"code":9},"data":{"data":{}}}"#)
        .fails("HR_E_CARD_STATUS");
    ready_with(r#"{"data":{"data":{"abc":[{"token":null,"serial":"r13"}]}}}"#).fails("HR_E_REPLY");
}
