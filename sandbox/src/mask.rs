//! Keeps secrets out of what people read: bearers, tickets, PINs and NIRs.

use crate::views::Show;
use serde_json::Value;

/// A name that holds one of these may stand before a secret. A presented PIN is one whatever is asked for: a person may
/// have typed that of a real card.
const SECRET_NAMES: [&str; 6] = ["ticket", "bearer", "token", "pincode", "password", "secret"];

/// So may a header whose name holds one of these.
const SECRET_HEADERS: [&str; 5] = [
    "authorization",
    "cookie",
    "license",
    "api-key",
    "websocket-protocol",
];

/// Marks that change the direction of a text, or end a line.
const INVISIBLE: [char; 14] = [
    '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
    '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{feff}',
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

/// The same, unless NIRs are to be shown, and without the secrets of a query or form.
pub(crate) fn text_for(said: &str, show: Show) -> String {
    let said = match said.contains('=') {
        true => without_secrets(said),
        false => said.to_owned(),
    };
    match show.nir {
        true => said,
        false => text(&said),
    }
}

/// The same for a line on the terminal.
pub(crate) fn line(said: &str, show: Show) -> String {
    harmless(&text_for(said, show))
}

/// A text from outside must not control the terminal.
pub(crate) fn harmless(said: &str) -> String {
    said.replace(|c: char| c.is_control() || INVISIBLE.contains(&c), " ")
}

/// A header value as it may be shown.
pub(crate) fn header(name: &str, value: &str, show: Show) -> String {
    let name = name.to_ascii_lowercase();
    if !is_secret(&name) && !SECRET_HEADERS.iter().any(|secret| name.contains(secret)) {
        return text_for(value, show);
    }
    match value.split_once(' ') {
        Some((scheme, _)) if scheme.eq_ignore_ascii_case("bearer") => format!("{scheme} {MASK}"),
        _ => MASK.into(),
    }
}

fn without_secrets(query: &str) -> String {
    let pairs = query.split('&').map(|pair| match pair.split_once('=') {
        Some((name, _)) if is_secret(last_word(name)) => format!("{name}={MASK}"),
        _ => pair.to_owned(),
    });
    pairs.collect::<Vec<_>>().join("&")
}

fn last_word(text: &str) -> &str {
    let mut words = text.rsplit(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
    words.next().unwrap_or_default()
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

fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "pin" || SECRET_NAMES.iter().any(|secret| name.contains(secret))
}

fn short(word: &str) -> String {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if (13..=15).contains(&word.len()) && digits + 1 >= word.len() {
        return shortened(word);
    }
    // A number may stand right behind or before letters, as in the name of a file; digits beside `a` to `f` are an
    // identifier's in hexadecimal.
    let mut masked = String::new();
    let mut rest = word;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let run = &rest[start..];
        let end = run.find(|c: char| !c.is_ascii_digit()).unwrap_or(run.len());
        let before = masked.chars().chain(rest[..start].chars()).next_back();
        let after = run[end..].chars().next();
        let apart = [before, after]
            .iter()
            .all(|beside| beside.is_none_or(|c| !c.is_ascii_hexdigit()));
        masked.push_str(&rest[..start]);
        match apart && (13..=15).contains(&end) {
            true => masked.push_str(&shortened(&run[..end])),
            false => masked.push_str(&run[..end]),
        }
        rest = &run[end..];
    }
    masked + rest
}

fn shortened(number: &str) -> String {
    format!("{}…{}", &number[..4], &number[number.len() - 2..])
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
        assert_eq!(text("NIR255081416802538.pdf"), "NIR2550…38.pdf");
        assert_eq!(text("scan_1255081416802538x"), "scan_1255081416802538x");
        let id = "ab1234567890123c4";
        assert_eq!(text(id), id, "an identifier");
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
        for name in ["pinCode", "x-api-key", "Sec-WebSocket-Protocol"] {
            assert_eq!(header(name, "9876", none), "***", "{name}");
        }
        assert_eq!(
            text_for("bearer=x&nom=A&PIN=1&access_token=y", none),
            "bearer=***&nom=A&PIN=***&access_token=***"
        );
        let echoed = body(br#"{"query":"nom=A&pinCode=4321"}"#, none);
        assert_eq!(echoed, Some(json!({"query": "nom=A&pinCode=***"})));
    }

    #[test]
    fn a_line_controls_no_terminal() {
        let said = line("A\u{1b}[2J\u{202e}GPJ\u{2028}B", Show::default());
        assert_eq!(said, "A [2J GPJ B");
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
