//! Makes the calls in the order that `next` gives.

use super::host::{Host, Reply};
use super::table;
use hr::code::HR_E_CARD_STATUS;
use hr_sandbox::{Card, LoggedRequest, Patient, Sandbox};
use std::time::{Duration, Instant};

/// The nine steps; the fourth has two calls.
const CALLS: usize = 10;

pub(super) struct Document {
    pub name: String,
    pub content: Vec<u8>,
    /// As computed here, before the library sees it.
    pub sha256: String,
}

/// What the walk is about.
pub(super) struct Stage {
    pub sandbox: Sandbox,
    pub card: Card,
    pub pin: String,
    pub patient: Patient,
    pub document: Document,
}

/// One call, with the request that the sandbox received; none if nothing was sent.
pub(super) struct Step {
    pub number: u8,
    pub function: &'static str,
    pub request: Option<LoggedRequest>,
    pub time: Duration,
    pub reply: Reply,
}

struct Walk<'a> {
    stage: &'a Stage,
    host: Host,
    steps: Vec<Step>,
    token: String,
    situation: String,
    patient_id: String,
}

/// Follows `next` to its end or to the first failure, while `goes_on` says so.
pub(super) fn walk(stage: &Stage, mut goes_on: impl FnMut() -> bool) -> Vec<Step> {
    let (host, opened) = Host::open(&stage.sandbox.config_json());
    let mut walk = Walk {
        stage,
        host,
        steps: Vec::new(),
        token: String::new(),
        situation: String::new(),
        patient_id: String::new(),
    };
    let mut next = opened.text("next").to_owned();
    while walk.steps.len() < CALLS && (walk.steps.is_empty() || goes_on()) {
        let Some(reply) = walk.step(&next) else { break };
        next = reply.text("next").to_owned();
        if reply.code == HR_E_CARD_STATUS {
            table::retry();
            // The same PIN for the same card, as a program does that retries.
            for function in ["hr_ready", "hr_login"] {
                walk.step(function);
            }
        }
        if walk.steps.iter().any(|step| !step.reply.is_ok()) {
            break;
        }
    }
    walk.steps
}

impl Walk<'_> {
    /// Makes one call; none if the function is not one of the nine steps.
    fn step(&mut self, function: &str) -> Option<&Reply> {
        let before = self.stage.sandbox.requests().len();
        let start = Instant::now();
        let (number, function, reply) = self.call(function)?;
        let time = start.elapsed();
        self.learn(function, &reply);
        let seen = self.stage.sandbox.requests().split_off(before);
        let step = Step {
            number,
            function,
            request: seen.into_iter().next_back(),
            time,
            reply,
        };
        table::row(&step);
        self.steps.push(step);
        self.steps.last().map(|step| &step.reply)
    }

    fn call(&self, function: &str) -> Option<(u8, &'static str, Reply)> {
        let (host, stage) = (&self.host, self.stage);
        let (patient, document) = (&stage.patient, &stage.document);
        Some(match function {
            "hr_ticket" => (1, "hr_ticket", host.ticket()),
            "hr_ready" => (2, "hr_ready", host.ready()),
            "hr_login" => (3, "hr_login", host.login(&self.token, &stage.pin)),
            "hr_profile_put" => (4, "hr_profile_put", host.profile_put("{}")),
            "hr_profile_select" => {
                let reply = host.profile_select(&self.situation);
                (4, "hr_profile_select", reply)
            }
            "hr_patient_search" => {
                let traits = [
                    &*patient.nom,
                    &patient.prenom,
                    &patient.date_naissance,
                    &patient.sexe,
                ];
                (5, "hr_patient_search", host.patient_search(traits))
            }
            "hr_patient_get" => (6, "hr_patient_get", host.patient_get()),
            "hr_patient_update" => {
                let reply = host.patient_update(r#"{"insQualified":true}"#);
                (7, "hr_patient_update", reply)
            }
            "hr_dmp_open" => (8, "hr_dmp_open", host.dmp_open(&self.patient_id)),
            "hr_dmp_send" => {
                let labels = [&*document.name, "10", "11503-0"];
                let data = &document.content;
                let reply = host.dmp_send_bytes(&self.patient_id, data, labels);
                (9, "hr_dmp_send_bytes", reply)
            }
            _ => return None,
        })
    }

    /// Keeps what later calls need.
    fn learn(&mut self, function: &str, reply: &Reply) {
        match function {
            "hr_ready" => {
                let cards = reply.value["cards"].as_array().into_iter().flatten();
                let mut own = cards.filter(|card| card["serial"] == *self.stage.card.serial);
                let token = own.next().and_then(|card| card["token"].as_str());
                self.token = token.unwrap_or_default().to_owned();
            }
            "hr_profile_put" => {
                let first = &reply.value["raw"]["situations"][0]["id"];
                self.situation = first.as_str().unwrap_or_default().to_owned();
            }
            "hr_patient_get" => self.patient_id = reply.text("patient_id").to_owned(),
            _ => {}
        }
    }
}
