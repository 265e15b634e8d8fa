//! The tables are the header's, the schema's and the library's.

use std::collections::{BTreeMap, BTreeSet};

use testkit::header::schema::{Kind, Schema};
use testkit::{Host, folders::root, header};

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

/// The keys of the configuration, those of `timeouts` one by one, with the defaults that the schema has.
fn described_keys() -> BTreeMap<String, Option<String>> {
    let schema = Schema::read(root()).unwrap();
    let members = |name: &str| &schema.object(name).unwrap().members;
    let mut keys = BTreeMap::new();
    for member in members("Configuration") {
        if member.kind != Kind::Object("Timeouts".into()) {
            keys.insert(member.name.clone(), member.default.clone());
            continue;
        }
        for time in members("Timeouts") {
            let key = format!("{}.{}", member.name, time.name);
            keys.insert(key, time.default.clone());
        }
    }
    keys
}

#[test]
fn the_configuration_is_the_schemas_and_the_librarys() {
    let described = described_keys();
    let rows = table("docs/configuration.md", "Configuration");
    let listed: BTreeMap<String, String> = rows
        .iter()
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect();
    assert!(listed.keys().eq(described.keys()), "{described:?}");
    for (key, default) in described {
        let same = default.is_none_or(|default| default == listed[&key]);
        assert!(same, "{key}");
    }
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

/// The words of a list of the schema.
fn described_words(name: &str) -> BTreeSet<String> {
    let schema = Schema::read(root()).unwrap();
    let words = &schema.words(name).unwrap().words;
    words.iter().map(|(word, _)| word.clone()).collect()
}

#[test]
fn the_error_object_is_the_librarys_and_its_words_are_the_schemas() {
    let cells = |heading| table("docs/errors.md", heading).into_iter();
    let first = |heading| cells(heading).map(|row| row[0].clone());
    let split = |cell: String| cell.split(", ").map(str::to_owned).collect::<Vec<_>>();

    let (_, failed) = Host::try_open("{\"no_such_key\":1}");
    let error = failed.fails("HR_E_CONFIG").json;
    let keys: BTreeSet<String> = error.as_object().unwrap().keys().cloned().collect();
    let listed: Vec<String> = first("The error object").flat_map(split).collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), keys);
    assert_eq!(listed.len(), keys.len(), "a key has two rows");

    let reasons = described_words("reason");
    assert!(reasons.len() >= 12, "{reasons:?}");
    assert_eq!(
        first("Reasons").flat_map(split).collect::<BTreeSet<_>>(),
        reasons
    );
    let outcomes = described_words("outcome");
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
