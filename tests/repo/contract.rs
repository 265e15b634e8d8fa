//! The binary contract: the functions of the header, the codes, the versions. `cargo xtask dist` refuses a library whose
//! exports are not those functions.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CStr;

use testkit::folders::read;

/// The codes. Numbers are for ever: new ones go to the end of their block.
const CODES: &[(&str, i32)] = &[
    ("HR_OK", 0),
    ("HR_E_ARGUMENT", -1),
    ("HR_E_HANDLE", -2),
    ("HR_E_BUSY", -3),
    ("HR_E_STATE", -4),
    ("HR_E_CONFIG", -5),
    ("HR_E_FILE", -6),
    ("HR_E_TOO_LARGE", -7),
    ("HR_E_PIN_GUARD", -8),
    ("HR_E_CANCELLED", -9),
    ("HR_E_CHOICE", -10),
    ("HR_E_NO_CARD", -11),
    ("HR_E_OTHER_PATIENT", -12),
    ("HR_E_JOURNAL", -13),
    ("HR_E_ABSENT", -14),
    ("HR_E_CARD_CLIENT_ABSENT", -100),
    ("HR_E_CONNECT", -101),
    ("HR_E_TIMEOUT", -102),
    ("HR_E_TLS", -103),
    ("HR_E_PROXY", -104),
    ("HR_E_INTERRUPTED", -105),
    ("HR_E_IN_DOUBT", -106),
    ("HR_E_REPLY", -200),
    ("HR_E_REFUSED", -201),
    ("HR_E_UNAUTHORIZED", -202),
    ("HR_E_NOT_FOUND", -203),
    ("HR_E_CONFLICT", -204),
    ("HR_E_RATE_LIMITED", -205),
    ("HR_E_SERVER", -206),
    ("HR_E_CARD_STATUS", -207),
    ("HR_E_REDIRECT", -208),
    ("HR_E_PANIC", -900),
];

/// The contract of this ABI version is `tests/c/header.c`, which names each function with its types. None is removed or
/// changed while `HR_ABI_VERSION` stays.
#[test]
fn the_header_declares_the_contract() {
    let contract = read("tests/c/header.c").replace("TEXT", "const char *");
    let rows = contract.lines().filter_map(|line| {
        let row = line.trim().strip_prefix("SAME(")?.strip_suffix(");")?;
        let mut parts: Vec<&str> = row.split(", ").collect();
        parts.retain(|part| *part != "void" || row.starts_with("void"));
        Some(parts.join(", "))
    });
    let declared = testkit::header::functions().into_iter().map(|function| {
        let kinds = function.parameters.into_iter().map(|it| it.kind);
        let parts: Vec<String> = [function.result, function.name]
            .into_iter()
            .chain(kinds)
            .collect();
        parts.join(", ")
    });
    let (rows, declared): (BTreeSet<_>, BTreeSet<_>) = (rows.collect(), declared.collect());
    assert_eq!(rows, declared);
}

/// No struct, bool, size_t, long, 64-bit integer, enum by value or variadic: every language can call it.
#[test]
fn signatures_use_nothing_but_the_allowed_types() {
    const ALLOWED: [&str; 10] = [
        "int32_t",
        "int32_t *",
        "const char *",
        "char *",
        "char **",
        "const uint8_t *",
        "uint16_t *",
        "void *",
        "hr_progress_fn",
        "hr_log_fn",
    ];
    for function in testkit::header::functions() {
        for parameter in &function.parameters {
            let kind = parameter.kind.as_str();
            assert!(ALLOWED.contains(&kind), "{}: {kind}", function.name);
        }
    }
}

/// What a caller needs to know: each input, codes that there are, and threads.
#[test]
fn each_comment_names_inputs_codes_and_threads() {
    for function in testkit::header::functions() {
        let (name, comment) = (&function.name, &function.comment);
        let inputs = function.parameters.iter().map(|input| &input.name);
        let described = comment.parameters.iter().map(|(name, _)| name);
        assert!(described.eq(inputs), "{name}");
        let said = format!("{comment:?}").to_lowercase();
        assert!(said.contains("any thread"), "{name}");
        for (code, _) in &comment.codes {
            let known = CODES.iter().any(|(name, _)| name == code);
            assert!(known, "{name}: {code}");
        }
        let returns = !comment.codes.is_empty() || !comment.returns.is_empty();
        assert!(returns || function.result == "void", "{name}");
    }
}

#[test]
fn codes_have_their_numbers_in_the_header_and_their_names_in_the_library() {
    let mut defined = BTreeMap::new();
    for (name, number) in testkit::header::constants() {
        assert!(name.starts_with("HR_"), "{name} has not the prefix");
        if name == "HR_OK" || name.starts_with("HR_E_") {
            defined.insert(name, number);
        }
    }
    let wanted: BTreeMap<String, i32> = CODES
        .iter()
        .map(|(name, number)| ((*name).to_owned(), *number))
        .collect();
    assert_eq!(defined, wanted);
    for (name, number) in CODES {
        let returned = unsafe { CStr::from_ptr(hr::ffi::library::hr_code_name(*number)) };
        assert_eq!(returned.to_str(), Ok(*name));
    }
    let known: Vec<i32> = CODES.iter().map(|(_, number)| *number).collect();
    for number in (-1000..100).filter(|number| !known.contains(number)) {
        let returned = unsafe { CStr::from_ptr(hr::ffi::library::hr_code_name(number)) };
        assert_eq!(returned.to_str(), Ok("HR_E_UNKNOWN_CODE"), "{number}");
    }
}

#[test]
fn versions_agree() {
    let version = unsafe { CStr::from_ptr(hr::ffi::library::hr_version()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    let abi = hr::ffi::library::hr_abi_version();
    assert!(testkit::header::constants().contains(&("HR_ABI_VERSION".to_owned(), abi)));
    assert!(read("CHANGELOG.md").contains(&format!("## {}", env!("CARGO_PKG_VERSION"))));
}
