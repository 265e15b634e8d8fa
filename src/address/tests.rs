//! Which addresses are refused is judged in tests/api/service_urls.

use super::*;

#[test]
fn good_addresses_are_kept_without_their_final_slash() {
    for (given, kept) in [
        ("https://a.example", "https://a.example"),
        ("HTTPS://A.Example/", "https://a.example"),
        ("https://a.example:8443/x/y/", "https://a.example:8443/x/y"),
        ("http://127.0.0.1:48367", "http://127.0.0.1:48367"),
        ("http://[::1]:80/p%20q", "http://[::1]:80/p%20q"),
        ("http://localhost", "http://localhost"),
    ] {
        assert_eq!(BaseUrl::parse(given).unwrap().as_str(), kept, "{given}");
    }
}

#[test]
fn a_query_is_any_text_of_a_query() {
    for good in ["/a/b?c=d&e=%20", "/a?x=/../y"] {
        assert!(valid_request_path(good), "{good}");
    }
    for bad in ["/a?b#c", "/a?b=%z", "/a?\\"] {
        assert!(!valid_request_path(bad), "{bad}");
    }
}

#[test]
fn an_origin_has_no_path() {
    for (text, origin, port) in [
        ("https://A.example/x/y", "https://a.example", 443),
        ("http://a.example:8080", "http://a.example:8080", 8080),
        ("http://[2001:db8::80]/x", "http://[2001:db8::80]", 80),
        ("https://[::1]:7/", "https://[::1]:7", 7),
        ("http://10.0.0.1", "http://10.0.0.1", 80),
    ] {
        let url = BaseUrl::parse(text).unwrap();
        assert_eq!((url.origin(), url.port()), (origin, port));
    }
}
