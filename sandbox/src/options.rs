//! How a sandbox is started, and why it may not start.

use crate::bilingual::Language;
use crate::scenario::{Scenario, ScenarioError};
use axum::http::HeaderValue;
use clap::{Args, ValueEnum};
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

/// Settings of one sandbox, with what `hr-sandbox serve` says of those that are options of its own. Everything listens on
/// 127.0.0.1 only.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Port of the card client, 48367 without it; 0 takes a free one
    #[arg(long = "port", value_name = "PORT", default_value_t = 48367)]
    pub card_port: u16,
    /// Port of the license server; 0 takes a free one
    #[arg(long, default_value_t = 0)]
    pub license_port: u16,
    /// Port of the resource service; 0 takes a free one
    #[arg(long, default_value_t = 0)]
    pub service_port: u16,
    /// Port of the control interface; 0 takes a free one
    #[arg(long, default_value_t = 0)]
    pub control_port: u16,
    /// https for the license server and the resource service, with a fresh certificate
    /// authority; the card client stays on plain http.
    #[arg(skip)]
    pub tls: bool,
    /// Accept only this form of the card client's requests: body or bearer
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub strict_form: Option<CardForm>,
    /// Accept only this method for the license ticket: post or get
    #[arg(long, value_name = "METHOD", hide_possible_values = true)]
    #[arg(ignore_case = true)]
    pub strict_ticket: Option<TicketMethod>,
    /// Accept only this way of carrying the license bearer: bearer or raw
    #[arg(long, value_name = "WAY", hide_possible_values = true)]
    pub strict_auth: Option<LicenseAuth>,
    /// Let the pages of this origin call the card client from a browser, such as http://127.0.0.1:8080
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Option<Origin>,
    /// Life of a license ticket, 3600 without it; 0 makes tickets that are born expired
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    pub ticket_validity: u64,
    #[arg(skip)]
    pub scenario: Scenario,
    /// Path of the resource service, such as `/service` or `/service/`.
    #[arg(skip = "/service")]
    pub service_prefix: String,
    /// One line per request, and per change of cards, faults and scenario, on standard error, from
    /// [`Sandbox::begin_terminal`](crate::Sandbox::begin_terminal) on.
    #[arg(skip)]
    pub terminal: Option<Language>,
    /// Show the invented national numbers whole on standard error
    #[arg(long)]
    pub show_nir: bool,
    /// The folder of the built manual, which the control port then serves.
    #[arg(skip)]
    pub manual: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            card_port: 0,
            license_port: 0,
            service_port: 0,
            control_port: 0,
            tls: false,
            strict_form: None,
            strict_ticket: None,
            strict_auth: None,
            allow_origin: None,
            ticket_validity: 3600,
            scenario: Scenario::default(),
            service_prefix: "/service".into(),
            terminal: None,
            show_nir: false,
            manual: None,
        }
    }
}

/// The two request forms that the interface shows for the card client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CardForm {
    /// POST, with `licenseTicket` in the JSON body (the worked request).
    Body,
    /// GET, payload as JSON body, ticket in `Authorization: Bearer` (the step-by-step chain).
    Bearer,
}

/// The two methods that the interface shows for the license ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TicketMethod {
    /// The flow diagram.
    Post,
    /// The step-by-step chain.
    Get,
}

/// The two ways of carrying the license bearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LicenseAuth {
    /// `Authorization: Bearer <license bearer>`.
    Bearer,
    /// `Authorization: <license bearer>`.
    Raw,
}

/// Where a page comes from, as browsers write it: scheme, host, and the port where it is not the scheme's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(pub(crate) HeaderValue);

impl FromStr for Origin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Origin, &'static str> {
        let form = "a browser writes an origin as http://127.0.0.1:8080 or https://logiciel.example, without a final slash";
        let (scheme, host) = text.split_once("://").ok_or(form)?;
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-.:[]".contains(&b);
        if !["http", "https"].contains(&scheme) || host.is_empty() || !host.bytes().all(plain) {
            return Err(form);
        }
        HeaderValue::from_str(text).map(Origin).map_err(|_| form)
    }
}

/// Why a sandbox did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("the {service} cannot listen on 127.0.0.1:{port}: {source}")]
    Listen {
        service: &'static str,
        port: u16,
        source: io::Error,
    },
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    #[error(
        "the service prefix `{0}` must be empty or start with `/`, and hold letters, digits, `-`, `.`, `_`, `~` and single slashes"
    )]
    Prefix(String),
    #[error("the certificates cannot be made: {0}")]
    Tls(String),
    #[error("the sandbox cannot run: {0}")]
    System(#[from] io::Error),
}

/// Refuses a prefix that routing or a URL could not hold.
pub(crate) fn check_prefix(prefix: &str) -> Result<(), StartError> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    let fine = prefix.is_empty()
        || (prefix.starts_with('/') && !prefix.contains("//") && prefix.bytes().all(plain));
    if fine {
        Ok(())
    } else {
        Err(StartError::Prefix(prefix.into()))
    }
}
