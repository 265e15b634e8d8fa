//! Documents: what is stored, what is refused.

use crate::client::*;
use hr_sandbox::{Call, Sandbox};
use ring::digest::{SHA256, digest};
use std::io::Write;

fn limited(max: Option<u64>, keep: u64) -> Sandbox {
    sandbox_with(|options| {
        options.scenario.max_upload_bytes = max;
        options.scenario.keep_bytes = keep;
    })
}

fn opened(sandbox: &Sandbox) -> Session {
    let session = Session::open(sandbox);
    assert_eq!(session.open_record(PATIENT).status, 200);
    session
}

fn hex(bytes: &[u8]) -> String {
    let digest = digest(&SHA256, bytes);
    let bytes = digest.as_ref().iter();
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn parts_come_in_any_order_and_a_file_may_be_empty() {
    let sandbox = sandbox();
    let session = opened(&sandbox);
    let mut parts = document(b"");
    parts.reverse();
    assert_eq!(session.upload(PATIENT, &parts).status, 201);
    let documents = sandbox.documents();
    assert_eq!(documents[0].bytes, 0);
    assert_eq!(documents[0].sha256, hex(b""));
    assert_eq!(sandbox.requests_of(Call::DmpSend)[0].body, b"");
}

#[test]
fn a_wrong_part_is_named() {
    let sandbox = sandbox();
    let session = opened(&sandbox);
    let refused = |parts: &[Part], wanted: &str| {
        expect(&session.upload(PATIENT, parts), "400", wanted);
    };
    for missing in 0..4 {
        let mut parts = document(b"x");
        let part = parts.remove(missing);
        refused(&parts, &format!("the part `{}` is missing", part.0));
        let twice = [document(b"x"), vec![part]].concat();
        refused(&twice, &format!("the part `{}` comes twice", part.0));
    }
    let comment: Part = ("comment", None, b"?");
    let more = [document(b"x"), vec![comment]].concat();
    refused(&more, "the part `comment` is not one of");
    let latin = [document(b"x"), vec![("filename", None, &b"\xe9"[..])]].concat();
    refused(&latin[2..], "not UTF-8");
    assert!(sandbox.documents().is_empty());
}

#[test]
fn a_body_without_parts_is_not_gathered() {
    let sandbox = sandbox();
    let session = opened(&sandbox);
    let name = "a".repeat(3 << 20);
    let mut parts = document(b"x");
    parts[0].1 = Some(&name);
    expect(&session.upload(PATIENT, &parts), "400", "1 MiB");
    assert!(sandbox.documents().is_empty());
    let reply = session.upload(PATIENT, &document(&vec![b'\n'; 3 << 20]));
    assert_eq!(reply.status, 201);
}

#[test]
fn too_long_is_said_before_the_body_is_sent_or_when_it_has_come() {
    let sandbox = limited(Some(100_000), 0);
    let session = opened(&sandbox);
    let url = session.send_url(PATIENT);
    let auth = ("Authorization", session.auth.as_str());
    let headers = [auth, FORM, ("Content-Length", "5000000000")];
    let mut stream = connect(&url);
    // Only the headers are written: the reply and the end of the connection must come.
    let head = request("POST", &url, &headers, b"");
    stream.write_all(&head).unwrap();
    let reply = Reply::read(&mut stream).unwrap();
    expect(&reply, "413", "longer");
    assert_eq!(reply.header("connection"), Some("close"));

    let (host, path) = split(&url);
    for (size, status) in [(50_000, 201), (200_000, 413)] {
        let body = form(&document(&vec![7; size]));
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAuthorization: {}\r\n\
             Content-Type: {}\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n",
            session.auth,
            FORM.1,
            body.len()
        );
        let mut stream = connect(&url);
        stream.write_all(head.as_bytes()).unwrap();
        let _ = stream.write_all(&[&body, &b"\r\n0\r\n\r\n"[..]].concat());
        assert_eq!(Reply::read(&mut stream).unwrap().status, status);
    }
    assert_eq!(sandbox.documents().len(), 1);
}
