//! The commands that make one call and show its result: the cards in the reader, the journal, any request.

use crate::arguments::{Journal, Options, Request};
use crate::exit::Exit;
use crate::input;
use crate::library::{FOUND, JOURNAL, RESEND_ALLOW};
use crate::output::{cell, end, escaped, failure, say, table, usage};
use crate::talk::{self, Talk};
use hr_language::{fill, tr};
use serde_json::{Value, json};

/// No PIN is presented.
pub(crate) fn cards(options: &Options, wait: i32) -> Result<Exit, Exit> {
    let library = talk::open(options)?;
    let reply = library.wait_card(wait * 1000);
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
    let usual = if arguments.doubts { 10_000 } else { 20 };
    let mut filter = json!({ "limit": arguments.limit.unwrap_or(usual) });
    if arguments.doubts {
        filter["doubt"] = json!(true);
    }
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
    let body = arguments.body.as_deref().map(input::text).transpose();
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
