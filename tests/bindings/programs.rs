//! How each language's programs are made and started. A missing tool is reported; with `HR_STRICT=1` it is
//! a failure.

use std::path::{Path, PathBuf};
use std::process::Command;

use testkit::c_compiler;
use testkit::folders::root;
use testkit::shipped::library;
use testkit::tools::has;

pub struct Program {
    pub command: Vec<String>,
    pub environment: Vec<(&'static str, String)>,
    /// Plain C: the behaviours that a wrapper adds have no meaning.
    pub plain: bool,
}

pub struct Language {
    pub name: &'static str,
    tools: &'static [&'static str],
    make: fn(&Path) -> Program,
}

/// Whose clients hold the conversations.
pub const CLIENTS: &[Language] = &[
    Language {
        name: "C++",
        tools: &["g++"],
        make: |_| in_cpp("bindings/cpp/tests/conversation.cpp"),
    },
    Language {
        name: "Python",
        tools: &["python3"],
        make: |_| in_python("conversation"),
    },
    Language {
        name: "C#",
        tools: &["mcs", "mono"],
        make: |folder| in_csharp(folder, "Conversation"),
    },
    Language {
        name: "Pascal",
        tools: &["fpc"],
        make: |folder| in_pascal(folder, "conversation"),
    },
];

/// Whose programs walk the table of behaviours.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "C",
        tools: &["gcc"],
        make: in_c,
    },
    Language {
        name: "C++",
        tools: &["g++"],
        make: |_| in_cpp("bindings/cpp/tests/conformance.cpp"),
    },
    Language {
        name: "Python",
        tools: &["python3"],
        make: |_| in_python("conformance"),
    },
    Language {
        name: "C#",
        tools: &["mcs", "mono"],
        make: |folder| in_csharp(folder, "Conformance"),
    },
    Language {
        name: "Pascal",
        tools: &["fpc"],
        make: |folder| in_pascal(folder, "Conformance"),
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

/// The C# sources of a folder whose names begin so.
fn sources(folder: &str, start: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let mut sources: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "cs"))
        .filter(|path| text(path.file_name().unwrap()).starts_with(start))
        .collect();
    sources.sort();
    sources
}

fn in_c(_: &Path) -> Program {
    Program {
        command: vec![text(c_compiler::compile(
            &c_compiler::C99_THREADS,
            "tests/c/conformance.c",
        ))],
        environment: Vec::new(),
        plain: true,
    }
}

fn in_cpp(source: &str) -> Program {
    Program {
        command: vec![text(c_compiler::compile(
            &c_compiler::CPP17_WRAPPER,
            source,
        ))],
        environment: Vec::new(),
        plain: false,
    }
}

fn in_python(name: &str) -> Program {
    let root = root().join("bindings/python");
    Program {
        command: vec![
            "python3".into(),
            text(root.join(format!("tests/{name}.py"))),
        ],
        environment: vec![
            shared_library(),
            ("PYTHONPATH", text(root.join("src"))),
            ("PYTHONDONTWRITEBYTECODE", "1".into()),
        ],
        plain: false,
    }
}

fn in_csharp(folder: &Path, start: &str) -> Program {
    let program = folder.join(format!("{start}.exe"));
    let mut command = Command::new("mcs");
    // 7.2 is the newest version that this compiler knows by number.
    command.args(["-langversion:7.2", "-warnaserror"]);
    command.arg(format!("-out:{}", program.display()));
    command.args(sources("bindings/csharp/src", ""));
    command.args(sources("bindings/csharp/tests", start));
    made(&mut command);
    Program {
        command: vec!["mono".into(), text(program)],
        environment: vec![shared_library()],
        plain: false,
    }
}

fn in_pascal(folder: &Path, name: &str) -> Program {
    // Units of its own: another program may be made at the same time.
    let folder = folder.join(format!("of-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("program");
    let mut command = Command::new("fpc");
    // Everything anew, since what is made already is not warned about again; nothing but warnings and notes.
    command.args(["-l-", "-B", "-v0", "-vwn", "-O2"]);
    for units in ["src", "demo", "tests"] {
        command.arg(format!("-Fubindings/delphi/{units}"));
    }
    command.arg(format!("-FU{}", folder.display()));
    command.arg(format!("-o{}", program.display()));
    command.arg(format!("bindings/delphi/tests/{name}.dpr"));
    made(&mut command);
    Program {
        command: vec![text(program)],
        environment: vec![shared_library()],
        plain: false,
    }
}
