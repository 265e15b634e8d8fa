//! The manual pages, the completions and what `hr version` says.

use crate::arguments;
use crate::config::{own_file, own_journal};
use crate::exit::Exit;
use crate::library;
use crate::output::{note, print, say};
use crate::texts::fill;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use std::fs;
use std::io;
use std::path::Path;

pub(crate) fn pages(folder: Option<&Path>) -> Exit {
    let written = match folder {
        Some(folder) => all_pages(folder),
        None => {
            let mut page = Vec::new();
            let rendered = Man::new(arguments::command()).render(&mut page);
            rendered.map(|()| print(&String::from_utf8_lossy(&page)))
        }
    };
    match written {
        Ok(()) => Exit::Done,
        Err(e) => {
            note(&format!("hr: {e}"));
            Exit::Failed
        }
    }
}

fn all_pages(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(arguments::command(), folder)
}

pub(crate) fn completions(shell: Shell) -> Exit {
    let mut command: Command = arguments::command();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "hr", &mut script);
    print(&String::from_utf8_lossy(&script));
    Exit::Done
}

pub(crate) fn version() -> Exit {
    say(&format!("hr {}, {} bit", library::version(), usize::BITS));
    for (label, place) in [
        ("Configuration: {file}", own_file()),
        ("Journal: {file}", own_journal()),
    ] {
        if let Some(place) = place {
            say(&fill(label, &[("file", &place.display())]));
        }
    }
    Exit::Done
}
