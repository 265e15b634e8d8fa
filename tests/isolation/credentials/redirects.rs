//! Redirections of `hr_request`, to every kind of place. Those of the other calls are row 25 of the fault matrix.

use hr_sandbox::Call;
use serde_json::json;
use testkit::fault_proxy::{Endpoint, SandboxResponse, Script, Sends};

use super::walk::Walk;
use testkit::*;

/// Has the next requests redirected in every way; each is an error, and is not followed.
fn redirected(walk: &Walk, make: impl Fn() -> Outcome) {
    let fault_proxy = &walk.fault_proxies[0];
    let decoy = fault_proxy.address(Endpoint::Decoy);
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
            let reply = SandboxResponse::encode(&format!("{status} Moved"), &head, b"");
            let script = Script {
                forward: false,
                sends: Sends::Bytes(reply),
                ..Script::default()
            };
            fault_proxy.arm(Call::Other, 1, script);
            let (_, before) = fault_proxy.counts();
            let outcome = make().fails("HR_E_REDIRECT");
            assert_eq!(outcome.json["http_status"], status);
            let after = fault_proxy.counts().1;
            assert_eq!(after, before + 1, "sent once: {}", outcome.text);
        }
    }
}

pub fn of_any_request(walk: &Walk) {
    let host = &walk.host(0, json!({}));
    host.ticket().ok();
    host.pin_retry_allow(&host.token(CPS));
    host.log_in(CPS, walk.pin(0, 0));
    redirected(walk, || host.request("POST", "/x", Some("{}")));
    redirected(walk, || host.request("GET", "/x", None));
}
