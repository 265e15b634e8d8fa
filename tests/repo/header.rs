//! Each function's comment in `include/hr.h` answers the questions of a caller. The file is what cbindgen makes of the
//! sources, with the members of `schema/`: `cargo xtask bindings` writes it, with `--check` it compares.

use std::collections::BTreeSet;

use testkit::folders::root;
use testkit::header;
use testkit::header::schema::{Kind, Schema};

#[test]
fn each_comment_names_inputs_codes_and_threads() {
    let constants = header::constants();
    let codes: BTreeSet<&str> = constants.iter().map(|(name, _)| &**name).collect();
    let functions = header::functions();
    assert!(functions.len() >= 28);
    for function in functions {
        let (name, comment) = (&function.name, &function.comment);
        let parameters: Vec<&str> = function.parameters.iter().map(|p| &*p.name).collect();
        let described: Vec<&str> = comment.parameters.iter().map(|(name, _)| &**name).collect();
        assert_eq!(described, parameters, "{name}");
        assert!(comment.text.to_lowercase().contains("any thread"), "{name}");

        let listed: Vec<&str> = comment.codes.iter().map(|(code, _)| &**code).collect();
        let distinct: BTreeSet<&str> = listed.iter().copied().collect();
        assert_eq!(listed.len(), distinct.len(), "{name} has a code twice");
        assert!(distinct.is_subset(&codes), "{name}: {listed:?}");
        let gives_code = !listed.is_empty() || !comment.returns.is_empty();
        assert!(gives_code || function.result == "void", "{name}");
        // What hr_code_name returns is the name of a code.
        let in_words = comment.returns.contains("HR_E_") && name != "hr_code_name";
        assert!(!in_words, "{name} lists codes in @return: use @retval");

        if parameters.contains(&"handle") {
            assert_eq!(listed.first(), Some(&"HR_OK"), "{name}");
            let elsewhere = ["codes of every service call", "codes are those of"];
            let handled = listed.contains(&"HR_E_HANDLE")
                || elsewhere.iter().any(|words| comment.text.contains(words));
            assert!(handled, "{name} does not mention HR_E_HANDLE");
        }
        if parameters.contains(&"out_json") {
            let text = &comment.text;
            let freed = text.contains("hr_free") || text.contains("out_json as for");
            assert!(freed, "{name} does not say who frees the text");
        }
    }
}

#[test]
fn nothing_but_the_library_is_declared() {
    for line in header::text().lines() {
        let own = line.contains("hr_") || !line.contains('(') || line.starts_with('#');
        assert!(own, "{line}");
    }
}

/// Those of an object, unless an earlier comment has them: then their names alone.
#[test]
fn each_comment_has_the_members_of_request_and_result() {
    let schema = Schema::read(root()).unwrap();
    let members = |name: &str| &schema.object(name).unwrap().members;
    for function in header::functions() {
        let Some(described) = schema.function(&function.name) else {
            continue;
        };
        let has = |parameter: &str, object: &str| {
            let mut parameters = function.comment.parameters.iter();
            let (_, text) = parameters.find(|(name, _)| name == parameter).unwrap();
            let text = format!("{text:?}");
            for member in members(object) {
                let listed = text.contains("as for hr_") || text.contains(&member.name);
                assert!(listed, "{}: {object}.{}", function.name, member.name);
            }
        };
        has("out_json", &described.result);
        if let Some(request) = &described.request
            && let Kind::Object(object) = &request.kind
        {
            has(&request.argument, object);
        }
    }
    let whole = std::fs::read_to_string(root().join("include/hr.h")).unwrap();
    let words: Vec<&str> = whole
        .split_whitespace()
        .filter(|word| *word != "*")
        .collect();
    let text = words.join(" ");
    for member in schema.objects.iter().flat_map(|object| &object.members) {
        let sentence = member.description.trim_end_matches('.');
        assert!(text.contains(sentence), "{}: {sentence}", member.name);
    }
}

#[test]
fn a_line_fits_into_an_editor() {
    let whole = std::fs::read_to_string(root().join("include/hr.h")).unwrap();
    for line in whole.lines() {
        assert!(line.len() <= 120, "{line}");
    }
}
