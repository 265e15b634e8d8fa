use super::*;

fn named(servers: &str, bypass: &str) -> Named {
    Named {
        servers: servers.to_owned(),
        bypass: bypass.to_owned(),
    }
}

fn at(text: &str) -> BaseUrl {
    BaseUrl::parse(text).unwrap()
}

fn through(servers: &str, target: &str) -> Result<Option<String>, Reason> {
    chosen(&named(servers, ""), &at(target)).map(|url| url.map(|url| url.expose().to_owned()))
}

#[test]
fn a_server_is_chosen_by_the_scheme() {
    let https = "https://a.example/x";
    let is = |url: &str| Ok(Some(url.to_owned()));
    for (servers, found) in [
        ("", Ok(None)),
        (" ;; ", Ok(None)),
        ("p:8080", is("http://p:8080")),
        ("http://p:8080/", is("http://p:8080")),
        ("[2001:db8::1]:3128", is("http://[2001:db8::1]:3128")),
        ("http=h:1;https=s:2;socks=k:3", is("http://s:2")),
        ("p:1;https=s:2", is("http://s:2")),
        ("http=h:1;p:1", is("http://p:1")),
        ("socks=k:3;p:1", is("http://p:1")),
        // For other schemes alone.
        ("http=h:1;ftp=f:2", Ok(None)),
        // The first that can be used.
        ("https://p:1;socks5://q:2;r:3", is("http://r:3")),
        ("bad^name;r:3", is("http://r:3")),
        // Named, and none of them can be used.
        ("socks=k:3", Err(Reason::ProxyUnusable)),
        ("socks5://k:3", Err(Reason::ProxyUnusable)),
        ("p:0", Err(Reason::ProxyUnusable)),
        ("é.example:1", Err(Reason::ProxyUnusable)),
    ] {
        assert_eq!(through(servers, https), found, "{servers}");
    }
    let plain = through("http=h:1;https=s:2", "http://a.example");
    assert_eq!(plain, is("http://h:1"));
    // Exceptions come first.
    let list = named("socks=k:3", "*.example");
    assert_eq!(chosen(&list, &at("https://a.example")), Ok(None));
    let other = chosen(&list, &at("https://a.test"));
    assert_eq!(other, Err(Reason::ProxyUnusable));
}

fn bypassed(list: &str, target: &str) -> bool {
    excepts(list, &at(target))
}

#[test]
fn an_entry_is_a_host_with_stars_a_port_and_a_scheme() {
    let yes = [
        ("a.example", "https://a.example/path"),
        ("*.example", "https://x.a.example"),
        (".example", "https://x.a.example"),
        ("*", "https://a.example"),
        ("*a*.ex*le", "https://x.ba.example"),
        ("10.*", "https://10.1.2.3"),
        ("a.example:443", "https://a.example"),
        ("a.example:8443", "https://a.example:8443"),
        ("a.example:*", "https://a.example:8443"),
        ("https://a.example", "https://a.example"),
        ("http://*.example/", "http://a.example"),
        ("[2001:db8::1]", "https://[2001:db8::1]"),
        ("2001:DB8:0::1", "https://[2001:db8::1]"),
        ("[2001:db8::1]:80", "http://[2001:db8::1]"),
        ("<local>", "https://server"),
        ("; ;; b.example ,\ta.example\r\n;", "https://a.example"),
        ("<-loopback>;a.example", "https://a.example"),
    ];
    for (list, target) in yes {
        assert!(bypassed(list, target), "{list} {target}");
    }
    let no = [
        ("", "https://a.example"),
        ("a.example", "https://b.a.example"),
        ("*.a.example", "https://a.example"),
        (".a.example", "https://ba.example"),
        ("10.*", "https://100.1.2.3"),
        ("a.example:80", "https://a.example"),
        ("a.example:4", "https://a.example:443"),
        ("http://a.example", "https://a.example"),
        ("[2001:db8::1]:80", "https://[2001:db8::1]"),
        ("<local>", "https://a.example"),
        ("<local>", "https://[2001:db8::1]"),
        ("<-loopback>", "https://server"),
    ];
    for (list, target) in no {
        assert!(!bypassed(list, target), "{list} {target}");
    }
}

/// The network's script, the user's script, the user's server: the first that gives an answer.
#[test]
fn scripts_come_before_lists() {
    let user = || User {
        detect: true,
        script: Some(" http://pac.example/proxy.pac ".to_owned()),
        named: named("u:1", ""),
    };
    let (detected, at) = ("Detected", "At(\"http://pac.example/proxy.pac\")");
    for (answers, found, scripts) in [
        ([None, None], "u:1", &[detected, at][..]),
        ([None, Some("s:1")], "s:1", &[detected, at]),
        // "Directly" is an answer.
        ([None, Some("")], "", &[detected, at]),
        ([Some("d:1"), None], "d:1", &[detected]),
    ] {
        let mut asked = Vec::new();
        let ask = |script: Script<'_>| {
            asked.push(format!("{script:?}"));
            answers[asked.len() - 1].map(|servers| named(servers, ""))
        };
        assert_eq!(said(Some(user()), ask), Some(named(found, "")));
        assert_eq!(asked, scripts);
    }
    let blank = User {
        script: Some(" ".to_owned()),
        ..User::default()
    };
    let nobody = |script: Script<'_>| panic!("{script:?}");
    assert_eq!(said(Some(blank), nobody), Some(Named::default()));
    assert_eq!(said(None, nobody), None);
}
