//! `hr doctor`: the page of `hr_diagnose`, and the last uploads of the journal.

use crate::arguments::Options;
use crate::config::Configuration;
use crate::exit::Exit;
use crate::journal;
use crate::library::{Library, Reply};
use crate::output::{self, end, note, of_language, plain, say, sentence, styled, usage};
use crate::texts::{fill, tr};
use serde_json::json;

/// How many uploads the page ends with.
const LAST: u32 = 5;

pub(crate) fn run(options: &Options) -> Result<Exit, Exit> {
    let load = || Configuration::load(options).map_err(usage);
    let refused = |reply: &Reply| end(reply, options.json, |_| {});
    if !options.json {
        match load()?.file {
            Some(file) => say(&fill("Configuration: {file}", &[("file", &file.display())])),
            None => say(tr("Configuration: none; hr init writes one")),
        }
    }
    let with_journal = load()?.with_journal();
    let opened = match &with_journal {
        Ok(configuration) => Library::open(&configuration.text()),
        Err(_) => Library::open(&load()?.without_journal().text()),
    };
    let (library, no_journal) = match opened {
        Ok(library) => (library, with_journal.err()),
        // Whatever is wrong with the journal, the rest is checked.
        Err(reply) if reply.word("name") == "HR_E_JOURNAL" => {
            let without = load()?.without_journal();
            let library = Library::open(&without.text()).map_err(|reply| refused(&reply))?;
            (library, Some(advice(&reply)))
        }
        Err(reply) => return Err(refused(&reply)),
    };
    let reply = library.diagnose();
    let exit = end(&reply, options.json, show);
    if !reply.is_ok() {
        return Err(exit);
    }
    if let Some(why) = no_journal {
        let line = format!("[{}] {why}", styled(output::BAD, "!!"));
        // Not a part of the object: there, the configuration has no journal.
        match options.json {
            true => note(&line),
            false => say(&line),
        }
        return Ok(Exit::Failed);
    }
    if !options.json {
        show_last(&library);
    }
    match reply.object["works"] == true {
        true => Ok(Exit::Done),
        false => Ok(Exit::Failed),
    }
}

fn advice(reply: &Reply) -> String {
    let (what, remedy) = (sentence(&reply.object), reply.word("remedy"));
    plain(&format!("{what}\n     -> {remedy}"))
}

/// The page, with its marks in colour.
fn show(reply: &Reply) {
    for line in of_language(&reply.object, "text", "text_fr").lines() {
        let mark = line.get(1..3).filter(|_| line.starts_with('['));
        let style = match mark {
            Some("ok") => output::GOOD,
            Some("!!") => output::BAD,
            Some("! ") => output::DOUBTFUL,
            _ => {
                say(&plain(line));
                continue;
            }
        };
        let (mark, rest) = (&line[1..3], plain(&line[4..]));
        say(&format!("[{}]{rest}", styled(style, mark)));
    }
}

fn show_last(library: &Library) {
    let reply = library.journal(&json!({ "limit": LAST }));
    if reply.is_ok() && !reply.list("entries").is_empty() {
        say(tr("Last documents of the journal:"));
        journal::list(reply.list("entries"));
    }
}
