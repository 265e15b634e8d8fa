//! `include/hr.h` is what cbindgen makes of the sources. To renew it: `HR_BLESS=1 cargo test --test repo header`.
//! Each function's comment answers the questions of a caller.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use testkit::header;

/// What the sources give. A header that is to be renewed is renewed before any test reads it.
static MADE: LazyLock<String> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("include/cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new()
        .with_crate(root)
        .with_config(config)
        .generate()
        .unwrap();
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = String::from_utf8(made).unwrap();
    if std::env::var_os("HR_BLESS").is_some() {
        std::fs::write(root.join("include/hr.h"), &made).unwrap();
    }
    made
});

fn kept() -> String {
    LazyLock::force(&MADE);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/hr.h");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.replace("\r\n", "\n")
}

#[test]
fn the_header_is_the_one_that_the_sources_give() {
    assert!(
        kept() == *MADE,
        "include/hr.h is not what the sources give; renew it with HR_BLESS=1 cargo test --test repo header"
    );
}

/// The comment before each function, by name.
fn comments() -> BTreeMap<String, String> {
    let text = kept();
    let mut comments = BTreeMap::new();
    for part in text.split("\n/**\n").skip(1) {
        let (comment, code) = part.split_once("*/\n").unwrap();
        let Some(head) = code.strip_prefix("HR_API") else {
            continue;
        };
        let head = head.split('(').next().unwrap();
        let name = head.rsplit([' ', '\n', '*']).next().unwrap();
        comments.insert(name.to_owned(), comment.to_owned());
    }
    comments
}

/// The first word behind each mark such as `@param`.
fn marked<'a>(comment: &'a str, mark: &str) -> Vec<&'a str> {
    let rest = comment.split(mark).skip(1);
    rest.map(|rest| rest.split_whitespace().next().unwrap_or_default())
        .collect()
}

#[test]
fn each_comment_names_inputs_codes_and_threads() {
    let comments = comments();
    let constants = header::constants();
    let codes: BTreeSet<&str> = constants.iter().map(|(name, _)| &**name).collect();
    let functions = header::functions();
    assert_eq!(comments.len(), functions.len());
    for function in functions {
        let (name, comment) = (&function.name, &comments[&function.name]);
        let parameters: Vec<&str> = function.parameters.iter().map(|p| &*p.name).collect();
        assert_eq!(marked(comment, "@param "), parameters, "{name}");
        assert!(comment.to_lowercase().contains("any thread"), "{name}");

        let listed = marked(comment, "@retval ");
        let distinct: BTreeSet<&str> = listed.iter().copied().collect();
        assert_eq!(listed.len(), distinct.len(), "{name} has a code twice");
        assert!(distinct.is_subset(&codes), "{name}: {listed:?}");
        let gives_code = !listed.is_empty() || comment.contains("@return ");
        assert!(gives_code || function.result == "void", "{name}");

        if comment.contains("@param handle") {
            assert_eq!(listed.first(), Some(&"HR_OK"), "{name}");
            let elsewhere = ["codes of every service call", "codes are those of"];
            let handled = listed.contains(&"HR_E_HANDLE")
                || elsewhere.iter().any(|words| comment.contains(words));
            assert!(handled, "{name} does not mention HR_E_HANDLE");
        }
        if parameters.contains(&"out_json") {
            let freed = comment.contains("hr_free") || comment.contains("out_json as for");
            assert!(freed, "{name} does not say who frees the text");
        }
    }
}

#[test]
fn codes_are_listed_one_by_one() {
    for (name, comment) in comments() {
        let Some((_, paragraph)) = comment.split_once("@return ") else {
            continue;
        };
        let paragraph = paragraph.split("@retval").next().unwrap();
        // What hr_code_name returns is the name of a code.
        let named = paragraph.contains("HR_E_") && name != "hr_code_name";
        assert!(!named, "{name} lists codes in @return: use @retval");
    }
}

#[test]
fn nothing_but_the_library_is_declared() {
    LazyLock::force(&MADE);
    for line in header::text().lines() {
        let own = line.contains("hr_") || !line.contains('(') || line.starts_with('#');
        assert!(own, "{line}");
    }
}
