//! Whether a response is a web page: then a proxy or portal responded in place of the service.
//!
//! A page has an HTML type, or begins with `<`. JSON never does, and a text that does is taken for a page: what
//! a page begins with (a comment, a prolog, a script) is endless, and no service is known to respond in markup.

/// Whether the value of a Content-Type header names HTML. Its bytes need not be ASCII.
pub fn is_html(content_type: &[u8]) -> bool {
    names(content_type, b"html")
}

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
