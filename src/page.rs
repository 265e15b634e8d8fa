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

/// Whether the first sign of a body is `<`, past all that is no sign of ASCII: blanks, control characters, marks of
/// byte order. In UTF-16 and UTF-32 of either byte order a sign of ASCII has its byte among zeros, and U+3000, a blank,
/// has that of `0`.
pub fn is_markup(body: &[u8]) -> bool {
    let mut signs = body.iter().filter(|byte| byte.is_ascii_graphic());
    signs.find(|byte| **byte != b'0') == Some(&b'<')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In UTF-8, and in UTF-16 and UTF-32 of either byte order.
    fn written(text: &str) -> [Vec<u8>; 5] {
        let short = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect();
        let long =
            |order: fn(u32) -> [u8; 4]| text.chars().map(u32::from).flat_map(order).collect();
        [
            text.into(),
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
            "\u{feff}\u{feff} ",
            "\0 \0",
            "\u{a0}",
            "\u{3000}",
            "\u{1}\u{7f}\u{85}",
        ] {
            for tag in ["<!--", "<?xml", "<html", "<"] {
                for body in written(&format!("{begin}{tag}")) {
                    assert!(is_markup(&body), "{body:?}");
                }
            }
        }
        assert!(is_markup(b"\xef\xbb\xbf\xff\xfe<") && is_markup("\u{2028}\u{200b}<".as_bytes()));
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
            "  ",
            &long,
        ] {
            for body in written(text) {
                assert!(!is_markup(&body), "{text:?}");
            }
        }
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
