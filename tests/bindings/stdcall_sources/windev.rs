//! WinDev: `API(gsHrDll, HrName("close"), nHandle)`, procedures, and constants.

use super::vb6::arguments;
use testkit::header::{self, Function};

/// Whether an argument is written as the header's parameter needs it. `&` gives an address.
fn fits(kind: &str, argument: &str) -> bool {
    let is_name = |text: &str, prefixes: &[&str]| prefixes.iter().any(|p| text.starts_with(p));
    match kind {
        "int32_t" => argument.parse::<i32>().is_ok() || is_name(argument, &["n"]),
        "int32_t *" | "char **" => is_name(argument, &["&n"]),
        "const uint8_t *" => is_name(argument, &["&buf"]),
        // A text of the caller's, an address that the library gave, or none.
        _ => is_name(argument, &["&s", "n"]),
    }
}

fn procedure_name(function: &str) -> String {
    let parts = function.split('_').skip(1);
    let camel: String = parts
        .map(|part| part[..1].to_uppercase() + &part[1..])
        .collect();
    format!("Hr{camel}")
}

pub fn complaints(text: &str) -> Vec<String> {
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap().trim())
        .collect();
    let mut found = Vec::new();
    let functions = header::functions();
    let mut called = Vec::new();
    for line in &code {
        for (at, _) in line.match_indices("API(") {
            called.extend(call(&line[at + 3..], &functions, &mut found));
        }
    }
    for function in &functions {
        if !called.contains(&function.name) {
            found.push(format!("{} is never called", function.name));
        }
    }
    for prefix in ["\"hr_\"", "\"hr32_\""] {
        let line = format!("RENVOYER {prefix} + sName");
        if !code.contains(&&*line) {
            found.push(format!("no line {line}"));
        }
    }
    found.extend(procedures(&code, &functions));
    found.extend(widths(&code, &functions));
    found.extend(constants(&code));
    found.extend(blocks(&code));
    found
}

fn call(text: &str, functions: &[Function], found: &mut Vec<String>) -> Option<String> {
    let list = arguments(text);
    let short = list.get(1).and_then(|name| {
        let name = name.strip_prefix("HrName(\"")?;
        name.strip_suffix("\")")
    });
    let (Some(short), Some(&"gsHrDll")) = (short, list.first()) else {
        found.push(format!("another call: {text}"));
        return None;
    };
    let name = format!("hr_{short}");
    let Some(function) = functions.iter().find(|f| f.name == name) else {
        found.push(format!("{name} is not in the header"));
        return None;
    };
    let (seen, wanted) = (&list[2..], &function.parameters);
    if seen.len() != wanted.len() {
        let count = seen.len();
        found.push(format!(
            "{name} with {count} arguments, not {}",
            wanted.len()
        ));
    }
    for (argument, parameter) in seen.iter().zip(wanted) {
        if !fits(&parameter.kind, argument) {
            found.push(format!("{name}: {argument} for {}", parameter.name));
        }
    }
    Some(name)
}

/// Each function that is not about texts has a procedure that calls it, and gives its name to the error.
fn procedures(code: &[&str], functions: &[Function]) -> Vec<String> {
    let mut found = Vec::new();
    for function in functions {
        let name = &function.name;
        if name == "hr_free" || name.starts_with("hr_text_copy") {
            continue;
        }
        let procedure = procedure_name(name);
        let head = format!("PROCÉDURE {procedure}(");
        let Some(start) = code.iter().position(|line| line.starts_with(&head)) else {
            found.push(format!("no procedure {procedure}"));
            continue;
        };
        let body: Vec<&str> = code[start + 1..]
            .iter()
            .take_while(|line| !line.starts_with("PROCÉDURE "))
            .copied()
            .collect();
        let has = |wanted: &str| body.iter().any(|line| line.contains(wanted));
        let call = format!("HrName(\"{}\")", &name[3..]);
        let named = function.result != "int32_t" || name == "hr_abi_version" || {
            let (answer, result) = (
                format!("HrAnswer(\"{name}\","),
                format!("HrResult(\"{name}\","),
            );
            has(&answer) || has(&result)
        };
        if !has(&call) || !named {
            found.push(format!(
                "{procedure} does not call {name}, or gives another name"
            ));
        }
    }
    found
}

/// In 64-bit mode API gives 8 bytes, of which an int32_t fills the lower four; and what the library fills has its width.
fn widths(code: &[&str], functions: &[Function]) -> Vec<String> {
    let mut found = Vec::new();
    let wanted = [
        "nLow est un entier sur 8 = nReturned & 4294967295",
        "SI nLow > 2147483647 ALORS",
        "RENVOYER nLow - 4294967296",
        "FIN",
        "RENVOYER nLow",
    ];
    let head = "PROCÉDURE HrCode(nReturned est un entier sur 8) : entier";
    let start = code.iter().position(|line| *line == head);
    if start.is_none_or(|at| !code[at + 1..].starts_with(&wanted)) {
        found.push("HrCode does not take the lower 32 bits with their sign".to_owned());
    }
    for (at, line) in code.iter().enumerate() {
        let Some((before, call)) = line.split_once("API(") else {
            continue;
        };
        let Some(function) = functions
            .iter()
            .find(|f| call.contains(&format!("HrName(\"{}\")", &f.name[3..])))
        else {
            continue;
        };
        let used = !before.is_empty();
        if used && (function.result == "int32_t") != before.ends_with("HrCode(") {
            found.push(format!("{}: the width of its result", function.name));
        }
        let declared = code[..at].iter().rev();
        let declared: Vec<&&str> = declared
            .take_while(|line| !line.starts_with("PROCÉDURE "))
            .collect();
        let is = |name: &str, kind: &str| {
            declared.iter().any(|line| {
                let (names, is) = line
                    .split_once(" est un ")
                    .or(line.split_once(" sont des "))
                    .unwrap_or_default();
                let is = is.split(" = ").next().unwrap_or_default();
                names.split(", ").any(|known| known == name)
                    && is.replace("entiers", "entier") == kind
            })
        };
        let list = arguments(&line[before.len() + 3..]);
        for (argument, parameter) in list.iter().skip(2).zip(&function.parameters) {
            let kind = match &*parameter.kind {
                "int32_t *" => "entier",
                "char **" => "entier système",
                _ => continue,
            };
            if !is(argument.trim_start_matches('&'), kind) {
                found.push(format!("{}: {argument} is no {kind}", function.name));
            }
        }
    }
    found
}

fn constants(code: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let seen: Vec<(&str, Option<i32>)> = code
        .iter()
        .filter_map(|line| line.split_once(" = "))
        .filter(|(name, _)| name.starts_with("HR_") && !name.contains(' '))
        .map(|(name, number)| (name, number.parse().ok()))
        .collect();
    let wanted = header::constants();
    for (name, number) in &wanted {
        if !seen.contains(&(&**name, Some(*number))) {
            found.push(format!("{name} is not {number}"));
        }
    }
    if seen.len() != wanted.len() {
        found.push(format!("{} constants, not {}", seen.len(), wanted.len()));
    }
    found
}

/// Each block has its FIN; `SI ... ALORS` with something behind it is one line.
fn blocks(code: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = 0;
    for line in code {
        let opens = *line == "CONSTANTE"
            || line.ends_with(" est une Structure")
            || (line.starts_with("SI ") && line.ends_with(" ALORS"));
        let at_head = line.starts_with("PROCÉDURE ");
        if opens {
            open += 1;
        }
        if *line == "FIN" {
            open -= 1;
        }
        if open < 0 || (at_head && open != 0) {
            found.push(format!("FIN is missing or too many before {line}"));
            open = 0;
        }
    }
    if open != 0 {
        found.push("FIN is missing at the end".to_owned());
    }
    found
}
