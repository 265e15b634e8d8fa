//! Why a body cannot be used, without repeating what is in it: it may hold a PIN or a bearer.

use crate::bilingual::Bilingual;
use crate::refusal::Refusal;
use serde_json::Error;

/// The place, and what should be there.
pub(super) fn unusable(error: &Error) -> Refusal {
    let (line, column, why) = (error.line(), error.column(), why(error));
    match line {
        0 => refusal!(BAD_REQUEST, "unusable", why),
        _ => refusal!(BAD_REQUEST, "unusable.at", line, column, why),
    }
}

fn why(error: &Error) -> Bilingual {
    if !error.is_data() {
        return words!("unusable.no_json");
    }
    let said = error.to_string();
    if let Some(field) = between(&said, "missing field `", "`") {
        return words!("unusable.missing", field);
    }
    if let Some(field) = between(&said, "duplicate field `", "`") {
        return words!("unusable.twice", field);
    }
    // What is behind the last one is never from the body.
    let expected = said.rsplit_once(", expected ").map(|(_, it)| it);
    let expected = expected.map(|it| it.rsplit_once(" at line ").map_or(it, |(it, _)| it));
    let choices = expected.map(choices).unwrap_or_default().join(", ");
    if said.starts_with("unknown field") {
        return words!("unusable.key", choices);
    }
    if said.starts_with("unknown variant") {
        return words!("unusable.value", choices);
    }
    words!("unusable.kind", kind = kind(expected.unwrap_or_default()))
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (inside, _) = text.strip_prefix(before)?.split_once(after)?;
    Some(inside)
}

/// What stands in backquotes.
fn choices(expected: &str) -> Vec<&str> {
    expected.split('`').skip(1).step_by(2).collect()
}

/// What is expected, in the words of JSON.
fn kind(expected: &str) -> Bilingual {
    match expected {
        "a string" => words!("kind.text"),
        "a boolean" => words!("kind.boolean"),
        "a sequence" => words!("kind.list"),
        it if it == "a map" || it.starts_with("struct ") => words!("kind.object"),
        "u16" | "u32" | "u64" | "usize" => words!("kind.not_negative"),
        "i32" | "i64" => words!("kind.whole"),
        _ => words!("kind.other"),
    }
}
