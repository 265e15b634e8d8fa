//! `hr doctor`: the page of `hr_diagnose`, and the last uploads of the journal.

use crate::arguments::Options;
use crate::config::Configuration;
use crate::exit::Exit;
use crate::journal;
use crate::library::{Library, Reply};
use crate::output::{self, end, note, of_language, plain, remedy, say, sentence, styled, usage};
use crate::texts::{fill, tr};
use serde_json::json;

/// How many uploads the page ends with.
const LAST: u32 = 5;

pub(crate) fn run(options: &Options) -> Result<Exit, Exit> {
    let configuration = Configuration::load(options).map_err(usage)?;
    let mut problems = Vec::new();
    let (library, problem) = opened(&configuration, options)?;
    problems.extend(problem);
    if !configuration.has("license_url") {
        problems.push(advice(
            tr("license_url is not set: hr gets no ticket."),
            tr("hr init writes a configuration."),
        ));
    }
    let reply = library.diagnose();
    if !options.json {
        match &configuration.file {
            Some(file) => say(&fill("Configuration: {file}", &[("file", &file.display())])),
            None => say(tr("Configuration: none; hr init writes one")),
        }
    }
    // They are no part of the object: for the library, all is well without.
    for problem in &problems {
        match options.json {
            true => note(problem),
            false => say(problem),
        }
    }
    let works = reply.object["works"] == true;
    let sound = problems.is_empty();
    let exit = end(&reply, options.json, |reply| show(reply, sound || !works));
    if !reply.is_ok() {
        return Err(exit);
    }
    if !options.json && !sound {
        say(tr("Work is not possible until what stands first is fixed."));
    }
    if !options.json && sound {
        show_last(&library);
    }
    match works && sound {
        true => Ok(Exit::Done),
        false => Ok(Exit::Failed),
    }
}

/// Whatever is wrong with the journal, the rest is checked.
fn opened(
    configuration: &Configuration,
    options: &Options,
) -> Result<(Library, Option<String>), Exit> {
    let refused = |reply: Reply| end(&reply, options.json, |_| {});
    let why = match configuration.clone().with_journal() {
        Ok(with) => match Library::open(&with.text()) {
            Ok(library) => return Ok((library, None)),
            Err(reply) if reply.word("name") == "HR_E_JOURNAL" => {
                advice(&sentence(&reply.object), &remedy(&reply.object))
            }
            Err(reply) => return Err(refused(reply)),
        },
        Err(why) => advice(&why, tr("Name a journal in the configuration.")),
    };
    let without = configuration.clone().without_journal();
    let library = Library::open(&without.text()).map_err(refused)?;
    Ok((library, Some(why)))
}

fn advice(what: &str, remedy: &str) -> String {
    let mark = styled(output::BAD, "!!");
    format!("[{mark}] {}\n     -> {}", plain(what), plain(remedy))
}

/// The page, with its marks in colour; its last line is the verdict.
fn show(reply: &Reply, verdict: bool) {
    let page = of_language(&reply.object, "text", "text_fr");
    let lines: Vec<&str> = page.lines().collect();
    for line in &lines[..lines.len() - usize::from(!verdict && !lines.is_empty())] {
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
