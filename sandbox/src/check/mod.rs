//! `hr-sandbox check`: measurements that need a real computer, through the exported C functions, as a page to
//! send to the library's makers.
//!
//! Each measurement runs on a thread of its own within a time of its own; one that does not end is left behind, what
//! it wrote so far stays, and the end of the program ends it.

mod bounded;
mod cancel;
mod clock;
mod copies;
mod date;
mod files;
mod fixture;
mod folder;
mod network;
mod page;
mod platform;
mod port;
mod private;
mod refusal;
mod report;
mod reset;
mod settings;
#[allow(unsafe_code)]
mod system;
mod tls;
mod traps;

use bounded::Left;
use clap::{Args, ValueEnum};
use folder::Folder;
use hr_sandbox::Language;
use page::{Page, Part};
use report::{Report, Words};
use settings::Settings;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// Options of `check`.
#[derive(Args)]
#[command(
    after_help = "Nothing leaves this computer but the look-up of an invented name in .invalid, which --offline leaves \
    out, and what --url, --file, --unc and --ask-card-client ask for. The page has no secret, no name of a user and no \
    whole path; it names the providers of the network, the proxies and the program at the card client's port: read \
    it before you send it.\n\n\
    Exit status: 0 when every measurement was made, whatever it says; 1 when one failed or did not end, or the page \
    could not be written; 2 when the command line cannot be used."
)]
pub(crate) struct Arguments {
    /// Write one JSON document to standard output, and nothing else
    #[arg(long)]
    json: bool,
    /// Write the JSON document to FILE as well
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Language of the page
    #[arg(long, value_enum, default_value_t = Language::En)]
    lang: Language,
    /// Address of the card client
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:48367")]
    local_url: String,
    /// Ask the card client which cards it has, with an invented ticket
    #[arg(long)]
    ask_card_client: bool,
    /// Connect to this https address as well, without any credential: its certificate, and its clock
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Read this file as a document as well, such as a placeholder of a cloud folder; it goes to this program alone
    #[arg(long, value_name = "FILE")]
    file: Vec<String>,
    /// Read this file of a network drive as a document as well
    #[arg(long, value_name = "PATH")]
    unc: Option<String>,
    /// Look for copies of the library in this folder too: the one of your program
    #[arg(long, value_name = "DIR")]
    program_folder: Option<PathBuf>,
    /// Rounds of what may be lost at random
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=500))]
    rounds: u32,
    /// Look up no name
    #[arg(long)]
    offline: bool,
    /// Make this measurement alone; may be given several times
    #[arg(long, value_enum)]
    only: Vec<Name>,
    /// Say nothing on standard error
    #[arg(long)]
    quiet: bool,
    /// The part of `traps` that may end the process
    #[arg(long, hide = true)]
    trapped: bool,
}

/// The measurements, by their names in the JSON document.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Name {
    Platform,
    Refusal,
    CardPort,
    Reset,
    EarlyRefusal,
    Tls,
    Clock,
    Cancel,
    Files,
    Network,
    Traps,
}

type Measure = fn(&Settings, &Report) -> Result<(), fixture::Failure>;

struct Measurement {
    name: Name,
    title: Words,
    /// Seconds.
    bound: u64,
    measure: Measure,
}

const MEASUREMENTS: [Measurement; 11] = [
    Measurement {
        name: Name::Platform,
        title: ("Computer and program", "Poste et programme"),
        bound: 20,
        measure: platform::measure,
    },
    Measurement {
        name: Name::Refusal,
        title: ("Refusal at a free port", "Refus sur un port libre"),
        bound: 90,
        measure: refusal::measure,
    },
    Measurement {
        name: Name::CardPort,
        title: ("Port of the card client", "Port du client de carte"),
        bound: 40,
        measure: port::measure,
    },
    Measurement {
        name: Name::Reset,
        title: (
            "Logins answered, then reset (RST)",
            "Connexions avec carte : réponse suivie d'un RST",
        ),
        bound: 60,
        measure: reset::logins,
    },
    Measurement {
        name: Name::EarlyRefusal,
        title: (
            "Uploads refused early (413), then reset",
            "Envois refusés avant la fin (413), puis RST",
        ),
        bound: 60,
        measure: reset::uploads,
    },
    Measurement {
        name: Name::Tls,
        title: ("TLS", "TLS"),
        bound: 90,
        measure: tls::measure,
    },
    Measurement {
        name: Name::Clock,
        title: ("Clock and roots", "Horloge et certificats racines"),
        bound: 60,
        measure: clock::measure,
    },
    Measurement {
        name: Name::Cancel,
        title: ("From hr_cancel to the return", "De hr_cancel au retour"),
        bound: 120,
        measure: cancel::measure,
    },
    Measurement {
        name: Name::Files,
        title: ("Documents of every kind", "Documents de toute nature"),
        bound: 120,
        measure: files::measure,
    },
    Measurement {
        name: Name::Network,
        title: ("Network", "Réseau"),
        bound: 60,
        measure: network::measure,
    },
    Measurement {
        name: Name::Traps,
        title: ("Floating-point traps", "Exceptions de calcul flottant"),
        bound: 40,
        measure: traps::measure,
    },
];

/// The whole ends within this time, whatever hangs.
const BOUND: Duration = Duration::from_secs(300);

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode, Box<dyn Error>> {
    if arguments.trapped {
        return Ok(traps::inside());
    }
    let start = Instant::now();
    let folder = Folder::new()?;
    let settings = Arc::new(Settings {
        local_url: arguments.local_url,
        ask_card_client: arguments.ask_card_client,
        url: arguments.url,
        files: arguments.file,
        unc: arguments.unc,
        program_folder: arguments.program_folder,
        rounds: arguments.rounds,
        offline: arguments.offline,
        folder: folder.path().to_owned(),
    });
    let chosen = |name| arguments.only.is_empty() || arguments.only.contains(&name);
    let wanted: Vec<_> = MEASUREMENTS.iter().filter(|it| chosen(it.name)).collect();
    let progress = Progress(!arguments.quiet && !arguments.json, arguments.lang);
    progress.begin();
    let mut page = Page::new(SystemTime::now(), BOUND, settings.offline);
    for (number, measurement) in wanted.iter().enumerate() {
        progress.step(number + 1, wanted.len(), measurement.title);
        let left = BOUND.saturating_sub(start.elapsed());
        page.add(make(measurement, &settings, left));
    }
    page.took = start.elapsed();
    drop(folder);
    let document = page.json();
    let mut failed = page.failed();
    if let Some(file) = &arguments.output
        && let Err(error) = std::fs::write(file, format!("{document:#}\n"))
    {
        eprintln!("hr-sandbox: the page cannot be written to the file of --output: {error}");
        failed = true;
    }
    let mut out = io::stdout().lock();
    match arguments.json {
        true => writeln!(out, "{document:#}")?,
        false => out.write_all(page.text(arguments.lang).as_bytes())?,
    }
    out.flush()?;
    // Threads that were left behind end here, and nothing is waited for.
    std::process::exit(i32::from(failed));
}

fn make(measurement: &Measurement, settings: &Arc<Settings>, left: Duration) -> Part {
    let report = Report::default();
    let start = Instant::now();
    let limit = Duration::from_secs(measurement.bound).min(left);
    let failed = if limit.is_zero() {
        Some("no time was left".to_owned())
    } else {
        let (settings, own, measure) = (Arc::clone(settings), report.clone(), measurement.measure);
        let ended = bounded::within(limit, move || {
            measure(&settings, &own).map_err(|failure| failure.to_string())
        });
        match ended {
            Ok(result) => result.err(),
            Err(Left::Overdue) => Some(format!("it did not end within {} s", limit.as_secs())),
            Err(Left::Died) => Some("its thread did not live to the end".to_owned()),
        }
    };
    let name = measurement.name.to_possible_value();
    Part {
        name: name.map_or_else(String::new, |name| name.get_name().to_owned()),
        title: measurement.title,
        report,
        failed,
        took: start.elapsed(),
    }
}

/// The progress on standard error, for a person who waits.
struct Progress(bool, Language);

impl Progress {
    fn begin(&self) {
        let seconds = BOUND.as_secs();
        self.line(match self.1 {
            Language::En => {
                format!("Nothing to do but wait: this ends by itself within {seconds} s.")
            }
            Language::Fr => format!("Rien à faire : fin automatique avant {seconds} s."),
        });
    }

    fn step(&self, number: usize, of: usize, title: Words) {
        self.line(format!("{number}/{of} {}", page::of(self.1, title)));
    }

    fn line(&self, line: String) {
        if self.0 {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }
}
