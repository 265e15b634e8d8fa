//! The schemas in `schema/` against the library: what they allow it takes, what they refuse it refuses, with nothing sent.

mod candidates;

use std::collections::BTreeSet;

use candidates::Schemas;
use hr::code::{HR_E_ARGUMENT, HR_E_CONFIG, HR_E_STATE, HR_OK};
use hr_sandbox::{Options, Sandbox};
use serde_json::{Value, json};
use testkit::functions::FUNCTIONS;
use testkit::*;

/// Texts for a schema, each with whether it is allowed.
fn texts(place: &str) -> Vec<(String, bool)> {
    let schemas = Schemas::read();
    let node = schemas.at("", place);
    let validator = schema::validator(place);
    let good = node.good();
    assert_eq!(schema::faults(&validator, &good), [""; 0], "{good}");
    let judged = |value: Value| (value.to_string(), validator.is_valid(&value));
    let mut texts: Vec<_> = node.candidates().into_iter().map(judged).collect();
    // A value that was read has each member once: no validator sees it.
    texts.extend(node.repeated().into_iter().map(|text| (text, false)));
    let allowed = texts.iter().filter(|(_, allowed)| *allowed).count();
    println!("{place}: {allowed} of {} are allowed", texts.len());
    assert!(allowed > 5 && texts.len() - allowed > 5);
    texts
}

/// Asserts what the library makes of each text: one code for those that are allowed, one for the others.
fn compare(place: &str, [taken, refused]: [i32; 2], run: impl Fn(&str, bool) -> i32) {
    let wrong = texts(place).into_iter().filter_map(|(text, allowed)| {
        let code = run(&text, allowed);
        let expected = if allowed { taken } else { refused };
        let start: String = text.chars().take(1000).collect();
        (code != expected).then(|| format!("{code}, not {expected}: {start}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{place}:\n{}", wrong.join("\n"));
}

#[test]
fn hr_open_takes_what_the_schema_of_the_configuration_allows() {
    let options = Options {
        tls: true,
        ..Options::default()
    };
    let pem = Sandbox::start(options).unwrap().ca_pem().unwrap();
    let roots = TempFile::new("roots.pem", pem.as_bytes());
    let journal = TempFile::new("kept", b"");
    let journal = format!("{}.journal", journal.path());
    let run = |text: &str, allowed: bool| {
        let text = text.replace("/etc/clinic/roots.pem", roots.path());
        let mut text = text.replace("/var/lib/clinic/hr.journal", &journal);
        if allowed {
            let mut config: Value = serde_json::from_str(&text).unwrap();
            // Any text may be a path.
            if let Some(given) = config.get_mut("ca_file") {
                *given = json!(roots.path());
            }
            // It is made where there is a folder, and read in the time of a call.
            let fast = config["timeouts"]["call_ms"] == 1;
            if fast || config["journal"] != journal {
                config.as_object_mut().unwrap().remove("journal");
            }
            text = config.to_string();
        }
        let (handle, opened) = Host::try_open(&text);
        drop(Host(handle));
        opened.code
    };
    compare("configuration.json", [HR_OK, HR_E_CONFIG], run);
}

/// On a handle that holds nothing a request that is taken is out of order. One that is refused is refused before anything is
/// sent, also where all is ready.
#[test]
fn each_function_takes_what_the_schema_of_its_request_allows() {
    let sandbox = sandbox();
    let ready = Host::of(&sandbox);
    ready.open_record();
    let bare = Host::open(&json!({ "local_url": sandbox.local_url() }));
    let requests = sandbox.requests().len();
    for (name, entry) in schema::index()
        .iter()
        .filter(|(name, _)| *name != "hr_open")
    {
        let Some(place) = entry["request"].as_str() else {
            continue;
        };
        let function = FUNCTIONS.iter().find(|function| function.name == name);
        let function = function.unwrap();
        let mut arguments = function.texts.iter();
        let argument = arguments.position(|text| entry["argument"] == text.name);
        let taken = match &**name {
            "hr_journal" => HR_E_CONFIG,
            _ => HR_E_STATE,
        };
        compare(place, [taken, HR_E_ARGUMENT], |text, allowed| {
            let (host, text) = (if allowed { &bare } else { &ready }, c(text));
            function
                .call(host.0, Some((argument.unwrap(), text.as_ptr())))
                .code
        });
    }
    assert_eq!(sandbox.requests().len(), requests);
}

#[test]
fn the_index_has_each_function_that_gives_a_result() {
    let functions = testkit::header::functions();
    let gives = functions.iter().filter(|function| {
        let mut names = function.parameters.iter().map(|it| it.name.as_str());
        // hr_json_quote needs no handle.
        names.any(|name| name == "out_json") && function.name != "hr_json_quote"
    });
    let gives: BTreeSet<&str> = gives.map(|function| function.name.as_str()).collect();
    let listed: BTreeSet<&str> = schema::index().keys().map(String::as_str).collect();
    assert_eq!(listed, gives);
    for function in functions {
        let entry = schema::index().get(&function.name);
        let Some(argument) = entry.and_then(|entry| entry["argument"].as_str()) else {
            continue;
        };
        let mut names = function.parameters.iter().map(|it| it.name.as_str());
        assert!(names.any(|name| name == argument), "{}", function.name);
    }
}
