//! The binary contract: the functions of the header, the codes, the versions. `cargo xtask dist` refuses a library whose
//! exports are not those functions.

use std::collections::BTreeMap;
use std::ffi::CStr;

/// The contract of this ABI version: name and number of parameters, in the order of the header. A function is
/// never removed or changed while `HR_ABI_VERSION` stays.
const FUNCTIONS: &[(&str, usize)] = &[
    ("hr_abi_version", 0),
    ("hr_version", 0),
    ("hr_code_name", 1),
    ("hr_free", 1),
    ("hr_text_copy", 3),
    ("hr_text_copy_utf16", 3),
    ("hr_set_log", 3),
    ("hr_json_get", 3),
    ("hr_json_kind", 2),
    ("hr_json_count", 2),
    ("hr_json_key", 4),
    ("hr_json_quote", 2),
    ("hr_open", 3),
    ("hr_close", 1),
    ("hr_cancel", 1),
    ("hr_set_progress", 3),
    ("hr_state", 2),
    ("hr_last", 2),
    ("hr_stop_new", 1),
    ("hr_stop", 1),
    ("hr_stop_free", 1),
    ("hr_set_stop", 2),
    ("hr_ticket", 2),
    ("hr_ticket_set", 3),
    ("hr_ready", 2),
    ("hr_login", 4),
    ("hr_pin_retry_allow", 3),
    ("hr_session_set", 4),
    ("hr_profile_put", 3),
    ("hr_profile_select", 3),
    ("hr_patient_search", 6),
    ("hr_patient_get", 2),
    ("hr_patient_update", 3),
    ("hr_request", 5),
    ("hr_diagnose", 2),
    ("hr_dmp_open", 4),
    ("hr_dmp_send", 7),
    ("hr_dmp_send_bytes", 8),
    ("hr_dmp_resend_allow", 3),
    ("hr_dmp_found", 3),
    ("hr_journal", 3),
    ("hr_wait_card", 4),
    ("hr_connect", 4),
    ("hr_patient_find", 3),
    ("hr_deposit", 3),
    ("hr_deposit_bytes", 5),
];

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

#[test]
fn the_header_declares_the_contract() {
    let declared = testkit::header::functions();
    let shape: Vec<(&str, usize)> = declared
        .iter()
        .map(|function| (function.name.as_str(), function.parameters.len()))
        .collect();
    assert_eq!(shape, FUNCTIONS);
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
        assert!(comment.text.to_lowercase().contains("any thread"), "{name}");
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
    assert!(testkit::header::text().contains(&format!("#define HR_ABI_VERSION {abi}\n")));
    let changelog = std::fs::read_to_string(testkit::folders::root().join("CHANGELOG.md")).unwrap();
    assert!(changelog.contains(&format!("## {}", env!("CARGO_PKG_VERSION"))));
}
