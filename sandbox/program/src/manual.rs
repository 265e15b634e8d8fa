//! `hr-sandbox manual`: serves the manual until it receives a request to stop.

use crate::browser;
use crate::stop::Stop;
use clap::Args;
use hr_language::{Language, fill, language};
use hr_sandbox::{Options, Sandbox};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// Options of `manual`. The first line of standard output is its address.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Start a browser on it
    #[arg(long)]
    open: bool,
    /// Stop when standard input closes
    #[arg(long)]
    exit_with_stdin: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let language = match language() {
        Language::En => "en",
        Language::Fr => "fr",
    };
    let none = fill(
        "the manual in HTML is not here: read docs/{}/README.md (in an archive below share/doc/hr), or make it in a clone: cargo xtask docs",
        &[&language],
    );
    let sandbox = Sandbox::start(Options {
        control_port: arguments.port,
        manual: Some(folder().ok_or(none)?),
        ..Options::default()
    })?;
    let stop = Stop::listen(arguments.exit_with_stdin)?;
    let url = format!("{}/manual/{language}/index.html", sandbox.control_url());
    writeln!(io::stdout(), "{url}")?;
    if arguments.open
        && let Some(problem) = browser::open(&url)
    {
        crate::say(&problem);
    }
    stop.wait();
    Ok(())
}

/// Where the archive has the manual, from the folder of the program's folder; and where a checkout builds it.
const PLACES: [&[&str]; 2] = [&["share", "doc", "hr", "manual"], &["manual"]];

/// The manual beside this program.
pub(crate) fn folder() -> Option<PathBuf> {
    let program = std::env::current_exe().and_then(|path| path.canonicalize());
    let root = program.ok()?.parent()?.parent()?.to_owned();
    let places = PLACES.map(|place| root.join(PathBuf::from_iter(place)));
    places.into_iter().find(|place| place.join("fr").is_dir())
}
