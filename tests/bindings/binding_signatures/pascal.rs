//! `T_hr_close = function(handle: Integer): Integer; cdecl;`, a variable of that type, and its binding.

use super::layer::{Declared, Layer, Parameter};

fn spellings(kind: &str) -> &'static [&'static str] {
    match kind {
        "int32_t" => &["Integer"],
        "int32_t *" => &["PInteger"],
        "const char *" | "char *" => &["PAnsiChar"],
        "char **" => &["PPAnsiChar"],
        "const uint8_t *" => &["PByte"],
        "uint16_t *" => &["PWord"],
        "void *" => &["Pointer"],
        "hr_log_fn" => &["hr_log_fn"],
        "hr_progress_fn" => &["hr_progress_fn"],
        "void" => &["procedure"],
        _ => &[],
    }
}

const CALLBACKS: [&str; 2] = [
    "hr_log_fn = procedure(user: Pointer; level: Integer; text: PAnsiChar); cdecl;",
    "hr_progress_fn = function(user: Pointer; done: Integer; total: Integer): Integer; cdecl;",
];

/// Pascal does not distinguish this constant from the function of the same name.
const ABI: (&str, &str) = ("HR_ABI_VERSION_WANTED", "HR_ABI_VERSION");

fn function(line: &str) -> Option<Declared> {
    let (name, rest) = line.strip_prefix("T_")?.split_once(" = ")?;
    let (kind, rest) = rest.split_at(rest.find(['(', ':', ';'])?);
    let (list, end) = match rest.strip_prefix('(') {
        Some(rest) => rest.split_once(')')?,
        None => ("", rest),
    };
    let parameters = list.split("; ").filter(|p| !p.is_empty()).map(|parameter| {
        let (name, kind) = parameter.split_once(": ").unwrap_or(("", parameter));
        Parameter {
            kind: kind.to_owned(),
            name: Some(name.to_owned()),
        }
    });
    let result = match (kind, end.strip_suffix("; cdecl;")) {
        ("procedure", Some("")) => "procedure".to_owned(),
        ("function", Some(end)) => end.strip_prefix(": ")?.to_owned(),
        _ => format!("{kind}{end}"),
    };
    Some(Declared {
        name: name.to_owned(),
        result,
        parameters: parameters.collect(),
    })
}

pub fn layer(text: &str) -> Layer {
    let lines = || text.lines().map(str::trim);
    let functions: Vec<Declared> = lines().filter_map(function).collect();
    let mut complaints = Vec::new();
    for Declared { name, .. } in &functions {
        let variable = format!("{name}: T_{name};");
        let binding = format!("Bind('{name}', @@{name});");
        for wanted in [variable, binding] {
            if !lines().any(|line| line == wanted) {
                complaints.push(format!("no line {wanted}"));
            }
        }
    }
    for callback in CALLBACKS {
        if !lines().any(|line| line == callback) {
            complaints.push(format!("no line {callback}"));
        }
    }
    let constants = lines().filter_map(|line| {
        let (name, rest) = line.split_once(" = ")?;
        let number = rest.split_once(';')?.0.parse().ok()?;
        let name = if name == ABI.0 { ABI.1 } else { name };
        name.starts_with("HR_").then(|| (name.to_owned(), number))
    });
    Layer {
        language: "Pascal",
        functions,
        constants: constants.collect(),
        spellings,
        complaints,
    }
}
