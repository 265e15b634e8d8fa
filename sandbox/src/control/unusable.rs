//! Why a body cannot be used, without repeating what is in it: it may hold a PIN or a bearer.

use crate::bilingual::Bilingual;
use crate::refusal::Refusal;
use serde_json::Error;

/// The place, and what should be there.
pub(super) fn unusable(error: &Error) -> Refusal {
    let (line, column, why) = (error.line(), error.column(), why(error));
    Refusal::bad_request(match line {
        0 => words!("the body cannot be used: {why}", why),
        _ => words!(
            "the body cannot be used: line {line}, column {column}: {why}",
            line,
            column,
            why
        ),
    })
}

fn why(error: &Error) -> Bilingual {
    if !error.is_data() {
        return words!("this is not JSON");
    }
    let said = error.to_string();
    if let Some(field) = between(&said, "missing field `", "`") {
        return words!("{field} is missing", field);
    }
    if let Some(field) = between(&said, "duplicate field `", "`") {
        return words!("{field} is given twice", field);
    }
    // What is behind the last one is never from the body.
    let expected = said
        .rsplit_once(", expected ")
        .map(|(_, expected)| expected);
    let expected = expected.map(|it| it.rsplit_once(" at line ").map_or(it, |(it, _)| it));
    let choices = expected.map(choices).unwrap_or_default().join(", ");
    if said.starts_with("unknown field") {
        return words!("no such key: use {choices}", choices);
    }
    if said.starts_with("unknown variant") {
        return words!("no such value: use one of {choices}", choices);
    }
    let kind = kind(expected.unwrap_or_default());
    words!("{kind} is expected", kind)
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
        "a string" => words!("a text"),
        "a boolean" => words!("true or false"),
        "a sequence" => words!("a list"),
        it if it == "a map" || it.starts_with("struct ") => words!("an object"),
        "u16" | "u32" | "u64" | "usize" => words!("a whole number that is not negative"),
        "i32" | "i64" => words!("a whole number"),
        _ => words!("another value"),
    }
}
