//! The list of all texts, `schema/messages.json`, from which the manual has its pages on codes and reasons. To renew it:
//! `HR_BLESS=1 cargo test --lib messages`.

use indexmap::{IndexMap, IndexSet};
use serde::Serialize;
use serde_json::json;

use super::cases::every_case;
use super::*;

const DESCRIPTION: &str = "What the library says of a call, in English and in French. messages: for each code and reason \
    the remedies for the programmer, and the sentences for the doctor with the functions and outcomes that have them; parts \
    in braces differ from case to case. doubts: the sentences where an outcome decides alone, whatever the code. effects: \
    what follows a remedy. answers: what is said where nothing failed, and in choices. checks: what a diagnosis says.";

/// What makes the same sentences, up to the function that was called: the code, the reason's word, what is filled in.
type Cause = (&'static str, Option<&'static str>, super::Sentence);

#[derive(Default)]
struct Said {
    remedies: IndexSet<Both>,
    sentences: Sentences,
}

/// By their English.
type Sentences = IndexMap<String, Sentence>;

#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
struct Both {
    en: String,
    fr: String,
}

/// A sentence, with the functions and outcomes that have it.
#[derive(Serialize)]
struct Sentence {
    functions: IndexSet<&'static str>,
    #[serde(skip_serializing_if = "IndexSet::is_empty")]
    outcomes: IndexSet<&'static str>,
    #[serde(flatten)]
    text: Both,
}

fn both(of: impl Fn(Language) -> String) -> Both {
    let [en, fr] = Language::ALL.map(of);
    Both { en, fr }
}

fn add(list: &mut Sentences, case: &Case, text: Both) {
    let new = || Sentence {
        functions: IndexSet::new(),
        outcomes: IndexSet::new(),
        text: text.clone(),
    };
    let known = list.entry(text.en.clone()).or_insert_with(new);
    assert!(known.text == text, "one English sentence, two in French");
    known.functions.insert(case.operation.name());
    known.outcomes.extend(case.outcome.map(Outcome::word));
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
fn messages() -> (IndexMap<Cause, Said>, Sentences) {
    let (mut causes, mut doubts): (IndexMap<Cause, Said>, _) = Default::default();
    for case in every_case() {
        let text = both(|language| case.message().text(language));
        if doctor::of_outcome(&case).is_some() {
            add(&mut doubts, &case, text);
            continue;
        }
        let (code, reason) = (case.reason.code().name(), case.reason.word());
        let cause = (code, reason, doctor::of_reason(&case));
        let said = causes.entry(cause).or_default();
        said.remedies.insert(remedy(&case));
        add(&mut said.sentences, &case, text);
    }
    let place = |name: &str| Code::ALL.iter().position(|code| code.name() == name);
    let word =
        |word: Option<&str>| word.map(|word| Reason::WORDS.iter().position(|it| *it == word));
    causes.sort_by_cached_key(|(code, reason, _), _| (place(code), word(*reason)));
    (causes, doubts)
}

/// What follows the remedy of a call that changes something.
fn effects() -> Sentences {
    let mut effects = Sentences::new();
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
fn array<'a, T: Serialize + 'a>(
    name: &str,
    items: impl IntoIterator<Item = &'a T>,
    indent: &str,
) -> String {
    let line = |item| format!("{indent}  {}", serde_json::to_string(item).unwrap());
    let lines: Vec<String> = items.into_iter().map(line).collect();
    format!("{indent}\"{name}\": [\n{}\n{indent}]", lines.join(",\n"))
}

fn list() -> String {
    let (causes, doubts) = messages();
    let cause = |((code, reason, _), said): (&Cause, &Said)| {
        let head = json!({"code": code, "reason": reason}).to_string();
        let head = head.trim_matches(['{', '}']).to_owned();
        let remedies = array("remedies", &said.remedies, "      ");
        let sentences = array("sentences", said.sentences.values(), "      ");
        format!("    {{\n      {head},\n{remedies},\n{sentences}\n    }}")
    };
    let causes: Vec<String> = causes.iter().map(cause).collect();
    let parts = [
        format!("  \"description\": {}", json!(DESCRIPTION)),
        format!("  \"messages\": [\n{}\n  ]", causes.join(",\n")),
        array("doubts", doubts.values(), "  "),
        array("effects", effects().values(), "  "),
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
