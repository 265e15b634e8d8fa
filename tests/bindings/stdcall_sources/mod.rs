//! The sources for tools that know stdcall alone against the header: VB6 (`bindings/vb6`), WinDev
//! (`bindings/windev`) and the notes of `bindings/OTHERS.md`. Neither tool runs here, so the texts are read as closely
//! as can be without one: declarations, calls, codes, blocks, names.

mod vb6;
mod vb6_code;
mod windev;

use std::path::Path;

const VB6_FILES: [&str; 5] = [
    "HealthRecordApi.bas",
    "HealthRecordText.bas",
    "HealthRecordJson.bas",
    "HealthRecordSession.cls",
    "Quickstart.bas",
];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn vb6(file: &str) -> String {
    read(&format!("bindings/vb6/{file}"))
}

/// All modules of VB6, with `from` of one file replaced by `to`.
fn project(file: &str, from: &str, to: &str) -> Vec<(String, String)> {
    let read = |name: &&str| {
        let mut text = vb6(name);
        if *name == file {
            assert!(text.contains(from), "{file} has no {from}");
            text = text.replacen(from, to, 1);
        }
        ((*name).to_owned(), text)
    };
    VB6_FILES.iter().map(read).collect()
}

#[track_caller]
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[track_caller]
fn named(complaints: Vec<String>, about: &str) {
    let found = complaints.iter().any(|line| line.contains(about));
    assert!(found, "nothing about {about}: {complaints:?}");
}

#[test]
fn vb6_declares_what_the_header_has() {
    none(vb6::layer(&vb6("HealthRecordApi.bas")).differences());
}

#[test]
fn vb6_calls_each_function_as_it_is_declared() {
    none(vb6::calls(&project("", "", "")));
}

#[test]
fn the_class_has_a_method_for_each_function() {
    none(vb6::methods(&vb6("HealthRecordSession.cls")));
}

/// R172: Stop in VB6's editor left a receiver set whose code was gone, and the next run called it.
#[test]
fn vb6_begins_without_the_receiver_of_the_last_run() {
    let class = vb6("HealthRecordSession.cls");
    none(vb6::loading(&vb6("HealthRecordApi.bas"), &class));
    let loading = |from: &str, to: &str| {
        let file = "HealthRecordApi.bas";
        vb6::loading(&project(file, from, to)[0].1, &class)
    };
    named(
        loading("    hr32_set_log 0, 0, HR_LOG_OFF\r\n", ""),
        "HrLoad",
    );
    named(
        loading(
            "hr32_set_log 0, 0, HR_LOG_OFF",
            "hr32_set_log 1, 0, HR_LOG_OFF",
        ),
        "HrLoad",
    );
    named(
        loading("Long = 4551", "Long = 4550"),
        "no sentence for 4551",
    );
    named(
        loading("Case ERROR_ACCESS_DISABLED_BY_POLICY", "Case 0"),
        "no sentence for 1260",
    );
    let initialize = class.replacen("    HrLoad\r\n", "", 1);
    named(
        vb6::loading(&vb6("HealthRecordApi.bas"), &initialize),
        "Class_Initialize",
    );
}

#[test]
fn vb6_files_are_what_its_editor_reads() {
    for (file, text) in project("", "", "") {
        none(vb6::form(&file, &text));
    }
}

#[test]
fn vb6_blocks_are_closed_and_names_declared() {
    none(vb6_code::complaints(&project("", "", "")));
}

#[test]
fn windev_calls_each_function_and_has_each_code() {
    none(windev::complaints(&read("bindings/windev/HealthRecord.wl")));
}

/// `hr_open`, `hr32_open`, `HR_OK`: what the manuals call so is in the header.
#[test]
fn the_manuals_name_what_exists() {
    let known = testkit::header::text();
    for file in ["vb6/README.md", "windev/README.md", "OTHERS.md"] {
        let text = read(&format!("bindings/{file}"));
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let mut seen = 0;
        for word in words {
            let name = word.replacen("hr32_", "hr_", 1);
            if name.len() > 3 && (name.starts_with("hr_") || name.starts_with("HR_")) {
                seen += 1;
                let exists = known
                    .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .any(|other| other == name);
                assert!(exists, "{file}: {word} is not in the header");
            }
        }
        assert!(seen > 3, "{file} names {seen}");
    }
}

#[test]
fn changes_of_the_raw_module_are_noticed() {
    let differences = |from: &str, to: &str| {
        let text = vb6("HealthRecordApi.bas");
        assert!(text.contains(from), "{from}");
        vb6::layer(&text.replacen(from, to, 1)).differences()
    };
    let renamed = "Function hr32_ready Lib \"hr.dll\" Alias \"hr32_ready\"";
    let other = "Function hr32_redy Lib \"hr.dll\" Alias \"hr32_redy\"";
    named(differences(renamed, other), "hr_ready is missing");
    named(differences("Alias \"hr32_ready\"", ""), "hr_ready");
    named(
        differences("Alias \"hr32_ready\"", "Alias \"HR32_ready\""),
        "hr_ready",
    );
    named(
        differences("ByVal pin_code As Long, ", ""),
        "hr_login has 3 parameters, not 4",
    );
    let pin = "ByVal pin_code As Long";
    named(differences(pin, "ByRef pin_code As Long"), "hr_login");
    named(differences(pin, "pin_code As Long"), "hr_login");
    named(differences(pin, "ByVal pin_code As String"), "hr_login");
    let handle = "ByRef out_handle As Long";
    named(differences(handle, "ByVal out_handle As Long"), "hr_open");
    let tls = "HR_E_TLS As Long = -103";
    named(differences(tls, "HR_E_TLS As Long = -13"), "HR_E_TLS");
    named(differences(&format!("Public Const {tls}"), ""), "HR_E_TLS");
}

#[test]
fn changes_of_the_upper_modules_are_noticed() {
    let class = "HealthRecordSession.cls";
    let calls = |from: &str, to: &str| vb6::calls(&project(class, from, to));
    named(
        calls("TokenAt, HrUtf8(PinCode, Pin), ", "TokenAt, "),
        "hr32_login",
    );
    named(calls("hr32_close mHandle", "hr32_close"), "hr32_close");
    let methods = |from: &str, to: &str| vb6::methods(&project(class, from, to)[3].1);
    named(methods("Function Ready()", "Function Redy()"), "Ready");
    named(methods("hr32_ready(", "hr32_ticket("), "Ready");
    named(
        methods("Answer(\"hr_ready\"", "Answer(\"hr_redy\""),
        "Ready",
    );
    let code = |from: &str, to: &str| vb6_code::complaints(&project(class, from, to));
    named(
        code("    Dim TokenAt As Long\r\n", ""),
        "tokenat is not declared",
    );
    named(code("HrWipe Pin", "HrWipes Pin"), "hrwipes is not declared");
    named(code("    End If\r\n", ""), "If");
    named(code("End Function", "End Sub"), "Function");
    let form = |from: &str, to: &str| vb6::form(class, &project(class, from, to)[3].1);
    named(form("\r\n", "\n"), "CRLF");
    named(form("' A session", "' Une séance"), "ASCII");
    named(form("Option Explicit", ""), "Option Explicit");
    named(form("VERSION 1.0 CLASS", ""), "VERSION");
    named(form("\"HealthRecordSession\"", "\"Session\""), "VB_Name");
}

#[test]
fn changes_of_windev_are_noticed() {
    let complaints = |from: &str, to: &str| {
        let text = read("bindings/windev/HealthRecord.wl");
        assert!(text.contains(from), "{from}");
        windev::complaints(&text.replacen(from, to, 1))
    };
    named(
        complaints("HrName(\"ready\")", "HrName(\"redy\")"),
        "hr_redy",
    );
    named(
        complaints("HrName(\"ready\")", "HrName(\"redy\")"),
        "hr_ready",
    );
    named(complaints("&sToken, &sPin, ", "&sToken, "), "hr_login");
    named(complaints("&sPin, &nText", "&sPin, nText"), "hr_login");
    named(
        complaints("\"login\"), nHandle", "\"login\"), &nHandle"),
        "hr_login",
    );
    named(complaints("HR_E_TLS = -103", "HR_E_TLS = -13"), "HR_E_TLS");
    named(complaints("\tHR_E_PANIC = -900\n", ""), "HR_E_PANIC");
    named(complaints("\"hr32_\"", "\"hr_\""), "hr32_");
    named(
        complaints("HrAnswer(\"hr_ready\"", "HrAnswer(\"hr_redy\""),
        "hr_ready",
    );
    named(
        complaints("PROCÉDURE HrReady(", "PROCÉDURE HrRedy("),
        "HrReady",
    );
    named(
        complaints("FIN\nRENVOYER \"hr32_\"", "RENVOYER \"hr32_\""),
        "FIN",
    );
    named(complaints(" & 4294967295", ""), "lower 32 bits");
    named(
        complaints("SI nLow > 2147483647", "SI nReturned > 2147483647"),
        "lower 32 bits",
    );
    named(
        complaints(
            "HrCode(API(gsHrDll, HrName(\"ready\"), nHandle, &nText))",
            "API(gsHrDll, HrName(\"ready\"), nHandle, &nText)",
        ),
        "hr_ready: the width",
    );
    named(
        complaints(
            "nHandle est un entier = 0",
            "nHandle est un entier système = 0",
        ),
        "hr_open: &nHandle",
    );
    named(
        complaints(
            "nName, nText sont des entiers système",
            "nName, nText sont des entiers",
        ),
        "hr_dmp_send: &nText",
    );
}
