//! The other forms of a reply are in tests/faults/wire/forms.rs.

use super::*;

#[test]
fn an_end_is_certain_when_it_is_stated_once() {
    use Framing::{Length, Uncertain, UntilClose};
    let chunked = "1.1 204 X\r\ntransfer-encoding: chunked";
    for (text, expected) in [
        ("1.1 204 X", (Length, true)),
        ("1.1 204 X\r\ncontent-length: 0", (Length, true)),
        ("1.1 304 X", (Length, false)),
        ("1.1 205 X\r\ncontent-length: 0", (Length, false)),
        ("1.1 101 X\r\ncontent-length: 0", (Length, false)),
        ("1.1 600 X\r\ncontent-length: 0", (Length, false)),
        ("1.1 205 X", (UntilClose, false)),
        ("1.1 200 OK\r\ncontent-length: 1, 1", (Uncertain, false)),
        ("1.1 200 OK\r\ncontent-length:", (Uncertain, false)),
        ("1.1 200 OK\r\ncontent-length: +1", (Uncertain, false)),
        ("1.1 204 X\r\ncontent-length: 5", (Uncertain, false)),
        (chunked, (Uncertain, false)),
    ] {
        let whole = format!("HTTP/{text}\r\n\r\n");
        let Start::Head(head) = Head::read(whole.as_bytes()) else {
            panic!("{text}");
        };
        assert_eq!((head.framing, head.reusable), expected, "{text}");
    }
}

#[test]
fn what_is_no_length_between_chunks_is_taken_away_however_it_comes() {
    let long = "x".repeat(MAX_BESIDE - 100);
    let too_long = "x".repeat(MAX_BESIDE + 1);
    for (body, kept, place) in [
        (
            "5 ; a=\"b;c\"\r\nh\r\nlo\r\n00;x\r\nX-A: 1\r\nB: 2\r\n\r\n",
            "5\r\nh\r\nlo\r\n00\r\n\r\n",
            Place::Over,
        ),
        (
            &format!("A\r\n0123456789\r\n0\r\nX: {long}\r\n\r\n"),
            "A\r\n0123456789\r\n0\r\n\r\n",
            Place::Over,
        ),
        (&format!("1;{too_long}\r\n"), "1", Place::Broken),
        ("5;a\nhello", "5", Place::Broken),
        ("0\r\nX: 1\n\r\n", "0\r\n", Place::Broken),
    ] {
        for piece in [1, 2, 7, body.len()] {
            let (mut chunks, mut passed) = (ChunkedBody::new(), Vec::new());
            for bytes in body.as_bytes().chunks(piece) {
                let mut bytes = bytes.to_vec();
                let length = chunks.pass(&mut bytes);
                passed.extend_from_slice(&bytes[..length]);
            }
            assert_eq!(passed, kept.as_bytes(), "{piece}");
            assert_eq!(chunks.place, place, "{piece}");
        }
    }
}
