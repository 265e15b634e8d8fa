//! Keeps secrets out of what people read: bearers, tickets, PINs and NIRs.

use serde_json::Value;

const SECRET_FIELDS: [&str; 4] = ["licenseTicket", "pinCode", "bearer", "token"];
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

/// The same for a line on the terminal: a text from outside must not control the terminal.
pub(crate) fn line(said: &str) -> String {
    text(said).replace(char::is_control, " ")
}

/// A header value as it may be shown.
pub(crate) fn header(name: &str, value: &str) -> String {
    match name {
        "authorization" | "proxy-authorization" | "cookie" => match value.split_once(' ') {
            Some((scheme, _)) if scheme.eq_ignore_ascii_case("bearer") => {
                format!("{scheme} {MASK}")
            }
            _ => MASK.into(),
        },
        _ => text(value),
    }
}

/// A body as it may be shown: JSON without its secrets, and no other body.
pub(crate) fn body(body: &[u8]) -> Value {
    match serde_json::from_slice(body) {
        Ok(value) => json(value),
        Err(_) if body.is_empty() => Value::Null,
        Err(_) => format!("{} bytes that are not JSON", body.len()).into(),
    }
}

fn json(value: Value) -> Value {
    match value {
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| {
                let secret = SECRET_FIELDS.contains(&key.as_str());
                let value = if secret { MASK.into() } else { json(value) };
                (key, value)
            })
            .collect(),
        Value::Array(list) => list.into_iter().map(json).collect(),
        Value::String(string) => text(&string).into(),
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
        assert_eq!(header("authorization", "Bearer abc"), "Bearer ***");
        assert_eq!(header("authorization", "abc"), "***");
        assert_eq!(header("accept", "*/*"), "*/*");
        let shown = body(br#"{"pinCode":"1234","deep":[{"bearer":"x","nom":"A"}]}"#);
        assert_eq!(
            shown,
            json!({"pinCode": "***", "deep": [{"bearer": "***", "nom": "A"}]})
        );
        assert_eq!(body(b"pin=1234"), json!("8 bytes that are not JSON"));
    }
}
