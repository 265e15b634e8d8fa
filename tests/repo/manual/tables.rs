//! The tables are the header's and the library's.

use std::collections::{BTreeMap, BTreeSet};

use testkit::{Host, header};

use super::{manual, read, table, words};

#[test]
fn the_codes_are_the_headers() {
    let declarations = header::text();
    let defined: BTreeMap<&str, &str> = declarations
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split_once(' '))
        .filter(|(name, _)| *name == "HR_OK" || name.starts_with("HR_E_"))
        .collect();
    let rows = table("docs/errors.md", "Codes");
    let listed: BTreeMap<&str, &str> = rows.iter().map(|row| (&*row[1], &*row[0])).collect();
    assert_eq!(listed, defined);
    assert_eq!(rows.len(), listed.len(), "a code has two rows");
    for row in &rows {
        assert_eq!(row.len(), 4, "{row:?}");
        assert!(!row[2].is_empty() && (!row[3].is_empty() || row[1] == "HR_OK"));
    }
}

/// The keys that the comment of `hr_open` documents, with what it says of each.
fn documented_keys() -> Vec<(String, String)> {
    let functions = header::functions();
    let open = functions.iter().find(|function| function.name == "hr_open");
    let blocks = open.unwrap().comment.parameter("config_json");
    let lines = blocks.iter().flat_map(|block| match block {
        header::Block::Aligned(lines) => lines.as_slice(),
        header::Block::Paragraph(_) => &[],
    });
    let mut keys: Vec<(String, String)> = Vec::new();
    for line in lines.map(|line| &line[2..]) {
        if line.starts_with(' ') {
            let (_, text) = keys.last_mut().expect("a key first");
            *text += &format!(" {}", line.trim());
        } else {
            let (key, text) = line.split_once(' ').expect("a key and its text");
            keys.push((key.to_owned(), text.trim().to_owned()));
        }
    }
    keys
}

/// The default in such a text: `"x" (default ...)` or `default x`; none when it has neither.
fn default_in(text: &str) -> String {
    if let Some((before, _)) = text.split_once(" (default") {
        return before.rsplit(' ').next().unwrap().to_owned();
    }
    let Some((_, after)) = text.split_once("default ") else {
        return "none".into();
    };
    let mut quoted = false;
    let end = after.find(|c| {
        quoted ^= c == '"';
        !quoted && matches!(c, ';' | ':' | ',')
    });
    after[..end.unwrap_or(after.len())].trim().to_owned()
}

#[test]
fn the_configuration_is_the_headers_and_the_librarys() {
    let mut documented = BTreeMap::new();
    for (key, text) in documented_keys() {
        if key != "timeouts" {
            documented.insert(key, default_in(&text));
            continue;
        }
        let object = text.split_inclusive('}').next().unwrap();
        let times: BTreeMap<String, u32> = serde_json::from_str(object).unwrap();
        for (name, milliseconds) in times {
            documented.insert(format!("timeouts.{name}"), milliseconds.to_string());
        }
    }
    assert!(documented.len() >= 17, "{documented:?}");
    let rows = table("docs/configuration.md", "Configuration");
    let listed: BTreeMap<String, String> = rows
        .iter()
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect();
    assert_eq!(listed, documented);
    assert_eq!(rows.len(), listed.len(), "a key has two rows");

    let (handle, settings) = Host::try_open("{}");
    let _host = Host(handle);
    let settings = settings.ok().json;
    for (key, default) in &listed {
        let in_force = match key.split_once('.') {
            Some((object, name)) => settings[object][name].to_string(),
            None if key == "license_bearer" => {
                assert_eq!(settings["license_bearer_set"], false);
                continue;
            }
            None => settings[key].to_string(),
        };
        let version = env!("CARGO_PKG_VERSION");
        let wanted = match &**default {
            "none" => "null".to_owned(),
            "{}" => r#"{"card_absent":[],"card_locked":[],"pin_refused":[]}"#.to_owned(),
            "\"hr/\" and the version" => format!("\"hr/{version}\""),
            other => other.to_owned(),
        };
        assert_eq!(in_force, wanted, "{key}");
    }
}

/// The words between quotation marks in a part of the header.
fn quoted(header: &str, from: &str, to: &str) -> BTreeSet<String> {
    let part = header.split_once(from).unwrap().1.split_once(to).unwrap().0;
    let words = part.split('"').skip(1).step_by(2);
    words.map(str::to_owned).collect()
}

#[test]
fn the_error_object_is_the_librarys_and_its_words_are_the_headers() {
    let cells = |heading| table("docs/errors.md", heading).into_iter();
    let first = |heading| cells(heading).map(|row| row[0].clone());
    let split = |cell: String| cell.split(", ").map(str::to_owned).collect::<Vec<_>>();

    let (_, failed) = Host::try_open("{\"no_such_key\":1}");
    let error = failed.fails("HR_E_CONFIG").json;
    let keys: BTreeSet<String> = error.as_object().unwrap().keys().cloned().collect();
    let listed: Vec<String> = first("The error object").flat_map(split).collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), keys);
    assert_eq!(listed.len(), keys.len(), "a key has two rows");

    let header = read("include/hr.h");
    let reasons = quoted(&header, "\n *   reason ", "\n *   http_status ");
    assert!(reasons.len() >= 12, "{reasons:?}");
    assert_eq!(
        first("Reasons").flat_map(split).collect::<BTreeSet<_>>(),
        reasons
    );
    let outcomes = quoted(&header, "\n *   outcome ", "\n *   phase ");
    assert_eq!(outcomes.len(), 6, "{outcomes:?}");
    assert_eq!(first("Outcomes").collect::<BTreeSet<_>>(), outcomes);
}

#[test]
fn every_function_is_there_and_no_other_name() {
    let declarations = header::text();
    let functions: BTreeSet<&str> = words(&declarations, "hr_")
        .into_iter()
        .filter(|name| declarations.contains(&format!("{name}(")))
        .collect();
    assert!(functions.len() >= 28, "{functions:?}");
    let header = read("include/hr.h");
    let known = words(&header, "HR_");
    let mut described = BTreeSet::new();
    for page in manual() {
        let text = read(&page);
        for name in words(&text, "hr_") {
            let callback = name.ends_with("_fn") && declarations.contains(name);
            assert!(callback || functions.contains(name), "{page}: {name}");
            described.insert(name.to_owned());
        }
        for name in words(&text, "HR_") {
            // Variables of the tests and of an example, not names of the library.
            let variable = [
                "HR_BLESS",
                "HR_CONFIG",
                "HR_JOURNAL",
                "HR_JOURNAL_MINUTES",
                "HR_MATRIX",
                "HR_MEMORY",
                "HR_ORDER",
                "HR_RANDOM",
                "HR_SYSCALL_FAULTS",
            ]
            .contains(&name);
            assert!(variable || known.contains(name), "{page}: {name}");
        }
        let mut before = None;
        for word in text.split_whitespace() {
            let counted = word.trim_end_matches(['.', ',', ':', ';']);
            if counted == "functions"
                && let Some(number) = before
            {
                assert_eq!(number, functions.len(), "{page}: {number} functions");
            }
            if counted != "blocking" {
                before = word.parse::<usize>().ok();
            }
        }
    }
    let missing: Vec<_> = functions
        .iter()
        .filter(|name| !described.contains(**name))
        .collect();
    assert!(missing.is_empty(), "no page names {missing:?}");
}

#[test]
fn the_languages_are_the_same_on_both_pages() {
    let taken = |page: &str| -> Vec<Vec<String>> {
        let rows = table(page, "Languages").into_iter();
        rows.map(|row| row[..2].to_vec()).collect()
    };
    assert_eq!(taken("README.md"), taken("docs/languages.md"));
}
