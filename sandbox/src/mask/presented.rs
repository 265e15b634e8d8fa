//! A request to the card client, which may hold a PIN under any name and in any place.

use super::{MASK, Mask, names};
use crate::logged_request::LoggedRequest;
use percent_encoding::percent_decode_str;
use serde_json::Value;

/// What the interface puts beside ticket, token and PIN, or a program may repeat of an answer.
const HARMLESS: [&str; 19] = [
    "connectionId",
    "serviceUrl",
    "messageType",
    "operation",
    "timestamp",
    "status",
    "message",
    "model",
    "manufacturer",
    "serial",
    "categoryCard",
    "cardType",
    "idNat",
    "civTitle",
    "firstName",
    "lastName",
    "profCode",
    "trainCode",
    "specCode",
];

/// Digits that may be a PIN.
const PIN: std::ops::RangeInclusive<usize> = 4..=8;

/// So many of a request, the longest.
const MOST: usize = 100;

/// The texts of a request that may be a PIN, so that they are found where it is repeated.
pub(super) fn values(seen: &LoggedRequest) -> Vec<String> {
    let mut values = Vec::new();
    add_digits(&decoded(&seen.path), &mut values);
    add_digits(
        &decoded(seen.query.as_deref().unwrap_or_default()),
        &mut values,
    );
    for (name, value) in &seen.headers {
        if names::is_pin(name) || may_be_pin(value.trim()) && !is_standard(name) {
            add(value.trim(), &mut values);
        }
    }
    match serde_json::from_slice(&seen.body) {
        Ok(body) => gather("", &body, &mut values),
        Err(_) => add_digits(
            &String::from_utf8_lossy(&seen.body[..seen.body.len().min(4096)]),
            &mut values,
        ),
    }
    values.sort_by_key(|value| std::cmp::Reverse(value.len()));
    values.dedup();
    values.truncate(MOST);
    values
}

/// Headers whose numbers are no PIN.
pub(super) fn is_standard(name: &str) -> bool {
    matches!(
        name,
        "content-length" | "host" | "date" | "origin" | "upgrade-insecure-requests"
    )
}

/// The body of such a request.
pub(super) fn body(mask: &Mask, value: Value) -> Value {
    hidden(mask, "", value)
}

/// The parameters of such a request: none is known to be harmless.
pub(super) fn query(mask: &Mask, query: &str) -> String {
    let pairs = query.split('&').map(|pair| match pair.split_once('=') {
        Some((name, _)) => format!("{}={MASK}", mask.text(name)),
        None => mask.text(pair),
    });
    pairs.collect::<Vec<_>>().join("&")
}

fn hidden(mask: &Mask, name: &str, value: Value) -> Value {
    match value {
        Value::Object(map) if !names::is_secret(name) => {
            let pairs = map.into_iter();
            let pairs = pairs.map(|(name, value)| (mask.text(&name), hidden(mask, &name, value)));
            pairs.collect()
        }
        Value::Array(list) if !names::is_secret(name) => {
            let list = list.into_iter();
            list.map(|value| hidden(mask, name, value)).collect()
        }
        Value::Null => Value::Null,
        Value::Bool(value) if !names::is_secret(name) => value.into(),
        scalar if HARMLESS.contains(&name) => mask.json(scalar),
        _ => MASK.into(),
    }
}

fn gather(name: &str, value: &Value, values: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                add_digits(name, values);
                gather(name, value, values);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| gather(name, value, values)),
        Value::Null | Value::Bool(_) => {}
        // Masked everywhere by their own values.
        _ if names::is_secret(name) && !names::is_pin(name) => {}
        _ if HARMLESS.contains(&name) => {}
        Value::String(text) if names::is_pin(name) => add(text, values),
        Value::String(text) => add_digits(text, values),
        Value::Number(number) => add(&number.to_string(), values),
    }
}

fn may_be_pin(text: &str) -> bool {
    PIN.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn add_digits(text: &str, values: &mut Vec<String>) {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    runs.filter(|run| may_be_pin(run))
        .for_each(|run| add(run, values));
}

/// A shorter one would be found in every sentence.
fn add(text: &str, values: &mut Vec<String>) {
    if (*PIN.start()..=64).contains(&text.len()) {
        values.push(text.into());
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
