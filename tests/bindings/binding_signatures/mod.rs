//! The raw layer of each wrapper against the header: names, order, parameters, constants. Every difference is
//! named. C and C++ use the header itself.

mod csharp;
pub mod layer;
mod pascal;
mod python;

use layer::Layer;

fn read(path: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[track_caller]
fn agrees(layer: Layer) {
    let differences = layer.differences();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn python_agrees_with_the_header() {
    agrees(python::layer(&read(
        "bindings/python/src/healthrecord/_native.py",
    )));
}

#[test]
fn csharp_agrees_with_the_header() {
    agrees(csharp::layer(&read("bindings/csharp/src/Native.cs")));
}

#[test]
fn pascal_agrees_with_the_header() {
    agrees(pascal::layer(&read("bindings/delphi/src/HrApi.pas")));
}

/// One change in a layer's text: the comparison must name it.
#[track_caller]
fn notices(layer: fn(&str) -> Layer, text: &str, from: &str, to: &str, about: &str) {
    assert!(text.contains(from), "{from}");
    let changed = text.replacen(from, to, 1);
    let differences = layer(&changed).differences();
    let named = differences.iter().any(|d| d.contains(about));
    assert!(named, "{from} -> {to}: {differences:?}");
}

#[test]
fn every_kind_of_difference_is_named() {
    let python = read("bindings/python/src/healthrecord/_native.py");
    let csharp = read("bindings/csharp/src/Native.cs");
    let pascal = read("bindings/delphi/src/HrApi.pas");
    notices(
        python::layer,
        &python,
        "\"hr_ready\", INT, INT,",
        "\"hr_ready\", INT,",
        "hr_ready",
    );
    notices(
        python::layer,
        &python,
        "HR_E_TLS = -103",
        "HR_E_TLS = -13",
        "HR_E_TLS",
    );
    notices(
        python::layer,
        &python,
        "ctypes.c_int32",
        "ctypes.c_int64",
        "INT",
    );
    notices(
        csharp::layer,
        &csharp,
        "int hr_close(int handle)",
        "int hr_close(long handle)",
        "hr_close",
    );
    notices(
        csharp::layer,
        &csharp,
        "hr_dmp_open",
        "hr_dmp_opens",
        "hr_dmp_open",
    );
    notices(
        csharp::layer,
        &csharp,
        "byte[] card_token, byte[] pin_code",
        "byte[] pin_code, byte[] card_token",
        "hr_login",
    );
    notices(
        pascal::layer,
        &pascal,
        "T_hr_cancel = function(handle: Integer)",
        "T_hr_cancel = function(handle: Int64)",
        "hr_cancel",
    );
    notices(
        pascal::layer,
        &pascal,
        "HR_E_PANIC = -900;",
        "",
        "HR_E_PANIC",
    );
    notices(
        pascal::layer,
        &pascal,
        "(text: PAnsiChar); cdecl;",
        "(text: PAnsiChar); stdcall;",
        "hr_free",
    );
}
