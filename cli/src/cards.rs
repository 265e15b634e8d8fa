//! `hr cards`: what is in the reader. No PIN is presented.

use crate::arguments::{Cards, Options};
use crate::exit::Exit;
use crate::output::{cell, end, note, table};
use crate::talk;
use crate::texts::tr;
use serde_json::Value;

pub(crate) fn run(options: &Options, arguments: &Cards) -> Result<Exit, Exit> {
    let library = talk::open(options)?;
    let reply = match arguments.wait {
        Some(seconds) => {
            let milliseconds = i32::try_from(seconds.saturating_mul(1000)).unwrap_or(i32::MAX);
            library.wait_card(milliseconds)
        }
        None => match library.ticket() {
            ticket if ticket.is_ok() => library.ready(),
            ticket => ticket,
        },
    };
    let exit = end(&reply, options.json, |reply| show(reply.list("cards")));
    if reply.is_ok() && reply.list("cards").is_empty() {
        note(tr("hr: no card is in the reader"));
        return Ok(Exit::Card);
    }
    Ok(exit)
}

fn show(cards: &[Value]) {
    let heads = ["Kind", "Last name", "First name", "Serial", "Tries"];
    let members = ["cardType", "lastName", "firstName", "serial", "pinAttempt"];
    let row = |card: &Value| members.map(|name| cell(&card[name])).to_vec();
    table(&heads, cards.iter().map(row).collect());
}
