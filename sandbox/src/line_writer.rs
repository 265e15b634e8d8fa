//! Writes what happens to standard error, a line each.

use crate::bilingual::Language;
use crate::mask;
use crate::options::Options;
use crate::views::Show;
use std::io::{self, Write};
use time::OffsetDateTime;
use time::macros::format_description;

/// Where lines go, and what they show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineWriter {
    pub language: Language,
    show: Show,
}

impl LineWriter {
    /// None when nothing is to be said.
    pub(crate) fn new(options: &Options) -> Option<LineWriter> {
        let show = Show {
            nir: options.show_nir,
            pin: false,
        };
        options
            .terminal
            .map(|language| LineWriter { language, show })
    }

    /// One line, with the time.
    pub(crate) fn write(&self, said: &str) {
        let line = format!("{} {}\n", clock(), mask::line(said, self.show));
        // Nobody may be there to read it.
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

fn clock() -> String {
    let format = format_description!("[hour]:[minute]:[second].[subsecond digits:3]");
    OffsetDateTime::now_utc().format(format).unwrap_or_default()
}
