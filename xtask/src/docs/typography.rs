//! French typography: spaces that do not break before high punctuation and inside quotation marks, and no English left.

use super::markdown::{lines, prose, without_links};

/// Words that no French sentence has.
const ENGLISH: [&str; 5] = ["the", "and", "which", "with", "this"];

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
        if line.starts_with("<!--") {
            continue;
        }
        for fault in faults_of(&spoken(line)) {
            faults.push(format!("{page}, line {number}: {fault}: {}", line.trim()));
        }
    }
    faults
}

/// A line with `x` in the place of each name, so that only what is spoken stays.
fn spoken(line: &str) -> String {
    let mut text = String::new();
    for (at, part) in line.split('`').enumerate() {
        text.push_str(if at % 2 == 1 { "x" } else { part });
    }
    let text = without_links(&text);
    let words = text.split(' ');
    let words = words.map(
        |word| match word.contains("://") || word.starts_with("{#") {
            true => "x",
            false => word,
        },
    );
    words.collect::<Vec<_>>().join(" ")
}

fn faults_of(line: &str) -> Vec<&'static str> {
    let mut faults = Vec::new();
    let chars: Vec<char> = line.chars().collect();
    let is_rule = line.trim_start().starts_with('|') && line.contains("---");
    for (at, c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| chars[at]);
        let after = chars.get(at + 1);
        let ends =
            after.is_none_or(|next| next.is_whitespace() || matches!(next, ')' | '*' | '|' | '»'));
        match c {
            ':' if ends && !is_rule && before != Some('\u{a0}') => {
                faults.push("no U+00A0 before a colon");
            }
            ';' | '!' | '?' if ends && !matches!(before, Some('\u{202f}' | '!' | '?' | '.')) => {
                faults.push("no U+202F before high punctuation");
            }
            '«' if after != Some(&'\u{a0}') => faults.push("no U+00A0 behind «"),
            '»' if before != Some('\u{a0}') => faults.push("no U+00A0 before »"),
            '"' => faults.push("\" instead of « and »"),
            _ => {}
        }
    }
    // What is quoted may be in another language.
    let own = line.split('«').map(|part| part.rsplit('»').next());
    let mut own = own.flatten();
    let english = |part: &str| {
        let mut words = part.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| ENGLISH.contains(&word))
    };
    if own.any(english) {
        faults.push("English");
    }
    faults.dedup();
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
