//! What is left of one answer is not the beginning of the next: over TLS the last byte of a record once came when the
//! next call had begun, and the server never read its request.

use testkit::raw_server::Peer;

use super::route::{ROUTES, Route, Stage, TARGETS, Target};

const FORGED: &str = "HTTP/1.1 200 OK\r\ncontent-length: 69\r\n\r\n\
    {\"patient_id\":\"278\",\"insQualified\":true,\"alimentationConsent\":true    }";

/// What lies behind the answer, on the wire, and what follows it when the next call has begun.
type Left = (&'static str, fn(&mut Peer) -> (Vec<u8>, Vec<u8>));

fn cut(mut wire: Vec<u8>, at: usize) -> (Vec<u8>, Vec<u8>) {
    let rest = wire.split_off(at);
    (wire, rest)
}

const ANYWHERE: [Left; 4] = [
    ("all but the last byte", |peer| {
        let wire = peer.sealed(FORGED);
        let length = wire.len();
        cut(wire, length - 1)
    }),
    ("three bytes", |peer| cut(peer.sealed(FORGED), 3)),
    ("one byte", |peer| cut(peer.sealed(FORGED), 1)),
    ("all of it", |peer| (peer.sealed(FORGED), Vec::new())),
];

/// Of a key update, and all of an answer behind it.
const IN_TLS: Left = ("a part of a key update", |peer| {
    let (left, mut rest) = cut(peer.key_update(), 9);
    rest.extend(peer.sealed(FORGED));
    (left, rest)
});

fn judge(route: Route, target: Target, (name, left): Left, at_once: bool) {
    let stage = Stage::new(route, move |mut peer| {
        while let Some(request) = peer.request() {
            let reply = target.reply(&request);
            if peer.number > 0 || !request.starts("GET /patient ") {
                peer.send(reply);
                continue;
            }
            let mut wire = peer.sealed(reply);
            let (left, rest) = left(&mut peer);
            if at_once {
                wire.extend(left);
                peer.send_raw(&wire);
            } else {
                peer.send_raw(&wire);
                peer.wait_for("the call is over");
                peer.send_raw(&left);
            }
            peer.mark("it is left");
            // The next request, or the end of the connection.
            peer.wait_readable();
            peer.send_raw(&rest);
            return peer.freeze();
        }
    });
    let case = format!("{route:?} {target:?}, {name}, at once: {at_once}");
    let patient = stage.host.patient_get().ok();
    assert_eq!(patient.str("patient_id"), "187", "{case}");
    stage.server.mark("the call is over");
    stage.server.until("it is left");
    let outcome = target.call(&stage.host);
    assert_eq!(outcome.code, 0, "{case}: {}", outcome.text);
    assert_eq!(stage.arrived(target), 1, "{case}: {}", outcome.text);
    assert!(!outcome.text.contains("278"), "{case}: {}", outcome.text);
}

#[test]
fn r200_nothing_that_is_left_answers_the_next_call() {
    for route in ROUTES {
        let in_tls = (route != Route::Plain).then_some(IN_TLS);
        for left in ANYWHERE.into_iter().chain(in_tls) {
            for target in TARGETS {
                for at_once in [true, false] {
                    judge(route, target, left, at_once);
                }
            }
        }
    }
}
