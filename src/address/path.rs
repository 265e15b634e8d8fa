//! Paths that lead to one place only, whoever reads them on the way.
//!
//! Between the library and a service stand servers that read a path in their own ways, and a bearer must not end
//! up at another path than the one that was vetted. So what one of them would turn into another path is refused:
//!
//! - `..;` and `.;x=1`: Tomcat cuts a segment at its semicolon, then follows the dots; `;` alone becomes empty;
//! - `%2e%2e`, `%2f..%2f`, `%5c..`: nginx and IIS undo the escapes first, IIS reads `\` as `/`;
//! - `%252e`: one server undoes the outer escape, the next one the inner; more than four layers are refused;
//! - `%c0%ae` and other overlong forms: old readers of UTF-8 see a dot or a slash;
//! - `..%20`, `%00`, `%09`: Windows drops what is behind a name, and C ends a text there.
//!
//! Dots within a name, semicolons behind one, `%2f` between two names and escapes of letters stay. Identifiers that
//! the library encodes itself (`address::segment`) are not judged here: a service may name things as it likes, and
//! what it named is what is asked for.

use percent_encoding::percent_decode;
use zeroize::Zeroizing;

/// Escapes within escapes that are looked through.
const LAYERS: usize = 4;

/// A text as it is written, and as it reads with its escapes undone once, twice and so on.
fn layers(text: &str) -> impl Iterator<Item = Zeroizing<Vec<u8>>> {
    let written = Zeroizing::new(text.as_bytes().to_vec());
    std::iter::successors(Some(written), |layer| {
        let inner = Zeroizing::new(percent_decode(layer).collect::<Vec<u8>>());
        (*inner != **layer).then_some(inner)
    })
}

/// Whether a segment, as it stands in a path, is the same segment for everybody.
pub fn stays(segment: &str) -> bool {
    let mut layers = layers(segment);
    let fit = layers.by_ref().take(LAYERS + 1).all(|layer| fits(&layer));
    fit && layers.next().is_none()
}

/// Whether a server may take a path for `route`, however it is written: with escapes, parameters, extensions, blanks,
/// a query, empty segments, or other letters.
pub fn leads_to(path: &str, route: &str) -> bool {
    let names = |path: &str| {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let parts = path.split(['/', '\\']);
        let parts = parts.filter_map(|part| part.split([';', '.']).next());
        let names = parts.map(|name| name.trim().to_uppercase());
        names.filter(|name| !name.is_empty()).collect::<Vec<_>>()
    };
    let route = names(route);
    let is_route = |layer: Zeroizing<Vec<u8>>| names(&String::from_utf8_lossy(&layer)) == route;
    // A longer one is never sent.
    path.len() <= super::MAX_REQUEST_PATH && layers(path).take(LAYERS + 1).any(is_route)
}

fn fits(layer: &[u8]) -> bool {
    !layer.iter().any(u8::is_ascii_control)
        && !overlong(layer)
        && names(layer).all(|name| !name.is_empty() && !is_dots(name))
}

/// The names that a server may find in a segment, without their parameters.
fn names(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = text.split(|byte| matches!(byte, b'/' | b'\\'));
    parts.map(|part| part.split(|byte| *byte == b';').next().unwrap_or_default())
}

fn is_dots(name: &[u8]) -> bool {
    matches!(name.trim_ascii(), b"." | b"..")
}

/// Bytes of UTF-8 that stand for a character that has a shorter form.
fn overlong(text: &[u8]) -> bool {
    let next = text.iter().skip(1).copied().chain([0]);
    text.iter().zip(next).any(|pair| {
        matches!(
            pair,
            (0xc0 | 0xc1, _) | (0xe0, 0x80..=0x9f) | (0xf0, 0x80..=0x8f)
        )
    })
}
