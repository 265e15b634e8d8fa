//! The remedy for the programmer: what is wrong, by its name, and what can be done about it.

mod english;
mod french;
mod journal;

use super::{Case, Language};
use crate::operation::{Operation, Task};

pub fn remedy(case: &Case, language: Language) -> String {
    let (mut remedy, effect) = match language {
        Language::English => (english::remedy(case), english::effect(case)),
        Language::French => (french::remedy(case), french::effect(case)),
    };
    if !effect.is_empty() {
        remedy.push(' ');
        remedy.push_str(effect);
    }
    remedy
}

/// The configuration key that bounds the time of a whole call.
fn time_limit(operation: Operation) -> &'static str {
    match operation.task() {
        Task::Login => "timeouts.login_ms",
        Task::Send => "timeouts.upload_ms",
        _ => "timeouts.call_ms",
    }
}
