//! The proxy that the environment names: `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`.

use std::net::IpAddr;

use super::{ProxyChoice, ProxyUrl};
use crate::address::{BaseUrl, Host};
use crate::reason::Reason;

pub fn proxy_for(target: &BaseUrl, variable: impl Fn(&str) -> Option<String>) -> ProxyChoice {
    let either = |upper: &str| {
        variable(&upper.to_ascii_lowercase())
            .or_else(|| variable(upper))
            .filter(|value| !value.trim().is_empty())
    };
    if either("NO_PROXY").is_some_and(|list| bypassed(&list, &target.host)) {
        return Ok(None);
    }
    // HTTP_PROXY is not read in capitals: a web server's children receive it from strangers.
    let named = if target.secure {
        either("HTTPS_PROXY")
    } else {
        variable("http_proxy").filter(|value| !value.trim().is_empty())
    };
    let Some(text) = named.or_else(|| either("ALL_PROXY")) else {
        return Ok(None);
    };
    let url = match text.trim() {
        text if text.contains("://") => ProxyUrl::parse(text),
        text => ProxyUrl::parse(&format!("http://{text}")),
    };
    url.map(Some).ok_or(Reason::ProxyUnusable)
}

/// Whether `host` is on the comma-separated list: `*`, a name and its subdomains, an address,
/// or a network such as `10.0.0.0/8`.
fn bypassed(list: &str, host: &Host) -> bool {
    list.split(',')
        .map(|entry| entry.trim().to_ascii_lowercase())
        .filter(|entry| !entry.is_empty())
        .any(|entry| {
            entry == "*"
                || match host {
                    Host::Name(name) => {
                        let domain = entry.trim_start_matches('*').trim_start_matches('.');
                        name == domain || name.ends_with(&format!(".{domain}"))
                    }
                    Host::Ip(ip) => in_network(&entry, *ip),
                }
        })
}

fn in_network(entry: &str, ip: IpAddr) -> bool {
    let entry = entry.trim_matches(['[', ']']);
    let (network, bits) = entry.split_once('/').unwrap_or((entry, "128"));
    let (Ok(network), Ok(bits)) = (network.parse::<IpAddr>(), bits.parse::<u32>()) else {
        return false;
    };
    let first = |all: u128, width: u32| all.checked_shr(width.saturating_sub(bits)).unwrap_or(0);
    match (network, ip) {
        (IpAddr::V4(network), IpAddr::V4(ip)) => {
            first(network.to_bits().into(), 32) == first(ip.to_bits().into(), 32)
        }
        (IpAddr::V6(network), IpAddr::V6(ip)) => {
            first(network.to_bits(), 128) == first(ip.to_bits(), 128)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(target: &str, variables: &[(&str, &str)]) -> Result<Option<String>, Reason> {
        let target = BaseUrl::parse(target).unwrap();
        proxy_for(&target, |name| {
            variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value.to_string())
        })
        .map(|proxy| proxy.map(|url| url.shown))
    }

    #[test]
    fn the_environment_is_read_in_both_cases_and_by_scheme() {
        let (https, http, at) = (
            "https://a.example",
            "http://a.example",
            "http://p.example:3128",
        );
        let proxy = || Ok(Some(at));
        for (target, name, value, found) in [
            (https, "HTTPS_PROXY", at, proxy()),
            (https, "https_proxy", "p.example:3128", proxy()),
            (https, "ALL_PROXY", "http://p.example:3128/", proxy()),
            (https, "http_proxy", at, Ok(None)),
            (http, "HTTP_PROXY", at, Ok(None)),
            (http, "http_proxy", at, proxy()),
            (
                https,
                "HTTPS_PROXY",
                "socks5://p.example",
                Err(Reason::ProxyUnusable),
            ),
            (https, "HTTPS_PROXY", " ", Ok(None)),
        ] {
            let shown = shown(target, &[(name, value)]);
            assert_eq!(
                shown.as_ref().map(Option::as_deref),
                found.as_ref().copied(),
                "{target} {name}"
            );
        }
    }

    #[test]
    fn exceptions_may_have_blanks_domains_and_networks() {
        for (target, list, direct) in [
            ("https://a.example", "b.example, a.example", true),
            ("https://x.a.example", ".a.example", true),
            ("https://x.a.example", "*.a.example", true),
            ("https://10.1.2.3", "192.168.0.0/16, 10.0.0.0/8", true),
            ("https://a.example", "*", true),
            ("https://[2001:db8::1]", "2001:db8::/32", true),
            ("https://ba.example", "a.example", false),
            ("https://11.1.2.3", "10.0.0.0/8", false),
            ("https://10.1.2.3", "10.1.2.4", false),
        ] {
            let variables = [("HTTPS_PROXY", "http://p.example"), ("NO_PROXY", list)];
            let found = shown(target, &variables).unwrap();
            assert_eq!(found.is_none(), direct, "{target} {list}");
        }
    }
}
