//! VB6: `Public Declare Function hr32_close Lib "hr.dll" Alias "hr32_close" (ByVal handle As Long) As Long`, the calls
//! of such functions, and the methods of the class.

use crate::binding_signatures::layer::{Declared, Layer, Parameter};
use testkit::header;

fn spellings(kind: &str) -> &'static [&'static str] {
    match kind {
        "int32_t" | "const char *" => &["ByVal Long", "Long"],
        "int32_t *" | "char **" => &["ByRef Long"],
        "char *" | "void *" | "const uint8_t *" | "uint16_t *" | "hr_log_fn" | "hr_progress_fn" => {
            &["ByVal Long"]
        }
        "void" => &["Sub"],
        _ => &[],
    }
}

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
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '\'' if !quoted => return line[..at].trim_end(),
            _ => {}
        }
    }
    line
}

/// What stands between the outermost brackets that open at the start of `text`, split at its commas.
pub fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start) = (0, false, 1);
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ',' if depth == 1 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            ')' => {
                depth -= 1;
                if depth == 0 {
                    found.push(text[start..at].trim());
                    return found.into_iter().filter(|a| !a.is_empty()).collect();
                }
            }
            _ => {}
        }
    }
    Vec::new()
}

fn declared(line: &str) -> Option<Result<Declared, String>> {
    let rest = line.strip_prefix("Public Declare ")?;
    let (kind, rest) = rest.split_once(' ')?;
    let (head, list) = rest.split_once('(')?;
    let words: Vec<&str> = head.split_whitespace().collect();
    let [name, "Lib", "\"hr.dll\"", "Alias", alias] = words[..] else {
        return Some(Err(format!("{line}: another library, or no Alias")));
    };
    let Some(short) = name.strip_prefix("hr32_") else {
        return Some(Err(format!("{name} is no hr32_ function")));
    };
    if alias != format!("\"{name}\"") {
        return Some(Err(format!("hr_{short} has the Alias {alias}")));
    }
    let (list, result) = list.rsplit_once(')')?;
    let result = match (kind, result.trim().strip_prefix("As ")) {
        ("Function", Some(kind)) => kind.to_owned(),
        ("Sub", None) => "Sub".to_owned(),
        other => format!("{other:?}"),
    };
    let parameters = list.split(',').filter(|p| !p.trim().is_empty()).map(|p| {
        let words: Vec<&str> = p.split_whitespace().collect();
        let (kind, name) = match words[..] {
            [mode, name, "As", kind] => (format!("{mode} {kind}"), name),
            _ => (format!("{p:?}, without ByVal or ByRef"), ""),
        };
        Parameter {
            kind,
            name: Some(name.to_owned()),
        }
    });
    Some(Ok(Declared {
        name: format!("hr_{short}"),
        result,
        parameters: parameters.collect(),
    }))
}

pub fn layer(text: &str) -> Layer {
    let mut functions: Vec<Declared> = Vec::new();
    let mut complaints = Vec::new();
    let mut constants = Vec::new();
    for line in lines(text) {
        match declared(&line) {
            Some(Ok(function)) if functions.iter().any(|f| f.name == function.name) => {
                complaints.push(format!("{} stands twice", function.name));
            }
            Some(Ok(function)) => functions.push(function),
            Some(Err(complaint)) => complaints.push(complaint),
            None => {}
        }
        if let Some((name, number)) = line
            .strip_prefix("Public Const ")
            .and_then(|rest| rest.split_once(" As Long = "))
            && name.starts_with("HR_")
        {
            constants.push((name.to_owned(), number.parse().unwrap_or(i32::MIN)));
        }
    }
    Layer {
        language: "VB6",
        functions,
        constants,
        spellings,
        complaints,
    }
}

/// Every call of a hr32_ function, in all modules, has as many arguments as the header's function.
pub fn calls(project: &[(String, String)]) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut called = Vec::new();
    for (file, text) in project {
        for line in lines(text) {
            if line.contains("Declare ") {
                continue;
            }
            for (at, _) in line.match_indices("hr32_") {
                let (before, rest) = line.split_at(at);
                let in_a_text = before.matches('"').count() % 2 == 1;
                if in_a_text {
                    continue;
                }
                let end = rest
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .unwrap_or(rest.len());
                let (name, rest) = rest.split_at(end);
                // As a statement, without brackets, or within an expression.
                let statement = format!("({})", rest.trim());
                let bracketed = rest.starts_with('(');
                let seen = arguments(if bracketed { rest } else { &statement }).len();
                let wanted = header::functions()
                    .into_iter()
                    .find(|f| f.name.replacen("hr_", "hr32_", 1) == name);
                match wanted.map(|f| f.parameters.len()) {
                    Some(count) if count == seen => called.push(name.to_owned()),
                    count => complaints.push(format!("{file}: {name} with {seen}, not {count:?}")),
                }
            }
        }
    }
    for function in header::functions() {
        let name = function.name.replacen("hr_", "hr32_", 1);
        // HealthRecordText reads texts as UTF-16, HealthRecordJson without the library.
        let own = name == "hr32_text_copy" || name.starts_with("hr32_json_");
        if !own && !called.contains(&name) {
            complaints.push(format!("{name} is never called"));
        }
    }
    complaints
}

fn method_name(function: &str) -> String {
    match function {
        "hr_open" => return "OpenSession".to_owned(),
        "hr_close" => return "CloseSession".to_owned(),
        _ => {}
    }
    let parts = function.split('_').skip(1);
    parts
        .map(|part| part[..1].to_uppercase() + &part[1..])
        .collect()
}

/// Each function that is not about texts has a public method, which calls it and names it in errors.
pub fn methods(class: &str) -> Vec<String> {
    let lines = lines(class);
    let mut complaints = Vec::new();
    for function in header::functions() {
        let name = &function.name;
        let about_texts = ["hr_free", "hr_text_", "hr_json_"];
        if name == "hr_abi_version" || about_texts.iter().any(|text| name.starts_with(text)) {
            continue;
        }
        let method = method_name(name);
        let heads =
            ["Function", "Sub", "Property Get"].map(|kind| format!("Public {kind} {method}("));
        let is_head = |line: &String| heads.iter().any(|head| line.starts_with(head));
        let Some(start) = lines.iter().position(is_head) else {
            complaints.push(format!("no method {method}"));
            continue;
        };
        let body: Vec<&String> = lines[start..]
            .iter()
            .take_while(|line| !line.starts_with("End "))
            .collect();
        let call = format!("{}(", name.replacen("hr_", "hr32_", 1));
        let named = format!("\"{name}\"");
        let has = |wanted: &str| body.iter().any(|line| line.contains(wanted));
        let untold = name == "hr_version" || name == "hr_code_name";
        if !has(&call) || !(untold || has(&named)) {
            complaints.push(format!("{method} does not have {call}) or {named}"));
        }
    }
    complaints
}

/// What the last run in the editor left is taken back before anything else, once the library is known to be the right one.
pub fn loading(api: &str, class: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let body = |text: &str, head: &str| -> Vec<String> {
        let lines = lines(text).into_iter();
        let from = lines.skip_while(|line| !line.starts_with(head)).skip(1);
        let whole = from.take_while(|line| !line.starts_with("End Sub"));
        whole.filter(|line| !line.is_empty()).collect()
    };
    let load = body(api, "Public Sub HrLoad(");
    let end = [
        "If Version <> HR_ABI_VERSION Then Refuse",
        "hr32_set_log 0, 0, HR_LOG_OFF",
        "mLoaded = True",
    ];
    let last: Vec<&String> = load.iter().rev().take(end.len()).rev().collect();
    let ends_so = last.len() == end.len()
        && last
            .iter()
            .zip(end)
            .all(|(line, wanted)| line.starts_with(wanted));
    if !ends_so {
        complaints.push(format!("HrLoad leaves a receiver: {last:?}"));
    }
    for (name, number) in [
        ("ERROR_ACCESS_DISABLED_BY_POLICY", "1260"),
        ("ERROR_SYSTEM_INTEGRITY_POLICY_VIOLATION", "4551"),
    ] {
        let constant = format!("Private Const {name} As Long = {number}");
        let at = load.iter().position(|line| *line == format!("Case {name}"));
        let named = at.and_then(|at| load.get(at + 1));
        if !lines(api).contains(&constant) || !named.is_some_and(|line| line.contains(number)) {
            complaints.push(format!("no sentence for {number}"));
        }
    }
    if body(class, "Private Sub Class_Initialize(")
        .first()
        .map(String::as_str)
        != Some("HrLoad")
    {
        complaints.push("Class_Initialize does not begin with HrLoad".to_owned());
    }
    complaints
}

pub fn form(file: &str, text: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut complain = |wrong: bool, what: &str| {
        if wrong {
            complaints.push(format!("{file}: {what}"));
        }
    };
    let (stem, extension) = file.split_once('.').unwrap();
    complain(!text.is_ascii(), "not ASCII");
    let line_ends = text.matches('\n').count();
    complain(
        text.matches("\r\n").count() != line_ends,
        "a line without CRLF",
    );
    complain(!text.ends_with("\r\n"), "the last line is open");
    complain(text.contains('\t'), "a tabulator");
    let lines: Vec<&str> = text.lines().collect();
    complain(!lines.contains(&"Option Explicit"), "no Option Explicit");
    let name = format!("Attribute VB_Name = \"{stem}\"");
    complain(!lines.contains(&&*name), "another VB_Name");
    let first = match extension {
        "cls" => "VERSION 1.0 CLASS",
        _ => &name,
    };
    complain(lines[0] != first, &format!("does not begin with {first}"));
    complaints
}
