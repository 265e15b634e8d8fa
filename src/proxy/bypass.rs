//! The addresses that the settings of the system except from their proxy.

use std::net::IpAddr;

use super::entries;
use crate::address::{BaseUrl, Host, split_port};

/// Whether the list has the address: `<local>` for names without a dot, else `[scheme://]host[:port]`, where `*` stands
/// for any text.
pub fn covers(list: &str, target: &BaseUrl) -> bool {
    entries(list).any(|entry| matches(entry, target).unwrap_or(false))
}

/// None where the form of the entry is unknown.
fn matches(entry: &str, target: &BaseUrl) -> Option<bool> {
    if entry.starts_with('<') {
        let dotless = matches!(&target.host, Host::Name(name) if !name.contains('.'));
        return entry.eq_ignore_ascii_case("<local>").then_some(dotless);
    }
    let own_scheme = if target.secure { "https" } else { "http" };
    let (scheme, place) = entry.split_once("://").unwrap_or(("*", entry));
    let (host, port) = split_port(place.trim_end_matches('/'));
    let fits = like(scheme, own_scheme)
        && port.is_none_or(|port| like(port, &target.port().to_string()))
        && has_host(host, &target.host);
    Some(fits)
}

fn has_host(pattern: &str, host: &Host) -> bool {
    match host {
        Host::Name(name) => {
            // A leading dot is meant for all names below.
            let below = pattern.starts_with('.') && name.ends_with(&pattern.to_ascii_lowercase());
            below || like(pattern, name)
        }
        Host::Ip(ip) => {
            let bare = pattern.trim_matches(['[', ']']);
            match bare.parse::<IpAddr>() {
                Ok(same) => same == *ip,
                Err(_) => like(bare, &ip.to_string()),
            }
        }
    }
}

/// Whether `text`, which is in small letters, is what the pattern describes.
fn like(pattern: &str, text: &str) -> bool {
    let pattern = pattern.to_ascii_lowercase();
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let (middle, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    let text = text.strip_prefix(head);
    let Some(text) = text.and_then(|text| text.strip_suffix(tail)) else {
        return false;
    };
    // Each part where it is found first leaves the most to those behind it.
    let mut parts = middle.split('*');
    let rest = parts.try_fold(text, |text, part| {
        text.split_once(part).map(|(_, rest)| rest)
    });
    rest.is_some()
}

#[cfg(test)]
mod tests;
