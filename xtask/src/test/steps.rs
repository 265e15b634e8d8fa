//! The steps of `cargo xtask test`, as data: a suite more or less is a line here.

#[derive(Clone, Copy)]
pub enum Work {
    Cargo,
    /// A module of tools/hr_tools, and its arguments. In a strict run it gets `--strict` as well.
    Python,
    /// Whether the generated files are what the sources give.
    Generated,
    Wrappers,
    /// The sandbox's page in a browser.
    Console,
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
            Work::Cargo => "cargo",
            Work::Python => "cargo xtask",
            Work::Generated => "cargo xtask bindings --check",
            Work::Wrappers => "cargo xtask bindings --test",
            Work::Console => "cargo xtask console",
        };
        let mut title = start.to_owned();
        for word in self.words {
            title += " ";
            title += word;
        }
        title
    }
}

const fn cargo(words: &'static [&'static str]) -> Step {
    Step {
        work: Work::Cargo,
        words,
        environment: &[],
    }
}

const fn python(words: &'static [&'static str]) -> Step {
    Step {
        work: Work::Python,
        words,
        environment: &[],
    }
}

/// `--workspace` although some suites are named: so it is the build of `ALL`.
const fn own(work: Work) -> Step {
    Step {
        work,
        words: &[],
        environment: &[],
    }
}

#[rustfmt::skip]
pub const FAST: &[Step] = &[
    own(Work::Generated),
    cargo(&["test", "--workspace", "--no-fail-fast", "--lib", "--bins"]),
    Step {
        environment: &[("HR_MATRIX", "sample")],
        ..cargo(&["test", "--workspace", "--no-fail-fast", "--test", "api", "--test", "faults", "--test", "repo", "--",
            "functions::", "order::", "matrix::every_fault_at_every_call", "contract::",
            // It builds the library as it is shipped.
            "--skip", "the_shared_library_exports"])
    },
];

#[rustfmt::skip]
pub const ALL: &[Step] = &[
    own(Work::Generated),
    cargo(&["build", "--release"]),
    cargo(&["test", "--workspace", "--no-fail-fast"]),
    // Of the library with its doors for fuzzing, which is another build.
    cargo(&["test", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target", "--no-fail-fast"]),
    // The boundary once more as it is shipped: optimised, with the release profile's panic strategy.
    cargo(&["test", "--release", "-p", "healthrecord", "--no-fail-fast", "--test", "api", "--test", "host", "--",
        "functions::", "process::"]),
    python(&["sanitize", "--within"]),
    python(&["windows", "--within"]),
    python(&["bench", "budget"]),
    python(&["bench", "--check"]),
    own(Work::Wrappers),
    own(Work::Console),
];

#[rustfmt::skip]
pub const MATRIX: &[Step] = &[
    Step {
        work: Work::Cargo,
        words: &["test", "--release", "-p", "healthrecord", "--test", "faults", "--", "matrix::", "--nocapture"],
        environment: &[("HR_MATRIX", "full")],
    },
];
