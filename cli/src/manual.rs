//! What the program says of itself: its version and where its files are, the completions, the manual pages.

use crate::arguments::{Arguments, Options};
use crate::config::{Configuration, own_file, own_journal};
use crate::exit::Exit;
use crate::input::of_system;
use crate::library;
use crate::output::{print, say, usage, warn};
use clap_complete::Shell;
use clap_mangen::Man;
use hr_language::{command, fill, tr};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn pages(folder: Option<&Path>) -> Result<Exit, Exit> {
    let mut page = Vec::new();
    let written = match folder {
        Some(folder) => fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command::<Arguments>(), folder)),
        None => Man::new(command::<Arguments>()).render(&mut page),
    };
    print(&String::from_utf8_lossy(&page));
    written.map(|()| Exit::Done).map_err(|e| {
        warn(&of_system(folder.unwrap_or(Path::new("")), &e));
        Exit::Failed
    })
}

pub(crate) fn completions(shell: Shell) -> Exit {
    // Written into memory first: that nobody reads on is no failure.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command::<Arguments>(), "hr", &mut script);
    print(&String::from_utf8_lossy(&script));
    Exit::Done
}

pub(crate) fn version(options: &Options) -> Result<Exit, Exit> {
    say(&format!("hr {}, {} bit", library::version(), usize::BITS));
    let configuration = Configuration::load(options).map_err(usage)?;
    let journal = Some(configuration.word("journal")).filter(|it| !it.is_empty());
    let places = [
        ("Configuration: {}", configuration.file.or_else(own_file)),
        (
            "Journal: {}",
            journal.map(PathBuf::from).or_else(own_journal),
        ),
    ];
    for (label, place) in places {
        if let Some(place) = place {
            let missing = if place.exists() {
                ""
            } else {
                tr(" (not there)")
            };
            say(&(fill(label, &[&place.display()]) + missing));
        }
    }
    Ok(Exit::Done)
}
