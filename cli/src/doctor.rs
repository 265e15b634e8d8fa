//! `hr doctor`: the page of `hr_diagnose`, and the last uploads of the journal.

use crate::arguments::{Doctor, Options};
use crate::calls;
use crate::config::Configuration;
use crate::exit::Exit;
use crate::library::{Library, Reply};
use crate::output::{self, failure, is_json, note, of_language, plain, said, say, styled, usage};
use crate::terminal;
use hr_language::{fill, tr};
use serde_json::json;

pub(crate) fn run(options: &Options, arguments: &Doctor) -> Result<Exit, Exit> {
    let exit = page(options);
    if arguments.pause {
        terminal::line(tr("Press Enter to close this window."));
    }
    exit
}

fn page(options: &Options) -> Result<Exit, Exit> {
    let configuration = Configuration::load(options).map_err(usage)?;
    let (library, problem) = opened(&configuration)?;
    let no_license = advice(
        tr("license_url is not set: hr gets no ticket."),
        tr("hr init writes a configuration."),
    );
    let no_license = (!configuration.has("license_url")).then_some(no_license);
    let problems: Vec<String> = problem.into_iter().chain(no_license).collect();
    let (sound, reply) = (problems.is_empty(), library.diagnose());
    if !reply.is_ok() {
        return Err(failure(&reply));
    }
    let works = reply.object["works"] == true;
    if is_json() {
        // They are no part of the object: for the library, all is well without.
        problems.iter().for_each(|problem| note(problem));
        say(&reply.text);
    } else {
        match &configuration.file {
            Some(file) => say(&fill("Configuration: {}", &[&file.display()])),
            None => say(tr("Configuration: none; hr init writes one")),
        }
        problems.iter().for_each(|problem| say(problem));
        show(&reply, sound);
        match sound {
            true => show_last(&library),
            false => say(tr("Work is not possible until what is marked !! is fixed.")),
        }
    }
    let works = works && sound;
    Ok(if works { Exit::Done } else { Exit::Failed })
}

/// Whatever is wrong with the journal, the rest is checked.
fn opened(configuration: &Configuration) -> Result<(Library, Option<String>), Exit> {
    let with = configuration.clone().with_journal();
    let problem = match with.map(|with| Library::open(&with.text())) {
        Ok(Ok(library)) => return Ok((library, None)),
        Ok(Err(reply)) if reply.word("name") != "HR_E_JOURNAL" => return Err(failure(&reply)),
        Ok(Err(reply)) => {
            let [message, remedy] = ["message", "remedy"].map(|it| said(&reply.object, it));
            advice(&message, &remedy)
        }
        Err(why) => advice(&why, tr("Name a journal in the configuration.")),
    };
    let without = configuration.clone().without_journal();
    let library = Library::open(&without.text()).map_err(|reply| failure(&reply))?;
    Ok((library, Some(problem)))
}

fn advice(what: &str, remedy: &str) -> String {
    let mark = styled(output::BAD, "!!");
    format!("[{mark}] {}\n     -> {}", plain(what), plain(remedy))
}

/// The page, with its marks in colour; its last line is the verdict.
fn show(reply: &Reply, verdict: bool) {
    let marks = [
        ("[ok]", output::GOOD),
        ("[!!]", output::BAD),
        ("[! ]", output::DOUBTFUL),
    ];
    let page: Vec<&str> = of_language(&reply.object, "text").lines().collect();
    let shown = page.len().saturating_sub(usize::from(!verdict));
    for line in page.into_iter().take(shown).map(plain) {
        match marks.iter().find(|(mark, _)| line.starts_with(mark)) {
            Some((mark, style)) => {
                let coloured = styled(*style, &mark[1..3]);
                say(&line.replacen(&mark[1..3], &coloured, 1));
            }
            None => say(&line),
        }
    }
}

/// The last uploads of the journal.
fn show_last(library: &Library) {
    let reply = library.journal(&json!({"limit": 5}));
    if reply.is_ok() && !reply.list("entries").is_empty() {
        say(tr("Last documents of the journal:"));
        calls::entries(reply.list("entries"));
    }
}
