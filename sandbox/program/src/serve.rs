//! `hr-sandbox serve`: runs until it receives a request to stop.

use crate::stop::Stop;
use crate::{browser, manual};
use clap::Args;
use hr_language::language;
use hr_sandbox::{Options, Sandbox, Scenario};
use serde_json::json;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Options of `serve`. The first line of standard output is a JSON object with the addresses; standard error says
/// what is at hand, then what happens.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    own: Options,
    /// Use https for the license server and the resource service; DIR receives ca.pem
    #[arg(long, value_name = "DIR")]
    tls: Option<PathBuf>,
    /// Write a configuration that hr_open takes to FILE, before the first line of standard output
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The scenario, as JSON
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Print the default scenario and stop
    #[arg(long)]
    print_scenario: bool,
    /// Path of the resource service, such as /service or /service/
    #[arg(long, value_name = "PATH")]
    service_prefix: Option<String>,
    /// Largest upload body accepted
    #[arg(long, value_name = "BYTES")]
    max_upload_bytes: Option<u64>,
    /// Start a browser on the console
    #[arg(long)]
    open: bool,
    /// Say nothing on standard error
    #[arg(long)]
    quiet: bool,
    /// Stop when standard input closes
    #[arg(long)]
    exit_with_stdin: bool,
}

/// Serves until SIGTERM, Ctrl-C, or the end of standard input when asked.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    if arguments.print_scenario {
        return print_scenario();
    }
    let sandbox = Sandbox::start(options(arguments)?)?;
    let ca_file = match (&arguments.tls, sandbox.ca_pem()) {
        (Some(folder), Some(pem)) => {
            let file = folder.join("ca.pem");
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, pem));
            written.map_err(|error| format!("--tls {}: {error}", folder.display()))?;
            sandbox.set_ca_file(std::path::absolute(&file)?);
            Some(file)
        }
        _ => None,
    };
    // Signals are caught before the addresses are written: a program that reads them may stop this one at once.
    let stop = Stop::listen(arguments.exit_with_stdin)?;
    if let Some(file) = &arguments.config {
        fs::write(file, sandbox.config_json().to_string())
            .map_err(|error| format!("--config {}: {error}", file.display()))?;
    }
    let line = json!({
        "license_url": sandbox.license_url(),
        "local_url": sandbox.local_url(),
        "service_url": sandbox.service_url(),
        "control_url": sandbox.control_url(),
        "console_url": sandbox.console_url(),
        "license_bearer": sandbox.license_bearer(),
        "ca_file": ca_file,
    });
    writeln!(io::stdout(), "{line}")?;
    let url = sandbox.console_url();
    let problem = arguments.open.then(|| browser::open(&url)).flatten();
    sandbox.begin_terminal(&problem.map_or(String::new(), |said| said + "\n"));
    stop.wait();
    Ok(())
}

fn options(arguments: &Arguments) -> Result<Options, Box<dyn Error>> {
    let mut scenario = match &arguments.scenario {
        Some(file) => fs::read_to_string(file)
            .map_err(Into::into)
            .and_then(|text| Scenario::from_json(&text).map_err(Box::<dyn Error>::from))
            .map_err(|error| format!("--scenario {}: {error}", file.display()))?,
        None => Scenario::default(),
    };
    let prefix = arguments.service_prefix.clone();
    scenario.service_prefix = prefix.or(scenario.service_prefix);
    scenario.max_upload_bytes = arguments.max_upload_bytes.or(scenario.max_upload_bytes);
    Ok(Options {
        tls: arguments.tls.is_some(),
        scenario,
        terminal: (!arguments.quiet).then(language),
        manual: manual::folder(),
        ..arguments.own.clone()
    })
}

fn print_scenario() -> Result<(), Box<dyn Error>> {
    let scenario = serde_json::to_string_pretty(&Scenario::default())?;
    Ok(writeln!(io::stdout(), "{scenario}")?)
}
