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
    // NUL shows nothing, so that a wide character of ASCII is found here as well.
    let narrow = body.utf8_chunks().flat_map(|part| {
        // Byte order marks of UTF-16 and UTF-32, in whatever order, or no character.
        let others = part.invalid().iter().map(|byte| match byte {
            0xfe | 0xff => BYTE_ORDER_MARK,
            _ => u32::from(char::REPLACEMENT_CHARACTER),
        });
        part.valid().chars().map(u32::from).chain(others)
    });
    let short = |order: fn([u8; 2]) -> u16| {
        let units = body.as_chunks().0.iter();
        units.map(move |unit| u32::from(order(*unit)))
    };
    let long = |order: fn([u8; 4]) -> u32| body.as_chunks().0.iter().map(move |unit| order(*unit));
    begins(narrow)
        || begins(short(u16::from_le_bytes))
        || begins(short(u16::from_be_bytes))
        || begins(long(u32::from_le_bytes))
        || begins(long(u32::from_be_bytes))
}

const BYTE_ORDER_MARK: u32 = 0xfeff;

/// Whether the first sign that shows something is `<`.
fn begins(mut signs: impl Iterator<Item = u32>) -> bool {
    signs.find(|sign| !is_blank(*sign)) == Some(u32::from(b'<'))
}

/// Whether a character shows nothing: blanks, control characters, marks of byte order and of width zero.
fn is_blank(sign: u32) -> bool {
    let character = char::from_u32(sign);
    character.is_some_and(|c| c.is_whitespace() || c.is_control())
        || matches!(sign, 0xad | 0x180e | 0x200b..=0x200f | 0x2060..=0x2064 | 0xfeff | 0xfffe)
        || sign == 0xfffe_0000
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
