//! `[DllImport("hr", CallingConvention = C, ...)] public static extern int hr_close(int handle);`

use super::layer::{Declared, Layer, Parameter};

fn spellings(kind: &str) -> &'static [&'static str] {
    match kind {
        "int32_t" => &["int"],
        "int32_t *" => &["out int"],
        // As an argument, and as a result that is not to be freed by the runtime.
        "const char *" => &["byte[]", "IntPtr"],
        "char *" => &["IntPtr", "byte[]"],
        "char **" => &["out IntPtr"],
        "const uint8_t *" => &["byte[]", "IntPtr"],
        "uint16_t *" => &["ushort[]", "char[]", "IntPtr"],
        "void *" | "hr_log_fn" | "hr_progress_fn" => &["IntPtr"],
        "void" => &["void"],
        _ => &[],
    }
}

/// The two callbacks, and the attribute that gives both their calling convention.
const DELEGATES: [&str; 2] = [
    "delegate void hr_log_fn(IntPtr user, int level, IntPtr text);",
    "delegate int hr_progress_fn(IntPtr user, int done, int total);",
];
const CONVENTION: &str = "const CallingConvention C = CallingConvention.Cdecl;";

pub fn layer(text: &str) -> Layer {
    let lines = || text.lines().map(str::trim);
    let mut complaints = Vec::new();
    for wanted in DELEGATES {
        let found = lines().find(|line| line.ends_with(wanted));
        if !found.is_some_and(|line| line.contains("[UnmanagedFunctionPointer(C)]")) {
            complaints.push(format!("no line with its calling convention and {wanted}"));
        }
    }
    if !lines().any(|line| line.ends_with(CONVENTION)) {
        complaints.push(format!("no line {CONVENTION}"));
    }
    let functions = lines().filter_map(|line| {
        let (attribute, rest) = line
            .strip_prefix("[DllImport(\"hr\", ")?
            .split_once(")] ")?;
        let (head, list) = rest.split_once('(')?;
        let head = head.strip_prefix("public static extern ")?;
        let (result, name) = head.rsplit_once(' ')?;
        let cdecl = attribute.contains("CallingConvention = C,");
        let list = list.strip_suffix(");")?;
        let parameters = list.split(", ").filter(|p| !p.is_empty()).map(|parameter| {
            let (kind, name) = parameter.rsplit_once(' ').unwrap_or((parameter, ""));
            Parameter {
                kind: kind.to_owned(),
                name: Some(name.to_owned()),
            }
        });
        let result = if cdecl {
            result.to_owned()
        } else {
            format!("{result}, not cdecl")
        };
        Some(Declared {
            name: name.to_owned(),
            result,
            parameters: parameters.collect(),
        })
    });
    let constants = lines().filter_map(|line| {
        let (name, number) = line
            .strip_prefix("public const int ")?
            .strip_suffix(';')?
            .split_once(" = ")?;
        Some((name.to_owned(), number.parse().ok()?))
    });
    Layer {
        language: "C#",
        functions: functions.collect(),
        constants: constants.collect(),
        spellings,
        complaints,
    }
}
