//! `hr doctor`: the page of `hr_diagnose`, with what `hr` itself needs, and the last uploads of the journal.

use crate::arguments::Options;
use crate::calls;
use crate::config::Configuration;
use crate::exit::Exit;
use crate::library::{JOURNAL, Library, Reply};
use crate::output::{BAD, DOUBTFUL, GOOD, cell, failure, is_json, of_language};
use crate::output::{plain, say, styled, tell, usage};
use crate::terminal;
use hr_language::{Language, fill, in_language, language, tr};
use serde_json::{Value, json};

/// What prevents work and the library cannot see: its check, what is wrong and what to do, as chosen and in French.
type Problem = (&'static str, [[String; 2]; 2]);

pub(crate) fn run(options: &Options, pause: bool) -> Result<Exit, Exit> {
    let exit = page(options);
    if pause {
        terminal::typed(tr("Press Enter to close this window."));
    }
    exit
}

fn page(options: &Options) -> Result<Exit, Exit> {
    let configuration = Configuration::load(options).map_err(usage)?;
    tell(&match &configuration.file {
        Some(file) => fill("Configuration: {}", &[&file.display()]),
        None => tr("Configuration: none; hr init writes one").to_owned(),
    });
    let (library, problem) = opened(&configuration)?;
    let what = both("license_url or license_bearer is not set: hr gets no ticket.");
    let remedy = both("hr init writes a configuration.");
    let has_bearer = ["license_bearer", "license_bearer_file"].map(|it| configuration.has(it));
    let has_license = configuration.has("license_url") && has_bearer.contains(&true);
    let no_license = (!has_license).then_some(("license_server", [what, remedy]));
    let mut reply = library.diagnose();
    if !reply.is_ok() {
        return Err(failure(&reply));
    }
    for problem in problem.into_iter().chain(no_license) {
        take_up(&problem, &mut reply.object);
        reply.text = reply.object.to_string();
    }
    match is_json() {
        true => say(&reply.text),
        false => show(&reply, &library),
    }
    let works = reply.object["works"] == true;
    Ok(if works { Exit::Done } else { Exit::Failed })
}

/// Whatever is wrong with the journal, the rest is checked.
fn opened(configuration: &Configuration) -> Result<(Library, Option<Problem>), Exit> {
    let with = configuration.clone().with_journal();
    let reply = match with.open() {
        Ok(library) => return Ok((library, None)),
        Err(reply) if reply.word("name") == "HR_E_JOURNAL" => reply,
        Err(reply) if with.word("journal").is_empty() => reply,
        Err(reply) => return Err(failure(&reply)),
    };
    let said = |member: &str| [member, &format!("{member}_fr")].map(|it| reply.word(it).to_owned());
    let of_file = format!(" ({}, {})", reply.word("reason"), with.word("journal"));
    let details = said("message").map(|message| message + &of_file);
    let library = configuration.clone().without_journal().open();
    let library = library.map_err(|reply| failure(&reply))?;
    Ok((library, Some(("journal", [details, said("remedy")]))))
}

fn both(english: &str) -> [String; 2] {
    [language(), Language::Fr].map(|it| in_language(it, english).to_owned())
}

/// Puts a problem in the place of what its check says, and of the verdict.
fn take_up((name, what): &Problem, diagnosis: &mut Value) {
    let verdict = both("Work is not possible until what is marked !! is fixed.");
    let mut checks = diagnosis["checks"].take();
    let own = checks.as_array_mut().into_iter().flatten();
    for check in own.filter(|check| check["name"] == *name) {
        for (at, tail) in ["", "_fr"].into_iter().enumerate() {
            let [detail, remedy, text] =
                ["detail", "remedy", "text"].map(|it| it.to_owned() + tail);
            let (said, page) = (cell(&check[&detail]), cell(&diagnosis[&text]));
            let now = format!("{}\n     -> {}", what[0][at], what[1][at]);
            // Each part has a check; behind the last one stands the verdict.
            let parts = page.trim_end().split("\n[");
            let parts = parts.map(|part| match part.split_once(&said) {
                Some((label, _)) => format!("!!{}{now}", label.get(2..).unwrap_or_default()),
                None => part.to_owned(),
            });
            let page = parts.collect::<Vec<_>>().join("\n[");
            let (page, _) = page.rsplit_once('\n').unwrap_or_default();
            diagnosis[&text] = json!(format!("{page}\n{}\n", verdict[at]));
            (check[&detail], check[&remedy]) = (json!(what[0][at]), json!(what[1][at]));
        }
        (check["ok"], check["needed"]) = (json!(false), json!(true));
    }
    diagnosis["checks"] = checks;
    diagnosis["works"] = json!(false);
}

/// The page, with its marks in colour, and above the verdict the last uploads of the journal.
fn show(reply: &Reply, library: &Library) {
    let page = of_language(&reply.object, "text").trim_end();
    let (page, verdict) = page.rsplit_once('\n').unwrap_or(("", page));
    let lines: Vec<String> = page.lines().map(plain).collect();
    let mut page = lines.join("\n");
    for (mark, style) in [("ok", GOOD), ("!!", BAD), ("! ", DOUBTFUL)] {
        let coloured = format!("\n[{}]", styled(style, mark));
        page = page.replace(&format!("\n[{mark}]"), &coloured);
    }
    say(&page);
    let journal = library.with(JOURNAL, r#"{"limit": 5}"#);
    if journal.is_ok() && !journal.list("entries").is_empty() {
        say(tr("Last documents of the journal:"));
        calls::entries(journal.list("entries"));
    }
    say(&plain(verdict));
}
