//! The armed faults, and those that have a name.

use super::Show;
use crate::bilingual::french;
use crate::fault::{Armed, Fault, NO_END, NamedFault};
use crate::mask::Mask;
use crate::state::SandboxState;
use serde_json::{Map, Value, json};

/// The armed faults, in the order in which they were set.
pub(crate) fn faults(state: &SandboxState, show: Show) -> Value {
    let mask = &Mask::new(&state.known, show);
    let all = state.faults.all().iter();
    all.map(|one| armed(one, mask)).collect()
}

pub(crate) fn named_faults(state: &SandboxState) -> Value {
    let mask = &Mask::new(&state.known, Show::default());
    let all = NamedFault::all().iter();
    all.map(|one| named(one, mask)).collect()
}

fn armed(armed: &Armed, mask: &Mask) -> Value {
    let mut shown = json!({
        "id": armed.id,
        "name": armed.name,
        "seen": armed.seen,
        "applied": armed.applied,
        "left": armed.left(),
        "down": armed.is_down(),
    });
    if let Value::Object(shown) = &mut shown {
        shown.extend(fields(&armed.fault, mask));
    }
    shown
}

fn named(named: &NamedFault, mask: &Mask) -> Value {
    json!({
        "name": named.name,
        "call": named.call,
        "calls": named.calls,
        "text": named.text,
        "text_fr": french(named.text, &[]),
        "fault": fields(&named.fault(named.call), mask),
    })
}

/// As `POST /faults` takes them, but for what is hidden of what it answers.
fn fields(fault: &Fault, mask: &Mask) -> Map<String, Value> {
    let headers: Map<String, Value> = fault
        .headers
        .iter()
        .map(|(name, value)| (mask.text(name), json!(mask.header(name, value))))
        .collect();
    let body = fault.body.as_deref().map(String::from_utf8_lossy);
    let body = body.map(|body| mask.text(&body));
    let ms = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let value = json!({
        "call": fault.call,
        "nth": fault.nth,
        "times": fault.times.map(|times| if times == NO_END { 0 } else { times }),
        "status": fault.status,
        "delay_ms": ms(fault.delay),
        "cut": fault.cut,
        "act": fault.act,
        "body": body,
        "headers": headers,
        "content_type": fault.content_type.as_ref().map(|given| mask.text(given)),
        "after_bytes": fault.after_bytes,
        "reset": fault.reset,
        "remove_cards": fault.remove_cards,
        "down_ms": ms(fault.down),
    });
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
