//! The clock, beside another's where an address was given, and the roots of the system.

use super::fixture::{Failure, ending, host};
use super::report::{NOT_ASKED, Report, Words, ms_of};
use super::settings::Settings;
use super::{date, private, system};
use serde_json::json;
use std::time::Instant;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A certificate fresh from its authority may be no older.
const WRONG_S: i64 = 300;
const NOT_BEFORE: i32 = 2025;

pub(super) fn measure(settings: &Settings, report: &Report) -> Result<(), Failure> {
    let now = OffsetDateTime::now_utc();
    let words: Words = ("Clock (UTC)", "Horloge (UTC)");
    report.put("clock", words, now.format(&Rfc3339)?);
    if now.year() < NOT_BEFORE {
        let en = "the clock is years behind: every certificate is refused";
        report.found(
            en,
            "l'horloge retarde de plusieurs années : tout certificat est refusé",
        );
    }
    let words: Words = (
        "Roots trusted by the system",
        "Certificats racines du système",
    );
    report.put_result("roots", words, system::roots());
    let address: Words = ("Address given", "Adresse donnée");
    let library: Words = (
        "Connections by the library",
        "Connexions par la bibliothèque",
    );
    let behind: Words = (
        "Seconds by which that clock is ahead",
        "Avance de cette horloge en secondes",
    );
    let Some(url) = &settings.url else {
        report.missing("url", address, NOT_ASKED);
        report.missing("url_connections", library, NOT_ASKED);
        report.missing("url_ahead_s", behind, NOT_ASKED);
        return Ok(());
    };
    report.put("url", address, private::address(url));
    let rounds = (0..2)
        .map(|_| connect(url))
        .collect::<Result<Vec<_>, _>>()?;
    report.put("url_connections", library, rounds);
    let ahead = date::of(url).map(|date| (date - OffsetDateTime::now_utc()).whole_seconds());
    if let Ok(ahead) = &ahead
        && ahead.abs() > WRONG_S
    {
        report.found(
            format!("the clock here and the server's differ by {ahead} s"),
            format!("écart de {ahead} s entre l'horloge du poste et celle du serveur"),
        );
    }
    report.put_result("url_ahead_s", behind, ahead.map(Into::into));
    Ok(())
}

/// With an invented bearer, since the library asks for one.
fn connect(url: &str) -> Result<serde_json::Value, Failure> {
    let host = host(&json!({}))?;
    if host.session_set(url, "check") != 0 {
        return Err("--url is no https address without user name, query and fragment".into());
    }
    let start = Instant::now();
    let reply = host.request("HEAD", "/");
    let ms = ms_of(start.elapsed());
    Ok(json!({ "ending": ending(&reply), "ms": ms }))
}
