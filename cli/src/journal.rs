//! `hr journal`: what was sent, what is in doubt, and what a person found out about it.

use crate::arguments::{Journal, Options};
use crate::exit::Exit;
use crate::library::Reply;
use crate::output::{cell, end, say, table};
use crate::talk;
use crate::texts::{fill, tr};
use serde_json::{Value, json};

pub(crate) fn run(options: &Options, arguments: &Journal) -> Result<Exit, Exit> {
    let library = talk::open(options)?;
    let reply = match (&arguments.found, &arguments.resend) {
        (Some(entry), _) => library.found(entry),
        (None, Some(entry)) => library.resend_allow(entry),
        (None, None) => library.journal(&filter(arguments)),
    };
    let show = |reply: &Reply| show(reply, arguments);
    Ok(end(&reply, options.json, show))
}

fn filter(arguments: &Journal) -> Value {
    match arguments.doubts {
        true => json!({"limit": arguments.limit, "doubt": true}),
        false => json!({ "limit": arguments.limit }),
    }
}

fn show(reply: &Reply, arguments: &Journal) {
    if arguments.found.is_some() {
        return say(tr("The document counts as sent."));
    }
    if arguments.resend.is_some() {
        return say(tr("The document may be sent once more."));
    }
    list(reply.list("entries"));
    let counts = ["uploads", "doubts", "damaged"].map(|name| cell(&reply.object[name]));
    let [uploads, doubts, damaged] = &counts;
    say(&fill(
        "Documents: {uploads}; in doubt: {doubts}; damaged lines: {damaged}",
        &[
            ("uploads", uploads),
            ("doubts", doubts),
            ("damaged", damaged),
        ],
    ));
}

pub(crate) fn list(entries: &[Value]) {
    let row = |entry: &Value| {
        let mut row = ["time", "outcome"].map(|name| cell(&entry[name])).to_vec();
        row.push(state(entry).to_owned());
        row.extend(["bytes", "reference", "call_id", "entry"].map(|name| cell(&entry[name])));
        row
    };
    let heads = [
        "Begun",
        "Outcome",
        "State",
        "Bytes",
        "Reference",
        "Call",
        "Entry",
    ];
    table(&heads, entries.iter().map(row).collect());
}

fn state(entry: &Value) -> &str {
    let is = |member: &str| entry[member] == true;
    match () {
        () if is("damaged") => tr("damaged line"),
        () if is("in_use") => tr("being sent"),
        () if is("found") => tr("found in the record"),
        () if is("permitted") => tr("may be sent once more"),
        () if is("doubt") => tr("in doubt"),
        () => "",
    }
}
