//! Faults are listed, armed and removed.

use super::{App, Reply, number, read};
use crate::bilingual::Bilingual;
use crate::call::Call;
use crate::fault::{Fault, NamedFault};
use crate::listen;
use crate::refusal::Refusal;
use crate::views::{self, Show};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderName, HeaderValue};
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
pub(super) async fn list(State(shared): App, RawQuery(query): RawQuery) -> Json<Value> {
    let show = Show::of_query(query.as_deref());
    let state = shared.state();
    Json(json!({
        "armed": views::faults(&state, show),
        "named": views::named_faults(&state),
    }))
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
    Ok(Json(
        json!({ "id": id, "faults": state.faults.all().len() }),
    ))
}

pub(super) async fn clear(State(shared): App) -> Json<Value> {
    shared.state().clear_faults();
    listen::settled(&shared).await;
    Json(json!({ "faults": 0 }))
}

pub(super) async fn remove(State(shared): App, Path(path): Path<String>) -> Reply {
    let id: u64 = number(&path)?;
    if shared.state().remove_fault(id) {
        listen::settled(&shared).await;
        let armed = shared.state().faults.all().len();
        return Ok(Json(json!({ "faults": armed })));
    }
    Err(Refusal::not_found(words!(
        "no fault of this number is armed: GET /faults lists them"
    )))
}

fn named(spec: NamedSpec) -> Result<(Fault, Option<&'static str>), Refusal> {
    let named = NamedFault::of(&spec.name).ok_or_else(|| {
        let names: Vec<_> = NamedFault::all().iter().map(|it| it.name).collect();
        let names = names.join(", ");
        Refusal::bad_request(words!("no fault has this name: use one of {names}", names))
    })?;
    let call = spec.call.unwrap_or(named.call);
    if !named.calls.contains(&call) {
        let calls: Vec<_> = named.calls.iter().map(|call| call.name()).collect();
        let (name, calls) = (named.name, calls.join(", "));
        return Err(Refusal::bad_request(words!(
            "{name} is for these calls: {calls}",
            name,
            calls
        )));
    }
    let fault = Fault {
        nth: spec.nth,
        times: Some(spec.times.unwrap_or(1)),
        ..named.fault(call)
    };
    Ok((fault, Some(named.name)))
}

fn is_value(text: &str) -> bool {
    HeaderValue::from_bytes(text.as_bytes()).is_ok()
}

fn check(fault: &Fault) -> Result<(), Bilingual> {
    let status = fault.status.unwrap_or(200);
    if !(200..1000).contains(&status) {
        return Err(words!(
            "status must be 200 to 999: a status below 200 does not end a request"
        ));
    }
    for (name, value) in &fault.headers {
        let fine = HeaderName::from_bytes(name.as_bytes()).is_ok() && is_value(value);
        if !fine {
            return Err(words!("headers: a name or its value is no header"));
        }
        let value = value.trim();
        let framed = match name.to_ascii_lowercase().as_str() {
            "content-length" => value.parse::<u64>().is_ok(),
            "transfer-encoding" => value.eq_ignore_ascii_case("chunked"),
            _ => true,
        };
        if !framed {
            return Err(words!(
                "headers: Content-Length must be a number, Transfer-Encoding chunked"
            ));
        }
    }
    if !fault.content_type.iter().all(|given| is_value(given)) {
        return Err(words!("content_type holds what a header cannot"));
    }
    if !fault.down.is_zero() && fault.call.service().is_none() {
        return Err(words!(
            "down_ms needs a call of the interface: `other` has no service of its own"
        ));
    }
    Ok(())
}
