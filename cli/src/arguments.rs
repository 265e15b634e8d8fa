//! The command line. The helps are in the catalogue as well.

use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, value_parser};
use clap_complete::Shell;
use hr_language::Language;
use std::path::PathBuf;

/// Put documents into patients' shared health records, and find out why it does not work.
#[derive(Parser)]
#[command(name = "hr", version)]
#[command(
    after_help = "Exit status: 0 done, 1 failed, 2 usage or configuration, 3 a person must choose, 4 authentication or card, 5 refused, 6 in doubt (do not repeat), 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub options: Options,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Args)]
pub(crate) struct Options {
    /// The configuration: JSON as hr_open takes it, or TOML (default: what HR_CONFIG names, else what hr init writes)
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// A file that has the license bearer, in place of license_bearer (default: what HR_LICENSE_BEARER_FILE names)
    #[arg(long, global = true, value_name = "FILE")]
    pub license_bearer_file: Option<PathBuf>,
    /// Print the objects of the library, one a line
    #[arg(long, global = true)]
    pub json: bool,
    /// The language, en or fr; without it, that of the locale
    #[arg(long, global = true, value_enum)]
    pub lang: Option<Language>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Check what is needed to work, and say what to do about what fails
    Doctor {
        /// Wait for Enter at the end, for a window that closes then
        #[arg(long)]
        pause: bool,
    },
    /// Write a configuration, asking for what it needs
    Init {
        /// The address of the license server; asked for without it
        #[arg(long, value_name = "URL")]
        license_url: Option<String>,
        /// Replace a file that exists
        #[arg(long)]
        force: bool,
    },
    /// List the cards in the reader
    Cards {
        /// Wait until one is there, for so many seconds; 60 where none are named
        #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = seconds())]
        #[arg(num_args = 0..=1, default_missing_value = "60")]
        wait: i32,
    },
    /// Log in and put documents into a patient's record
    Deposit(Deposit),
    /// List what was sent, and decide about documents in doubt
    Journal(Journal),
    /// Log in and make any other request of the resource service
    Request(Request),
    /// Print the version and where files are
    Version,
    /// Print the completions of a shell: bash, elvish, fish, powershell or zsh
    Completions { shell: Shell },
    /// Write the manual pages
    Man {
        /// A folder, for a page for each command; without it, the page of hr on standard output
        #[arg(value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
}

fn seconds() -> impl TypedValueParser<Value = i32> {
    value_parser!(i32).range(0..=86_400)
}

/// How a login is made.
#[derive(Args)]
pub(crate) struct Login {
    /// Wait until a card that fits is in the reader, for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = seconds())]
    pub wait: i32,
    /// Read the PIN from the first line of standard input
    #[arg(long, conflicts_with = "pin_fd")]
    pub pin_stdin: bool,
    /// Read the PIN from the first line of this file descriptor (not on Windows)
    #[arg(long, value_name = "NUMBER", value_parser = value_parser!(i32).range(0..))]
    pub pin_fd: Option<i32>,
    /// Answers in place of a person's: a JSON object with members of the requests of hr_connect and hr_deposit
    #[arg(long, value_name = "FILE")]
    pub answer: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Deposit {
    /// The documents
    #[arg(value_name = "FILE", required_unless_present = "csv")]
    pub files: Vec<PathBuf>,
    /// JSON: any of nom, prenom, date_naissance and sexe, and patient_id beside them; - reads standard input
    #[arg(long, value_name = "FILE", required_unless_present = "csv")]
    pub patient: Option<PathBuf>,
    /// The type of the documents, such as 11503-0
    #[arg(long, value_name = "CODE", required_unless_present = "csv")]
    pub type_code: Option<String>,
    /// The activity type, such as 10
    #[arg(long, value_name = "CODE", required_unless_present = "csv")]
    pub activity: Option<String>,
    /// What the journal calls the documents: no name and no number of a patient
    #[arg(long, value_name = "TEXT")]
    pub reference: Option<String>,
    /// Send what was accepted before once more; a document in doubt is held back all the same
    #[arg(long)]
    pub again: bool,
    /// Documents of several patients: a list with the columns path, type_code, activity_type and any of filename,
    /// reference, nom, prenom, date_naissance, sexe, patient_id
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["files", "patient", "type_code", "activity", "reference"])]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub login: Login,
}

#[derive(Args)]
pub(crate) struct Journal {
    /// Only documents of which nobody knows whether they arrived
    #[arg(long)]
    pub doubts: bool,
    /// How many are listed, the newest first: 1 to 10000; without it 20, of doubts all
    #[arg(long, value_name = "NUMBER", value_parser = value_parser!(u32).range(1..=10_000))]
    pub limit: Option<u32>,
    /// A person found this document in the patient's record
    #[arg(long, value_name = "ENTRY", conflicts_with_all = ["doubts", "resend"])]
    pub found: Option<String>,
    /// This document is not in the patient's record: let it be sent once more
    #[arg(long, value_name = "ENTRY", conflicts_with = "doubts")]
    pub resend: Option<String>,
}

#[derive(Args)]
pub(crate) struct Request {
    /// The method, such as GET
    pub method: String,
    /// The path below the address of the service
    pub path: String,
    /// The JSON to send; - reads standard input
    #[arg(long, value_name = "FILE")]
    pub body: Option<PathBuf>,
    #[command(flatten)]
    pub login: Login,
}

#[cfg(test)]
#[test]
fn all_that_the_program_says_has_its_french() {
    let members = crate::init::members().map(|(_, it, _)| it.to_owned());
    testkit::french::has_all_that_is_said::<Arguments>("cli", members);
}
