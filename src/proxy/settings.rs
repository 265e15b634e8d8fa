//! What the settings of the system mean for one address: first the script that the network offers, then the script
//! that the user names, then the servers that the user names. A script that cannot be had or run counts as none.

use std::net::IpAddr;

use wildmatch::WildMatchPattern;

use super::{ProxyChoice, ProxyUrl, entries};
use crate::address::{BaseUrl, Host, split_port};
use crate::reason::Reason;
use crate::system::proxy::{Named, ProxyFunctions, Script, User};

pub fn proxy_for(table: &ProxyFunctions, target: &BaseUrl) -> ProxyChoice {
    let script = |script: Script<'_>| (table.script)(target.origin(), script);
    let settings = said((table.user)(), script).or_else(table.machine);
    chosen(&settings.unwrap_or_default(), target)
}

/// What the settings of a user come to. `ask`: what a script says.
fn said(user: Option<User>, ask: impl FnMut(Script<'_>) -> Option<Named>) -> Option<Named> {
    let user = user?;
    let detected = user.detect.then_some(Script::Detected);
    let at = user.script.as_deref().map(str::trim);
    let at = at.filter(|at| !at.is_empty()).map(Script::At);
    let mut scripts = detected.into_iter().chain(at);
    Some(scripts.find_map(ask).unwrap_or(user.named))
}

/// The first proxy of the list that is for the address and can be used.
fn chosen(named: &Named, target: &BaseUrl) -> ProxyChoice {
    if excepts(&named.bypass, target) {
        return Ok(None);
    }
    let of = |wanted: &'static str| {
        entries(&named.servers).filter_map(move |entry| {
            let (kind, server) = entry.split_once('=').unwrap_or(("", entry));
            (kind.eq_ignore_ascii_case(wanted) && !server.is_empty()).then_some(server)
        })
    };
    let scheme = if target.secure { "https" } else { "http" };
    // A server for this scheme comes before one for all of them, and SOCKS last.
    for kind in [scheme, ""] {
        if of(kind).next().is_some() {
            let usable = of(kind).find_map(ProxyUrl::of_server);
            return usable.map(Some).ok_or(Reason::ProxyUnusable);
        }
    }
    match of("socks").next() {
        None => Ok(None),
        Some(_) => Err(Reason::ProxyUnusable),
    }
}

/// Whether the list has the address: `<local>` for names without a dot, else `[scheme://]host[:port]`, where `*` stands
/// for any text.
fn excepts(list: &str, target: &BaseUrl) -> bool {
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
        && port.is_none_or(|port| like(port, &target.port.to_string()))
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

/// Whether `text` is what the pattern describes, in which a star alone has a meaning.
fn like(pattern: &str, text: &str) -> bool {
    WildMatchPattern::<'*', '\0'>::new_case_insensitive(pattern).matches(text)
}

#[cfg(test)]
mod tests;
