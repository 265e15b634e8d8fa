//! The proxy that the environment names: `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`.

use std::ffi::OsString;
use std::net::IpAddr;

use ipnet::IpNet;

use super::{ProxyChoice, ProxyUrl, entries};
use crate::address::{BaseUrl, Host, split_port};
use crate::reason::Reason;

pub fn proxy_for(target: &BaseUrl, variable: impl Fn(&str) -> Option<OsString>) -> ProxyChoice {
    // What cannot be read names a proxy, or an exception from it, that nobody knows.
    let text = |name: &str| {
        let text = variable(name).map(OsString::into_string).transpose();
        text.map_err(|_| Reason::ProxyUnusable)
    };
    let stated = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let either = |upper: &str| {
        let lower = text(&upper.to_ascii_lowercase())?;
        let value = lower.map_or_else(|| text(upper), |lower| Ok(Some(lower)));
        value.map(stated)
    };
    // A web server's children receive HTTP_PROXY from strangers: it is not read in capitals, and by them not at all, since
    // names have no case on Windows.
    let named = match target.secure {
        true => either("HTTPS_PROXY")?,
        false if variable("REQUEST_METHOD").is_some() => None,
        false => stated(text("http_proxy")?),
    };
    let Some(text) = named.map_or_else(|| either("ALL_PROXY"), |named| Ok(Some(named)))? else {
        return Ok(None);
    };
    if either("NO_PROXY")?.is_some_and(|list| bypassed(&list, target)) {
        return Ok(None);
    }
    let url = ProxyUrl::of_server(text.trim());
    url.map(Some).ok_or(Reason::ProxyUnusable)
}

/// Whether the target is on the list: `*`, a name and its subdomains, an address, or a network such as `10.0.0.0/8`,
/// each perhaps with a port.
fn bypassed(list: &str, target: &BaseUrl) -> bool {
    entries(&list.to_ascii_lowercase()).any(|entry| {
        let (entry, port) = split_port(entry);
        port.is_none_or(|port| port.parse() == Ok(target.port))
            && match &target.host {
                _ if entry == "*" => true,
                Host::Name(name) => {
                    let domain = entry.trim_start_matches('*').trim_start_matches('.');
                    name == domain || name.ends_with(&format!(".{domain}"))
                }
                Host::Ip(ip) => in_network(entry, *ip),
            }
    })
}

fn in_network(entry: &str, ip: IpAddr) -> bool {
    let entry = entry.trim_matches(['[', ']']);
    let network = entry.parse::<IpNet>();
    network.map_or_else(|_| entry.parse() == Ok(ip), |network| network.contains(&ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(target: &str, variables: &[(&str, &str)]) -> Result<Option<String>, Reason> {
        let target = BaseUrl::parse(target).unwrap();
        proxy_for(&target, |name| {
            let mut named = variables.iter().filter(|(key, _)| *key == name);
            named.next().map(|(_, value)| value.into())
        })
        .map(|proxy| proxy.map(|url| url.shown))
    }

    #[test]
    fn the_environment_is_read_in_both_cases_and_by_scheme() {
        let (https, http) = ("https://a.example", "http://a.example");
        let at = "http://p.example:3128";
        let proxy = || Ok(Some(at.to_owned()));
        let (socks, unusable) = ("socks5://p.example", Err(Reason::ProxyUnusable));
        for (target, name, value, found) in [
            (https, "HTTPS_PROXY", at, proxy()),
            (https, "http_proxy", at, Ok(None)),
            (http, "HTTP_PROXY", at, Ok(None)),
            (http, "http_proxy", at, proxy()),
            (https, "HTTPS_PROXY", socks, unusable),
            (https, "HTTPS_PROXY", " ", Ok(None)),
        ] {
            let shown = shown(target, &[(name, value)]);
            assert_eq!(shown, found, "{target} {name}");
        }
        let of_a_web_server = [("http_proxy", at), ("REQUEST_METHOD", "GET")];
        assert_eq!(shown(http, &of_a_web_server), Ok(None));
    }

    /// A variable that is not UTF-8 was taken for one that is not set.
    #[cfg(unix)]
    #[test]
    fn r198_what_cannot_be_read_is_no_direct_way() {
        use std::os::unix::ffi::OsStringExt;
        let target = BaseUrl::parse("https://a.example").unwrap();
        let odd = || OsString::from_vec(b"http://p\xe9.example".to_vec());
        for named in "HTTPS_PROXY https_proxy ALL_PROXY no_proxy NO_PROXY".split(' ') {
            let found = proxy_for(&target, |name| match name {
                _ if name == named => Some(odd()),
                "all_proxy" if named.eq_ignore_ascii_case("no_proxy") => {
                    Some("http://p.example".into())
                }
                _ => None,
            });
            assert_eq!(found, Err(Reason::ProxyUnusable), "{named}");
        }
        let exceptions_alone = |name: &str| (name == "NO_PROXY").then(odd);
        assert_eq!(proxy_for(&target, exceptions_alone), Ok(None));
    }

    #[test]
    fn exceptions_may_have_blanks_domains_and_networks() {
        for (target, list, direct) in [
            ("https://a.example", "b.example, a.example", true),
            ("https://x.a.example", ".a.example", true),
            ("https://10.1.2.3", "192.168.0.0/16, 10.0.0.0/8", true),
            ("https://a.example", "*", true),
            ("https://a.example", "a.example:443", true),
            ("https://a.example:8443", "a.example:443", false),
            ("https://[2001:db8::1]", "2001:db8::/32", true),
            ("https://10.1.2.3", "10.1.2.4, 10.1.2.3", true),
            ("https://ba.example", "a.example", false),
        ] {
            let variables = [("HTTPS_PROXY", "http://p.example"), ("NO_PROXY", list)];
            let found = shown(target, &variables).unwrap();
            assert_eq!(found.is_none(), direct, "{target} {list}");
        }
    }
}
