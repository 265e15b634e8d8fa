//! What is written by hand for tools that know stdcall alone: the modules of VB6 (`bindings/vb6`), the procedures of
//! WinDev (`bindings/windev`), and the notes of `bindings/OTHERS.md`. Neither tool runs here, so the texts are read as
//! closely as can be without one: calls, methods, blocks, names. `cargo xtask bindings` writes the declarations.

mod vb6;
mod vb6_code;
mod windev;

const FILES: [&str; 8] = [
    "vb6/HealthRecordApi.bas",
    "vb6/HealthRecordLoading.bas",
    "vb6/HealthRecordText.bas",
    "vb6/HealthRecordJson.bas",
    "vb6/HealthRecordSession.cls",
    "vb6/Quickstart.bas",
    "windev/HealthRecordApi.wl",
    "windev/HealthRecord.wl",
];

/// Paths and texts.
type Sources = Vec<(&'static str, String)>;

fn read(path: &str) -> String {
    let path = testkit::folders::root().join("bindings").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn sources() -> Sources {
    FILES.iter().map(|path| (*path, read(path))).collect()
}

fn of<'a>(sources: &'a Sources, path: &str) -> &'a str {
    &sources.iter().find(|(known, _)| *known == path).unwrap().1
}

fn complaints(sources: &Sources) -> Vec<String> {
    let modules: Vec<(&str, &str)> = sources
        .iter()
        .filter_map(|(path, text)| Some((path.strip_prefix("vb6/")?, text.as_str())))
        .collect();
    let mut found = vb6::complaints(&modules);
    found.extend(vb6_code::complaints(&modules));
    let declared = of(sources, "windev/HealthRecordApi.wl");
    found.extend(windev::complaints(of(sources, "windev/HealthRecord.wl")));
    found.extend(windev::blocks(declared));
    found
}

/// `SetProgress` of `hr_set_progress`.
fn method_name(function: &str) -> String {
    let parts = function.split('_').skip(1);
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    parts.map(capital).collect()
}

/// What stands between the outermost brackets that open at the start of `text`, split at its commas.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start) = (0, false, 1);
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => continue,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (c == ',' && depth == 1) {
            found.push(text[start..at].trim());
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    found.retain(|argument| !argument.is_empty());
    found
}

#[test]
fn calls_blocks_and_names_are_right() {
    let found = complaints(&sources());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// `hr_open`, `hr32_open`, `HR_OK`: what the manuals call so is in the header.
#[test]
fn the_manuals_name_what_exists() {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let names = words.map(|word| word.replacen("hr32_", "hr_", 1));
        let ours = |name: &String| name.len() > 3 && name[..3].eq_ignore_ascii_case("hr_");
        names.filter(ours).collect()
    };
    let known = words(&testkit::header::text());
    for path in ["vb6/README.md", "windev/README.md", "OTHERS.md"] {
        let seen = words(&read(path));
        assert!(seen.len() > 3, "{path} names {seen:?}");
        for name in seen {
            assert!(known.contains(&name), "{path}: {name} is not in the header");
        }
    }
}

/// What stands in a file, what takes its place, and a part of the complaint.
type Change = (&'static str, &'static str, &'static str);

/// Each breaks one thing.
#[rustfmt::skip]
const CHANGES: &[(&str, &[Change])] = &[
    ("vb6/HealthRecordLoading.bas", &[
        // Stop in VB6's editor left a receiver set whose code was gone, and the next run called it.
        ("    hr32_set_log 0, 0, HR_LOG_OFF\r\n", "", "HrLoad"),
        ("hr32_set_log 0, 0, HR_LOG_OFF", "hr32_set_log 1, 0, HR_LOG_OFF", "HrLoad"),
        ("Long = 4551", "Long = 4550", "no sentence for 4551"),
        ("Case ERROR_ACCESS_DISABLED_BY_POLICY", "Case 0", "no sentence for 1260"),
    ]),
    ("vb6/HealthRecordJson.bas", &[
        ("    HrLoad\r\n", "", "called before HrLoad: If Len(Json) > 0 Then Kind"),
        ("Code = hr32_json_key(", "Code = hr32_json_get(", "hr_json_key is never called"),
        ("Text, Bytes), Address)", "Text, Bytes))", "hr32_json_quote"),
        ("HrWipe Bytes", "HrWipes Bytes", "hrwipes is not declared"),
    ]),
    ("vb6/HealthRecordSession.cls", &[
        ("    HrLoad\r\n", "", "Class_Initialize"),
        ("TokenAt, HrUtf8(PinCode, Pin), ", "TokenAt, ", "hr32_login"),
        ("WantedAt, HrOptional(PinCode, Pin), ", "WantedAt, ", "hr32_connect"),
        ("Text)\r\n    HrWipe Pin\r\n    Connect", "Text)\r\n    Connect", "hr_connect leaves a PIN"),
        ("ByRef UpdateJson As", "ByRef Update As", "updatejson is not declared"),
        ("hr32_close mHandle", "hr32_close", "hr32_close"),
        ("hr32_ready(", "hr32_redy(", "hr32_redy"),
        ("Function Ready()", "Function Redy()", "Ready"),
        ("hr32_ready(", "hr32_ticket(", "Ready"),
        ("Answer(\"hr_ready\"", "Answer(\"hr_redy\"", "Ready"),
        ("    Dim TokenAt As Long\r\n", "", "tokenat is not declared"),
        ("HrWipe Pin", "HrWipes Pin", "hrwipes is not declared"),
        ("    End If\r\n", "", "If"),
        ("End Function", "End Sub", "Function"),
        ("\r\n", "\n", "CRLF"),
        ("' A session", "' Une séance", "ASCII"),
        ("Option Explicit", "", "Option Explicit"),
        ("VERSION 1.0 CLASS", "", "VERSION"),
        ("\"HealthRecordSession\"", "\"Session\"", "VB_Name"),
    ]),
    ("windev/HealthRecord.wl", &[
        ("Api_hr_ready(", "Api_hr_redy(", "hr_redy is not in the header"),
        ("Api_hr_ready(", "Api_hr_redy(", "hr_ready is never called"),
        ("&sToken, &sPin, ", "&sToken, ", "hr_login"),
        ("&sPin, &nText", "&sPin, nText", "hr_login"),
        ("nHandle, nRequest, nPin, ", "nHandle, nRequest, ", "hr_connect"),
        ("Api_hr_login(nHandle", "Api_hr_login(&nHandle", "hr_login"),
        ("\"hr32_\"", "\"hr_\"", "HrName"),
        ("HrAnswer(\"hr_ready\"", "HrAnswer(\"hr_redy\"", "hr_ready"),
        ("PROCÉDURE HrReady(", "PROCÉDURE HrRedy(", "HrReady"),
        ("FIN\nRENVOYER \"hr32_\"", "RENVOYER \"hr32_\"", "FIN"),
        ("SI Position(sText, Caract(0)) > 0", "SI Faux", "HrText"),
        (" & 4294967295", "", "HrCode"),
        ("SI nLow > 2147483647", "SI nReturned > 2147483647", "HrCode"),
        ("nHandle est un entier = 0", "nHandle est un entier système = 0", "hr_open: &nHandle"),
        ("nName, nText sont des entiers système", "nName, nText sont des entiers", "hr_dmp_send: &nText"),
    ]),
];

#[test]
fn changes_are_noticed() {
    for (path, changes) in CHANGES {
        for (from, to, about) in *changes {
            let mut sources = sources();
            let (_, text) = sources.iter_mut().find(|(known, _)| known == path).unwrap();
            assert!(text.contains(from), "{path} has no {from}");
            *text = text.replacen(from, to, 1);
            let found = complaints(&sources);
            let named = found.iter().any(|line| line.contains(about));
            assert!(named, "{path}: {from} -> {to}: {found:?}");
        }
    }
}
