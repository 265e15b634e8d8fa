//! The raw layers of a header with one more function, for the compilers.

use std::path::PathBuf;
use std::process::Command;

use super::super::*;
use crate::machine::has;

/// The header of the library with one more function.
fn grown() -> String {
    let text = std::fs::read_to_string(root().join("include/hr.h")).unwrap();
    let more = "/**\n * Tries <it> & {more}.\n *\n * @param handle one\n * @param text what\n * @param out_json receives it\n */\n\
        HR_API int32_t hr_scratch(int32_t handle, const char *text, char **out_json);\n\n#ifdef __cplusplus\n}";
    let (before, after) = text.rsplit_once("#ifdef __cplusplus\n}").unwrap();
    format!("{before}{more}{after}")
}

/// Runs a compiler in the folder of the repository; it must succeed and write nothing but what is let pass.
fn compiles(program: &str, arguments: &[&str]) {
    if !has(program) {
        let strict = std::env::var("HR_STRICT").as_deref() == Ok("1");
        eprintln!(
            "NOT RUN: raw layers of a header with one more function ({program} is not installed)"
        );
        assert!(!strict);
        return;
    }
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{program}: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
}

#[test]
fn one_more_function_compiles_in_each_language() {
    // The Rust function itself is not there: its module is any.
    let header = grown();
    let parsed = Header::parse(&header);
    let api = Api::of(&parsed).unwrap();
    let folder = std::env::temp_dir().join(format!("hr-layers-{}", std::process::id()));
    let package = folder.join("healthrecord");
    std::fs::create_dir_all(&package).unwrap();
    let write = |name: &str, text: String| -> String {
        let path: PathBuf = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    write("hr.h", header.clone());
    write("HrApi.pas", delphi::layer(&api));
    let csharp = write("Native.cs", csharp::layer(&api));
    let rest = "namespace HealthRecord { /// <summary>.</summary>\npublic static class Library { /// <summary>.</summary>\n\
        public static void Load() {} } /// <summary>.</summary>\npublic class Session {} }";
    let rest = write("Rest.cs", rest.into());
    let codes = write("codes.hpp", cpp::layer(&api));
    write("healthrecord/_native.py", python::layer(&api));
    let declare = root().join("bindings/python/src/healthrecord/_declare.py");
    std::fs::copy(declare, package.join("_declare.py")).unwrap();
    assert!(
        vb6::layer(&api)
            .unwrap()
            .contains("Function hr32_scratch Lib")
    );
    assert!(windev::layer(&api).contains("PROCÉDURE Api_hr_scratch("));
    let module = [
        (
            "library".to_owned(),
            api.functions
                .iter()
                .map(|f| format!("fn {}(", f.name))
                .collect(),
        ),
        (
            "stdcall".to_owned(),
            "fn hr32_set_log( fn hr32_set_progress(".to_owned(),
        ),
    ];
    assert!(
        stdcall::table(&api, &module)
            .unwrap()
            .contains("hr32_scratch = library::hr_scratch(")
    );

    let at = folder.display().to_string();
    let documentation = format!("-doc:{at}/hr.xml");
    let library = format!("-out:{at}/hr.dll");
    compiles(
        "mcs",
        &[
            "-langversion:7.2",
            "-warnaserror",
            "-target:library",
            &documentation,
            &library,
            &csharp,
            &rest,
        ],
    );
    let units = format!("-Fu{at}");
    let out = format!("-FU{at}");
    compiles(
        "fpc",
        &[
            "-l-",
            "-v0",
            &units,
            "-Fubindings/delphi/src",
            &out,
            &format!("{at}/HrApi.pas"),
        ],
    );
    compiles(
        "g++",
        &[
            "-std=c++17",
            "-Wall",
            "-Werror",
            "-fsyntax-only",
            &format!("-I{at}"),
            "-x",
            "c++",
            &codes,
        ],
    );
    let import = "import sys, types; sys.path.insert(0, sys.argv[1]); import healthrecord._native as n; \
        found = []; n.declare = lambda lib, name, *kinds: found.append(name); n.Native(None); assert found[-1] == 'hr_scratch'";
    compiles("python3", &["-B", "-c", import, &at]);
    std::fs::remove_dir_all(&folder).unwrap();
}
