//! Addresses of the three services, vetted more strictly than a URL parser does: what a lenient
//! reader would repair (`127.1`, port 99999, user names, backslashes) is refused, because the
//! bearer of a session goes wherever its address leads.

mod path;

use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub use path::leads_to;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use zeroize::Zeroizing;

/// Everything but the unreserved characters of RFC 3986.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Longest segment that is sent; longer request lines are refused by common servers.
const MAX_SEGMENT: usize = 1024;
const MAX_URL: usize = 2048;
const MAX_REQUEST_PATH: usize = 8192;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    Name(String),
    Ip(IpAddr),
}

/// The base address of a service: scheme, host, port and perhaps a path prefix, without a final slash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct BaseUrl {
    #[serde(skip)]
    pub host: Host,
    #[serde(skip)]
    pub secure: bool,
    #[serde(skip)]
    pub port: u16,
    /// How many bytes of the text come before the path.
    #[serde(skip)]
    origin: usize,
    text: String,
}

impl BaseUrl {
    /// Reads `text`; None when it is not one plain http or https address.
    pub fn parse(text: &str) -> Option<BaseUrl> {
        if text.len() > MAX_URL {
            return None;
        }
        let (scheme, rest) = text.split_once("://")?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let (authority, path) = match rest.find('/') {
            Some(slash) => rest.split_at(slash),
            None => (rest, ""),
        };
        let (host, port) = split_port(authority);
        let host = parse_host(host)?;
        let port = match port {
            Some(digits) => Some(parse_port(digits)?),
            None => None,
        };
        let path = path.trim_end_matches('/');
        if !valid_path(path) {
            return None;
        }

        let mut text = String::from(if secure { "https://" } else { "http://" });
        match &host {
            Host::Name(name) => text.push_str(name),
            Host::Ip(IpAddr::V4(ip)) => write!(text, "{ip}").ok()?,
            Host::Ip(IpAddr::V6(ip)) => write!(text, "[{ip}]").ok()?,
        }
        if let Some(port) = port {
            write!(text, ":{port}").ok()?;
        }
        let origin = text.len();
        text.push_str(path);
        Some(BaseUrl {
            host,
            secure,
            port: port.unwrap_or(if secure { 443 } else { 80 }),
            origin,
            text,
        })
    }

    pub fn origin(&self) -> &str {
        self.text.get(..self.origin).unwrap_or_default()
    }

    pub fn host_and_port(&self) -> String {
        match &self.host {
            Host::Name(name) => format!("{name}:{}", self.port),
            Host::Ip(ip) => format!("{ip}:{}", self.port),
        }
    }

    /// Whether the address cannot leave this computer. `localhost` counts: it is never looked up.
    pub fn is_loopback(&self) -> bool {
        match &self.host {
            Host::Ip(ip) => ip.is_loopback(),
            Host::Name(name) => name == "localhost",
        }
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The address of a call: this base and `tail`, which begins with a slash.
    pub fn join(&self, tail: &str) -> Zeroizing<String> {
        Zeroizing::new([self.as_str(), tail].concat())
    }
}

/// The port behind the last colon; an address of IP version 6 has a port only behind its bracket.
pub fn split_port(place: &str) -> (&str, Option<&str>) {
    match place.rsplit_once(':') {
        Some((host, port)) if host.ends_with(']') || !host.contains(':') => (host, Some(port)),
        _ => (place, None),
    }
}

fn parse_port(digits: &str) -> Option<u16> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    let port = digits.parse().ok();
    port.filter(|port| plain && *port != 0)
}

fn parse_host(host: &str) -> Option<Host> {
    if let Some(inner) = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')) {
        let ip: Ipv6Addr = inner.parse().ok()?;
        let disguised = ip.to_ipv4_mapped().is_some() || ip.is_unspecified();
        return (!disguised).then_some(Host::Ip(IpAddr::V6(ip)));
    }
    if let Ok(ip) = host.parse::<Ipv4Addr>() {
        return (!ip.is_unspecified()).then_some(Host::Ip(IpAddr::V4(ip)));
    }
    let name = host.to_ascii_lowercase();
    let labels_fit = name.split('.').all(|label| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    });
    // A last label of digits, or in hexadecimal, is a number that resolvers read as an address.
    let last = name.rsplit('.').next()?;
    let numeric = last.bytes().all(|b| b.is_ascii_digit()) || last.starts_with("0x");
    (labels_fit && !numeric && name.len() <= 253).then_some(Host::Name(name))
}

/// Visible ASCII, no query, no fragment, no backslash, valid percent-encoding, and no segment that a server on
/// the way may read as another path.
fn valid_path(path: &str) -> bool {
    path.bytes().all(|b| b == b'/' || path_byte(b))
        && path
            .split('/')
            .skip(1)
            .all(|segment| valid_percents(segment) && path::stays(segment))
}

/// A character of a path segment (RFC 3986, `pchar`), or the percent sign of an escape.
fn path_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@%".contains(&byte)
}

fn valid_percents(text: &str) -> bool {
    text.split('%').skip(1).all(|after| {
        after
            .get(..2)
            .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
    })
}

/// One path segment, percent-encoded; None when it would not stay one segment.
pub fn segment(value: &str) -> Option<Zeroizing<String>> {
    is_segment(value).then(|| {
        let mut encoded = Zeroizing::new(String::with_capacity(3 * value.len()));
        encoded.extend(utf8_percent_encode(value, SEGMENT));
        encoded
    })
}

pub fn is_segment(value: &str) -> bool {
    !value.is_empty() && value != "." && value != ".." && value.len() <= MAX_SEGMENT
}

/// A query string of the given pairs, `?` included; empty when there are none.
pub fn query(pairs: &[(&str, Option<&str>)]) -> Zeroizing<String> {
    let given = pairs
        .iter()
        .filter_map(|(key, value)| Some((key, (*value)?)));
    // With room for all of it: a growing String would leave copies of the traits behind.
    let room = given
        .clone()
        .map(|(key, value)| key.len() + 3 * value.len() + 2);
    let mut query = Zeroizing::new(String::with_capacity(room.sum()));
    for (key, value) in given {
        let first = query.is_empty();
        query.push(if first { '?' } else { '&' });
        query.push_str(key);
        query.push('=');
        query.extend(utf8_percent_encode(value, SEGMENT));
    }
    query
}

/// Whether a host's own path and query (`/x/y?z=1`) can be put behind a base address as it is.
pub fn valid_request_path(path: &str) -> bool {
    if path.len() > MAX_REQUEST_PATH {
        return false;
    }
    let (path, query) = match path.split_once('?') {
        Some((path, query)) => (path, query),
        None => (path, ""),
    };
    let bare = path.strip_suffix('/').unwrap_or(path);
    let query_fits = valid_percents(query)
        && query
            .bytes()
            .all(|b| matches!(b, b'/' | b'?') || path_byte(b));
    path.starts_with('/') && (bare.is_empty() || valid_path(bare)) && query_fits
}
