//! Makes the calls in the order that `next` gives.

use super::host::{Host, Reply};
use super::{Stage, table};
use hr::code::HR_E_CARD_STATUS;
use hr_sandbox::LoggedRequest;
use serde_json::Value;
use std::time::{Duration, Instant};

/// The nine steps; the fourth has two calls.
const CALLS: usize = 10;

/// One call, with the request that the sandbox received; none if nothing was sent.
pub(super) struct Step {
    pub number: u8,
    pub function: String,
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

/// Follows `next` to its end or to the first failure, while `goes_on` says so.
pub(super) fn walk(stage: &Stage, mut goes_on: impl FnMut() -> bool) -> Vec<Step> {
    let (host, opened) = Host::open(&stage.sandbox.config_json());
    let (mut steps, mut learnt) = (Vec::new(), Learnt::default());
    let mut next = opened.text("next").to_owned();
    while steps.len() < CALLS && (steps.is_empty() || goes_on()) {
        let Some(made) = step(&host, &next, stage, &mut learnt) else {
            break;
        };
        next = made.reply.text("next").to_owned();
        let (failed, refused) = (!made.reply.is_ok(), made.reply.code == HR_E_CARD_STATUS);
        steps.push(made);
        if refused {
            table::retry();
            // The same PIN for the same card, as a program does that retries.
            let again = ["hr_ready", "hr_login"];
            steps.extend(
                again
                    .iter()
                    .filter_map(|next| step(&host, next, stage, &mut learnt)),
            );
        }
        if failed {
            break;
        }
    }
    steps
}

/// Makes one call; none if the function is not one of the nine steps.
fn step(host: &Host, next: &str, stage: &Stage, learnt: &mut Learnt) -> Option<Step> {
    let before = stage.sandbox.requests().len();
    let start = Instant::now();
    let (number, reply) = host.make(next, stage, learnt)?;
    let step = Step {
        number,
        function: next.replace("hr_dmp_send", "hr_dmp_send_bytes"),
        time: start.elapsed(),
        request: stage.sandbox.requests().split_off(before).pop(),
        reply,
    };
    table::row(&step);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let value = &step.reply.value;
    match next {
        "hr_ready" => {
            let mut cards = value["cards"].as_array().into_iter().flatten();
            let own = cards.find(|card| card["serial"] == *stage.card.serial);
            learnt.token = own.map(|card| text(&card["token"])).unwrap_or_default();
        }
        "hr_profile_put" => learnt.situation = text(&value["raw"]["situations"][0]["id"]),
        "hr_patient_get" => learnt.patient_id = text(&value["patient_id"]),
        _ => {}
    }
    Some(step)
}
