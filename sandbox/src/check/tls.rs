//! How long a certificate takes to verify, with `ca_file` and without, by an address and by a name.

use super::fixture::{Failure, ending, host};
use super::report::{Report, Words, ms_of};
use super::settings::Settings;
use hr_sandbox::{Options, Sandbox};
use serde_json::{Value, json};
use std::fs;
use std::time::Instant;

/// Windows verifies a certificate the first time in another way than later.
const CONNECTIONS: usize = 3;

pub(super) fn measure(settings: &Settings, report: &Report) -> Result<(), Failure> {
    let options = Options {
        tls: true,
        ..Options::default()
    };
    let sandbox = Sandbox::start(options)?;
    let ca_file = settings.folder.join("ca.pem");
    fs::write(&ca_file, sandbox.ca_pem().unwrap_or_default())?;
    let mut config = sandbox.config_json();
    let by_address = sandbox.license_url();
    let by_name = by_address.replace("127.0.0.1", "localhost");
    config["license_url"] = by_address.into();
    let refused = connections(&config)?;
    if refused["endings"].to_string().contains("HR_OK") {
        let en = "a certificate of an unknown authority was accepted";
        report.found(en, "un certificat d'une autorité inconnue a été accepté");
    }
    let words: Words = (
        "Unknown authority: refused within",
        "Autorité inconnue : refus en",
    );
    report.put("without_ca_file", words, refused);
    config["ca_file"] = ca_file.to_string_lossy().into();
    let words: Words = ("With ca_file, by address", "Avec ca_file, par adresse");
    report.put("ca_file_address", words, accepted(report, &config)?);
    config["license_url"] = by_name.into();
    let words: Words = ("With ca_file, by name", "Avec ca_file, par nom");
    report.put("ca_file_name", words, accepted(report, &config)?);
    Ok(())
}

fn accepted(report: &Report, config: &Value) -> Result<Value, Failure> {
    let made = connections(config)?;
    if made["endings"].to_string().contains("HR_E_") {
        let en = "a certificate of the authority in ca_file was refused";
        report.found(en, "un certificat de l'autorité de ca_file a été refusé");
    }
    Ok(made)
}

/// New connections by new handles, then one more call on the last of them.
fn connections(config: &Value) -> Result<Value, Failure> {
    let (mut ms, mut endings, mut kept) = (Vec::new(), Vec::new(), Value::Null);
    let mut why = Value::Null;
    for _ in 0..CONNECTIONS {
        let host = host(config)?;
        let start = Instant::now();
        let reply = host.ticket();
        ms.push(ms_of(start.elapsed()));
        endings.push(ending(&reply));
        if !reply.is_ok() {
            why = reply.text("remedy").into();
        } else {
            let start = Instant::now();
            host.ticket();
            kept = ms_of(start.elapsed()).into();
        }
    }
    Ok(json!({ "connections_ms": ms, "same_connection_ms": kept, "endings": endings, "why": why }))
}
