//! What the settings of the system mean for one address: first the script that the network offers, then the script
//! that the user names, then the servers that the user names. A script that cannot be had or run counts as none.

use super::{ProxyChoice, ProxyUrl, bypass, entries};
use crate::address::BaseUrl;
use crate::reason::Reason;
use crate::system::proxy::{Named, ProxyFunctions, Script};

pub fn proxy_for(table: &ProxyFunctions, target: &BaseUrl) -> ProxyChoice {
    let Some(user) = (table.user)() else {
        return chosen(&(table.machine)().unwrap_or_default(), target);
    };
    let detected = user.detect.then_some(Script::Detected);
    let at = user.script.as_deref().map(str::trim);
    let at = at.filter(|at| !at.is_empty()).map(Script::At);
    let mut scripts = detected.into_iter().chain(at);
    let said = scripts.find_map(|script| (table.script)(target.origin(), script));
    chosen(&said.unwrap_or(user.named), target)
}

/// The first proxy of the list that is for the address and can be used.
fn chosen(named: &Named, target: &BaseUrl) -> ProxyChoice {
    if bypass::covers(&named.bypass, target) {
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

#[cfg(test)]
mod tests;
