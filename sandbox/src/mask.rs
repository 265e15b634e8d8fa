//! Keeps secrets out of what people read: bearers, tickets, PINs and NIRs.

use crate::views::Show;
use serde_json::Value;

/// A presented PIN is one of them whatever is asked for: a person may have typed that of a real card.
const SECRET_FIELDS: [&str; 6] = [
    "licenseTicket",
    "ticket",
    "bearer",
    "token",
    "pinCode",
    "pin",
];

/// A header whose name holds one of these may carry a secret.
const SECRET_HEADERS: [&str; 6] = [
    "authorization",
    "bearer",
    "cookie",
    "license",
    "ticket",
    "token",
];

const MASK: &str = "***";

/// Shortens what looks like a NIR: `2550…38`.
pub(crate) fn text(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        let word = &rest[start..];
        let end = word
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(word.len());
        masked.push_str(&rest[..start]);
        masked.push_str(&short(&word[..end]));
        rest = &word[end..];
    }
    masked + rest
}

/// The same, unless NIRs are to be shown.
pub(crate) fn text_for(said: &str, show: Show) -> String {
    match show.nir {
        true => said.to_owned(),
        false => text(said),
    }
}

/// The same for a line on the terminal: a text from outside must not control the terminal.
pub(crate) fn line(said: &str, show: Show) -> String {
    text_for(said, show).replace(char::is_control, " ")
}

/// A header value as it may be shown.
pub(crate) fn header(name: &str, value: &str, show: Show) -> String {
    if !SECRET_HEADERS.iter().any(|secret| name.contains(secret)) {
        return text_for(value, show);
    }
    match value.split_once(' ') {
        Some((scheme, _)) if scheme.eq_ignore_ascii_case("bearer") => format!("{scheme} {MASK}"),
        _ => MASK.into(),
    }
}

/// A query as it may be shown.
pub(crate) fn query(query: &str, show: Show) -> String {
    let pairs = query.split('&').map(|pair| match pair.split_once('=') {
        Some((name, _)) if is_secret(name) => format!("{name}={MASK}"),
        _ => text_for(pair, show),
    });
    pairs.collect::<Vec<_>>().join("&")
}

/// A body of JSON without its secrets; none when it is not JSON.
pub(crate) fn body(body: &[u8], show: Show) -> Option<Value> {
    let value = serde_json::from_slice(body).ok()?;
    Some(json(value, show))
}

fn json(value: Value, show: Show) -> Value {
    match value {
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| {
                let value = match is_secret(&key) {
                    true => MASK.into(),
                    false => json(value, show),
                };
                (text_for(&key, show), value)
            })
            .collect(),
        Value::Array(list) => list.into_iter().map(|one| json(one, show)).collect(),
        Value::String(string) => text_for(&string, show).into(),
        Value::Number(number) => {
            let said = number.to_string();
            match text_for(&said, show) {
                masked if masked != said => masked.into(),
                _ => Value::Number(number),
            }
        }
        other => other,
    }
}

fn is_secret(field: &str) -> bool {
    SECRET_FIELDS
        .iter()
        .any(|name| field.eq_ignore_ascii_case(name))
}

fn short(word: &str) -> String {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if (13..=15).contains(&word.len()) && digits + 1 >= word.len() {
        format!("{}…{}", &word[..4], &word[word.len() - 2..])
    } else {
        word.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_nir_is_shortened_wherever_it_stands() {
        assert_eq!(text("255081416802538"), "2550…38");
        assert_eq!(text("/dmp/253072A07300443/é"), "/dmp/2530…43/é");
        assert_eq!(text("port 48367 and 20261121"), "port 48367 and 20261121");
    }

    #[test]
    fn secrets_leave_headers_and_bodies() {
        let none = Show::default();
        assert_eq!(header("authorization", "Bearer abc", none), "Bearer ***");
        assert_eq!(header("authorization", "abc", none), "***");
        assert_eq!(header("accept", "*/*", none), "*/*");
        let sent = br#"{"pinCode":"1234","deep":[{"bearer":"x","nom":"A"}]}"#;
        let deep = json!([{"bearer": "***", "nom": "A"}]);
        let shown = body(sent, none);
        assert_eq!(shown, Some(json!({"pinCode": "***", "deep": deep})));
        let pin = Show { pin: true, ..none };
        let shown = body(sent, pin);
        assert_eq!(shown, Some(json!({"pinCode": "***", "deep": deep})));
        assert_eq!(body(b"pin=1234", pin), None);
        assert_eq!(header("x-license-ticket", "eyJ", none), "***");
        assert_eq!(
            query("bearer=x&nom=A&PIN=1", none),
            "bearer=***&nom=A&PIN=***"
        );
    }

    #[test]
    fn a_nir_is_shown_when_asked_for() {
        let nir = Show {
            nir: true,
            pin: false,
        };
        let sent = br#"{"patient_id":"255081416802538","as_number":255081416802538}"#;
        let whole = serde_json::from_slice::<Value>(sent).ok();
        assert_eq!(body(sent, nir), whole);
        let masked = json!({"patient_id": "2550…38", "as_number": "2550…38"});
        assert_eq!(body(sent, Show::default()), Some(masked));
    }
}
