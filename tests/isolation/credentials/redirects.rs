//! Redirections of every call, to every kind of place.

use hr_sandbox::Call;
use hr_sandbox::fault_proxy::{Endpoint, SandboxResponse, Script, Sends};
use serde_json::json;

use super::walk::Walk;
use testkit::*;

/// Has the next requests of a call redirected in every way; each is an error, and is not followed.
fn redirected(walk: &Walk, call: Call, make: impl Fn() -> Outcome) {
    let relay = &walk.relays[0];
    let decoy = relay.address(Endpoint::Decoy);
    for status in [301, 302, 303, 307, 308] {
        for to in [
            format!("http://{decoy}/x"),
            format!("http://localhost:{}/x", decoy.port()),
            format!("https://{decoy}/x"),
            format!("//{decoy}/x"),
            "/x".to_owned(),
            "?x".to_owned(),
        ] {
            let head = format!("location: {to}\r\nconnection: close\r\n");
            let reply = Sends::Bytes(SandboxResponse::encode(
                &format!("{status} Moved"),
                &head,
                b"",
            ));
            let acts = false;
            relay.arm(
                call,
                1,
                Script {
                    forward: acts,
                    sends: reply,
                    ..Script::default()
                },
            );
            let (_, before) = relay.counts();
            let outcome = make().fails("HR_E_REDIRECT");
            assert_eq!(outcome.json["http_status"], status);
            let more = if call == Call::Login { 2 } else { 1 };
            assert_eq!(
                relay.counts().1,
                before + more,
                "sent once: {}",
                outcome.text
            );
        }
    }
}

pub fn every_call(walk: &Walk) {
    let host = &walk.host(0, json!({}));
    redirected(walk, Call::Ticket, || host.ticket());
    host.ticket().ok();
    redirected(walk, Call::Ready, || host.ready());
    redirected(walk, Call::Login, || {
        // A list of cards and a person's permit before each try, as the guard wants it.
        let ready = host.ready().ok();
        let serial = serial_of(&ready, CPS);
        let cards = ready.json["cards"].as_array().unwrap();
        let card = cards.iter().find(|card| card["serial"] == serial.as_str());
        let token = card.unwrap()["token"].as_str().unwrap();
        host.pin_retry_allow(token);
        host.login(token, walk.pin(0, 0))
    });
    host.pin_retry_allow(&host.token(CPS));
    host.log_in(CPS, walk.pin(0, 0));
    redirected(walk, Call::ProfilePut, || host.profile_put("{}"));
    redirected(walk, Call::ProfileSelect, || host.profile_select("1"));
    redirected(walk, Call::PatientSearch, || host.patient_search(QUALIFIED));
    redirected(walk, Call::Other, || host.request("POST", "/x", Some("{}")));
    redirected(walk, Call::Other, || host.request("GET", "/x", None));
    host.patient_search(NOT_QUALIFIED).ok();
    redirected(walk, Call::PatientGet, || host.patient_get());
    host.patient_get().ok();
    redirected(walk, Call::PatientUpdate, || host.patient_update("{}"));
    host.patient_search(QUALIFIED).ok();
    let id = host.patient_get().ok().str("patient_id");
    redirected(walk, Call::DmpOpen, || host.dmp_open(&id, None));
    host.dmp_open(&id, None).ok();
    let file = TempFile::new("a.txt", b"a file");
    redirected(walk, Call::DmpSend, || {
        host.dmp_send_bytes(&id, b"a document", "a.txt")
    });
    redirected(walk, Call::DmpSend, || {
        host.dmp_send(&id, file.path(), None)
    });
}
