//! How each language's programs are made and started. A missing tool is reported; with `HR_STRICT=1` it is
//! a failure.

use std::path::Path;
use std::process::Command;

use testkit::c_compiler;
use testkit::folders::root;
use testkit::shipped::library;
use testkit::tools::has;

pub struct Program {
    pub command: Vec<String>,
    pub environment: Vec<(&'static str, String)>,
}

pub struct Language {
    pub name: &'static str,
    tools: &'static [&'static str],
    make: fn(&Path) -> Program,
}

/// The wrappers with a client, which holds the conversations.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "C++",
        tools: &["g++"],
        make: |_| in_cpp(),
    },
    Language {
        name: "Python",
        tools: &["python3"],
        make: |_| in_python(),
    },
    Language {
        name: "C#",
        tools: &["mcs", "mono"],
        make: |folder| in_csharp(folder),
    },
    Language {
        name: "Pascal",
        tools: &["fpc"],
        make: |folder| in_pascal(folder),
    },
];

impl Language {
    pub fn build(&self) -> Option<Program> {
        for tool in self.tools {
            if !has(tool, &format!("the programs in {}", self.name)) {
                return None;
            }
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("languages")
            .join(self.name);
        std::fs::create_dir_all(&folder).unwrap();
        Some((self.make)(&folder))
    }
}

fn text(path: impl AsRef<Path>) -> String {
    path.as_ref().to_str().unwrap().to_owned()
}

fn shared_library() -> (&'static str, String) {
    ("HR_LIBRARY", text(library().join("libhr.so")))
}

/// Runs a compiler at the project's root; it must have nothing to say.
fn made(command: &mut Command) {
    let output = command.current_dir(root()).output().unwrap();
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(&output.stdout)
    );
    let fine = output.status.success() && said.is_empty();
    assert!(fine, "{command:?}\n{said}");
}

#[test]
#[should_panic(expected = "\na warning\n")]
fn a_compiler_that_says_something_fails() {
    made(Command::new("echo").arg("a warning"));
}

fn in_cpp() -> Program {
    Program {
        command: vec![text(c_compiler::compile(
            &c_compiler::CPP17_WRAPPER,
            "bindings/cpp/tests/conversation.cpp",
        ))],
        environment: Vec::new(),
    }
}

fn in_python() -> Program {
    let root = root().join("bindings/python");
    Program {
        command: vec!["python3".into(), text(root.join("tests/conversation.py"))],
        environment: vec![
            shared_library(),
            ("PYTHONPATH", text(root.join("src"))),
            ("PYTHONDONTWRITEBYTECODE", "1".into()),
        ],
    }
}

fn in_csharp(folder: &Path) -> Program {
    let program = folder.join("Conversation.exe");
    let mut command = Command::new("mcs");
    // 7.2 is the newest version that this compiler knows by number.
    command.args(["-langversion:7.2", "-warnaserror"]);
    command.arg(format!("-out:{}", program.display()));
    command.args([
        "bindings/csharp/src/*.cs",
        "bindings/csharp/tests/Conversation.cs",
    ]);
    made(&mut command);
    Program {
        command: vec!["mono".into(), text(program)],
        environment: vec![shared_library()],
    }
}

fn in_pascal(folder: &Path) -> Program {
    let program = folder.join("program");
    let mut command = Command::new("fpc");
    // Everything anew, since what is made already is not warned about again; nothing but warnings and notes.
    command.args(["-l-", "-B", "-v0", "-vwn", "-O2"]);
    for units in ["src", "demo", "tests"] {
        command.arg(format!("-Fubindings/delphi/{units}"));
    }
    command.arg(format!("-FU{}", folder.display()));
    command.arg(format!("-o{}", program.display()));
    command.arg("bindings/delphi/tests/conversation.dpr");
    made(&mut command);
    Program {
        command: vec![text(program)],
        environment: vec![shared_library()],
    }
}
