//! Each function's comment in `include/hr.h` answers the questions of a caller. The file is what cbindgen makes of the
//! sources: `cargo xtask bindings` writes it, with `--check` it compares.

use std::collections::BTreeSet;

use testkit::header;

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
