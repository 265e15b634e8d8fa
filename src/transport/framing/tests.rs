use super::*;

fn head(text: &str) -> (Framing, bool) {
    let text = format!("HTTP/{text}\r\n\r\n");
    match Head::read(text.as_bytes()) {
        Start::Head(head) => (head.framing, head.reusable),
        Start::Partial | Start::Garbage => panic!("{text}"),
    }
}

#[test]
fn an_end_is_certain_when_it_is_stated_once() {
    use Framing::{Chunks, Length, Uncertain, UntilClose};
    for (text, expected) in [
        ("1.1 200 OK\r\nContent-Length: 12", (Length, true)),
        ("1.1 404 X\r\ncontent-length: 0", (Length, true)),
        ("1.1 201 X\r\nTransfer-Encoding: Chunked", (Chunks, true)),
        ("1.1 204 X", (Length, true)),
        ("1.1 204 X\r\ncontent-length: 0", (Length, true)),
        ("1.0 200 OK\r\ncontent-length: 12", (Length, false)),
        ("1.1 304 X", (Length, false)),
        ("1.1 205 X\r\ncontent-length: 0", (Length, false)),
        ("1.1 101 X\r\ncontent-length: 0", (Length, false)),
        ("1.1 600 X\r\ncontent-length: 0", (Length, false)),
        ("1.1 200 OK", (UntilClose, false)),
        ("1.1 205 X", (UntilClose, false)),
    ] {
        assert_eq!(head(text), expected, "{text}");
    }
    for text in [
        "1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1",
        "1.1 200 OK\r\ncontent-length: 1, 1",
        "1.1 200 OK\r\ncontent-length:",
        "1.1 200 OK\r\ncontent-length: +1",
        "1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked",
        "1.1 200 OK\r\ntransfer-encoding: gzip, chunked",
        "1.1 200 OK\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked",
        "1.0 200 OK\r\ntransfer-encoding: chunked",
        "1.1 204 X\r\ncontent-length: 5",
        "1.1 204 X\r\ntransfer-encoding: chunked",
    ] {
        assert_eq!(head(text), (Uncertain, false), "{text}");
    }
}

/// What is kept of a body that comes in pieces of this length, and how it ends.
fn passed(body: &str, piece: usize) -> (String, Place) {
    let mut chunks = ChunkedBody::new();
    let mut kept = Vec::new();
    for bytes in body.as_bytes().chunks(piece) {
        let mut bytes = bytes.to_vec();
        let length = chunks.pass(&mut bytes);
        kept.extend_from_slice(&bytes[..length]);
    }
    (String::from_utf8(kept).unwrap(), chunks.place)
}

#[test]
fn what_is_no_length_between_chunks_is_taken_away() {
    let long = "x".repeat(MAX_BESIDE - 100);
    for (body, kept) in [
        ("5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n"),
        (
            "5 ; a=\"b;c\"\r\nh\r\nlo\r\n00;x\r\nX-A: 1\r\nB: 2\r\n\r\n",
            "5\r\nh\r\nlo\r\n00\r\n\r\n",
        ),
        (
            &format!("1;{long}\r\na\r\n0\r\n\r\n"),
            "1\r\na\r\n0\r\n\r\n",
        ),
        (
            &format!("A\r\n0123456789\r\n0\r\nX: {long}\r\n\r\n"),
            "A\r\n0123456789\r\n0\r\n\r\n",
        ),
    ] {
        for piece in [1, 2, 7, body.len()] {
            assert_eq!(
                passed(body, piece),
                (kept.to_owned(), Place::Over),
                "{piece}"
            );
        }
    }
    // What comes behind the end stays where it is: the connection is not used again.
    assert_eq!(passed("0\r\n\r\nHTTP", 3).0, "0\r\n\r\nHTTP");
}

#[test]
fn a_length_has_digits_alone() {
    let long = "x".repeat(MAX_BESIDE + 1);
    for body in [
        "+5\r\nhello\r\n",
        "-1\r\n",
        " 5\r\nhello\r\n",
        "0x5\r\n",
        "\r\n",
        ";a\r\n",
        "5\nhello",
        "5\rhello",
        "5;a\nhello",
        "00000000000000005\r\n",
        "0\r\nX: 1\n\r\n",
        &format!("1;{long}\r\n"),
    ] {
        for piece in [1, body.len()] {
            assert_eq!(passed(body, piece).1, Place::Broken, "{body:.20}");
        }
    }
}
