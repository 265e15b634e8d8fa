//! What is in the documents, and documents to send.

use crate::client::*;
use hr_sandbox::Sandbox;

fn store(sandbox: &Sandbox, name: &str, content: &[u8]) -> u64 {
    let session = Session::open(sandbox);
    session.open_record(PATIENT);
    let mut parts = document(content);
    parts[1].2 = name.as_bytes();
    assert_eq!(session.upload(PATIENT, &parts).status, 201);
    sandbox.documents().last().unwrap().number
}

fn content(sandbox: &Sandbox, number: u64, query: &str) -> Reply {
    let path = format!("/documents/{number}/content{query}");
    control(sandbox, "GET", &path, "")
}

#[test]
fn a_content_is_what_was_sent_and_can_do_nothing() {
    let sandbox = sandbox();
    let (text, unknown) = ("text/plain; charset=utf-8", "application/octet-stream");
    // A character that may go on behind what is looked at.
    let long = [&[b'a'; 511], &b"\xc3"[..]].concat();
    for (bytes, media_type) in [
        (&b"%PDF-1.4\n"[..], "application/pdf"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF87a", "image/gif"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        ("été\r\n".as_bytes(), text),
        (b"<script>alert(1)</script>", text),
        (b"<?xml?><svg/>", text),
        (&long, text),
        (&long[1..], unknown),
        (b"", unknown),
        (b"\x07\x07", unknown),
        (b"\xe9t\xe9", unknown),
        (b"PK\x03\x04", unknown),
    ] {
        let how = match media_type == unknown {
            true => "attachment",
            false => "inline",
        };
        let number = store(&sandbox, "a.bin", bytes);
        let reply = content(&sandbox, number, "");
        assert_eq!((reply.status, reply.body.as_slice()), (200, bytes));
        assert_eq!(reply.header("content-type"), Some(media_type));
        let disposition = format!("{how}; filename*=UTF-8''a.bin");
        assert_eq!(reply.header("content-disposition"), Some(&*disposition));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        let shared = reply.header("cross-origin-resource-policy");
        assert_eq!(shared, Some("same-origin"));
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert!(policy.contains("frame-ancestors 'self'"), "{policy}");
        let in_sandbox = policy.ends_with("; sandbox");
        assert_eq!(in_sandbox, media_type != "application/pdf", "{policy}");
        let saved = content(&sandbox, number, "?download=1");
        let disposition = saved.header("content-disposition").unwrap();
        assert!(disposition.starts_with("attachment; "));
    }
}

#[test]
fn a_hostile_name_stays_a_name() {
    let sandbox = sandbox();
    let name = "a\"; x=\u{1f}é/..\\%'.pdf";
    let number = store(&sandbox, name, b"x");
    let reply = content(&sandbox, number, "");
    let given = reply.header("content-disposition").unwrap();
    let wanted = "inline; filename*=UTF-8''a%22%3B%20x%3D%1F%C3%A9%2F..%5C%25%27.pdf";
    assert_eq!(given, wanted);
}

#[test]
fn what_was_not_kept_is_gone() {
    let sandbox = sandbox_with(|options| options.scenario.keep_bytes = 3);
    let number = store(&sandbox, "a.txt", b"long");
    expect(&content(&sandbox, number, ""), "410", "keep_bytes");
}

#[test]
fn samples_have_their_size_and_differ() {
    let sandbox = sandbox();
    let sample = |bytes: &str| control(&sandbox, "GET", &format!("/samples/{bytes}"), "");
    let first = sample("2000");
    assert_eq!(first.header("content-type"), Some("application/pdf"));
    let disposition = first.header("content-disposition").unwrap();
    assert!(disposition.starts_with("attachment; "));
    assert!(first.body.starts_with(b"%PDF-1.4\n") && first.body.ends_with(b"%%EOF\n"));
    assert_ne!(first.body, sample("2000").body);
    for bytes in [2000, 2001, 100_000] {
        let pdf = String::from_utf8(sample(&bytes.to_string()).body).unwrap();
        assert_eq!(pdf.len(), bytes);
        // The table leads to each object.
        let start = pdf.rsplit("startxref\n").next().unwrap();
        let start: usize = start.lines().next().unwrap().parse().unwrap();
        for (number, line) in (1..6).zip(pdf[start..].lines().skip(3)) {
            let at: usize = line[..10].parse().unwrap();
            assert!(pdf[at..].starts_with(&format!("{number} 0 obj\n")));
        }
    }
    assert_eq!(sample("16000000").body.len(), 16_000_000);
}
