//! The steps of `cargo xtask test`, as data: a suite more or less is a line here.

#[derive(Clone, Copy)]
pub enum Work {
    /// A program and its arguments.
    Program(&'static str),
    /// A module of tools/hr_tools, and its arguments. In a strict run it gets `--strict` as well.
    Python,
    /// Whether the generated files are what the sources give.
    Generated,
    /// The wrappers' tests and the sandbox's page in a browser, side by side.
    Languages,
}

#[derive(Clone, Copy)]
pub struct Step {
    pub work: Work,
    pub words: &'static [&'static str],
    pub environment: &'static [(&'static str, &'static str)],
}

impl Step {
    /// The command that makes this step alone.
    pub fn title(&self) -> String {
        let start = match self.work {
            Work::Program(name) => name,
            Work::Python => "cargo xtask",
            Work::Generated => "cargo xtask bindings --check",
            Work::Languages => "cargo xtask bindings --test, cargo xtask console",
        };
        let mut title = String::new();
        for (name, value) in self.environment {
            title += &format!("{name}={value} ");
        }
        title += start;
        for word in self.words {
            title += " ";
            title += word;
        }
        title
    }
}

const fn own(work: Work) -> Step {
    Step {
        work,
        words: &[],
        environment: &[],
    }
}

const fn cargo(words: &'static [&'static str]) -> Step {
    Step {
        words,
        ..own(Work::Program("cargo"))
    }
}

const fn python(words: &'static [&'static str]) -> Step {
    Step {
        words,
        ..own(Work::Python)
    }
}

/// `--workspace` although some suites are named: so it is the build of `ALL`.
#[rustfmt::skip]
pub const FAST: &[Step] = &[
    own(Work::Generated),
    cargo(&["test", "--workspace", "--no-fail-fast", "--lib", "--bins"]),
    Step {
        environment: &[("HR_MATRIX", "sample")],
        ..cargo(&["test", "--workspace", "--no-fail-fast", "--test", "api", "--test", "faults", "--test", "repo", "--",
            "functions::", "order::from_a_login", "matrix::every_fault_at_every_call", "contract::",
            // It builds the library as it is shipped.
            "--skip", "the_shared_library_exports"])
    },
];

#[rustfmt::skip]
pub const ALL: &[Step] = &[
    own(Work::Generated),
    cargo(&["build", "--release"]),
    // Its library is the one that programs in other languages use.
    cargo(&["xtask", "dist"]),
    cargo(&["test", "--workspace", "--no-fail-fast"]),
    // Of the library with its doors for fuzzing, which is another build.
    cargo(&["test", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target/fuzz", "--no-fail-fast"]),
    own(Work::Languages),
    python(&["sanitize", "address", "--within"]),
    python(&["bench", "budget"]),
    python(&["bench", "--check"]),
    cargo(&["xtask", "dist", "--windows", "--check"]),
];

/// What `ALL` leaves out: it takes hours.
#[rustfmt::skip]
pub const MATRIX: &[Step] = &[
    cargo(&["build", "--release"]),
    Step {
        environment: &[("HR_MATRIX", "full"), ("HR_SYSCALL_FAULTS", "full"), ("HR_MEMORY", "full"), ("HR_JOURNAL", "full")],
        ..cargo(&["test", "--release", "-p", "healthrecord", "--no-fail-fast", "--test", "faults", "--",
            "journal::", "matrix::", "scarce::", "steps::", "syscall_faults::", "--nocapture"])
    },
    // The boundary once more with the release profile.
    Step {
        environment: &[("HR_ORDER", "full"), ("HR_RANDOM", "full"), ("HR_JOURNAL", "full")],
        ..cargo(&["test", "--release", "-p", "healthrecord", "--no-fail-fast", "--test", "api", "--test", "host", "--",
            "functions::", "damage::", "order::", "pin_dishonest_client::", "process::"])
    },
    cargo(&["test", "--release", "-p", "healthrecord", "--no-fail-fast", "--test", "host", "--", "--ignored", "valgrind"]),
    Step {
        work: Work::Program("bash"),
        words: &["bindings/cpp/tests/run", "g++"],
        environment: &[("HR_VALGRIND", "1")],
    },
    python(&["sanitize", "thread", "--within"]),
    python(&["windows", "--within"]),
];
