use super::*;
use crate::{Call, Options};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};

/// Sends bytes, ends this side, and gives what comes back.
fn send(to: SocketAddr, bytes: &str) -> String {
    let mut stream = TcpStream::connect(to).unwrap();
    let mut reply = String::new();
    // A reset is a reply, too, and may come before the last step.
    let _ = stream.write_all(bytes.as_bytes());
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.read_to_string(&mut reply);
    reply
}

fn request(start: &str, authorization: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{start} HTTP/1.1\r\nhost: x\r\nauthorization: {authorization}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

fn relay() -> Relay {
    Relay::start(Options::default(), None).unwrap()
}

#[test]
fn what_is_not_armed_is_relayed_and_counted() {
    let relay = relay();
    let bearer = format!("Bearer {}", relay.sandbox().license_bearer());
    let ask = request("POST /v1/license/ticket", &bearer, "");
    assert!(send(relay.address(Place::License), &ask).contains("licenseTicket"));
    assert_eq!(relay.so_far(), (1, 1));
    let oracle = relay.finish();
    let [ticket] = &oracle.requests_of(Call::Ticket)[..] else {
        panic!("one request");
    };
    assert!(ticket.is_whole());
    assert_eq!(oracle.acted(Call::Ticket), [200]);
    assert_eq!(oracle.made_secrets().len(), 1);
    assert!(oracle.misplaced(&[("license", bearer)]).is_empty());
}

#[test]
fn a_secret_is_reported_wherever_it_does_not_belong() {
    let planted = [
        ("license", "li/cence".to_owned()),
        ("pin", "73015264".to_owned()),
    ];
    for (place, start, authorization, body, found) in [
        (
            Place::Card,
            "POST /direct/ready",
            "Bearer li/cence",
            "{}",
            1,
        ),
        (
            Place::Service,
            "GET /service/patient?x=li%2Fcence",
            "",
            "",
            1,
        ),
        (Place::Decoy, "GET /", "Basic dTpsaS9jZW5jZQ==", "", 1),
        (
            Place::License,
            "POST /v1/license/ticket",
            "Bearer li/cence",
            "",
            0,
        ),
        (
            Place::Card,
            "POST /direct/ready",
            "",
            r#"{"pinCode":"73015264"}"#,
            1,
        ),
        (Place::Card, "POST /direct/login?73015264", "", "{}", 1),
        (
            Place::Card,
            "POST /direct/login",
            "",
            r#"{"pinCode":"73015264"}"#,
            0,
        ),
    ] {
        let relay = relay();
        send(relay.address(place), &request(start, authorization, body));
        let oracle = relay.finish();
        assert_eq!(oracle.misplaced(&planted).len(), found, "{start}");
    }
}

#[test]
fn a_request_that_is_cut_is_known_to_be_cut() {
    let relay = relay();
    let whole = request("POST /direct/login", "", r#"{"token":"x","pinCode":"1"}"#);
    assert_eq!(
        send(relay.address(Place::Card), &whole[..whole.len() - 3]),
        ""
    );
    let play = Play {
        reads: Reads::Body(Share::Half),
        reply: Reply::Nothing,
        end: End::Reset,
        ..Play::default()
    };
    relay.arm(Call::Login, 1, play);
    assert_eq!(send(relay.address(Place::Card), &whole), "");
    let oracle = relay.finish();
    let logins = oracle.requests_of(Call::Login);
    let received: Vec<_> = logins.iter().map(|login| login.received).collect();
    assert_eq!(received, [24, 13]);
    assert!(oracle.acted(Call::Login).is_empty());
    // The sandbox was given both, and could do nothing with them.
    let seen = oracle.sandbox.requests_of(Call::Login);
    assert_eq!(seen.len(), 2);
    assert!(seen.iter().all(|login| login.status != Some(200)));
    assert_eq!(oracle.sandbox.documents().len(), 0);
}

#[test]
fn the_nth_request_loses_its_answer_after_the_sandbox_acted() {
    let relay = relay();
    let bearer = relay.sandbox().license_bearer();
    let ask = request("POST /v1/license/ticket", &bearer, "");
    let play = Play {
        reply: Reply::Nothing,
        ..Play::default()
    };
    relay.arm(Call::Ticket, 2, play);
    let replies = [(); 3].map(|()| send(relay.address(Place::License), &ask).is_empty());
    assert_eq!(replies, [false, true, false]);
    assert_eq!(relay.finish().acted(Call::Ticket), [200; 3]);
}

#[test]
fn a_listener_that_was_shut_refuses() {
    let mut relay = relay();
    let address = relay.address(Place::Card);
    relay.shut(Place::Card);
    assert!(TcpStream::connect(address).is_err());
    assert_eq!(relay.finish().connections(Place::Card), 0);
}
