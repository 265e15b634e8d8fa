//! Keeps secrets out of what people read: bearers, tickets, PINs and NIRs.

use crate::views::Show;
use serde_json::Value;

const SECRET_FIELDS: [&str; 3] = ["licenseTicket", "bearer", "token"];
const PIN_FIELD: &str = "pinCode";
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
pub(crate) fn line(said: &str) -> String {
    text(said).replace(char::is_control, " ")
}

/// A header value as it may be shown.
pub(crate) fn header(name: &str, value: &str, show: Show) -> String {
    match name {
        "authorization" | "proxy-authorization" | "cookie" => match value.split_once(' ') {
            Some((scheme, _)) if scheme.eq_ignore_ascii_case("bearer") => {
                format!("{scheme} {MASK}")
            }
            _ => MASK.into(),
        },
        _ => text_for(value, show),
    }
}

/// A body as it may be shown: JSON without its secrets, and no other body.
pub(crate) fn body(body: &[u8], show: Show) -> Value {
    match serde_json::from_slice(body) {
        Ok(value) => json(value, show),
        Err(_) if body.is_empty() => Value::Null,
        Err(_) => format!("{} bytes that are not JSON", body.len()).into(),
    }
}

fn json(value: Value, show: Show) -> Value {
    match value {
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| {
                let pin = key == PIN_FIELD && !show.pin;
                let secret = pin || SECRET_FIELDS.contains(&key.as_str());
                let value = match secret {
                    true => MASK.into(),
                    false => json(value, show),
                };
                (key, value)
            })
            .collect(),
        Value::Array(list) => list.into_iter().map(|one| json(one, show)).collect(),
        Value::String(string) => text_for(&string, show).into(),
        other => other,
    }
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
        assert_eq!(shown, json!({"pinCode": "***", "deep": deep}));
        let pin = Show { pin: true, ..none };
        let shown = body(sent, pin);
        assert_eq!(shown, json!({"pinCode": "1234", "deep": deep}));
        assert_eq!(body(b"pin=1234", pin), json!("8 bytes that are not JSON"));
    }
}
