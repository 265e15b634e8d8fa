//! Pictures of what programs print, in `docs/images`: as they print it today. `HR_BLESS=1` draws them anew.

use std::fs;

use anstyle_svg::Term;
use regex::Regex;

use crate::folders::root;

/// How its lines appear.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    AtOnce,
    OneByOne,
}

/// Seconds between two lines.
const PACE: f64 = 0.4;

/// Whether the picture is what the program printed, colours included. `varies` has, a line each, a pattern of what
/// differs from run to run, ` => `, and what is shown in its place.
#[track_caller]
pub fn is_todays(name: &str, printed: &[u8], varies: &str, lines: Lines) {
    let mut page = String::from_utf8(printed.to_vec()).unwrap();
    for row in varies.trim().lines() {
        let (pattern, shown) = row.trim().split_once(" => ").unwrap();
        let pattern = Regex::new(pattern).unwrap();
        page = pattern.replace_all(&page, shown).into_owned();
    }
    let mut picture = Term::new().render_svg(&page);
    if lines == Lines::OneByOne {
        picture = recording(&picture);
    }
    let file = root().join("docs/images").join(name);
    if std::env::var_os("HR_BLESS").is_some() {
        fs::write(&file, &picture).unwrap();
    }
    let today = fs::read_to_string(file).unwrap_or_default() == picture;
    assert!(today, "HR_BLESS=1 cargo test draws {name} anew");
}

/// Each line begins hidden where animations are shown; elsewhere the picture stands still.
fn recording(picture: &str) -> String {
    const LINE: &str = "<tspan x=";
    let mut parts = picture.split(LINE);
    let head = parts.next().unwrap_or_default().replace(
        "  </style>",
        "    @keyframes appear { from { visibility: hidden } to { visibility: visible } }\n    \
         @media (prefers-reduced-motion: no-preference) { .line { animation: appear 1ms both } }\n  </style>",
    );
    let lines = parts.enumerate().map(|(number, line)| {
        let delay = number as f64 * PACE;
        format!("<tspan class=\"line\" style=\"animation-delay: {delay:.1}s\" x={line}")
    });
    std::iter::once(head).chain(lines).collect()
}
