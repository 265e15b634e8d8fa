use super::*;

fn bypassed(list: &str, target: &str) -> bool {
    covers(list, &BaseUrl::parse(target).unwrap())
}

#[test]
fn an_entry_is_a_host_with_stars_a_port_and_a_scheme() {
    let yes = [
        ("a.example", "https://a.example/path"),
        ("A.Example", "https://a.example"),
        ("*.example", "https://x.a.example"),
        (".example", "https://x.a.example"),
        ("*", "https://a.example"),
        ("a.*", "https://a.example"),
        ("*a*.ex*le", "https://x.ba.example"),
        ("a.example**", "https://a.example"),
        ("*aab*", "https://aaab.example"),
        ("10.*", "https://10.1.2.3"),
        ("192.168.*.7", "http://192.168.1.7"),
        ("10.1.2.3", "https://10.1.2.3"),
        ("a.example:443", "https://a.example"),
        ("a.example:80", "http://a.example"),
        ("a.example:8443", "https://a.example:8443"),
        ("a.example:*", "https://a.example:8443"),
        ("*:8443", "https://a.example:8443"),
        ("https://a.example", "https://a.example"),
        ("http://*.example/", "http://a.example"),
        ("https://a.example:443/", "https://a.example"),
        ("[2001:db8::1]", "https://[2001:db8::1]"),
        ("2001:DB8:0::1", "https://[2001:db8::1]"),
        ("[2001:db8::1]:80", "http://[2001:db8::1]"),
        ("2001:db8:*", "https://[2001:db8::1]:9"),
        ("<local>", "https://server"),
        ("<LOCAL>", "http://server:8080"),
        ("; ;; b.example ,\ta.example\r\n;", "https://a.example"),
        ("<-loopback>;a.example", "https://a.example"),
    ];
    for (list, target) in yes {
        assert!(bypassed(list, target), "{list} {target}");
    }
    let no = [
        ("", "https://a.example"),
        (" ; ", "https://a.example"),
        ("a.example", "https://b.a.example"),
        ("a.example", "https://ba.example"),
        ("*.a.example", "https://a.example"),
        (".a.example", "https://a.example"),
        (".a.example", "https://ba.example"),
        ("10.*", "https://100.1.2.3"),
        ("10.*", "https://a.example"),
        ("10.1.2.3", "https://10.1.2.30"),
        ("a.example:80", "https://a.example"),
        ("a.example:", "https://a.example"),
        ("a.example:4", "https://a.example:443"),
        ("http://a.example", "https://a.example"),
        ("://a.example", "https://a.example"),
        ("[2001:db8::1]:80", "https://[2001:db8::1]"),
        ("[2001:db8::1]", "https://[2001:db8::2]"),
        ("<local>", "https://a.example"),
        ("<local>", "https://10.1.2.3"),
        ("<local>", "https://[2001:db8::1]"),
        ("<-loopback>", "https://server"),
        ("<", "https://server"),
        ("aaaa", "https://a.example"),
    ];
    for (list, target) in no {
        assert!(!bypassed(list, target), "{list} {target}");
    }
}
