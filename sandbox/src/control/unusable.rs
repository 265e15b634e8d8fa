//! Why a body cannot be used, without repeating what is in it: it may hold a PIN or a bearer.

use crate::bilingual::Bilingual;
use crate::refusal::Refusal;
use serde_json::Error;

/// The place, and what should be there.
pub(super) fn unusable(error: &Error) -> Refusal {
    let mut text = Bilingual::new(
        "the body cannot be used: ",
        "le corps n'est pas utilisable : ",
    );
    let (line, column) = (error.line(), error.column());
    if line > 0 {
        text.en += &format!("line {line}, column {column}: ");
        text.fr += &format!("ligne {line}, colonne {column} : ");
    }
    let why = why(error);
    Refusal::bad_request(Bilingual::new(text.en + &why.en, text.fr + &why.fr))
}

fn why(error: &Error) -> Bilingual {
    if !error.is_data() {
        return ("this is not JSON", "ce n'est pas du JSON").into();
    }
    let said = error.to_string();
    if let Some(field) = between(&said, "missing field `", "`") {
        return Bilingual::new(format!("{field} is missing"), format!("{field} est absent"));
    }
    if let Some(field) = between(&said, "duplicate field `", "`") {
        return Bilingual::new(
            format!("{field} is given twice"),
            format!("{field} est donné deux fois"),
        );
    }
    // What is behind the last one is never from the body.
    let expected = said
        .rsplit_once(", expected ")
        .map(|(_, expected)| expected);
    let expected = expected.map(|it| it.rsplit_once(" at line ").map_or(it, |(it, _)| it));
    let choices = expected.map(choices).unwrap_or_default().join(", ");
    if said.starts_with("unknown field") {
        return Bilingual::new(
            format!("no such key: use {choices}"),
            format!("clé inconnue, utiliser {choices}"),
        );
    }
    if said.starts_with("unknown variant") {
        return Bilingual::new(
            format!("no such value: use one of {choices}"),
            format!("valeur inconnue, en prendre une parmi {choices}"),
        );
    }
    let kind = kind(expected.unwrap_or_default());
    Bilingual::new(
        format!("{} is expected", kind.en),
        format!("attendu : {}", kind.fr),
    )
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
    let kind = match expected {
        "a string" => ("a text", "un texte"),
        "a boolean" => ("true or false", "true ou false"),
        "a sequence" => ("a list", "une liste"),
        it if it == "a map" || it.starts_with("struct ") => ("an object", "un objet"),
        "u16" | "u32" | "u64" | "usize" => (
            "a whole number that is not negative",
            "un nombre entier positif ou nul",
        ),
        "i32" | "i64" => ("a whole number", "un nombre entier"),
        _ => ("another value", "une autre valeur"),
    };
    kind.into()
}
