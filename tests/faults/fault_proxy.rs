//! What the other suites rely on: scripts of the fault proxy, and what it counts.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};

use hr_sandbox::{Call, Options};
use testkit::fault_proxy::{Endpoint, FaultProxy, encoded_forms};

/// Sends bytes, shuts the sending side down and returns the response.
fn send(to: SocketAddr, bytes: &str) -> String {
    let mut stream = TcpStream::connect(to).unwrap();
    let mut reply = String::new();
    // A reset counts as a response and may come before the last step.
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

fn proxy() -> FaultProxy {
    FaultProxy::start(Options::default(), None).unwrap()
}

#[test]
fn a_request_without_a_script_is_forwarded_and_counted() {
    let proxy = proxy();
    let bearer = format!("Bearer {}", proxy.sandbox().license_bearer());
    let request_bytes = request("POST /v1/license/ticket", &bearer, "");
    assert!(send(proxy.address(Endpoint::License), &request_bytes).contains("licenseTicket"));
    assert_eq!(proxy.counts(), (1, 1));
    let oracle = proxy.finish();
    let [ticket] = &oracle.requests_of(Call::Ticket)[..] else {
        panic!("one request");
    };
    assert!(ticket.is_whole());
    assert_eq!(oracle.forwarded(Call::Ticket), [200]);
    assert_eq!(oracle.issued_secrets().len(), 1);
    assert!(oracle.misplaced(&[("license", bearer)]).is_empty());
}

#[test]
fn a_secret_is_reported_wherever_it_does_not_belong() {
    let planted = [
        ("license", "li/cence".to_owned()),
        ("pin", "73015264".to_owned()),
    ];
    for (endpoint, start, authorization, body, found) in [
        (
            Endpoint::Card,
            "POST /direct/ready",
            "Bearer li/cence",
            "{}",
            1,
        ),
        (
            Endpoint::Service,
            "GET /service/patient?x=li%2Fcence",
            "",
            "",
            1,
        ),
        (Endpoint::Decoy, "GET /", "Basic dTpsaS9jZW5jZQ==", "", 1),
        (
            Endpoint::License,
            "POST /v1/license/ticket",
            "Bearer li/cence",
            "",
            0,
        ),
        (
            Endpoint::Card,
            "POST /direct/ready",
            "",
            r#"{"pinCode":"73015264"}"#,
            1,
        ),
        (Endpoint::Card, "POST /direct/login?73015264", "", "{}", 1),
        (
            Endpoint::Card,
            "POST /direct/login",
            "",
            r#"{"pinCode":"73015264"}"#,
            0,
        ),
    ] {
        let proxy = proxy();
        send(
            proxy.address(endpoint),
            &request(start, authorization, body),
        );
        let oracle = proxy.finish();
        assert_eq!(oracle.misplaced(&planted).len(), found, "{start}");
    }
}

#[test]
fn a_secret_is_found_in_every_encoding() {
    let forms = encoded_forms("li/c+\"x\\9");
    let has = |text: &str| {
        let within = |form: &Vec<u8>| text.as_bytes().windows(form.len()).any(|part| part == form);
        forms.iter().any(within)
    };
    for hidden in [
        r#"ali/c+"x\9b"#,
        "x=li%2Fc%2B%22x%5C9",
        r#"{"a":"li/c+\"x\\9"}"#,
        // In base64 behind `user:`, `user2:` and `user22:`.
        "dXNlcjpsaS9jKyJ4XDkh",
        "dXNlcjI6bGkvYysieFw5",
        "dXNlcjIyOmxpL2MrInhcOT8_",
    ] {
        assert!(has(hidden), "{hidden}");
    }
    assert!(!has("li/c+x9"));
}
