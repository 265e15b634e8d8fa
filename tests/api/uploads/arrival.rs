//! What arrives is what was given, for every size and every name.

use testkit::digests::sha256;

use super::*;

fn accepting(way: Way) -> Fixture {
    Fixture::new(way, 20_000, |peer, _| accept(peer))
}

/// The request is, byte for byte, the form of these parts.
#[track_caller]
fn check(request: &Request, filename: &str, in_head: &str, content: &[u8]) {
    assert!(request.head.starts_with("POST /dmp/patient-"));
    assert!(request.head.contains("/unique/doc/send HTTP/1.1\r\n"));
    assert_eq!(request.header("authorization"), Some("Bearer bearer"));
    assert!(!request.has("expect") && !request.has("transfer-encoding"));
    assert!(request.whole);
    let kind = request.header("content-type").unwrap();
    let boundary = kind.strip_prefix("multipart/form-data; boundary=").unwrap();
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    assert!((1..=70).contains(&boundary.len()) && boundary.bytes().all(is_token));
    let disposition = format!("--{boundary}\r\nContent-Disposition: form-data; name=");
    let head = format!(
        "{disposition}\"file\"; filename=\"{in_head}\"\r\nContent-Type: application/octet-stream\r\n\r\n"
    );
    let fields = [
        ("filename", filename),
        ("activity_type", "10"),
        ("type_code", "11503-0"),
    ];
    let fields = fields.map(|(name, value)| format!("\r\n{disposition}\"{name}\"\r\n\r\n{value}"));
    let tail = format!("{}\r\n--{boundary}--\r\n", fields.concat());
    let form = [head.as_bytes(), content, tail.as_bytes()].concat();
    // Not assert_eq: nobody wants to read 30 MB.
    assert!(request.body == form, "{in_head}: it is another form");
}

#[track_caller]
fn arrives(way: Way, size: usize) {
    let fixture = accepting(way);
    let bytes = content(size);
    let sent = fixture.send(&bytes).ok().outcome("accepted");
    sent.has(json!({"bytes": size, "sha256": sha256(&bytes)}));
    check(&fixture.uploads()[0], "a.pdf", "a.pdf", &bytes);
}

#[test]
fn every_size_arrives_byte_for_byte() {
    let sizes = [0, 1, 1023, 1024, 1025, 65_535, 65_536, 65_537, 1 << 20];
    for way in WAYS {
        for size in sizes {
            arrives(way, size);
        }
    }
    // Around the step in which a document leaves.
    for size in (130_700..131_200).step_by(7) {
        arrives(Way::Plain, size);
    }
    arrives(Way::Plain, 30_000_000);
    arrives(Way::Tls13, 30_000_000);
}

#[test]
fn a_file_arrives_as_bytes_do() {
    for size in [0, 1, 65_536, 1 << 20] {
        let fixture = accepting(Way::Plain);
        let bytes = content(size);
        let name = "Compte rendu d'été \"bis\".pdf";
        let file = TempFile::new(name, &bytes);
        let sent = fixture.send_file(file.path()).ok();
        sent.has(json!({"bytes": size, "sha256": sha256(&bytes)}));
        let in_head = "Compte rendu d'été %22bis%22.pdf";
        check(&fixture.uploads()[0], name, in_head, &bytes);
    }
}

#[test]
fn every_name_arrives_and_changes_nothing() {
    let long = "é".repeat(150);
    let fixture = accepting(Way::Plain);
    let bytes = content(100);
    for (number, (name, in_head)) in [
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
        (&long, &long),
    ]
    .into_iter()
    .enumerate()
    {
        let host = &fixture.host;
        host.dmp_send_bytes(&fixture.patient, &bytes, name).ok();
        check(&fixture.uploads()[number], name, in_head, &bytes);
    }
    let before = fixture.server.connections();
    let names = "|a/b|a\\b|\\|a\tb|a\u{1}|a\u{7f}|a\u{85}|\u{1b}[0m";
    for name in names.split('|') {
        let refused = fixture.host.dmp_send_bytes(&fixture.patient, b"x", name);
        refused.fails("HR_E_ARGUMENT");
    }
    for path in ["/tmp", "/nowhere/x.pdf", "", "/dev/null"] {
        let refused = fixture.host.dmp_send(&fixture.patient, path, Some("x.pdf"));
        assert!(refused.code < 0, "{path}");
    }
    assert_eq!(fixture.server.connections(), before);
}
