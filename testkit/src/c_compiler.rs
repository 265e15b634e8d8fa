//! Compiles C programs with the library as it is shipped, and runs them.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::folders::{root, temporary};
use crate::process::Running;
use crate::shipped::{library, static_with_symbols};

const WARNINGS: [&str; 5] = ["-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];
/// What rustc names with `--print native-static-libs`.
pub const NATIVE: [&str; 6] = ["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl"];
/// A program under valgrind may be fifty times slower.
const PATIENCE: Duration = Duration::from_secs(600);

/// A compiler with its flags.
pub struct Variant {
    pub name: &'static str,
    pub tool: &'static str,
    flags: &'static [&'static str],
    pub linked: Linked,
}

#[derive(PartialEq)]
pub enum Linked {
    Shared,
    Static,
    StaticWithSymbols,
    /// It loads the library itself, or does without.
    Not,
}

const fn variant(
    name: &'static str,
    tool: &'static str,
    flags: &'static [&'static str],
) -> Variant {
    let linked = Linked::Shared;
    Variant {
        name,
        tool,
        flags,
        linked,
    }
}

pub const C99: Variant = variant("c99", "gcc", &["-std=c99"]);
/// With threads and atomics.
pub const C11: Variant = variant("c11", "gcc", &["-std=c11", "-pthread"]);
pub const LOADING: Variant = Variant {
    linked: Linked::Not,
    ..variant("loading", "gcc", &["-std=c11", "-pthread"])
};
/// A library that is to be preloaded.
pub const PRELOAD: Variant = Variant {
    linked: Linked::Not,
    ..variant(
        "preload",
        "gcc",
        &["-std=c11", "-pthread", "-shared", "-fPIC"],
    )
};
pub const C99_CLANG: Variant = variant("c99-clang", "clang", &["-std=c99"]);
pub const CPP11: Variant = variant("cpp11", "g++", &["-x", "c++", "-std=c++11"]);
pub const CPP20: Variant = variant("cpp20", "g++", &["-x", "c++", "-std=c++20"]);
pub const CPP17_WRAPPER: Variant = variant(
    "cpp17-wrapper",
    "g++",
    &["-std=c++17", "-pthread", "-Ibindings/cpp"],
);
pub const STATIC: Variant = Variant {
    linked: Linked::Static,
    ..variant("static", "gcc", &["-std=c99", "-DHR_STATIC"])
};

/// For valgrind, which knows functions by their names.
pub const STATIC_WITH_SYMBOLS: Variant = Variant {
    name: "static-with-symbols",
    linked: Linked::StaticWithSymbols,
    ..STATIC
};

/// The compiler's command for a source of this project. The header may be another one, for a test.
pub fn compiler(variant: &Variant, source: &str, include: &Path) -> Command {
    let mut command = Command::new(variant.tool);
    command
        .current_dir(root())
        .args(variant.flags)
        .args(WARNINGS);
    command.arg("-I").arg(include).args(["-Itests/c", source]);
    command
}

/// Compiles without a warning and links; gives the program.
pub fn compile(variant: &Variant, source: &str) -> PathBuf {
    let folder = temporary().join("c_program");
    std::fs::create_dir_all(&folder).unwrap();
    let stem = Path::new(source).file_stem().unwrap().to_str().unwrap();
    // Its own file each time: another test may be running the same program.
    static COUNT: AtomicU32 = AtomicU32::new(1);
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    let program = folder.join(format!("{stem}-{}-{number}", variant.name));
    let mut command = compiler(variant, source, Path::new("include"));
    match variant.linked {
        Linked::Static => command.arg(library().join("libhr.a")).args(NATIVE),
        Linked::StaticWithSymbols => command.arg(static_with_symbols()).args(NATIVE),
        Linked::Shared => command
            .arg("-L")
            .arg(library())
            .arg("-lhr")
            .arg(format!("-Wl,-rpath,{}", library().display())),
        Linked::Not => &mut command,
    };
    let output = command.arg("-o").arg(&program).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.is_empty(),
        "{command:?}\n{said}"
    );
    program
}

#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// What it printed, and behind that what it printed on standard error.
    pub fn all(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    #[track_caller]
    pub fn exits(self, code: i32) -> Ended {
        assert_eq!(self.code, Some(code), "{}", self.all());
        self
    }

    #[track_caller]
    pub fn says(self, part: &str) -> Ended {
        assert!(self.all().contains(part), "{part} in {}", self.all());
        self
    }

    #[track_caller]
    pub fn hides(self, part: &str) -> Ended {
        assert!(!self.all().contains(part), "{part} in {}", self.all());
        self
    }
}

/// Runs to the end, with this standard input.
pub fn run(command: &mut Command, input: &str) -> Ended {
    run_with(command, |mut stdin| {
        // A program that ends before it reads is not an error here.
        let _ = stdin.write_all(input.as_bytes());
    })
}

/// Runs to the end, while its standard input is written.
pub fn run_with(command: &mut Command, write: impl FnOnce(ChildStdin)) -> Ended {
    // Cargo's search path for tests leads to the debug library.
    command
        .env_remove("LD_LIBRARY_PATH")
        .env("RUST_BACKTRACE", "0");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut running = Running(command.spawn().unwrap());
    let child = &mut running.0;
    let stdin = child.stdin.take().unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let (to_out, outs) = channel();
    let (to_err, errs) = channel();
    let read = |from: &mut dyn Read| {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        String::from_utf8(bytes).expect("UTF-8")
    };
    std::thread::spawn(move || to_out.send(read(&mut out)));
    std::thread::spawn(move || to_err.send(read(&mut err)));
    write(stdin);
    let out = outs.recv_timeout(PATIENCE).expect("the program ends");
    let err = errs.recv_timeout(PATIENCE).expect("the program ends");
    let code = running.0.wait().unwrap().code();
    Ended { code, out, err }
}
