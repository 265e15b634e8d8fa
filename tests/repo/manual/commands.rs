//! The commands run, as a reader would run them.
//!
//! The line before a block of commands says where they run:
//!   `<!-- run -->`          at the root of the project
//!   `<!-- serve -->`        the same, and goes on until the end; the next begins when it has written a line
//!   `<!-- try: mcs mono -->` in an empty folder, with the root in `HR`, when these programs are installed
//!   `<!-- python -->`       a program in Python, with the package's sources, in an empty folder with the configuration

use std::path::Path;
use std::process::Command;

use testkit::folders::root;
use testkit::tools::{forget_the_test, has};

use super::{manual, read};

/// Seconds. A release build of everything may be among what a block does.
const PATIENCE: &str = "1800";

const PYTHON: &str =
    "HR_LIBRARY=$HR/target/release/libhr.so PYTHONPATH=$HR/bindings/python/src python3 -B";

/// All blocks as one script.
fn script() -> String {
    let mut script = "servers=()\ntrap 'kill \"${servers[@]}\"' EXIT\n".to_owned();
    for page in manual() {
        for part in read(&page).split("\n<!-- ").skip(1) {
            let (mark, rest) = part.split_once(" -->\n```").expect("a block follows");
            let language = if mark == "python" { "python\n" } else { "sh\n" };
            let rest = rest.strip_prefix(language).expect("a block of commands");
            let (commands, _) = rest.split_once("```\n").expect("the block ends");
            script += &format!("echo '== a block of {page}'\n");
            script += &match (mark, mark.strip_prefix("try: ")) {
                ("run", _) => format!("(\n{commands})\n"),
                ("serve", _) => {
                    format!("exec {{said}}< <(exec {commands})\nservers+=($!)\nread -r -u $said\n")
                }
                ("python", _) if !has("python3", "a program of the manual") => String::new(),
                ("python", _) => format!(
                    "(\ncd \"$(mktemp -d)\"\ncp $HR/target/config.json .\n\
                     cat > program.py <<'END'\n{commands}END\n{PYTHON} program.py < /dev/null\n)\n"
                ),
                (_, Some(tools)) => {
                    let mut tools = tools.split(' ');
                    match tools.all(|tool| has(tool, "a block of the manual")) {
                        true => format!("(\ncd \"$(mktemp -d)\"\n{commands})\n"),
                        false => String::new(),
                    }
                }
                _ => panic!("{page}: the mark {mark}"),
            };
        }
    }
    script
}

#[test]
fn every_marked_block_runs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new("timeout");
    forget_the_test(&mut command);
    command.args(["-k", "10", PATIENCE, "bash", "-e", "-o", "pipefail", "-c"]);
    command.arg(script()).current_dir(root());
    command.env("HR", root()).env("TMPDIR", &folder);
    command.env("CARGO_NET_OFFLINE", "true");
    // Cargo's search path for tests leads to the debug library.
    command.env_remove("LD_LIBRARY_PATH");
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success(), "{}\n{said}", output.status);
    assert!(
        said.matches("== a block of").count() >= 10,
        "the marks are lost"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
