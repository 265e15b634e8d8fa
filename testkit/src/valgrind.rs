//! Runs a C program under valgrind, and reads its summary.

use std::path::PathBuf;
use std::process::Command;

use crate::c_compiler::{Linked, Variant};
use crate::folders::root;
use crate::temp_file::TempFile;

/// What valgrind counted.
#[derive(Debug, PartialEq)]
pub struct Figures {
    pub errors: u64,
    pub definitely_lost: u64,
    pub indirectly_lost: u64,
    pub left_open: usize,
}

pub const CLEAN: Figures = Figures {
    errors: 0,
    definitely_lost: 0,
    indirectly_lost: 0,
    left_open: 0,
};

/// One run.
pub struct Watch {
    log: TempFile,
    suppressions: Option<PathBuf>,
}

impl Watch {
    /// What is known of ring can be distinguished from the rest only where the library keeps its symbols: linked statically.
    pub fn new(variant: &Variant) -> Watch {
        let linked_statically = variant.linked == Linked::StaticWithSymbols;
        Watch {
            log: TempFile::new("valgrind.txt", b""),
            suppressions: linked_statically.then(|| root().join("tests/c/valgrind.supp")),
        }
    }

    pub fn command(&self, program: PathBuf) -> Command {
        let mut command = Command::new("valgrind");
        command.args([
            "--leak-check=full",
            "--show-leak-kinds=definite,indirect,possible",
            "--errors-for-leak-kinds=definite,indirect",
            "--track-fds=yes",
            // A write further past a block than this destroys what valgrind keeps there, and it ends without a summary.
            "--redzone-size=4096",
            &format!("--log-file={}", self.log.path()),
        ]);
        if let Some(file) = &self.suppressions {
            command.arg(format!("--suppressions={}", file.display()));
        }
        command.arg(program);
        command
    }

    pub fn report(&self) -> String {
        std::fs::read_to_string(&self.log.0).unwrap()
    }

    /// Reads the summary of a run that is over, and prints it.
    pub fn figures(&self, title: &str) -> Figures {
        let report = self.report();
        let number = |text: &str| -> u64 {
            let digits: String = text.chars().filter(|c| c.is_ascii_digit()).collect();
            digits
                .parse()
                .unwrap_or_else(|_| panic!("{text}: {report}"))
        };
        let after = |label: &str| report.split(label).nth(1).map(|rest| rest.trim_start());
        let first = |label: &str| after(label).map(|rest| number(rest.split(' ').next().unwrap()));
        // valgrind leaves the leak summary out when there is nothing left at all.
        let all_freed = report.contains("All heap blocks were freed -- no leaks are possible");
        let lost = |label: &str| first(label).or(all_freed.then_some(0)).expect(&report);
        let figures = Figures {
            errors: first("ERROR SUMMARY:").expect(&report),
            definitely_lost: lost("definitely lost:"),
            indirectly_lost: lost("indirectly lost:"),
            left_open: report.matches("== Open ").count() - report.matches("<inherited").count(),
        };
        println!("valgrind, {title}: {figures:?}");
        figures
    }
}
