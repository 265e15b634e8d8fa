//! Who listens at the card client's port, and what the library makes of an owner.

use super::fixture::{Failure, ending, fine, strict};
use super::report::{NOT_ASKED, Report, Words, ms_of};
use super::settings::Settings;
use super::{private, system};
use hr_sandbox::{Options, Sandbox};
use serde_json::{Value, json};
use std::time::Instant;

const DEFAULT_PORT: u16 = 80;

pub(super) fn measure(settings: &Settings, report: &Report) -> Result<(), Failure> {
    let url = &settings.local_url;
    let shown = private::address(url);
    report.put("address", ("Address", "Adresse"), shown);
    let port = port_of(url);
    report.put("port", ("Port", "Port"), port);
    let words: Words = ("Who listens there", "Qui écoute");
    let listeners = system::listeners(port);
    if let Ok(listeners) = &listeners {
        strangers(report, listeners);
    }
    report.put_result("listeners", words, listeners.map(Value::from));
    own(report)?;
    let words: Words = (
        "Answer to hr_ready with an invented ticket",
        "Réponse à hr_ready avec un ticket inventé",
    );
    if settings.ask_card_client {
        let host = strict(&json!({ "local_url": url }))?;
        host.ticket_set("check");
        let start = Instant::now();
        let reply = host.ready();
        let ms = ms_of(start.elapsed());
        report.put(
            "ready",
            words,
            json!({ "ending": ending(&reply), "ms": ms }),
        );
    } else {
        report.missing("ready", words, NOT_ASKED);
    }
    Ok(())
}

fn strangers(report: &Report, listeners: &[Value]) {
    if listeners.iter().any(|it| it["own_session"] == false) {
        let en = "another session or user listens at the card client's port";
        report.found(
            en,
            "une autre session ou un autre utilisateur écoute sur le port du client de carte",
        );
    }
    if listeners.len() > 1 {
        let en = "several programs or addresses listen at the card client's port";
        report.found(
            en,
            "plusieurs programmes ou adresses écoutent sur le port du client de carte",
        );
    }
}

/// The library, with a card client in this very process: it must be taken for our own.
fn own(report: &Report) -> Result<(), Failure> {
    let sandbox = Sandbox::start(Options::default())?;
    let host = strict(&sandbox.config_json())?;
    fine("hr_ticket", &host.ticket())?;
    let start = Instant::now();
    let reply = host.ready();
    let ms = ms_of(start.elapsed());
    let words: Words = (
        "hr_ready at a card client of this process",
        "hr_ready vers un client de carte de ce processus",
    );
    report.put(
        "own_ready",
        words,
        json!({ "ending": ending(&reply), "ms": ms }),
    );
    if !reply.is_ok() {
        let ending = ending(&reply);
        report.found(
            format!("a card client of this very process is refused: {ending}"),
            format!("un client de carte de ce processus même est refusé : {ending}"),
        );
    }
    let words: Words = (
        "What the system reports about that listener",
        "Ce que le système dit de celui-ci",
    );
    let listeners = system::listeners(port_of(&sandbox.local_url()));
    report.put_result("own_listener", words, listeners.map(Value::from));
    Ok(())
}

fn port_of(url: &str) -> u16 {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let digits = authority.rsplit_once(':').map(|(_, digits)| digits);
    let port = digits.and_then(|digits| digits.parse().ok());
    port.unwrap_or(DEFAULT_PORT)
}

#[cfg(test)]
mod tests {
    use super::port_of;

    #[test]
    fn the_port_of_an_address() {
        assert_eq!(port_of("http://127.0.0.1:48367"), 48367);
        assert_eq!(port_of("http://[::1]:8/x:9"), 8);
        assert_eq!(port_of("http://localhost/"), 80);
    }
}
