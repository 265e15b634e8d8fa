//! `declare(lib, "hr_open", INT, TEXT, OUT_INT, OUT_TEXT)`

use super::layer::{Declared, Layer, Parameter};

/// What the short names of the layer must stand for.
const ALIASES: [(&str, &str); 9] = [
    ("INT", "ctypes.c_int32"),
    ("TEXT", "ctypes.c_char_p"),
    ("BYTES", "ctypes.POINTER(ctypes.c_uint8)"),
    ("USER", "ctypes.c_void_p"),
    ("OWNED", "ctypes.c_void_p"),
    ("BUFFER", "ctypes.c_void_p"),
    ("BUFFER16", "ctypes.POINTER(ctypes.c_uint16)"),
    ("OUT_INT", "ctypes.POINTER(ctypes.c_int32)"),
    ("OUT_TEXT", "ctypes.POINTER(ctypes.c_void_p)"),
];
const CALLBACKS: [&str; 2] = [
    "hr_log_fn = ctypes.CFUNCTYPE(None, USER, INT, TEXT)",
    "hr_progress_fn = ctypes.CFUNCTYPE(INT, USER, INT, INT)",
];

fn spellings(kind: &str) -> &'static [&'static str] {
    match kind {
        "int32_t" => &["INT"],
        "int32_t *" => &["OUT_INT"],
        "const char *" => &["TEXT"],
        "char *" => &["OWNED", "BUFFER"],
        "char **" => &["OUT_TEXT"],
        "const uint8_t *" => &["BYTES"],
        "uint16_t *" => &["BUFFER16"],
        "void *" => &["USER"],
        "hr_log_fn" => &["hr_log_fn"],
        "hr_progress_fn" => &["hr_progress_fn"],
        "void" => &["None"],
        _ => &[],
    }
}

pub fn layer(text: &str) -> Layer {
    let lines = || text.lines().map(str::trim);
    let mut complaints = Vec::new();
    for (name, meaning) in ALIASES {
        if !lines().any(|line| line == format!("{name} = {meaning}")) {
            complaints.push(format!("{name} is not {meaning}"));
        }
    }
    for callback in CALLBACKS {
        if !lines().any(|line| line == callback) {
            complaints.push(format!("no line {callback}"));
        }
    }
    let functions = lines().filter_map(|line| {
        let (attribute, call) = line.strip_prefix("self.")?.split_once(" = declare(lib, ")?;
        let parts: Vec<&str> = call.strip_suffix(')')?.split(", ").collect();
        let name = parts[0].trim_matches('"');
        // Under another name it could not be found.
        let name = if name == attribute {
            name.to_owned()
        } else {
            line.to_owned()
        };
        let kinds = parts[2..].iter().map(|kind| Parameter {
            kind: (*kind).to_owned(),
            name: None,
        });
        Some(Declared {
            name,
            result: parts[1].to_owned(),
            parameters: kinds.collect(),
        })
    });
    let constants = lines().filter_map(|line| {
        let (name, number) = line.split_once(" = ")?;
        Some((name.to_owned(), number.parse().ok()?))
    });
    Layer {
        language: "Python",
        functions: functions.collect(),
        constants: constants
            .filter(|(name, _): &(String, i32)| name.starts_with("HR_"))
            .collect(),
        spellings,
        complaints,
    }
}
