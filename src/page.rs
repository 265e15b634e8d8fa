//! Whether a response is a web page: then a proxy or portal responded in place of the service.
//!
//! A page has an HTML type, or begins with `<`. JSON never does, and a text that does is taken for a page: what
//! a page begins with (a comment, a prolog, a script) is endless, and no service is known to respond in markup.

/// Whether the value of a Content-Type header names HTML. Its bytes need not be ASCII.
pub fn is_html(content_type: &[u8]) -> bool {
    names(content_type, b"html")
}

/// Whether the value of a Content-Type header names JSON.
pub fn is_json(content_type: &[u8]) -> bool {
    names(content_type, b"json")
}

fn names(content_type: &[u8], word: &[u8; 4]) -> bool {
    let mut windows = content_type.windows(word.len());
    windows.any(|window| window.eq_ignore_ascii_case(word))
}

/// Whether the first sign of a body is `<`, past blanks, control characters and byte order marks, in UTF-8,
/// UTF-16 or UTF-32 of either byte order.
pub fn is_markup(body: &[u8]) -> bool {
    // Nearly every reply begins with a brace.
    if matches!(body.first(), None | Some(b'{' | b'[' | b'"')) {
        return false;
    }
    let rest = body.get(bytes_before(body)..);
    rest.and_then(<[u8]>::first) == Some(&b'<')
        || begins(body, 2, |unit| {
            let number = |b: [u8; 2]| (u16::from_le_bytes(b).into(), u16::from_be_bytes(b).into());
            unit.try_into().ok().map(number)
        })
        || begins(body, 4, |unit| {
            let number = |b: [u8; 4]| (u32::from_le_bytes(b), u32::from_be_bytes(b));
            unit.try_into().ok().map(number)
        })
}

/// The bytes before the first sign. NUL is skipped, so that a wide character of ASCII is found as well.
fn bytes_before(body: &[u8]) -> usize {
    let mut at = 0;
    while let Some(rest) = body.get(at..).filter(|rest| !rest.is_empty()) {
        at += match rest {
            // Byte order marks of UTF-16 and UTF-32, in whatever order.
            [0xfe | 0xff, ..] => 1,
            [byte, ..] if byte.is_ascii() => match is_blank(u32::from(*byte)) {
                true => 1,
                false => return at,
            },
            _ => match (2..=3).find(|length| is_blank_character(rest.get(..*length))) {
                Some(length) => length,
                None => return at,
            },
        };
    }
    at
}

fn is_blank_character(bytes: Option<&[u8]>) -> bool {
    let text = bytes.and_then(|bytes| std::str::from_utf8(bytes).ok());
    let mut characters = text.unwrap_or_default().chars();
    characters.next().is_some_and(|c| is_blank(c.into())) && characters.next().is_none()
}

/// Whether a character shows nothing: blanks, control characters, marks of byte order and of width zero.
fn is_blank(sign: u32) -> bool {
    let character = char::from_u32(sign);
    character.is_some_and(|c| c.is_whitespace() || c.is_control())
        || matches!(sign, 0xad | 0x180e | 0x200b..=0x200f | 0x2060..=0x2064 | 0xfeff | 0xfffe)
        || sign == 0xfffe_0000
}

/// Whether the first unit that shows something is `<`, read in one of the two byte orders.
fn begins(body: &[u8], width: usize, read: impl Fn(&[u8]) -> Option<(u32, u32)>) -> bool {
    let first = |pick: fn((u32, u32)) -> u32| {
        let mut units = body.chunks_exact(width).filter_map(&read).map(pick);
        units.find(|unit| !is_blank(*unit)) == Some(u32::from(b'<'))
    };
    first(|(little, _)| little) || first(|(_, big)| big)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(text: &str) -> [Vec<u8>; 4] {
        let short = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect();
        let long = |order: fn(u32) -> [u8; 4]| {
            let units = text.chars().map(u32::from);
            units.flat_map(order).collect()
        };
        [
            short(u16::to_le_bytes),
            short(u16::to_be_bytes),
            long(u32::to_le_bytes),
            long(u32::to_be_bytes),
        ]
    }

    #[test]
    fn markup_is_found_whatever_stands_before_it() {
        for begin in [
            "",
            " \t\r\n\u{b}\u{c}",
            "\u{feff}",
            "\u{feff}\u{feff} ",
            "\0",
            "\0 \0",
            "\u{a0}",
            "\u{2028}\u{3000}\u{200b}\u{2060}",
            "\u{1}\u{7f}\u{85}",
        ] {
            for tag in ["<!--", "<?xml", "<html", "<p>", "<", "<script>"] {
                let text = format!("{begin}{tag}");
                assert!(is_markup(text.as_bytes()), "{text:?}");
                for body in wide(&text) {
                    assert!(is_markup(&body), "{text:?} {body:?}");
                }
            }
        }
        assert!(is_markup(b"\xff\xfe\0\0<\0\0\0") && is_markup(b"\0\0\xfe\xff\0\0\0<"));
        assert!(is_markup(b"\xef\xbb\xbf\xff\xfe<"));
    }

    #[test]
    fn json_and_text_are_no_markup() {
        let long = " ".repeat(100_000);
        for text in [
            "",
            "{}",
            " {\"a\":\"<html>\"}",
            "\"<html>\"",
            "1 < 2",
            "stored",
            "é<",
            "\u{2039}html",
            "  ",
            "\u{fffd}<",
            &long,
        ] {
            assert!(!is_markup(text.as_bytes()), "{text:?}");
            for body in wide(text) {
                assert!(!is_markup(&body), "{text:?}");
            }
        }
        assert!(!is_markup(b"\x80<") && !is_markup(b"\xc3") && !is_markup(b"\xe2\x80"));
    }

    #[test]
    fn types_are_read_as_bytes() {
        for html in [
            &b"text/html"[..],
            b"\xe9 TEXT/HtmL",
            b"application/xhtml+xml",
        ] {
            assert!(is_html(html));
        }
        assert!(!is_html(b"text/plain") && !is_html(b"htm") && !is_html(b""));
        assert!(is_json(b"application/problem+JSON; x=\xff") && !is_json(b"text/html"));
    }
}
