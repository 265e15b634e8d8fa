//! Faults are listed, armed and removed.

use super::{App, Reply, number, read};
use crate::bilingual::Bilingual;
use crate::call::Call;
use crate::fault::{Cut, Fault, NO_END, NamedFault};
use crate::outage;
use crate::refusal::Refusal;
use crate::views::{self, Show};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderName, HeaderValue};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultSpec {
    /// Null, when it is given.
    #[serde(default, rename = "name")]
    _name: (),
    call: Call,
    nth: Option<u32>,
    times: Option<u32>,
    status: Option<u16>,
    #[serde(default)]
    delay_ms: u64,
    cut: Option<Cut>,
    #[serde(default)]
    act: bool,
    body: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    content_type: Option<String>,
    after_bytes: Option<u64>,
    #[serde(default)]
    reset: bool,
    #[serde(default)]
    remove_cards: bool,
    #[serde(default)]
    down_ms: u64,
}

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
    let given: Map<String, Value> = read(&body)?;
    let has_name = given.get("name").is_some_and(|name| !name.is_null());
    let (fault, name) = if has_name {
        named(read(&body)?)?
    } else {
        let spec: FaultSpec = read(&body)?;
        spec.check().map_err(Refusal::bad_request)?;
        (spec.into(), None)
    };
    let mut state = shared.state();
    let id = state.set_fault(fault, name);
    Ok(Json(
        json!({ "id": id, "faults": state.faults.all().len() }),
    ))
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
        times: Some(times(spec.times.unwrap_or(1))),
        ..named.fault(call)
    };
    Ok((fault, Some(named.name)))
}

/// 0 stands for a fault that ends when it is removed.
fn times(given: u32) -> u32 {
    if given == 0 { NO_END } else { given }
}

fn is_value(text: &str) -> bool {
    HeaderValue::from_bytes(text.as_bytes()).is_ok()
}

impl FaultSpec {
    fn check(&self) -> Result<(), Bilingual> {
        let status = self.status.unwrap_or(200);
        if !(200..1000).contains(&status) {
            return Err(words!(
                "status must be 200 to 999: a status below 200 does not end a request"
            ));
        }
        for (name, value) in &self.headers {
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
        if !self.content_type.iter().all(|given| is_value(given)) {
            return Err(words!("content_type holds what a header cannot"));
        }
        if self.down_ms > 0 && self.call.service().is_none() {
            return Err(words!(
                "down_ms needs a call of the interface: `other` has no service of its own"
            ));
        }
        Ok(())
    }
}

impl From<FaultSpec> for Fault {
    fn from(spec: FaultSpec) -> Fault {
        Fault {
            call: spec.call,
            nth: spec.nth,
            times: spec.times.map(times),
            status: spec.status,
            delay: Duration::from_millis(spec.delay_ms),
            cut: spec.cut,
            act: spec.act,
            body: spec.body.map(String::into_bytes),
            headers: spec.headers.into_iter().collect(),
            content_type: spec.content_type,
            after_bytes: spec.after_bytes,
            reset: spec.reset,
            remove_cards: spec.remove_cards,
            down: Duration::from_millis(spec.down_ms),
        }
    }
}
