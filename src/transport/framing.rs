//! What the head of a response says, and how the end of the response is known: also where its last chunk is.

use std::time::SystemTime;

use crate::page;

/// As many as the HTTP client reads.
const MAX_HEADERS: usize = 128;
/// Bytes between the chunks of one body, and behind the last, that are no lengths.
const MAX_BESIDE: usize = 64 * 1024;
/// Digits of the length of a chunk.
const MAX_DIGITS: u8 = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    /// By its length, or because it cannot have a body.
    Length,
    /// By its last chunk.
    Chunks,
    /// By the end of the connection: a truncated response looks the same.
    UntilClose,
    /// It is stated twice, or in a form that readers take in different ways.
    #[default]
    Uncertain,
}

/// A complete head of a response.
#[derive(Clone, Default)]
pub struct Head {
    pub status: u16,
    /// The bytes of the head.
    pub length: usize,
    pub framing: Framing,
    /// Whether the connection may be used again behind the end of the response.
    pub reusable: bool,
    /// A web page, by its type.
    pub html: bool,
    pub json: bool,
    pub compressed: bool,
    pub retry_after_s: Option<u32>,
    /// The server's clock.
    pub date: Option<SystemTime>,
}

/// What bytes begin with.
pub enum Start {
    Head(Head),
    /// A part of a head, or nothing.
    Partial,
    Garbage,
}

impl Head {
    pub fn read(input: &[u8]) -> Start {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        let length = match response.parse(input) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Start::Partial,
            Err(_) => return Start::Garbage,
        };
        let Some(status) = response.code else {
            return Start::Garbage;
        };
        let headers = &*response.headers;
        let values = |name: &'static str| {
            let named = move |field: &&httparse::Header<'_>| field.name.eq_ignore_ascii_case(name);
            headers.iter().filter(named).map(|field| field.value)
        };
        let text = |name| std::str::from_utf8(values(name).next()?).ok();
        let newer = response.version == Some(1);
        let framing = framing(
            status,
            newer,
            values("content-length"),
            values("transfer-encoding"),
        );
        Start::Head(Head {
            status,
            length,
            framing,
            reusable: newer
                && matches!(status, 200..=204 | 206..=303 | 305..=599)
                && matches!(framing, Framing::Length | Framing::Chunks),
            html: values("content-type").any(page::is_html),
            json: values("content-type").any(page::is_json),
            compressed: text("content-encoding")
                .is_some_and(|coding| !coding.trim().eq_ignore_ascii_case("identity")),
            retry_after_s: text("retry-after").and_then(seconds),
            date: text("date").and_then(|date| httpdate::parse_http_date(date).ok()),
        })
    }

    /// An interim response has no body, and another response follows it.
    pub fn is_interim(&self) -> bool {
        matches!(self.status, 100 | 102..=199)
    }
}

/// The seconds of a Retry-After header, at most a day; dates are not read, since clocks differ.
fn seconds(text: &str) -> Option<u32> {
    let digits = text.trim();
    let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // More digits than a number can have are more than a day, too.
    number.then(|| digits.parse().unwrap_or(u32::MAX).min(86_400))
}

/// One length in digits, or chunks alone: every reader takes these in the same way. HTTP/1.0 knows no chunks, and
/// what another coding made of a body is not its text.
fn framing<'b>(
    status: u16,
    newer: bool,
    lengths: impl Iterator<Item = &'b [u8]>,
    codings: impl Iterator<Item = &'b [u8]>,
) -> Framing {
    let mut lengths = lengths.map(<[u8]>::trim_ascii);
    let mut codings = codings.map(<[u8]>::trim_ascii);
    let (length, coding) = (lengths.next(), codings.next());
    if lengths.next().or(codings.next()).is_some() {
        return Framing::Uncertain;
    }
    let bodiless = matches!(status, 204 | 304);
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    match (length, coding) {
        (None, None) if bodiless => Framing::Length,
        (None, None) => Framing::UntilClose,
        (Some(b"0"), None) => Framing::Length,
        (Some(length), None) if digits(length) && status != 204 => Framing::Length,
        (None, Some(coding)) if coding.eq_ignore_ascii_case(b"chunked") && newer && !bodiless => {
            Framing::Chunks
        }
        _ => Framing::Uncertain,
    }
}

/// Where in a body of chunks its next byte lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In a length, behind so many of its digits.
    Size(u8),
    /// Behind a length: an extension.
    Extension,
    /// Before the line feed behind a length.
    SizeEnd,
    /// So many bytes before the end of a chunk, or of the line end behind it, which the HTTP client checks.
    Data(u64),
    /// At the beginning of a line behind the last chunk, within a trailer, and before its line feed.
    LineStart,
    Trailer,
    TrailerLf,
    /// Before the last line feed.
    LastLf,
    Over,
    Broken,
}

/// Follows the chunks of a body as it comes, and takes away what lies between them beside the lengths, for which the
/// HTTP client has little room.
pub struct ChunkedBody {
    place: Place,
    size: u64,
    /// Bytes that may still be taken away.
    spare: usize,
}

impl ChunkedBody {
    pub fn new() -> ChunkedBody {
        ChunkedBody {
            place: Place::Size(0),
            size: 0,
            spare: MAX_BESIDE,
        }
    }

    pub fn is_over(&self) -> bool {
        self.place == Place::Over
    }

    /// What came is no body in chunks.
    pub fn is_broken(&self) -> bool {
        self.place == Place::Broken
    }

    /// Moves to the front what is to be kept of the next bytes, and gives its length.
    pub fn pass(&mut self, bytes: &mut [u8]) -> usize {
        let (mut from, mut to) = (0, 0);
        while let Some(&byte) = bytes.get(from) {
            let taken = match self.place {
                Place::Data(left) => {
                    let here = bytes.len() - from;
                    let taken = usize::try_from(left).map_or(here, |left| left.min(here));
                    self.place = match left - taken as u64 {
                        0 => Place::Size(0),
                        left => Place::Data(left),
                    };
                    taken
                }
                Place::Over => bytes.len() - from,
                Place::Broken => return to,
                _ => {
                    let (next, kept) = self.step(byte);
                    self.place = next;
                    if !kept {
                        from += 1;
                        continue;
                    }
                    1
                }
            };
            if from != to {
                bytes.copy_within(from..from + taken, to);
            }
            (from, to) = (from + taken, to + taken);
        }
        to
    }

    /// The place behind a byte of a line, and whether the byte is kept.
    fn step(&mut self, byte: u8) -> (Place, bool) {
        match (self.place, byte) {
            (Place::Size(digits), b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F')
                if digits < MAX_DIGITS =>
            {
                let digit = char::from(byte).to_digit(16).unwrap_or(0);
                self.size = (self.size << 4) | u64::from(digit);
                (Place::Size(digits + 1), true)
            }
            (Place::Size(1..) | Place::Extension, b'\r') => (Place::SizeEnd, true),
            (Place::Size(1..), b' ' | b'\t' | b';') => self.beside(Place::Extension),
            (Place::SizeEnd, b'\n') => match std::mem::take(&mut self.size) {
                0 => (Place::LineStart, true),
                size => (Place::Data(size.saturating_add(2)), true),
            },
            (Place::LineStart, b'\r') => (Place::LastLf, true),
            (Place::LastLf, b'\n') => (Place::Over, true),
            (Place::Trailer, b'\r') => self.beside(Place::TrailerLf),
            (Place::TrailerLf, b'\n') => self.beside(Place::LineStart),
            (Place::LineStart | Place::Trailer, other) if other != b'\n' => {
                self.beside(Place::Trailer)
            }
            (Place::Extension, other) if other != b'\n' => self.beside(Place::Extension),
            _ => (Place::Broken, false),
        }
    }

    fn beside(&mut self, next: Place) -> (Place, bool) {
        match self.spare.checked_sub(1) {
            Some(spare) => {
                self.spare = spare;
                (next, false)
            }
            None => (Place::Broken, false),
        }
    }
}

#[cfg(test)]
#[path = "framing/tests.rs"]
mod tests;
