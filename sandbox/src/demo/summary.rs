//! What a reply says, in a few words: no secret, no name, no whole NIR.

use crate::host::{Reply, code_name};
use serde_json::Value;

pub(super) fn of(function: &str, reply: &Reply) -> String {
    if !reply.is_ok() {
        return format!("{} ({})", code_name(reply.code), reply.code);
    }
    let value = &reply.value;
    match function {
        "hr_ticket" => "license ticket received".into(),
        "hr_ready" => cards(value),
        "hr_login" => match value["identified"].as_bool() {
            Some(false) => "session open, situation to choose".into(),
            _ => "session open".into(),
        },
        "hr_profile_put" => {
            let situations = value["raw"]["situations"].as_array();
            count(situations.map_or(0, Vec::len) as u64, "situation")
        }
        "hr_profile_select" => {
            let label = value["raw"]["situation"]["label"].as_str();
            label.unwrap_or("situation chosen").into()
        }
        "hr_patient_search" => match value["raw"]["count"].as_u64() {
            Some(found) => format!("{} found", count(found, "patient")),
            None => "search done".into(),
        },
        "hr_patient_get" => patient(value),
        "hr_patient_update" => "accepted; a real host asks a person first".into(),
        "hr_dmp_open" => "record open".into(),
        _ => match value["bytes"].as_u64() {
            Some(bytes) => format!("accepted, {}", count(bytes, "byte")),
            None => reply.text("outcome").into(),
        },
    }
}

fn cards(value: &Value) -> String {
    let cards = value["cards"].as_array().map_or(&[][..], Vec::as_slice);
    let mut kinds: Vec<(&str, u64)> = Vec::new();
    for card in cards {
        let kind = card["cardType"].as_str().unwrap_or("unknown");
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, number)) => *number += 1,
            None => kinds.push((kind, 1)),
        }
    }
    // The order of the entries is that of random tokens.
    kinds.sort_unstable();
    let kinds: Vec<_> = kinds
        .iter()
        .map(|(kind, n)| format!("{n} {kind}"))
        .collect();
    match cards.len() {
        0 => "no card".into(),
        number => format!("{}: {}", count(number as u64, "card"), kinds.join(", ")),
    }
}

fn patient(value: &Value) -> String {
    let id = short(value["patient_id"].as_str().unwrap_or_default());
    let missing = [
        ("insQualified", "identity not qualified"),
        ("alimentationConsent", "no consent"),
    ];
    let missing: Vec<_> = missing
        .iter()
        .filter(|(key, _)| value[key] == false)
        .map(|(_, words)| *words)
        .collect();
    match missing.as_slice() {
        [] => format!("patient {id}"),
        missing => format!("patient {id}, {}", missing.join(", ")),
    }
}

/// Enough of a NIR to recognise it.
fn short(id: &str) -> String {
    let characters: Vec<_> = id.chars().collect();
    match characters.as_slice() {
        [start @ .., a, b] if start.len() > 8 => {
            format!("{}…{a}{b}", start.iter().take(4).collect::<String>())
        }
        _ => "…".into(),
    }
}

/// An outcome with what it means for who would send again.
pub(super) fn outcome(word: &str) -> String {
    let meaning = match word {
        "not_sent" => "nothing left, may be sent again",
        "incomplete" => "a part left and cannot count, may be sent again",
        "rejected" => "definitely refused, may be sent again once corrected",
        "unknown" => "all left and no definite answer, only a person may decide",
        "accepted_unreadable" => "accepted with an unreadable reply, do not send again",
        _ => return word.into(),
    };
    format!("{word}: {meaning}")
}

/// `1 byte`, `12,345 bytes`.
pub(super) fn count(number: u64, unit: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {unit}{plural}", indicatif::HumanCount(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_nir_is_never_whole() {
        assert_eq!(short("269054958815780"), "2690…80");
        assert_eq!(short("12345678"), "…");
        assert_eq!(short(""), "…");
    }

    #[test]
    fn a_list_of_cards_is_counted_by_kind() {
        let cards = |kinds: &[&str]| {
            let cards: Vec<_> = kinds
                .iter()
                .map(|kind| json!({ "cardType": kind }))
                .collect();
            super::cards(&json!({ "cards": cards }))
        };
        assert_eq!(cards(&["CPS", "VITALE", "CPS"]), "3 cards: 2 CPS, 1 VITALE");
        assert_eq!(cards(&["CPS"]), "1 card: 1 CPS");
        assert_eq!(cards(&[]), "no card");
    }
}
