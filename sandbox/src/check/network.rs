//! What stands between a program and the network here: providers, proxies, names.

use super::fixture::{Failure, ending, host};
use super::report::{OFFLINE, Report, Words, ms_of};
use super::settings::Settings;
use super::{private, system};
use serde_json::{Value, json};
use std::time::{Instant, SystemTime};
use std::{env, process};

const VARIABLES: [&str; 8] = [
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "NO_PROXY",
    "no_proxy",
];

pub(super) fn measure(settings: &Settings, report: &Report) -> Result<(), Failure> {
    let words: Words = ("Winsock providers", "Fournisseurs Winsock");
    let catalogue = system::winsock();
    if let Ok(providers) = &catalogue {
        let layered = |it: &&Value| it["chain"].as_i64().is_some_and(|chain| chain != 1);
        let count = providers
            .as_array()
            .map_or(0, |it| it.iter().filter(layered).count());
        if count > 0 {
            let en = format!("{count} layered Winsock providers stand before the network");
            report.found(
                en,
                format!("{count} fournisseurs Winsock en couches devant le réseau"),
            );
        }
    }
    report.put_result("winsock", words, catalogue);
    let words: Words = ("Proxy of the user", "Proxy de l'utilisateur");
    report.put_result("proxy_user", words, system::proxy_of_user());
    let words: Words = ("Proxy of the computer", "Proxy du poste");
    report.put_result("proxy_computer", words, system::proxy_of_computer());
    let words: Words = ("Proxy in the environment", "Proxy dans l'environnement");
    report.put("proxy_environment", words, environment());
    let words: Words = ("A name that does not exist", "Un nom qui n'existe pas");
    match settings.offline {
        true => report.missing("dead_name", words, OFFLINE),
        false => dead(report, words)?,
    }
    Ok(())
}

/// On Windows both cases are one variable.
fn environment() -> Vec<Value> {
    let both = VARIABLES
        .iter()
        .filter(|name| !cfg!(windows) || name.starts_with(char::is_uppercase));
    let set = both.filter_map(|name| {
        let value = env::var(name).ok()?;
        Some(json!({ "name": name, "value": proxies(&value) }))
    });
    set.collect()
}

/// One address or a list, each masked.
pub(super) fn proxies(list: &str) -> String {
    let parts = list.split([';', ' ', ',']).filter(|part| !part.is_empty());
    let masked = parts.map(|part| match part.split_once('=') {
        Some((scheme, proxy)) if !scheme.contains(['@', '/', ':']) => {
            format!("{scheme}={}", private::address(proxy))
        }
        _ => private::address(part),
    });
    masked.collect::<Vec<_>>().join(" ")
}

/// In a domain that never has names (RFC 6761), and that no cache knows.
pub(super) fn dead_name(more: &str) -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let moment = now.map_or(0, |now| now.subsec_micros());
    format!("hr-check-{more}-{}-{moment}.invalid", process::id())
}

fn dead(report: &Report, words: Words) -> Result<(), Failure> {
    let url = format!("https://{}", dead_name("dead"));
    let host = host(&json!({ "license_url": url, "license_bearer": "check" }))?;
    let start = Instant::now();
    let reply = host.ticket();
    let ms = ms_of(start.elapsed());
    if ms > 3000.0 {
        let en = format!("a name that does not exist is reported only after {ms} ms");
        report.found(
            en,
            format!("un nom inexistant n'est connu comme tel qu'après {ms} ms"),
        );
    }
    report.put(
        "dead_name",
        words,
        json!({ "ending": ending(&reply), "ms": ms }),
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::proxies;

    #[test]
    fn lists_of_proxies_lose_their_credentials() {
        let list = "http=u:p@a:80;https=http://b:81/x a,  c:82";
        assert_eq!(proxies(list), "http=***@a:80 https=http://b:81/*** a c:82");
        assert_eq!(proxies("http://u:a=b@proxy:1"), "http://***@proxy:1");
    }
}
