//! What the wrappers' upper layers repeat of the contract: no function, code, key of the configuration or key of
//! an error object is forgotten in any language. `cargo xtask bindings` writes the raw layers.

use std::collections::BTreeSet;
use std::path::Path;

use testkit::Host;
use testkit::folders::root;
use testkit::header::schema::Schema;

/// A wrapper's own sources, without its raw layer.
struct Wrapper {
    language: &'static str,
    folder: &'static str,
    raw: &'static str,
    /// What stands before and after the name of a function that is called.
    calls: &'static [(&'static str, &'static str)],
    /// How the names of functions begin that the wrapper never calls: its language has a reader of its own, and an
    /// enumeration of the codes.
    not_called: &'static [&'static str],
    /// What a call's own return value or name states already.
    not_needed: &'static [&'static str],
}

const WRAPPERS: [Wrapper; 4] = [
    Wrapper {
        language: "C++",
        folder: "bindings/cpp/hr",
        raw: "hr.h",
        calls: &[("", "(")],
        not_called: &["hr_json_"],
        not_needed: &["code"],
    },
    Wrapper {
        language: "Python",
        folder: "bindings/python/src/healthrecord",
        raw: "_native.py",
        // Called, or handed as an attribute or by its name to the function that calls it.
        calls: &[(".", "("), (".", ","), ("(\"", "\""), (" \"", "\",")],
        not_called: &["hr_json_", "hr_code_name"],
        not_needed: &["code"],
    },
    Wrapper {
        language: "C#",
        folder: "bindings/csharp/src",
        raw: "Native.cs",
        calls: &[("Native.", "(")],
        not_called: &[],
        not_needed: &["code"],
    },
    Wrapper {
        language: "Delphi",
        folder: "bindings/delphi/src",
        raw: "HrApi.pas",
        calls: &[("", "(")],
        not_called: &[],
        not_needed: &["code", "operation"],
    },
];

impl Wrapper {
    fn text(&self) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(self.folder);
        let mut text = String::new();
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() && !path.ends_with(self.raw) {
                text.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
        assert!(!text.is_empty(), "{}", folder.display());
        text
    }

    fn missing<'a>(
        &self,
        names: impl IntoIterator<Item = &'a str>,
        found: impl Fn(&str, &str) -> bool,
    ) -> Vec<String> {
        let text = self.text();
        names
            .into_iter()
            .filter(|name| !self.not_needed.contains(name) && !found(&text, name))
            .map(|name| format!("{} has no {name}", self.language))
            .collect()
    }

    /// A mention in a comment or in a message is no call.
    fn calls(&self, text: &str, name: &str) -> bool {
        let comment = |line: &str| {
            ["//", "#"]
                .iter()
                .any(|mark| line.trim_start().starts_with(mark))
        };
        let code = text.lines().filter(|line| !comment(line));
        let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        code.flat_map(|line| line.match_indices(name).map(move |(at, _)| (line, at)))
            .any(|(line, at)| {
                let (before, after) = (&line[..at], &line[at + name.len()..]);
                let around = |(left, right): &(&str, &str)| {
                    before.ends_with(left) && after.starts_with(right)
                };
                !before.ends_with(in_word) && self.calls.iter().any(around)
            })
    }
}

/// Whether it stands there as a text of its own: `"key"` or `'key'`; or, in Python's types, as a member.
fn is_key(text: &str, key: &str) -> bool {
    let quoted = |mark: &str| text.contains(&format!("{mark}{key}{mark}"));
    quoted("\"") || quoted("'") || text.contains(&format!("\n    {key}: "))
}

#[track_caller]
fn none(missing: Vec<String>) {
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_function_is_used() {
    let functions = testkit::header::functions();
    for wrapper in &WRAPPERS {
        // How a language copies a text is its own matter; a raw layer may compare the versions itself.
        let own = |name: &&str| {
            let not_called = |prefix: &&str| name.starts_with(*prefix);
            not_called(&"hr_text_copy")
                || *name == "hr_abi_version"
                || wrapper.not_called.iter().any(not_called)
        };
        let names = || {
            let all = functions.iter().map(|function| &*function.name);
            all.filter(|name| !own(name))
        };
        assert!(names().count() >= 25);
        none(wrapper.missing(names(), |text, name| wrapper.calls(text, name)));
    }
}

#[test]
fn every_key_of_the_configuration_can_be_set() {
    let (handle, settings) = Host::try_open("{}");
    let _host = Host(handle);
    let settings = settings.ok().json;
    let mut keys: Vec<&str> = Vec::new();
    // What is in force without being a key: `hr_open` refuses it.
    Host::try_open("{\"trust\":\"system\"}")
        .1
        .fails("HR_E_CONFIG");
    for (key, value) in settings.as_object().unwrap() {
        if key == "trust" {
            continue;
        }
        // It states of the bearer only whether there is one.
        keys.push(key.strip_suffix("_set").unwrap_or(key));
        if let Some(inner) = value.as_object() {
            keys.extend(inner.keys().map(String::as_str));
        }
    }
    assert!(keys.len() >= 18, "{keys:?}");
    for wrapper in &WRAPPERS {
        none(wrapper.missing(keys.iter().copied(), is_key));
    }
}

#[test]
fn every_key_of_an_error_is_read() {
    let (_, failed) = Host::try_open("{\"no_such_key\":1}");
    let error = failed.fails("HR_E_CONFIG").json;
    let keys: Vec<&str> = error
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert!(keys.len() >= 17, "{keys:?}");
    for wrapper in &WRAPPERS {
        none(wrapper.missing(keys.iter().copied(), is_key));
    }
}

#[test]
fn every_member_of_the_journal_is_read() {
    let schema = Schema::read(root()).unwrap();
    let members = |name: &str| &schema.object(name).unwrap().members;
    let all = members("Journal").iter().chain(members("RecordedUpload"));
    let keys: BTreeSet<&str> = all.map(|member| member.name.as_str()).collect();
    assert_eq!(keys.len(), 18, "{keys:?}");
    for wrapper in &WRAPPERS {
        none(wrapper.missing(keys.iter().copied(), is_key));
    }
}

#[test]
fn what_is_forgotten_is_named() {
    for wrapper in &WRAPPERS {
        let calls = |text: &str, name: &str| wrapper.calls(text, name);
        let found = wrapper.missing(["hr_no_such_function"], calls);
        assert_eq!(
            found,
            [format!("{} has no hr_no_such_function", wrapper.language)]
        );
        let found = wrapper.missing(["no_such_key"], is_key);
        assert_eq!(found, [format!("{} has no no_such_key", wrapper.language)]);
    }
}

#[test]
fn a_mention_is_no_call() {
    for wrapper in &WRAPPERS {
        for (left, right) in wrapper.calls {
            let called = format!("  x = {left}hr_ready{right} 1)");
            assert!(wrapper.calls(&called, "hr_ready"), "{called}");
            for mention in [
                format!("  // {left}hr_ready{right})"),
                format!("  # {left}hr_ready{right})"),
                format!("  x = {left}hr_ready_not{right})"),
                format!("  x = {left}not_hr_ready{right})"),
                "  hr_ready gives the cards, see hr_ready.".to_owned(),
                "  operation = \"hr_ready\";".to_owned(),
            ] {
                assert!(!wrapper.calls(&mention, "hr_ready"), "{mention}");
            }
        }
    }
}
