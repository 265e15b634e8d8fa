//! Random texts and pointers, against another reader of JSON. HR_SEED repeats a run's choices.

use std::collections::BTreeSet;

use hr::code::{HR_E_ABSENT, HR_E_ARGUMENT};
use serde_json::Value;
use testkit::random::Random;

use super::*;

const TEXTS: u32 = 3_000;
const POINTERS: u32 = 8;
const LETTERS: [&str; 16] = [
    "a",
    "b",
    "/",
    "~",
    "\\",
    "\"",
    "é",
    "😀",
    " ",
    "0",
    "1",
    "\u{1f}",
    "\u{2028}",
    "-",
    ".",
    "\u{10ffff}",
];

fn word(random: &mut Random) -> String {
    (0..random.below(4))
        .map(|_| *random.pick(&LETTERS))
        .collect()
}

fn blanks(random: &mut Random) -> &'static str {
    random.pick::<&str>(&["", "", "", " ", "\n\t", "\r\n  "])
}

/// The word as a string, each character written in one of the ways that there are.
fn string(word: &str, random: &mut Random) -> String {
    let mut out = String::from("\"");
    for character in word.chars() {
        let must = character < ' ' || matches!(character, '"' | '\\');
        if must || random.below(4) == 0 {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out += &match random.below(2) {
                    0 => format!("\\u{unit:04x}"),
                    _ => format!("\\u{unit:04X}"),
                };
            }
        } else {
            out.push(character);
        }
    }
    out + "\""
}

fn number(random: &mut Random) -> String {
    let digits = |random: &mut Random| {
        (0..=random.below(12))
            .map(|_| random.below(10).to_string())
            .collect::<String>()
    };
    let mut out = String::from(*random.pick(&["", "-"]));
    match random.below(3) {
        0 => out.push('0'),
        _ => out += &format!("{}{}", random.below(9) + 1, digits(random)),
    }
    if random.below(3) == 0 {
        out += &format!(".{}", digits(random));
    }
    if random.below(3) == 0 {
        out += &format!(
            "{}{}",
            random.pick(&["e", "E", "e-", "E+"]),
            random.below(400)
        );
    }
    out
}

/// A value as it might be written. No object has a member twice: readers differ in what that means.
fn value(depth: u32, random: &mut Random) -> String {
    let most = if depth < 5 { 8 } else { 5 };
    let text = match random.below(most) {
        0 => "null".to_owned(),
        1 => random.pick(&["true", "false"]).to_string(),
        2 => number(random),
        3 | 4 => string(&word(random), random),
        5 => {
            let items: Vec<String> = (0..random.below(5))
                .map(|_| value(depth + 1, random))
                .collect();
            format!("[{}{}]", blanks(random), items.join(","))
        }
        _ => {
            let names: BTreeSet<String> = (0..random.below(5)).map(|_| word(random)).collect();
            let members = names.iter().map(|name| {
                let (name, inner) = (string(name, random), value(depth + 1, random));
                format!("{}{name}{}:{inner}", blanks(random), blanks(random))
            });
            let members: Vec<String> = members.collect();
            format!("{{{}{}}}", members.join(","), blanks(random))
        }
    };
    format!("{}{text}{}", blanks(random), blanks(random))
}

/// A pointer to something in the value, or to something that is not there.
fn pointer(mut value: &Value, random: &mut Random) -> String {
    let mut pointer = String::new();
    while random.below(5) > 0 {
        let (token, inner) = match value {
            Value::Array(items) if !items.is_empty() => {
                let at = random.below(items.len() as u64) as usize;
                (at.to_string(), &items[at])
            }
            Value::Object(members) if !members.is_empty() => {
                let at = random.below(members.len() as u64) as usize;
                let (name, inner) = members.iter().nth(at).unwrap();
                (name.replace('~', "~0").replace('/', "~1"), inner)
            }
            _ => break,
        };
        pointer += &format!("/{token}");
        value = inner;
    }
    match random.below(6) {
        0 => {
            pointer
                + *random.pick(&[
                    "/", "/-", "/0", "/01", "/a", "/~0", "/~1", "/1", "/ ", "/+0",
                ])
        }
        1 => pointer + *random.pick(&["~", "/~2", "/a~", "~x"]),
        2 => pointer.chars().skip(1).collect(),
        _ => pointer,
    }
}

fn is_pointer(pointer: &str) -> bool {
    let escaped = pointer.replace("~0", "").replace("~1", "");
    (pointer.is_empty() || pointer.starts_with('/')) && !escaped.contains('~')
}

/// Kind, text, count and names as another reader finds them.
fn agrees(json: &str, pointer: &str, whole: &Value, what: &str) {
    let (got, of_kind, counted) = (
        get(json, pointer),
        kind(json, pointer),
        count(json, pointer),
    );
    if !is_pointer(pointer) {
        assert_eq!(
            (got, of_kind, counted),
            (Err(HR_E_ARGUMENT), HR_E_ARGUMENT, HR_E_ARGUMENT),
            "{what}"
        );
        return;
    }
    let Some(value) = whole.pointer(pointer) else {
        assert_eq!(
            (got, of_kind, counted),
            (Err(HR_E_ABSENT), 0, HR_E_ABSENT),
            "{what}"
        );
        return;
    };
    let (number, size) = match value {
        Value::Null => (1, HR_E_ABSENT),
        Value::Bool(_) => (2, HR_E_ARGUMENT),
        Value::Number(_) => (3, HR_E_ARGUMENT),
        Value::String(_) => (4, HR_E_ARGUMENT),
        Value::Array(items) => (5, items.len() as i32),
        Value::Object(members) => (6, members.len() as i32),
    };
    assert_eq!((of_kind, counted), (number, size), "{what}");
    match value {
        Value::Null => assert_eq!(got, Err(HR_E_ABSENT), "{what}"),
        Value::String(text) => assert_eq!(got.as_ref(), Ok(text), "{what}"),
        _ => {
            let got = got.unwrap_or_else(|code| panic!("{code} {what}"));
            assert!(json.contains(&got), "{what} {got}");
            assert_eq!(
                &serde_json::from_str::<Value>(&got).unwrap(),
                value,
                "{what}"
            );
        }
    }
    if let Value::Object(members) = value {
        let named: BTreeSet<String> = (0..size)
            .map(|at| key(json, pointer, at).unwrap())
            .collect();
        assert_eq!(named, members.keys().cloned().collect(), "{what}");
        assert_eq!(key(json, pointer, size), Err(HR_E_ABSENT), "{what}");
    }
}

/// Changes a text somewhere.
fn damaged(json: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = json.as_bytes().to_vec();
    for _ in 0..=random.below(2) {
        let at = random.below(bytes.len() as u64) as usize;
        let byte = *random.pick(b"{}[],:\"\\ 0179-+.eEtfnu/~\x01\x1f\x80\xc3\xed\xff");
        match random.below(4) {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            2 if bytes.len() > 1 => drop(bytes.remove(at)),
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes
}

#[test]
fn random_texts_and_pointers_are_read_as_another_reader_does() {
    let seed = testkit::random::seed_or(0x1505_2026_0001_a3c7);
    let mut random = Random(seed);
    let (mut found, mut refused) = (0, 0);
    for _ in 0..TEXTS {
        let json = value(0, &mut random);
        let what = |pointer: &str| format!("HR_SEED={seed} {pointer:?} in {json:?}");
        let whole: Value =
            serde_json::from_str(&json).unwrap_or_else(|e| panic!("{e} {}", what("")));
        agrees(&json, "", &whole, &what(""));
        for _ in 0..POINTERS {
            let pointer = pointer(&whole, &mut random);
            agrees(&json, &pointer, &whole, &what(&pointer));
            found += u32::from(whole.pointer(&pointer).is_some());
        }
        let bytes = damaged(&json, &mut random);
        let other = serde_json::from_slice::<Value>(&bytes);
        let shown = format!("HR_SEED={seed} {:?}", String::from_utf8_lossy(&bytes));
        let wanted = match &other {
            Ok(Value::Null) => Err(HR_E_ABSENT),
            Ok(_) => Ok(()),
            Err(_) => Err(HR_E_ARGUMENT),
        };
        assert_eq!(get(&bytes, "").map(|_| ()), wanted, "{shown} {other:?}");
        refused += u32::from(other.is_err());
    }
    assert!(
        found > TEXTS * POINTERS / 3 && refused > TEXTS / 4,
        "{found} {refused}"
    );
}
