//! Services of this program on loopback, and a handle that is ready for the ninth step.

use crate::host::{Host, Labels, Reply, Traits, code_name};
use hr_sandbox::fault_proxy::FaultProxy;
use hr_sandbox::{Card, CardType, Options, Patient, Scenario};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) struct Fixture {
    pub proxy: FaultProxy,
    pub host: Arc<Host>,
    pub patient_id: String,
}

/// Why the services or the steps before the one that is measured failed.
pub(super) type Failure = Box<dyn std::error::Error + Send + Sync>;

impl Fixture {
    /// A handle with an open record.
    pub(super) fn open() -> Result<Fixture, Failure> {
        let scenario = Scenario::default();
        let card = card(&scenario)?;
        let patient = patient(&scenario)?;
        let proxy = FaultProxy::start(Options::default(), None)?;
        let host = host(&proxy.config_json())?;
        let pin = card.pin.clone().unwrap_or_default();
        fine("hr_ticket", &host.ticket())?;
        let token = token(&fine("hr_ready", &host.ready())?["cards"], &card.serial);
        fine("hr_login", &host.login(&token, &pin))?;
        let traits = Traits {
            nom: &patient.nom,
            prenom: &patient.prenom,
            date_naissance: &patient.date_naissance,
            sexe: &patient.sexe,
        };
        fine("hr_patient_search", &host.patient_search(&traits))?;
        let got = host.patient_get();
        fine("hr_patient_get", &got)?;
        let patient_id = got.text("patient_id").to_owned();
        fine("hr_dmp_open", &host.dmp_open(&patient_id))?;
        Ok(Fixture {
            proxy,
            host: Arc::new(host),
            patient_id,
        })
    }
}

/// A card of one situation: step 4 is not needed.
pub(super) fn card(scenario: &Scenario) -> Result<&Card, Failure> {
    let mut cards = scenario.cards.iter();
    let found = cards.find(|it| it.card_type == CardType::Cps && it.situations.len() == 1);
    found.ok_or_else(|| "the default scenario has no such card".into())
}

fn patient(scenario: &Scenario) -> Result<&Patient, Failure> {
    let mut patients = scenario.patients.iter();
    let found = patients.find(|it| it.ins_qualified && it.alimentation_consent);
    found.ok_or_else(|| "the default scenario has no such patient".into())
}

/// For peers of this program. Whose process they are is what `card_port` measures alone: where the system does not
/// tell, the other measurements go on.
pub(super) fn host(config: &Value) -> Result<Host, Failure> {
    let mut config = config.clone();
    config["card_client_owners"] = json!(["unknown"]);
    strict(&config)
}

/// With the configuration as it is given.
pub(super) fn strict(config: &Value) -> Result<Host, Failure> {
    match Host::open(config) {
        Ok((host, _)) => Ok(host),
        Err(refused) => Err(failure("hr_open", &refused).into()),
    }
}

pub(super) fn token(cards: &Value, serial: &str) -> String {
    let mut cards = cards.as_array().into_iter().flatten();
    let found = cards.find(|card| card["serial"] == serial);
    let token = found.and_then(|card| card["token"].as_str());
    token.unwrap_or_default().to_owned()
}

pub(super) fn fine<'a>(function: &str, reply: &'a Reply) -> Result<&'a Value, Failure> {
    match reply.is_ok() {
        true => Ok(&reply.value),
        false => Err(failure(function, reply).into()),
    }
}

fn failure(function: &str, reply: &Reply) -> String {
    let (name, remedy) = (code_name(reply.code), reply.text("remedy"));
    format!("{function}: {name}. {remedy}")
}

/// Labels that the sandbox takes.
pub(super) fn labels(filename: &str) -> Labels<'_> {
    Labels {
        filename,
        activity_type: "10",
        type_code: "11503-0",
    }
}

/// How a call ended, in words that say nothing of what it was about.
pub(super) fn ending(reply: &Reply) -> String {
    let mut ending = code_name(reply.code);
    for key in ["reason", "outcome", "phase"] {
        let word = reply.text(key);
        if !word.is_empty() {
            ending = format!("{ending} {word}");
        }
    }
    match reply.value["http_status"].as_u64() {
        Some(status) => format!("{ending} {status}"),
        None => ending,
    }
}

/// How often each ending came, most frequent first.
pub(super) fn counted(endings: &[String]) -> Value {
    let mut counts: Vec<(&String, u32)> = Vec::new();
    for ending in endings {
        match counts.iter_mut().find(|(known, _)| *known == ending) {
            Some((_, count)) => *count += 1,
            None => counts.push((ending, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let texts = counts
        .into_iter()
        .map(|(ending, count)| format!("{count} x {ending}"));
    texts.collect::<Vec<_>>().into()
}
