//! WinDev: the calls of the raw procedures (`Api_hr_close(nHandle)`), and the procedures above them.

use super::{arguments, method_name};
use testkit::header::{self, Function};

/// Whether an argument is written as the header's parameter needs it. `&` gives an address.
fn fits(kind: &str, argument: &str) -> bool {
    let begins = |prefixes: &[&str]| prefixes.iter().any(|p| argument.starts_with(p));
    match kind {
        "int32_t" => argument.parse::<i32>().is_ok() || begins(&["n"]),
        "int32_t *" | "char **" => begins(&["&n"]),
        "const uint8_t *" => begins(&["&buf"]),
        // A text of the caller's, an address that the library gave, or none.
        _ => begins(&["&s", "n"]),
    }
}

/// In 64-bit mode API gives 8 bytes, of which an int32_t fills the lower four.
const CODE: &str = "PROCÉDURE HrCode(nReturned est un entier sur 8) : entier
nLow est un entier sur 8 = nReturned & 4294967295
SI nLow > 2147483647 ALORS
RENVOYER nLow - 4294967296
FIN
RENVOYER nLow
";
/// 32-bit programs call stdcall.
const NAME: &str = "PROCÉDURE HrName(sName est une chaîne) : chaîne
SI EnMode64bits() ALORS
RENVOYER \"hr_\" + sName
FIN
RENVOYER \"hr32_\" + sName
";

/// A text with a NUL inside never arrives cut.
const TEXT: &str = "PROCÉDURE HrText(sText est une chaîne) : chaîne ANSI
SI Position(sText, Caract(0)) > 0 ALORS
RENVOYER Caract(255) + Caract(0)
FIN
";

fn code(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines
        .map(|line| line.split("//").next().unwrap().trim())
        .collect()
}

pub fn complaints(text: &str) -> Vec<String> {
    let code = code(text);
    let functions = header::functions();
    let mut found = blocks(text);
    let whole = code.join("\n");
    for (name, wanted) in [("HrCode", CODE), ("HrName", NAME), ("HrText", TEXT)] {
        if !whole.contains(wanted) {
            found.push(format!("{name} is not what it was"));
        }
    }
    let mut called = Vec::new();
    for (at, line) in code.iter().enumerate() {
        for (start, mark) in line.match_indices("Api_") {
            let (name, _) = line[start + mark.len()..].split_once('(').unwrap();
            match functions.iter().find(|function| function.name == name) {
                Some(function) => {
                    let list = arguments(&line[start + mark.len() + name.len()..]);
                    found.extend(call(function, &list, &code[..at]));
                }
                None => found.push(format!("{name} is not in the header")),
            }
            called.push(name);
        }
    }
    for function in functions {
        if !called.contains(&&*function.name) {
            found.push(format!("{} is never called", function.name));
        }
        found.extend(procedure(&function, &code));
    }
    found
}

/// Count and kind of the arguments; and what the library fills has its width.
fn call(function: &Function, list: &[&str], before: &[&str]) -> Vec<String> {
    let (name, wanted) = (&function.name, &function.parameters);
    let mut found = Vec::new();
    if list.len() != wanted.len() {
        found.push(format!(
            "{name} with {} arguments, not {}",
            list.len(),
            wanted.len()
        ));
    }
    let local = before.iter().rev();
    let local: Vec<&&str> = local
        .take_while(|line| !line.starts_with("PROCÉDURE "))
        .collect();
    let is = |name: &str, kind: &str| {
        local.iter().any(|line| {
            let split = line
                .split_once(" est un ")
                .or(line.split_once(" sont des "));
            let (names, is) = split.unwrap_or_default();
            let is = is.split(" = ").next().unwrap_or_default();
            names.split(", ").any(|known| known == name) && is.replace("entiers", "entier") == kind
        })
    };
    for (argument, parameter) in list.iter().zip(wanted) {
        let wide = match &*parameter.kind {
            "int32_t *" => is(argument.trim_start_matches('&'), "entier"),
            "char **" => is(argument.trim_start_matches('&'), "entier système"),
            _ => true,
        };
        if !fits(&parameter.kind, argument) || !wide {
            found.push(format!("{name}: {argument} for {}", parameter.name));
        }
    }
    found
}

/// Each function that is not about texts has a procedure that calls it, and gives its name to the error.
fn procedure(function: &Function, code: &[&str]) -> Option<String> {
    let name = &function.name;
    if name == "hr_free" || name.starts_with("hr_text_copy") {
        return None;
    }
    let head = format!("PROCÉDURE Hr{}(", method_name(name));
    let mut body = code.iter().skip_while(|line| !line.starts_with(&head));
    body.next();
    let body: Vec<&&str> = body
        .take_while(|line| !line.starts_with("PROCÉDURE "))
        .collect();
    let has = |wanted: &str| body.iter().any(|line| line.contains(wanted));
    let named = ["HrAnswer", "HrResult"]
        .iter()
        .any(|end| has(&format!("{end}(\"{name}\",")));
    let unnamed = function.result != "int32_t" || name == "hr_abi_version";
    let right = has(&format!("Api_{name}(")) && (named || unnamed);
    (!right).then(|| format!("{head}) is missing, or does not call and name {name}"))
}

/// Each block has its FIN; `SI ... ALORS` with something behind it is one line.
pub fn blocks(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = 0;
    for line in code(text).into_iter().chain(["PROCÉDURE at the end"]) {
        let opens = line == "CONSTANTE"
            || line.ends_with(" est une Structure")
            || (line.starts_with("SI ") && line.ends_with(" ALORS"));
        open += i32::from(opens) - i32::from(line == "FIN");
        if open < 0 || (line.starts_with("PROCÉDURE ") && open != 0) {
            found.push(format!("FIN is missing or too many before {line}"));
            open = 0;
        }
    }
    found
}
