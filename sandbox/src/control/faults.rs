//! Faults are listed, armed and removed.

use super::{App, Reply, number, read};
use crate::bilingual::Bilingual;
use crate::call::Call;
use crate::fault::{Fault, NamedFault};
use crate::outage;
use crate::refusal::Refusal;
use crate::views;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, Uri};
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedSpec {
    name: String,
    call: Option<Call>,
    times: Option<u32>,
    nth: Option<u32>,
}

/// The armed ones, and those that have a name.
pub(super) async fn list(State(shared): App, uri: Uri) -> Json<Value> {
    let show = views::show(&uri);
    Json(views::faults(&shared.state(), show))
}

pub(super) async fn add(State(shared): App, body: Bytes) -> Reply {
    let mut given: Map<String, Value> = read(&body)?;
    let (fault, name) = match given.remove("name") {
        None => (read(&body)?, None),
        Some(Value::Null) => (read(Value::from(given).to_string().as_bytes())?, None),
        Some(_) => named(read(&body)?)?,
    };
    check(&fault)?;
    let mut state = shared.state();
    let id = state.set_fault(fault, name);
    let faults = state.faults.all().len();
    Ok(Json(json!({ "id": id, "faults": faults })))
}

pub(super) async fn clear(State(shared): App) -> Json<Value> {
    shared.state().clear_faults();
    outage::settled(&shared).await;
    Json(json!({ "faults": 0 }))
}

pub(super) async fn remove(State(shared): App, Path(path): Path<String>) -> Reply {
    let id: u64 = number(&path)?;
    if shared.state().remove_fault(id) {
        outage::settled(&shared).await;
        let armed = shared.state().faults.all().len();
        return Ok(Json(json!({ "faults": armed })));
    }
    Err(refusal!(NOT_FOUND, "wrong.fault"))
}

fn named(spec: NamedSpec) -> Result<(Fault, Option<&'static str>), Refusal> {
    let Some(named) = NamedFault::of(&spec.name) else {
        let names: Vec<_> = NamedFault::all().iter().map(|it| &*it.name).collect();
        let names = names.join(", ");
        return Err(refusal!(BAD_REQUEST, "wrong.fault_name", names));
    };
    let call = spec.call.unwrap_or(named.call);
    if !named.calls.contains(&call) {
        let calls: Vec<_> = named.calls.iter().map(Call::to_string).collect();
        let (name, calls) = (&named.name, calls.join(", "));
        return Err(refusal!(BAD_REQUEST, "wrong.fault_call", name, calls));
    }
    let fault = Fault {
        nth: spec.nth,
        times: Some(spec.times.unwrap_or(1)),
        ..named.fault(call)
    };
    Ok((fault, Some(&named.name)))
}

fn is_value(text: &str) -> bool {
    HeaderValue::from_bytes(text.as_bytes()).is_ok()
}

fn check(fault: &Fault) -> Result<(), Bilingual> {
    if !(200..1000).contains(&fault.status.unwrap_or(200)) {
        return Err(words!("wrong.fault_status"));
    }
    for (name, value) in &fault.headers {
        if HeaderName::from_bytes(name.as_bytes()).is_err() || !is_value(value) {
            return Err(words!("wrong.fault_header"));
        }
        let value = value.trim();
        let framed = match name.to_ascii_lowercase().as_str() {
            "content-length" => value.parse::<u64>().is_ok(),
            "transfer-encoding" => value.eq_ignore_ascii_case("chunked"),
            _ => true,
        };
        if !framed {
            return Err(words!("wrong.fault_framing"));
        }
    }
    if !fault.content_type.iter().all(|given| is_value(given)) {
        return Err(words!("wrong.fault_type"));
    }
    if fault.down_ms > 0 && fault.call.service().is_none() {
        return Err(words!("wrong.fault_down"));
    }
    Ok(())
}
