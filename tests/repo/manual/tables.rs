//! The tables are the header's, the schema's and the library's.

use std::collections::BTreeMap;

use testkit::header::schema::{Kind, Schema};
use testkit::{Host, folders::root, header};

use super::read;

/// The rows of the table under a heading of any level, as cells; without its head.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let text = read(page);
    let is_heading = |line: &&str| line.starts_with('#');
    let mut lines = text.lines();
    let title = |line: &str| line.trim_start_matches('#').trim() == heading;
    let found = lines.any(|line| is_heading(&line) && title(line));
    assert!(found, "{page} has no heading {heading}");
    let section = lines.take_while(|line| !is_heading(line));
    let rows = section.filter(|line| line.starts_with('|')).skip(2);
    let cells = rows.map(|row| row.trim_matches('|').split('|'));
    let cells = cells.map(|row| row.map(|cell| cell.trim().replace('`', "")).collect());
    cells.collect()
}

/// The words of a table's first column, in their order.
fn listed(heading: &str) -> Vec<String> {
    let rows = table("docs/en/errors.md", heading);
    let words = rows.iter().flat_map(|row| row[0].split(", "));
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.sort_unstable();
    words
}

fn sorted<'a>(names: impl Iterator<Item = &'a String>) -> Vec<&'a String> {
    let mut names: Vec<&String> = names.collect();
    names.sort_unstable();
    names
}

#[test]
fn codes_words_and_members_of_an_error_are_listed() {
    let codes = header::constants().into_iter();
    let codes = codes.filter(|(name, _)| name == "HR_OK" || name.starts_with("HR_E_"));
    let codes: Vec<_> = codes
        .map(|(name, number)| [number.to_string(), name])
        .collect();
    let rows = table("docs/en/errors.md", "Codes");
    let rows: Vec<_> = rows.iter().map(|row| row[..2].to_vec()).collect();
    assert_eq!(rows, codes);

    let schema = Schema::read(root()).unwrap();
    let members = &schema.object(&schema.error).unwrap().members;
    let members = sorted(members.iter().map(|member| &member.name));
    assert!(listed("The error object").iter().eq(members));
    for (heading, name) in [("Reasons", "reason"), ("Outcomes", "outcome")] {
        let words = &schema.words(name).unwrap().words;
        let words = sorted(words.iter().map(|(word, _)| word));
        assert!(listed(heading).iter().eq(words), "{heading}");
    }
}

/// Its keys, those of `timeouts` one by one, with the defaults of page, schema and library.
#[test]
fn the_configuration_is_the_schemas_and_the_librarys() {
    let schema = Schema::read(root()).unwrap();
    let members = |name: &str| &schema.object(name).unwrap().members;
    let mut described = BTreeMap::new();
    for member in members("Configuration") {
        if member.kind != Kind::Object("Timeouts".into()) {
            described.insert(member.name.clone(), &member.default);
            continue;
        }
        for time in members("Timeouts") {
            described.insert(format!("{}.{}", member.name, time.name), &time.default);
        }
    }
    let rows = table("docs/en/configuration.md", "Configuration");
    assert_eq!(rows.len(), described.len());
    let (handle, settings) = Host::try_open("{}");
    let _host = Host(handle);
    let settings = settings.ok().json;
    for row in rows {
        let (key, default) = (&row[0], &row[1]);
        let stated = described.get(key).unwrap_or_else(|| panic!("{key}"));
        let in_force = &settings[key.split('.').next().unwrap()];
        let in_force = key
            .split('.')
            .skip(1)
            .fold(in_force, |value, key| &value[key]);
        if let Some(stated) = stated
            && default != "{}"
        {
            assert_eq!((stated, &in_force.to_string()), (default, default), "{key}");
        }
        assert!(default != "none" || in_force.is_null(), "{key}");
    }
}
