//! The wrappers with the raw layers of a header that has one more function.

use std::io::Write;
use std::process::Command;

use super::super::*;
use crate::machine::has;

const MORE: &str = "/**
 * Tries <it> & {more}.
 *
 * @param handle one
 * @param text what
 * @param out_json receives it
 */
HR_API int32_t hr_scratch(int32_t handle, const char *text, char **out_json);

#ifdef __cplusplus
}";

#[rustfmt::skip]
const COMPILERS: [(&str, &str); 4] = [
    ("mcs", "mcs -langversion:7.2 -warnaserror -target:library -doc:hr.xml -out:hr.dll bindings/csharp/src/*.cs"),
    ("fpc", "fpc -l- -v0 -Fubindings/delphi/src -FU. bindings/delphi/src/HealthRecord.pas"),
    ("g++", "echo '#include \"hr.hpp\"' | g++ -std=c++17 -Wall -Werror -fsyntax-only -Iinclude -Ibindings/cpp -x c++ -"),
    ("python3", "PYTHONPATH=bindings/python/src python3 -B -c '
import healthrecord._native as native
found = []
native.declare = lambda library, name, *kinds: found.append(name)
native.Native(None)
assert found[-1] == \"hr_scratch\"'"),
];

fn installed(tool: &str) -> bool {
    if has(tool) {
        return true;
    }
    let text = format!("NOT RUN: {tool} on one more function (it is not installed)");
    assert!(std::env::var("HR_STRICT").as_deref() != Ok("1"), "{text}");
    // Past the capture of a test that passes.
    writeln!(std::io::stderr(), "{text}").unwrap();
    false
}

#[test]
fn one_more_function_compiles_in_each_language() {
    let folder = std::env::temp_dir().join(format!("hr-layers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let run = |script: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-ec", script]).env("ROOT", root());
        let output = shell.current_dir(&folder).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{script}\n{said}");
    };
    run(
        "for name in bindings docs include schema src; do cp -r \"$ROOT/$name\" .; done
        echo 'fn hr_scratch(' >> src/ffi/service.rs",
    );
    let header = header::text(root()).unwrap();
    let (before, after) = header.rsplit_once("#ifdef __cplusplus\n}").unwrap();
    let header = format!("{before}{MORE}{after}");
    for Made { path, text } in layers(&folder, &header).unwrap() {
        let typed = path.ends_with(".Types.pas")
            || path.contains("/csharp/src/") && !path.ends_with("Native.cs")
            || path.contains("/cpp/") && !path.ends_with("session.hpp")
            || path.contains("/python/")
                && !path.ends_with("_native.py")
                && !path.ends_with("/session.py");
        assert!(typed || text.matches("_scratch").count() > 0, "{path}");
        std::fs::write(folder.join(path), text).unwrap();
    }
    std::fs::write(folder.join("include/hr.h"), header).unwrap();
    for (tool, script) in COMPILERS {
        if installed(tool) {
            run(script);
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
