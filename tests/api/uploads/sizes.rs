//! What arrives is what was given, for every size and every name.

use serde_json::json;

use super::fixture::*;
use super::form::{Part, parts};
use testkit::TempFile;
use testkit::digests::sha256;
use testkit::raw_server::{Peer, Request, answer};

fn accept(mut peer: Peer) {
    peer.request();
    peer.send(answer("200 OK", "", r#"{"ok":true}"#));
    peer.hold();
}

#[track_caller]
fn check(request: &Request, filename: &str, in_head: &str, content: &[u8]) {
    assert!(request.head.starts_with("POST /dmp/patient-"));
    assert!(request.head.contains("/unique/doc/send HTTP/1.1\r\n"));
    assert_eq!(request.header("authorization"), Some("Bearer bearer"));
    assert!(!request.has("expect") && !request.has("transfer-encoding"));
    let length: usize = request.header("content-length").unwrap().parse().unwrap();
    assert_eq!(request.body.len(), length);
    let field = |name: &str, value: &str| Part {
        name: name.into(),
        filename: None,
        content_type: None,
        content: value.into(),
    };
    let parts = parts(request);
    assert_eq!(parts[0].name, "file");
    assert_eq!(parts[0].filename.as_deref(), Some(in_head));
    assert_eq!(
        parts[0].content_type.as_deref(),
        Some("application/octet-stream")
    );
    // Not assert_eq: nobody wants to read 30 MB.
    assert!(parts[0].content == content, "the document is another one");
    assert_eq!(
        parts[1..],
        [
            field("filename", filename),
            field("activity_type", "10"),
            field("type_code", "11503-0")
        ]
    );
}

#[track_caller]
fn arrives(way: Way, size: usize) {
    let fixture = Fixture::new(way, &json!({}), accept);
    let bytes = content(size);
    let sent = fixture.send(&bytes).ok().outcome("accepted");
    assert_eq!(sent.json["bytes"], size);
    assert_eq!(sent.str("sha256"), sha256(&bytes));
    let requests = fixture.uploads();
    assert_eq!(requests.len(), 1);
    check(&requests[0], "a.pdf", "a.pdf", &bytes);
}

const SIZES: [usize; 9] = [0, 1, 1023, 1024, 1025, 65_535, 65_536, 65_537, 1 << 20];

#[test]
fn every_size_arrives_byte_for_byte() {
    for size in SIZES {
        arrives(Way::Plain, size);
    }
    // Around the step in which a document leaves.
    for size in (130_700..131_200).step_by(7) {
        arrives(Way::Plain, size);
    }
}

#[test]
fn every_size_arrives_over_tls() {
    for way in [Way::Tls12, Way::Tls13] {
        for size in SIZES {
            arrives(way, size);
        }
    }
}

#[test]
fn thirty_megabytes_arrive() {
    arrives(Way::Plain, 30_000_000);
    arrives(Way::Tls13, 30_000_000);
}

#[test]
fn a_file_arrives_as_bytes_do() {
    for size in SIZES {
        let fixture = Fixture::plain(accept);
        let bytes = content(size);
        let file = TempFile::new("Compte rendu d'été \"bis\".pdf", &bytes);
        let sent = fixture.send_file(file.path()).ok();
        assert_eq!(sent.str("sha256"), sha256(&bytes));
        let name = "Compte rendu d'été \"bis\".pdf";
        let in_head = "Compte rendu d'été %22bis%22.pdf";
        check(&fixture.uploads()[0], name, in_head, &bytes);
    }
}

#[test]
fn every_name_arrives_and_changes_nothing() {
    let long = "é".repeat(150);
    for (name, in_head) in [
        ("Hélène Éçà œ 日本 🩺.pdf", "Hélène Éçà œ 日本 🩺.pdf"),
        ("a\"; filename=\"b.exe", "a%22; filename=%22b.exe"),
        (
            "a\r\nContent-Type: text\r\n\r\nx",
            "a%0D%0AContent-Type: text%0D%0A%0D%0Ax",
        ),
        ("\r\n--", "%0D%0A--"),
        ("a\nb", "a%0Ab"),
        ("..", ".."),
        ("%22", "%22"),
        ("a'b;c=d&e", "a'b;c=d&e"),
        (" ", " "),
        ("\u{202e}fdp.exe", "\u{202e}fdp.exe"),
        (&*long, &*long),
    ] {
        let fixture = Fixture::plain(accept);
        let bytes = content(100);
        let host = &fixture.host;
        host.dmp_send_bytes(&fixture.patient, &bytes, name).ok();
        check(&fixture.uploads()[0], name, in_head, &bytes);
    }
}

#[test]
fn names_that_cannot_be_sent_send_nothing() {
    let fixture = Fixture::plain(accept);
    let names = "|a/b|a\\b|\\|a\tb|a\u{1}|a\u{7f}|a\u{85}|\u{1b}[0m";
    for name in names.split('|') {
        let sent = fixture.host.dmp_send_bytes(&fixture.patient, b"x", name);
        sent.fails("HR_E_ARGUMENT");
    }
    // The opening of the record alone.
    assert_eq!(fixture.server.connections(), 1);
}

#[test]
fn a_document_may_look_like_the_form_around_it() {
    for document in [
        "\r\n--hr-00000000000000000000000000000000--\r\n",
        "--",
        "\r\n--hr-",
        "\r\n--\r\n\r\n--",
        "POST / HTTP/1.1\r\nhost: x\r\n\r\n",
    ] {
        let fixture = Fixture::plain(accept);
        fixture.send(document.as_bytes()).ok();
        check(&fixture.uploads()[0], "a.pdf", "a.pdf", document.as_bytes());
    }
    // No two uploads have the same boundary, so a document cannot be made to hold it.
    let fixture = Fixture::plain(accept);
    fixture.send(b"one").ok();
    let first = fixture.uploads().remove(0);
    let kind = first.header("content-type").unwrap();
    let boundary = kind.split('=').next_back().unwrap();
    let evil = format!("\r\n--{boundary}\r\n\r\n");
    fixture.send(evil.as_bytes()).ok();
    check(&fixture.uploads()[1], "a.pdf", "a.pdf", evil.as_bytes());
}
