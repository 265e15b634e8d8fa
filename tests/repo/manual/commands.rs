//! The commands run, as a reader would run them.
//!
//! The line before a block of commands says where they run:
//!   `<!-- run -->`          at the root of the project
//!   `<!-- serve -->`        the same, and goes on until the end; the next begins when it has written a line
//!   `<!-- try: mcs mono -->` in an empty folder, with the root in `HR`, when these programs are installed
//!   `<!-- python -->`       a program in Python, with the package's sources, in an empty folder with the configuration
//!   `<!-- archive: cc -->`  in a folder into which the archive was unpacked, the same for all these blocks
//!   `<!-- archive-serve -->` the same, and goes on until the end
//!
//! A block that stands in both languages runs once.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use testkit::folders::root;
use testkit::tools::{forget_the_test, has};

use super::{manual, read};
use crate::dist;

/// Seconds. A release build of everything may be among what a block does.
const PATIENCE: &str = "1800";

const PYTHON: &str =
    "HR_LIBRARY=$HR/target/release/libhr.so PYTHONPATH=$HR/bindings/python/src python3 -B";

/// What somebody who has unpacked the archive has around it.
const ALONE: &str = "cd \"$ARCHIVE\"; export HOME=$ARCHIVE/home LC_ALL=C.UTF-8\n";

/// The commands of a block in a script; none where its tools are missing.
fn commands(mark: &str, block: &str) -> Option<String> {
    let all = |tools: &str| {
        let mut tools = tools.split_whitespace();
        tools.all(|tool| has(tool, "a block of the manual"))
    };
    let serve = |folder: &str| {
        format!("exec {{said}}< <({folder}exec {block})\nservers+=($!)\nread -r -u $said\n")
    };
    match mark.split_once(':').unwrap_or((mark, "")) {
        ("run", _) => Some(format!("(\n{block})\n")),
        ("serve", _) => Some(serve("")),
        ("try", tools) => all(tools).then(|| format!("(\ncd \"$(mktemp -d)\"\n{block})\n")),
        ("python", _) => has("python3", "a program of the manual").then(|| {
            format!(
                "(\ncd \"$(mktemp -d)\"\ncp $HR/target/config.json .\n\
                 cat > program.py <<'END'\n{block}END\n{PYTHON} program.py < /dev/null\n)\n"
            )
        }),
        ("archive", tools) => all(tools).then(|| format!("(\n{ALONE}{block})\n")),
        ("archive-serve", _) => Some(serve(ALONE)),
        _ => panic!("the mark {mark}"),
    }
}

/// All blocks as one script, and how many there are.
fn script(archive: &Path) -> (String, usize) {
    let mut script = "servers=()\ntrap 'kill \"${servers[@]}\"' EXIT\n".to_owned();
    let archive = archive.display();
    script += "ARCHIVE=$(mktemp -d)\n";
    script += &format!("tar -xzf '{archive}' -C \"$ARCHIVE\" --strip-components=1\n");
    let mut seen = BTreeSet::new();
    for page in manual() {
        for part in read(&page).split("\n<!-- ").skip(1) {
            let block = part.split_once(" -->\n```");
            let Some((mark, rest)) = block.filter(|(mark, _)| !mark.contains('\n')) else {
                // Of the summary.
                assert!(
                    part.starts_with("reference -->"),
                    "{page}: a mark without commands"
                );
                continue;
            };
            let language = if mark == "python" { "python\n" } else { "sh\n" };
            let rest = rest.strip_prefix(language).expect("a block of commands");
            let (block, _) = rest.split_once("```\n").expect("the block ends");
            if seen.insert((mark.to_owned(), block.to_owned()))
                && let Some(commands) = commands(mark, block)
            {
                script += &format!("echo '== a block of {page}'\n{commands}");
            }
        }
    }
    (script, seen.len())
}

#[test]
fn every_marked_block_runs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (script, blocks) = script(&dist::pack());
    assert!(blocks >= 10, "the marks are lost");
    let mut command = Command::new("timeout");
    forget_the_test(&mut command);
    command.args(["-k", "10", PATIENCE, "bash", "-e", "-o", "pipefail", "-c"]);
    command.arg(script).current_dir(root());
    command.env("HR", root()).env("TMPDIR", &folder);
    command.env("CARGO_NET_OFFLINE", "true");
    // Cargo's search path for tests leads to the debug library.
    command.env_remove("LD_LIBRARY_PATH");
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success(), "{}\n{said}", output.status);
    std::fs::remove_dir_all(&folder).unwrap();
}
