//! French typography: spaces that do not break before high punctuation and inside quotation marks, and no English left.

use std::sync::LazyLock;

use regex::Regex;

use super::markdown::{ELEMENT, lines, prose, without_links};

/// What is wrong in a line, and by what it is found.
static FAULTS: LazyLock<[(&str, Regex); 6]> = LazyLock::new(|| {
    let faults = [
        ("no U+00A0 before a colon", r"(^|[^\u{a0}]):($|[\s)*|»])"),
        (
            "no U+202F before high punctuation",
            r"(^|[^\u{202f}!?.])[;!?]($|[\s)*|»])",
        ),
        ("no U+00A0 behind «", r"«($|[^\u{a0}])"),
        ("no U+00A0 before »", r"(^|[^\u{a0}])»"),
        ("\" instead of « and »", "\""),
        // What is quoted may be in another language.
        ("English", r"(^|»)[^«]*\b(the|and|which|with|this)\b"),
    ];
    faults.map(|(fault, text)| (fault, Regex::new(text).unwrap()))
});

/// Names and addresses; and the lines between the head of a table and its rows.
static UNSPOKEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"`[^`]*`|[^ ]*://[^ ]*|^[|: -]+$").unwrap());

/// A generated page with spaces that do not break, outside of its code.
pub fn typeset(text: &str) -> String {
    let lines = lines(text).map(|(line, is_prose)| {
        let parts = line.split('`').enumerate();
        let parts = parts.map(|(at, part)| match at % 2 == 0 && is_prose {
            true => firm(part),
            false => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("`") + "\n"
    });
    lines.collect()
}

fn firm(text: &str) -> String {
    let mut text = text.replace("« ", "«\u{a0}").replace(" »", "\u{a0}»");
    text = text.replace(" :", "\u{a0}:");
    for mark in [';', '!', '?'] {
        text = text.replace(&format!(" {mark}"), &format!("\u{202f}{mark}"));
    }
    text
}

/// What is wrong in the prose of a page, with its lines.
pub fn faults(page: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in prose(text) {
        if line.starts_with("<!--") || line.starts_with(ELEMENT) {
            continue;
        }
        // Only what is spoken stays.
        let spoken = without_links(line);
        let spoken = UNSPOKEN.replace_all(&spoken, "x");
        let found = FAULTS.iter().filter(|(_, fault)| fault.is_match(&spoken));
        let line = line.trim();
        faults.extend(found.map(|(fault, _)| format!("{page}, line {number}: {fault}: {line}")));
    }
    faults
}

/// The names in a sentence: what has an underscore.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(move |c| !part(c));
    words.filter(|word| word.trim_matches('_').contains('_'))
}

#[cfg(test)]
mod tests {
    use super::{faults, typeset};

    #[test]
    fn what_is_not_french_is_found() {
        let found = |line: &str| faults("page", line).len();
        for right in [
            "Le code\u{a0}: voir `a: b`\u{202f}; «\u{a0}mot\u{a0}» (voir [x](y.md#z)).",
            "| Clé | Type |\n|:---|---:|",
            "Voir https://example.org/a:b?c\u{a0}!",
            "```text\nthe \"x\" : y\n```",
            "<!-- try: a b -->",
            "La clé «\u{a0}Declarations of the collection\u{a0}».",
        ] {
            assert_eq!(faults("page", right), Vec::<String>::new());
        }
        for wrong in [
            "Le code : voir",
            "Le code: voir",
            "«mot»",
            "un \"mot\"",
            "lire the end",
            "«\u{a0}mot\u{a0}» and the end",
            "`code`: oui",
            "Vraiment ?",
            "Vraiment\u{a0}?",
        ] {
            assert_ne!(found(wrong), 0, "{wrong}");
        }
    }

    #[test]
    fn a_page_is_typeset() {
        let typed = "Le code : « oui » ; `a : b` !\n```text\nx : y\n```\n";
        let page = typeset(typed);
        assert_eq!(faults("page", &page), Vec::<String>::new());
        assert!(
            page.contains("`a : b`") && page.contains("\nx : y\n"),
            "{page}"
        );
    }
}
