//! VB6: the calls of `hr32_` functions, the methods of the class, how the library is loaded, the form of the files.

use std::collections::HashSet;

use super::{arguments, method_name};
use testkit::header;

/// Lines as VB6 sees them: joined where ` _` continues one, without comments and outer blanks.
pub fn lines(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut whole = String::new();
    for line in text.lines() {
        let code = without_comment(line);
        match code.strip_suffix(" _") {
            Some(part) => whole.push_str(&format!("{} ", part.trim())),
            None => {
                whole.push_str(code.trim());
                found.push(std::mem::take(&mut whole));
            }
        }
    }
    found
}

fn without_comment(line: &str) -> &str {
    let quoted = |at: usize| line[..at].matches('"').count() % 2 == 1;
    let comment = line.match_indices('\'').find(|(at, _)| !quoted(*at));
    comment.map_or(line, |(at, _)| line[..at].trim_end())
}

pub fn complaints(modules: &[(&str, &str)]) -> Vec<String> {
    let of = |name: &str| modules.iter().find(|(file, _)| *file == name).unwrap().1;
    let class = of("HealthRecordSession.cls");
    let mut found = calls(modules);
    found.extend(methods(class));
    found.extend(loading(of("HealthRecordLoading.bas"), class));
    found.extend(json(of("HealthRecordJson.bas")));
    for (file, text) in modules {
        found.extend(form(file, text));
    }
    found
}

/// Every call of a hr32_ function has as many arguments as the header's function, and each function is called.
fn calls(modules: &[(&str, &str)]) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut called = HashSet::new();
    let functions = header::functions();
    for (file, text) in modules {
        let code = lines(text).into_iter();
        for line in code.filter(|line| !line.contains("Declare ")) {
            for (at, _) in line.match_indices("hr32_") {
                let (before, rest) = line.split_at(at);
                if before.matches('"').count() % 2 == 1 {
                    continue;
                }
                let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let end = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
                let name = rest[..end].replacen("hr32_", "hr_", 1);
                // As a statement, without brackets, or within an expression.
                let statement = format!("({})", rest[end..].trim());
                let bracketed = rest[end..].starts_with('(');
                let seen = arguments(if bracketed { &rest[end..] } else { &statement }).len();
                let wanted = functions.iter().find(|function| function.name == name);
                let wanted = wanted.map(|function| function.parameters.len());
                if wanted != Some(seen) {
                    complaints.push(format!(
                        "{file}: {} with {seen}, not {wanted:?}",
                        &rest[..end]
                    ));
                }
                called.insert(name);
            }
        }
    }
    // HealthRecordText reads texts as UTF-16.
    let needed = functions.iter().filter(|f| f.name != "hr_text_copy");
    let missing = needed.filter(|function| !called.contains(&function.name));
    complaints.extend(missing.map(|function| format!("{} is never called", function.name)));
    complaints
}

/// The lines of a procedure behind its head.
fn body(lines: &[String], is_head: impl Fn(&str) -> bool) -> Option<Vec<&str>> {
    let start = lines.iter().position(|line| is_head(line))?;
    let rest = lines[start + 1..].iter().map(String::as_str);
    let inner = rest.take_while(|line| !["End Sub", "End Function", "End Property"].contains(line));
    Some(inner.filter(|line| !line.is_empty()).collect())
}

/// Each function that is not about texts has a public method, which calls it and names it in errors.
fn methods(class: &str) -> Vec<String> {
    let lines = lines(class);
    let mut complaints = Vec::new();
    for function in header::functions() {
        let name = &*function.name;
        let about_texts = ["hr_free", "hr_text_", "hr_json_"];
        let method = match name {
            "hr_abi_version" => continue,
            _ if about_texts.iter().any(|text| name.starts_with(text)) => continue,
            "hr_open" | "hr_close" => method_name(name) + "Session",
            "hr_stop" => "StopCalls".to_owned(),
            _ => method_name(name),
        };
        let heads =
            ["Function", "Sub", "Property Get"].map(|kind| format!("Public {kind} {method}("));
        let body = body(&lines, |line| {
            heads.iter().any(|head| line.starts_with(head))
        });
        let has = |wanted: String| body.iter().flatten().any(|line| line.contains(&wanted));
        let unnamed = name == "hr_version" || name == "hr_code_name";
        let called = has(format!("{}(", name.replacen("hr_", "hr32_", 1)));
        let pin = function
            .parameters
            .iter()
            .any(|known| known.name == "pin_code");
        if pin && !body.iter().flatten().any(|line| *line == "HrWipe Pin") {
            complaints.push(format!("{name} leaves a PIN"));
        }
        if !called || !(unnamed || has(format!("\"{name}\""))) {
            complaints.push(format!(
                "{method} is missing, or does not call and name {name}"
            ));
        }
    }
    complaints
}

/// What the last run in the editor left is taken back before anything else, once the library is known to be the right one.
fn loading(module: &str, class: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let code = lines(module);
    let load = body(&code, |line| line.starts_with("Public Sub HrLoad(")).unwrap_or_default();
    let end = [
        "If Version <> HR_ABI_VERSION Then Refuse",
        "hr32_set_log 0, 0, HR_LOG_OFF",
        "mLoaded = True",
    ];
    let last = load.iter().rev().zip(end.iter().rev());
    if load.len() < end.len() || !last.clone().all(|(line, wanted)| line.starts_with(wanted)) {
        complaints.push(format!(
            "HrLoad leaves a receiver: {:?}",
            last.collect::<Vec<_>>()
        ));
    }
    for (name, number) in [
        ("ERROR_ACCESS_DISABLED_BY_POLICY", "1260"),
        ("ERROR_SYSTEM_INTEGRITY_POLICY_VIOLATION", "4551"),
    ] {
        let constant = format!("Private Const {name} As Long = {number}");
        let case = format!("Case {name}");
        let named = load
            .windows(2)
            .any(|pair| pair[0] == case && pair[1].contains(number));
        if !code.contains(&constant) || !named {
            complaints.push(format!("no sentence for {number}"));
        }
    }
    let class = lines(class);
    let initialize = body(&class, |line| {
        line.starts_with("Private Sub Class_Initialize(")
    });
    if initialize.unwrap_or_default().first() != Some(&"HrLoad") {
        complaints.push("Class_Initialize does not begin with HrLoad".to_owned());
    }
    complaints
}

/// A configuration is written before there is a session, which loads the library.
fn json(module: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut loaded = false;
    for line in lines(module) {
        loaded = (loaded && !line.starts_with("Public Function ")) || line == "HrLoad";
        if line.contains("hr32_") && line.contains("HrUtf8(") && !loaded {
            complaints.push(format!("called before HrLoad: {line}"));
        }
    }
    complaints
}

/// What VB6's editor reads.
fn form(file: &str, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let (stem, extension) = file.split_once('.').unwrap();
    let name = format!("Attribute VB_Name = \"{stem}\"");
    let first = if extension == "cls" {
        "VERSION 1.0 CLASS"
    } else {
        &name
    };
    let rules = [
        (text.is_ascii(), "not ASCII"),
        (
            text.matches("\r\n").count() == text.matches('\n').count(),
            "a line without CRLF",
        ),
        (text.ends_with("\r\n"), "the last line is open"),
        (!text.contains('\t'), "a tabulator"),
        (lines.contains(&"Option Explicit"), "no Option Explicit"),
        (lines.contains(&&*name), "another VB_Name"),
        (lines[0] == first, "does not begin with VERSION or VB_Name"),
    ];
    let broken = rules.iter().filter(|(kept, _)| !kept);
    broken.map(|(_, what)| format!("{file}: {what}")).collect()
}
