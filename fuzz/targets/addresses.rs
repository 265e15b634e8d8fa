#![no_main]

use std::net::IpAddr;

use hr::fuzzing::{BaseUrl, Host};
use url::{ParseError, Url};

/// What browsers make of an address that was accepted.
fn second_opinion(input: &[u8]) {
    let line = input
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let Ok(text) = std::str::from_utf8(line) else {
        return;
    };
    let Some(accepted) = BaseUrl::parse(text) else {
        return;
    };
    let url = match Url::parse(text) {
        // A name is looked up as it stands; whether its labels decode to Unicode matters to those who show it.
        Err(ParseError::IdnaError) if accepted.origin().contains("xn--") => return,
        url => url.expect("a browser can read it"),
    };
    assert_eq!(url.scheme() == "https", accepted.secure);
    assert!(url.username().is_empty() && url.password().is_none());
    assert!(url.query().is_none() && url.fragment().is_none());
    match (&accepted.host, url.host().expect("a host")) {
        (Host::Ip(IpAddr::V4(ip)), url::Host::Ipv4(other)) => assert_eq!(*ip, other),
        (Host::Ip(IpAddr::V6(ip)), url::Host::Ipv6(other)) => assert_eq!(*ip, other),
        (Host::Name(name), url::Host::Domain(other)) => assert_eq!(name, other),
        (ours, other) => panic!("{ours:?} is {other:?}"),
    }
    let same = Url::parse(accepted.as_str()).expect("its normal form");
    let bare = |url: &Url| url.as_str().trim_end_matches('/').to_owned();
    assert_eq!(bare(&url), bare(&same));
}

libfuzzer_sys::fuzz_target!(
    init: {
        hr_fuzz::show_panics();
    },
    |input: &[u8]| {
        hr_fuzz::addresses::run(input);
        second_opinion(input);
    }
);
