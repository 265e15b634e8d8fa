//! The commands that make one call and show its result, the cards in the reader, the journal, any request; and those that
//! make none: the version, the completions, the manual pages.

use crate::arguments::{Arguments, Journal, Options, Request};
use crate::config::{Configuration, own_file};
use crate::exit::Exit;
use crate::input::{of_system, text};
use crate::library::{self, FOUND, JOURNAL, RESEND_ALLOW};
use crate::output::{cell, end, escaped, failure, print, say, table, usage, warn};
use crate::talk::{self, Talk};
use clap_complete::Shell;
use clap_mangen::Man;
use hr_language::{command, fill, tr};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// No PIN is presented.
pub(crate) fn cards(options: &Options, wait: i32) -> Result<Exit, Exit> {
    let reply = talk::open(options)?.wait_card(wait * 1000);
    let columns = [
        ("Kind", "cardType"),
        ("Last name", "lastName"),
        ("First name", "firstName"),
        ("Serial", "serial"),
    ];
    Ok(end(&reply, |reply| table(&columns, reply.list("cards"))))
}

pub(crate) fn journal(options: &Options, arguments: &Journal) -> Result<Exit, Exit> {
    let configuration = talk::configuration(options)?;
    let library = configuration.open().map_err(|reply| failure(&reply))?;
    let settle = |function, entry: &str, said| {
        let listed = library.with(JOURNAL, &json!({"entry": entry}).to_string());
        if listed.is_ok() && listed.list("entries").is_empty() {
            let why = "no document with this entry is in the journal {}; name the configuration of the program that sent it with --config";
            return Err(usage(fill(why, &[&configuration.word("journal")])));
        }
        Ok(end(&library.with(function, entry), |_| say(said)))
    };
    if let Some(entry) = &arguments.found {
        return settle(FOUND, entry, tr("The document counts as sent."));
    }
    if let Some(entry) = &arguments.resend {
        let said = tr("The document may be sent once more.");
        return settle(RESEND_ALLOW, entry, said);
    }
    let filter = match arguments.doubts {
        true => json!({"limit": arguments.limit.unwrap_or(10_000), "doubt": true}),
        false => json!({"limit": arguments.limit.unwrap_or(20)}),
    };
    Ok(end(&library.with(JOURNAL, &filter.to_string()), |reply| {
        entries(reply.list("entries"));
        let counts = "Documents: {}; in doubt: {}; damaged lines: {}";
        let members = ["uploads", "doubts", "damaged"];
        let [uploads, doubts, damaged] = members.map(|it| cell(&reply.object[it]));
        say(&fill(counts, &[&uploads, &doubts, &damaged]));
    }))
}

/// The documents of the journal, a row each.
pub(crate) fn entries(entries: &[Value]) {
    let columns = [
        ("Begun", "time"),
        ("Outcome", "outcome"),
        ("State", "state"),
        ("Bytes", "bytes"),
        ("Reference", "reference"),
        ("Call", "call_id"),
        ("Entry", "entry"),
    ];
    let mut rows = entries.to_vec();
    for row in &mut rows {
        row["state"] = json!(state(row));
    }
    table(&columns, &rows);
}

/// The first that is true of a document is what its reader must know.
fn state(entry: &Value) -> &'static str {
    let states = [
        ("damaged", tr("damaged line")),
        ("in_use", tr("being sent")),
        ("found", tr("found in the record")),
        ("permitted", tr("may be sent once more")),
        ("doubt", tr("in doubt")),
    ];
    let state = states.into_iter().find(|(member, _)| entry[member] == true);
    state.map_or("", |(_, said)| said)
}

pub(crate) fn request(options: &Options, arguments: &Request) -> Result<Exit, Exit> {
    let body = arguments.body.as_deref().map(text).transpose();
    let body = body.map_err(usage)?;
    let mut talk = Talk::open(options, &arguments.login)?;
    let (method, path) = (arguments.method.to_uppercase(), &arguments.path);
    let made = |talk: &Talk| talk.library.request(&method, path, body.as_deref());
    if let Some(reply) = talk::refusal(made(&talk)) {
        return Err(failure(&reply));
    }
    talk.connect()?;
    Ok(end(&made(&talk), |reply| {
        say(&escaped(&reply.object["raw"].to_string()));
    }))
}

pub(crate) fn version(options: &Options) -> Result<Exit, Exit> {
    say(&format!("hr {}, {} bit", library::version(), usize::BITS));
    let configuration = Configuration::load(options).map_err(usage)?;
    let journal = configuration.clone().with_journal().word("journal").into();
    let file = configuration.file.or_else(own_file).unwrap_or_default();
    for (label, place) in [("Configuration: {}", file), ("Journal: {}", journal)] {
        let absent = if place.exists() { "" } else { tr(" (absent)") };
        say(&(fill(label, &[&place.display()]) + absent));
    }
    Ok(Exit::Done)
}

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
