//! Addresses, path segments, queries and request paths, against rules of their own and the parser of the
//! HTTP client. The input's lines: an address, a segment, a path, and pairs of a query.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use hr::ffi::card::hr_session_set;
use hr::fuzzing::{BaseUrl, Host, query, segment, valid_request_path};
use http::Uri;
use percent_encoding::percent_decode_str;

use super::call::{Handle, c, name_of};
use super::fixture::Fixture;

pub fn run(bytes: &[u8]) {
    let _stage = Fixture::enter();
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut lines = text.split('\n');
    let mut line = || lines.next().unwrap_or_default();
    let address = line();
    let accepted = BaseUrl::parse(address);
    if let Some(accepted) = &accepted {
        check_address(address, accepted);
    }
    check_session(address, accepted.as_ref());
    let fallback = BaseUrl::parse("https://a.example:8443/base").expect("a good address");
    let base = accepted.unwrap_or(fallback);
    check_segment(line(), &base);
    check_request_path(line(), &base);
    check_query([line(), line()], &base);
}

fn uri(text: &str) -> Uri {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn check_address(given: &str, accepted: &BaseUrl) {
    let text = accepted.as_str();
    let (given, parsed) = (uri(given), uri(text));
    for uri in [&given, &parsed] {
        let scheme = uri.scheme_str().expect("a scheme").to_ascii_lowercase();
        assert_eq!(scheme, if accepted.secure { "https" } else { "http" });
        let authority = uri.authority().expect("an authority").as_str();
        assert!(!authority.contains('@'), "user-info: {text}");
        assert_eq!(uri.query(), None, "{text}");
        let host = uri.host().expect("a host").to_ascii_lowercase();
        check_host(&host, accepted);
        // What stands behind the host is a port, or nothing.
        let behind = &authority[host.len()..];
        match behind.strip_prefix(':') {
            Some(port) => {
                let number: u16 = port.parse().expect("a port");
                assert!(number > 0 && uri.port_u16() == Some(number), "{text}");
            }
            None => assert!(behind.is_empty() && uri.port_u16().is_none(), "{text}"),
        }
        for segment in uri.path().split('/') {
            assert!(!leads_up(segment), "{text}");
        }
    }
    assert_eq!(given.port_u16(), parsed.port_u16());
    assert_eq!(
        given.path().trim_end_matches('/'),
        parsed.path().trim_end_matches('/')
    );
    assert!(
        text.is_ascii() && !text.contains(['#', '?', '\\', ' ']),
        "{text}"
    );
    assert!(!text.ends_with('/'), "{text}");
    let again = BaseUrl::parse(text).expect("what was accepted is accepted again");
    assert_eq!(again.as_str(), text);
}

/// A host is an address in its one plain form, or a name that nobody reads as an address.
fn check_host(host: &str, accepted: &BaseUrl) {
    match &accepted.host {
        Host::Ip(IpAddr::V4(ip)) => {
            assert_eq!(host, ip.to_string());
            assert!(!ip.is_unspecified());
            assert_eq!(accepted.is_loopback(), ip.octets()[0] == 127);
        }
        Host::Ip(IpAddr::V6(ip)) => {
            let inner = host
                .strip_prefix('[')
                .and_then(|host| host.strip_suffix(']'));
            assert_eq!(inner.and_then(|inner| inner.parse().ok()), Some(*ip));
            assert!(!ip.is_unspecified() && ip.to_ipv4_mapped().is_none());
            assert_eq!(accepted.is_loopback(), *ip == Ipv6Addr::LOCALHOST);
        }
        Host::Name(name) => {
            assert_eq!(host, *name);
            assert!(!name.is_empty() && name.len() <= 253);
            assert!(name.parse::<IpAddr>().is_err());
            // The rule of browsers for a host that ends in a number.
            let last = name.rsplit('.').next().unwrap_or_default();
            let hexadecimal = last
                .strip_prefix("0x")
                .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
            let decimal = last.bytes().all(|byte| byte.is_ascii_digit());
            assert!(!hexadecimal && !decimal, "{name} is a number");
            assert_eq!(accepted.is_loopback(), name == "localhost");
        }
    }
}

/// A session may be adopted where the address is https, or on this computer.
fn check_session(address: &str, accepted: Option<&BaseUrl>) {
    if address.contains('\0') {
        return;
    }
    let near = match accepted.map(|accepted| &accepted.host) {
        Some(Host::Ip(IpAddr::V4(ip))) => ip.octets()[0] == Ipv4Addr::LOCALHOST.octets()[0],
        Some(Host::Ip(IpAddr::V6(ip))) => *ip == Ipv6Addr::LOCALHOST,
        Some(Host::Name(name)) => name == "localhost",
        None => false,
    };
    let allowed = accepted.is_some_and(|accepted| accepted.secure || near);
    let handle = Handle::open("{}");
    let (address, bearer) = (c(address.as_bytes()), c(b"bearer"));
    // SAFETY: both are NUL-terminated.
    let code = unsafe {
        hr_session_set(
            handle.0,
            address.as_ptr(),
            bearer.as_ptr(),
            std::ptr::null_mut(),
        )
    };
    assert_eq!(
        name_of(code),
        if allowed { "HR_OK" } else { "HR_E_ARGUMENT" }
    );
}

fn unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// Whether somebody who undoes escapes, and then reads `\` as `/`, finds dots; many layers count as such.
fn leads_up(text: &str) -> bool {
    let mut layer = text.as_bytes().to_vec();
    for _ in 0..5 {
        let mut names = layer.split(|byte| b"/\\".contains(byte));
        let dots = names.any(|name| {
            let name = name.split(|byte| *byte == b';').next().unwrap_or_default();
            matches!(name.trim_ascii(), b"." | b"..")
        });
        let inner: Vec<u8> = percent_encoding::percent_decode(&layer).collect();
        if dots || inner == layer {
            return dots;
        }
        layer = inner;
    }
    true
}

/// A segment comes back as it was, and stays one segment between its neighbours.
fn check_segment(value: &str, base: &BaseUrl) {
    let Some(encoded) = segment(value) else {
        assert!(
            matches!(value, "" | "." | "..") || value.len() > 1024,
            "{value}"
        );
        return;
    };
    let decoded: Vec<u8> = percent_decode_str(&encoded).collect();
    assert_eq!(decoded, value.as_bytes());
    assert!(encoded.bytes().all(|byte| byte == b'%' || unreserved(byte)));
    let url = uri(&base.join(&format!("/dmp/{}/unique/doc/send", encoded.as_str())));
    let segments: Vec<&str> = url.path().split('/').rev().collect();
    assert_eq!(
        segments[..5],
        ["send", "doc", "unique", encoded.as_str(), "dmp"]
    );
    assert_eq!(url.query(), None);
}

/// A request path stays under its base, on the same host.
fn check_request_path(path: &str, base: &BaseUrl) {
    if !valid_request_path(path) {
        return;
    }
    let (url, own) = (uri(&base.join(path)), uri(base.as_str()));
    assert_eq!(url.authority(), own.authority());
    let under = own.path().trim_end_matches('/');
    let below = url
        .path()
        .strip_prefix(under)
        .expect("it stays under its base");
    assert!(below.starts_with('/') && !below.starts_with("//"), "{path}");
    for segment in below.split('/') {
        assert!(!leads_up(segment), "{path}");
    }
    assert!(!path.contains('#') && path.is_ascii());
    assert_eq!(path.split_once('?').map(|(_, query)| query), url.query());
}

fn check_query(values: [&str; 2], base: &BaseUrl) {
    let [nom, sexe] = values;
    let text = query(&[("nom", Some(nom)), ("prenom", None), ("sexe", Some(sexe))]);
    let url = uri(&base.join(&format!("/patient/search{}", text.as_str())));
    let pairs: Vec<(&str, Vec<u8>)> = url
        .query()
        .expect("a query")
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (key, percent_decode_str(value).collect()))
        .collect();
    let expected = [("nom", nom), ("sexe", sexe)].map(|(key, value)| (key, value.into()));
    assert_eq!(pairs, expected);
}
