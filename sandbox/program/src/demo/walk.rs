//! Makes the calls in the order that `next` gives.

use super::host::{Host, Reply};
use super::table;
use hr::code::HR_E_CARD_STATUS;
use hr_sandbox::{Card, LoggedRequest, Patient, Sandbox};
use serde_json::Value;
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

/// What calls gave that later ones need.
#[derive(Default)]
pub(super) struct Learnt {
    pub token: String,
    pub situation: String,
    pub patient_id: String,
}

struct Walk<'a> {
    stage: &'a Stage,
    host: Host,
    steps: Vec<Step>,
    learnt: Learnt,
}

/// Follows `next` to its end or to the first failure, while `goes_on` says so.
pub(super) fn walk(stage: &Stage, mut goes_on: impl FnMut() -> bool) -> Vec<Step> {
    let (host, opened) = Host::open(&stage.sandbox.config_json());
    let mut walk = Walk {
        stage,
        host,
        steps: Vec::new(),
        learnt: Learnt::default(),
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
    fn step(&mut self, next: &str) -> Option<&Reply> {
        let before = self.stage.sandbox.requests().len();
        let start = Instant::now();
        let (number, function, reply) = self.host.make(next, self.stage, &self.learnt)?;
        let time = start.elapsed();
        self.learn(function, &reply);
        let step = Step {
            number,
            function,
            request: self.stage.sandbox.requests().split_off(before).pop(),
            time,
            reply,
        };
        table::row(&step);
        self.steps.push(step);
        self.steps.last().map(|step| &step.reply)
    }

    fn learn(&mut self, function: &str, reply: &Reply) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match function {
            "hr_ready" => {
                let mut cards = reply.value["cards"].as_array().into_iter().flatten();
                let own = cards.find(|card| card["serial"] == *self.stage.card.serial);
                self.learnt.token = own.map(|card| text(&card["token"])).unwrap_or_default();
            }
            "hr_profile_put" => {
                self.learnt.situation = text(&reply.value["raw"]["situations"][0]["id"]);
            }
            "hr_patient_get" => self.learnt.patient_id = text(&reply.value["patient_id"]),
            _ => {}
        }
    }
}
