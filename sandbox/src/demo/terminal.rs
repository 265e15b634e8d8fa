//! The output for a person: aligned lines; colours and a progress bar on a terminal only.

use super::document::Document;
use super::report::Report;
use super::step::Step;
use super::summary::{self, count};
use crate::host::version;
use console::{Style, Term};
use hr::code::HR_E_PIN_GUARD;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value;
use std::fmt::Display;
use std::io::{self, Write};

pub(super) struct Terminal {
    /// If false, nothing is written.
    shown: bool,
    colours: bool,
}

impl Terminal {
    pub(super) fn new(shown: bool) -> Terminal {
        // This respects NO_COLOR and terminals without colours.
        let colours = Term::stdout().features().colors_supported();
        Terminal { shown, colours }
    }

    pub(super) fn begin(&mut self, document: &Document) -> io::Result<()> {
        let title = self.paint(
            Style::new().bold(),
            "The nine steps through the C functions",
        );
        self.line(format_args!("{title} (hr {})", version()))?;
        self.line(format_args!(
            "Document: {}, {}\n",
            plain(&document.name),
            count(document.bytes, "byte")
        ))?;
        let head = format!(
            "    {:<18} {:<40} {:>6} {:>10}  {}",
            "Function", "Request", "Status", "Time", "Result"
        );
        self.line(self.paint(Style::new().dim(), &head))
    }

    pub(super) fn step(&mut self, step: &Step) -> io::Result<()> {
        let (what, status) = match &step.request {
            Some(request) => {
                let status = request
                    .status
                    .map_or("-".into(), |status| status.to_string());
                (
                    format!("{} {}", request.method, plain(&request.path)),
                    status,
                )
            }
            None => ("nothing sent".into(), "-".into()),
        };
        let good = match step.reply.is_ok() {
            true => Style::new().green(),
            false => Style::new().red(),
        };
        let time = format!("{:.1} ms", step.time.as_secs_f64() * 1e3);
        self.line(format_args!(
            "{:>2}  {} {what:<40} {} {}  {}",
            step.number,
            self.paint(Style::new().bold(), &format!("{:<18}", step.function)),
            self.paint(good.clone(), &format!("{status:>6}")),
            self.paint(Style::new().dim(), &format!("{time:>10}")),
            self.paint(good, &plain(&step.summary)),
        ))?;
        if !step.reply.is_ok() {
            self.error(step)?;
        }
        Ok(())
    }

    fn error(&self, step: &Step) -> io::Result<()> {
        let service = match step.reply.text("service_message") {
            "" => String::new(),
            said => format!("{} ({said})", step.reply.value["service_code"]),
        };
        for (name, text) in [
            ("Message", step.reply.text("message")),
            ("Service", &service),
            ("Remedy", step.reply.text("remedy")),
            ("In French", step.reply.text("message_fr")),
            ("Outcome", &summary::outcome(step.reply.text("outcome"))),
        ] {
            if !text.is_empty() {
                let name = self.paint(Style::new().dim(), &format!("{name:<10}"));
                self.line(format_args!("    {name} {}", plain(&text)))?;
            }
        }
        if step.reply.code == HR_E_PIN_GUARD {
            self.line(
                "    The PIN guard sent nothing: a PIN that a card refused is not presented to it \
                 again, by any\n    handle of the process, until a person insists (`confirmed` of \
                 hr_connect, or hr_pin_retry_allow).",
            )?;
        }
        Ok(())
    }

    pub(super) fn waits(&mut self, console: &str) -> io::Result<()> {
        let address = self.paint(Style::new().bold(), console);
        self.line(format_args!("Console: {address}"))?;
        self.line("The walk begins once the page is open in a browser, or with Enter.\n")
    }

    pub(super) fn stays(&mut self, console: &str) -> io::Result<()> {
        self.line(format_args!(
            "\nThe console stays at {console} until Ctrl-C."
        ))
    }

    pub(super) fn retry_login(&mut self) -> io::Result<()> {
        self.line("\n    A program that retries with the same PIN:")
    }

    pub(super) fn end(&mut self, report: &Report) -> io::Result<()> {
        let dim = Style::new().dim();
        let row = |name: &str, sha256: &str, bytes: &str| {
            format!("    {name:<8} {sha256:<64} {bytes:>16}")
        };
        self.line("")?;
        self.line(self.paint(dim, &row("", "SHA-256", "Length")))?;
        let file = report.document;
        self.line(row("file", &file.sha256, &count(file.bytes, "byte")))?;
        match report.stored.last() {
            Some(stored) => {
                self.line(row("sandbox", &stored.sha256, &count(stored.bytes, "byte")))?;
            }
            None => self.line(row("sandbox", "-", "-"))?,
        }
        self.line(format_args!(
            "\n    The sandbox saw {}, {}, {}.",
            count(report.requests as u64, "request"),
            count(report.presentations.into(), "PIN presentation"),
            count(report.stored.len() as u64, "document"),
        ))?;
        let differences = report.differences();
        if differences.is_empty() {
            let equal = "Stored unchanged: the SHA-256 and the length are the file's.";
            self.line(format_args!(
                "    {}",
                self.paint(Style::new().green(), equal)
            ))?;
        }
        for difference in differences {
            let failed = self.paint(Style::new().red(), "Failed:");
            self.line(format_args!("    {failed} {}", plain(&difference)))?;
        }
        self.line(
            "\nNext: `hr-sandbox serve` keeps the three services running for a program of yours;\n\
             sandbox/README.md describes them, and include/hr.h describes each function.",
        )
    }

    /// A bar on standard error, so that the lines on standard output stay whole.
    pub(super) fn bar(&self, document: &Document) -> Bar {
        let target = match self.shown {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let template = match self.colours {
            true => "    {bar:40.cyan} {bytes:>11} of {total_bytes}, {bytes_per_sec}",
            false => "    {bar:40} {bytes:>11} of {total_bytes}, {bytes_per_sec}",
        };
        let bar = ProgressBar::with_draw_target(Some(document.bytes), target);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("━╸─"));
        }
        Bar(bar)
    }

    fn paint(&self, style: Style, text: &str) -> String {
        style.force_styling(self.colours).apply_to(text).to_string()
    }

    fn line(&self, text: impl Display) -> io::Result<()> {
        match self.shown {
            true => writeln!(io::stdout(), "{text}"),
            false => Ok(()),
        }
    }
}

/// The progress of an upload; removed from the display at its end.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn set(&self, done: i32, total: i32) {
        let length = self.0.length().unwrap_or_default();
        let unit = match i32::try_from(length) {
            Ok(_) => 1,
            Err(_) => 1024,
        };
        let done = u64::try_from(done).unwrap_or_default() * unit;
        self.0
            .set_position(if total == 0 { length } else { done.min(length) });
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

pub(super) fn write_json(value: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)
}

/// Removes control characters, so that a text from outside cannot control the display.
pub(super) fn plain(text: &dyn Display) -> String {
    text.to_string().replace(char::is_control, " ")
}
