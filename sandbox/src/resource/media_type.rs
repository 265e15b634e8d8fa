//! What a document is, by its first bytes.

/// This many bytes are looked at.
pub(super) const LOOKED_AT: usize = 512;

const UNKNOWN: &str = "application/octet-stream";

/// The media type of what starts with `start`. HTML, SVG and XML are plain text: a browser must not run them.
pub(super) fn of(start: &[u8]) -> &'static str {
    match start {
        [] => UNKNOWN,
        [b'%', b'P', b'D', b'F', b'-', ..] => "application/pdf",
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => "image/gif",
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => "image/webp",
        _ if is_text(start) => "text/plain",
        _ => UNKNOWN,
    }
}

fn is_text(start: &[u8]) -> bool {
    let control = |byte: &u8| byte.is_ascii_control() && !b"\t\n\r\x0c".contains(byte);
    let text = match std::str::from_utf8(start) {
        Ok(_) => true,
        // A character may go on behind what is looked at.
        Err(error) => error.error_len().is_none() && start.len() == LOOKED_AT,
    };
    text && !start.iter().any(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell() {
        assert_eq!(of(b"%PDF-1.7\n\xe2\xe3"), "application/pdf");
        assert_eq!(of(b"\x89PNG\r\n\x1a\n\0"), "image/png");
        assert_eq!(of(b"\xff\xd8\xff\xe0"), "image/jpeg");
        assert_eq!(of(b"GIF89a\x01"), "image/gif");
        assert_eq!(of(b"RIFF\0\0\0\0WEBPVP8 "), "image/webp");
        assert_eq!(of("été\r\n".as_bytes()), "text/plain");
        assert_eq!(of(b"<html><script>"), "text/plain");
        assert_eq!(of(b"<?xml version='1.0'?><svg/>"), "text/plain");
        for unknown in [&b""[..], b"\x07\x07", b"\xe9t\xe9", b"PK\x03\x04"] {
            assert_eq!(of(unknown), UNKNOWN, "{unknown:?}");
        }
        let mut long = vec![b'a'; LOOKED_AT - 1];
        long.push(0xc3);
        assert_eq!(of(&long), "text/plain");
        assert_eq!(of(&long[1..]), UNKNOWN);
    }
}
