//! What the suites rely on: no secret that arrives is overlooked, and none is reported where it belongs.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use hr_sandbox::Options;
use testkit::fault_proxy::{Endpoint, FaultProxy, encoded_forms};

const LICENSE: &str = "Bearer li/cence";
const PIN: &str = r#"{"pinCode":"73015264"}"#;

#[test]
fn a_secret_is_reported_wherever_it_does_not_belong() {
    let planted = [
        ("license", "li/cence".to_owned()),
        ("pin", "73015264".to_owned()),
    ];
    for (endpoint, start, authorization, body, strays) in [
        (Endpoint::Card, "POST /direct/ready", LICENSE, "{}", 1),
        (
            Endpoint::Service,
            "GET /service/patient?x=li%2Fcence",
            "",
            "",
            1,
        ),
        (Endpoint::Decoy, "GET /", "Basic dTpsaS9jZW5jZQ==", "", 1),
        (Endpoint::License, "POST /v1/license/ticket", LICENSE, "", 0),
        (Endpoint::Card, "POST /direct/ready", "", PIN, 1),
        (Endpoint::Card, "POST /direct/login?73015264", "", "{}", 1),
        (Endpoint::Card, "POST /direct/login", "", PIN, 0),
    ] {
        let proxy = FaultProxy::start(Options::default(), None);
        let mut stream = TcpStream::connect(proxy.address(endpoint)).unwrap();
        let length = body.len();
        let request = format!(
            "{start} HTTP/1.1\r\nauthorization: {authorization}\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        // A reset counts as a response.
        let _ = stream.read_to_end(&mut Vec::new());
        let found = proxy.finish().misplaced(&planted);
        assert_eq!(found.len(), strays, "{start}");
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
