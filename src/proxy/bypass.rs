//! The addresses that the settings of the system except from their proxy.

use std::net::IpAddr;

use super::list::entries;
use crate::address::{BaseUrl, Host};

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

/// The port behind the last colon; an address of IP version 6 has a port only behind its bracket.
fn split_port(place: &str) -> (&str, Option<&str>) {
    match place.rsplit_once(':') {
        Some((host, port)) if host.ends_with(']') || !host.contains(':') => (host, Some(port)),
        _ => (place, None),
    }
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
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let same = |at: usize, of: usize| match (pattern.get(at), text.get(of)) {
        (Some(wanted), Some(given)) => wanted.eq_ignore_ascii_case(given),
        _ => false,
    };
    let (mut at, mut of) = (0, 0);
    // Behind the last star, and how far it reaches.
    let mut star: Option<(usize, usize)> = None;
    while of < text.len() {
        if same(at, of) {
            (at, of) = (at + 1, of + 1);
        } else if pattern.get(at) == Some(&b'*') {
            star = Some((at + 1, of));
            at += 1;
        } else if let Some((behind, reach)) = star {
            star = Some((behind, reach + 1));
            (at, of) = (behind, reach + 1);
        } else {
            return false;
        }
    }
    pattern
        .get(at..)
        .is_some_and(|rest| rest.iter().all(|byte| *byte == b'*'))
}

#[cfg(test)]
mod tests;
