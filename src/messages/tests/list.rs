//! The list of all texts, `schema/messages.json`, from which the manual has its pages on codes and reasons. To renew it:
//! `HR_BLESS=1 cargo test --lib messages`.

use serde::Serialize;
use serde_json::json;

use super::cases::every_case;
use super::*;

const DESCRIPTION: &str = "What the library says of a call, in English and in French. messages: for each code and reason \
    the remedies for the programmer, and the sentences for the doctor with the functions and outcomes that have them; parts \
    in braces differ from case to case. doubts: the sentences where an outcome decides alone, whatever the code. effects: \
    what follows a remedy. answers: what is said where nothing failed, and in choices. checks: what a diagnosis says.";

/// What makes the same sentences, up to the function that was called.
struct Cause {
    code: &'static str,
    reason: Option<&'static str>,
    template: super::Sentence,
    remedies: Vec<Both>,
    sentences: Vec<Sentence>,
}

#[derive(Clone, PartialEq, Serialize)]
struct Both {
    en: String,
    fr: String,
}

/// A sentence, with the functions and outcomes that have it.
#[derive(Serialize)]
struct Sentence {
    functions: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<&'static str>,
    #[serde(flatten)]
    text: Both,
}

fn both(of: impl Fn(Language) -> String) -> Both {
    let [en, fr] = Language::ALL.map(of);
    Both { en, fr }
}

fn add_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// The item that is the one meant, or `new` at the end.
fn find_or_add<T>(list: &mut Vec<T>, is_meant: impl FnMut(&T) -> bool, new: T) -> &mut T {
    let at = list.iter().position(is_meant).unwrap_or(list.len());
    if at == list.len() {
        list.push(new);
    }
    &mut list[at]
}

fn add(list: &mut Vec<Sentence>, case: &Case, text: Both) {
    let new = Sentence {
        functions: Vec::new(),
        outcomes: Vec::new(),
        text: text.clone(),
    };
    let known = find_or_add(list, |known| known.text.en == text.en, new);
    assert!(known.text == text, "one English sentence, two in French");
    add_once(&mut known.functions, case.operation.name());
    if let Some(outcome) = case.outcome {
        add_once(&mut known.outcomes, outcome.word());
    }
}

/// A remedy of which the names are still in braces.
fn remedy(case: &Case) -> Both {
    both(|language| {
        fill(developer::sentence(case), language, |part| match part {
            "operator" => language.of(developer::words(part, case)),
            "name" => "{name}",
            "peer" => "{peer}",
            "limit" => "{limit}",
            "operation" => "{operation}",
            "expected" => "{expected}",
            _ => panic!("{part} in a remedy"),
        })
    })
}

/// The causes, and the sentences of outcomes that decide alone.
fn messages() -> (Vec<Cause>, Vec<Sentence>) {
    let (mut causes, mut doubts): (Vec<Cause>, _) = Default::default();
    for case in every_case() {
        let text = both(|language| case.message().text(language));
        if doctor::of_outcome(&case).is_some() {
            add(&mut doubts, &case, text);
            continue;
        }
        let template = doctor::of_reason(&case);
        let (code, reason) = (case.reason.code().name(), case.reason.word());
        let key = |cause: &Cause| (cause.code, cause.reason, cause.template);
        let own = |cause: &Cause| key(cause) == (code, reason, template);
        let new = Cause {
            code,
            reason,
            template,
            remedies: Vec::new(),
            sentences: Vec::new(),
        };
        let cause = find_or_add(&mut causes, own, new);
        add_once(&mut cause.remedies, remedy(&case));
        add(&mut cause.sentences, &case, text);
    }
    let place = |name: &str| Code::ALL.iter().position(|code| code.name() == name);
    let word =
        |word: Option<&str>| word.map(|word| Reason::WORDS.iter().position(|it| *it == word));
    let place = |cause: &Cause| (place(cause.code), word(cause.reason));
    causes.sort_by_key(place);
    (causes, doubts)
}

/// What follows the remedy of a call that changes something.
fn effects() -> Vec<Sentence> {
    let mut effects = Vec::new();
    for case in every_case() {
        let [en, fr] = developer::effect(&case).map(str::to_owned);
        if !en.is_empty() {
            add(&mut effects, &case, Both { en, fr });
        }
    }
    effects
}

fn named(sentences: &[super::Sentence]) -> Vec<Both> {
    let each = sentences.iter();
    each.map(|sentence| both(|language| language.of(*sentence).to_owned()))
        .collect()
}

/// A list with an element a line.
fn array<T: Serialize>(name: &str, items: &[T], indent: &str) -> String {
    let line = |item| format!("{indent}  {}", serde_json::to_string(item).unwrap());
    let lines: Vec<String> = items.iter().map(line).collect();
    format!("{indent}\"{name}\": [\n{}\n{indent}]", lines.join(",\n"))
}

fn list() -> String {
    let (causes, doubts) = messages();
    let cause = |cause: &Cause| {
        let head = json!({"code": cause.code, "reason": cause.reason}).to_string();
        let head = head.trim_matches(['{', '}']).to_owned();
        let remedies = array("remedies", &cause.remedies, "      ");
        let sentences = array("sentences", &cause.sentences, "      ");
        format!("    {{\n      {head},\n{remedies},\n{sentences}\n    }}")
    };
    let causes: Vec<String> = causes.iter().map(cause).collect();
    let parts = [
        format!("  \"description\": {}", json!(DESCRIPTION)),
        format!("  \"messages\": [\n{}\n  ]", causes.join(",\n")),
        array("doubts", &doubts, "  "),
        array("effects", &effects(), "  "),
        array("answers", &named(answers::ALL), "  "),
        array("checks", &named(checks::ALL), "  "),
    ];
    format!("{{\n{}\n}}\n", parts.join(",\n"))
}

#[test]
fn the_list_has_the_texts() {
    let made = list();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/messages.json");
    if std::env::var_os("HR_BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let old = "schema/messages.json is old; renew it with HR_BLESS=1 cargo test --lib messages";
    assert!(kept.replace("\r\n", "\n") == made, "{old}");
}
