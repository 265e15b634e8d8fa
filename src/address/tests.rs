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
fn addresses_that_a_lenient_reader_would_repair_are_refused() {
    let long = format!("https://a.example/{}", "x".repeat(10_000));
    for bad in [
        "",
        "a.example",
        "ftp://a.example",
        "file:///etc/passwd",
        "https:/a.example",
        "https://",
        "https:///x",
        "https://a.example:0",
        "https://a.example:99999",
        "https://a.example:",
        "https://a.example:80x",
        "https://a.example:+80",
        "https://user@a.example",
        "https://user:pw@a.example",
        "https://a.example@evil.example",
        "https://a.example#x",
        "https://a.example/#x",
        "https://a.example?x=1",
        "https://a.example/x?y",
        "https://a.example\\x",
        "https://a.example/x\\y",
        "https://a.example/../x",
        "https://a.example/./x",
        "https://a.example/%2e%2E/x",
        "https://a.example//x",
        "https://a.example/x y",
        "https://a.example/x\ty",
        "https://a.example/\r\nX: 1",
        "https://a.example/%zz",
        "https://a.example/%2",
        "https://é.example",
        "https://a.example/é",
        "https://a..example",
        "https://.example",
        "https://a.example.",
        "https://-a.example",
        "https://127.1",
        "https://0x7f000001",
        "https://0x7f.0.0.1",
        "https://2130706433",
        "https://0177.0.0.1",
        "https://127.0.0.01",
        "https://1.2.3.4.5",
        "https://0.0.0.0",
        "https://[::]",
        "https://[::ffff:127.0.0.1]",
        "https://[fe80::1%eth0]",
        "https://[::1",
        "https://::1",
        "https://a example",
        "https://a\u{0}b",
        " https://a.example",
        &long,
    ] {
        assert!(BaseUrl::parse(bad).is_none(), "{bad}");
    }
}

#[test]
fn loopback_is_an_address_or_localhost() {
    let is = |text| BaseUrl::parse(text).unwrap().is_loopback();
    assert!(is("http://127.0.0.1") && is("http://127.9.9.9") && is("http://[::1]"));
    assert!(is("http://localhost:1"));
    assert!(!is("http://localhost.example") && !is("http://10.0.0.1"));
}

#[test]
fn segments_stay_segments() {
    assert_eq!(
        *segment("a/b#c?d%é \\").unwrap(),
        "a%2Fb%23c%3Fd%25%C3%A9%20%5C"
    );
    assert_eq!(*segment("...").unwrap(), "...");
    for bad in ["", ".", ".."] {
        assert!(segment(bad).is_none());
    }
    assert!(segment(&"x".repeat(MAX_SEGMENT + 1)).is_none());
}

#[test]
fn queries_leave_out_what_is_not_given() {
    assert_eq!(
        *query(&[
            ("nom", Some("D'É & +")),
            ("prenom", None),
            ("sexe", Some(""))
        ]),
        "?nom=D%27%C3%89%20%26%20%2B&sexe="
    );
    assert_eq!(*query(&[("nom", None)]), "");
}

#[test]
fn request_paths_stay_under_the_base() {
    for good in ["/", "/a", "/a/", "/a/b?c=d&e=%20", "/a?x=/../y"] {
        assert!(valid_request_path(good), "{good}");
    }
    for bad in [
        "",
        "a",
        "//evil",
        "/a//b",
        "/../a",
        "/a/..",
        "/a#b",
        "/a?b#c",
        "/a b",
        "/a\r\nX:1",
        "/%2e%2e/a",
        "/a?b=%z",
        "http://evil",
        "/\\evil",
        "/é",
    ] {
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
