//! Who answers what the library asks: a person at the terminal, or nobody. The PIN is read here.

use crate::arguments::Login;
use crate::library::{self, Reply};
use crate::output::{failure, label, note, plain, sentence};
use crate::terminal;
use crate::texts::{fill, tr};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, IsTerminal};
use std::mem::take;

pub(crate) type Members = Map<String, Value>;

/// Members of the next request, and the PIN where it was asked for.
#[derive(Default)]
pub(crate) struct Answer {
    pub members: Members,
    pub pin: Option<String>,
}

pub(crate) struct Person {
    /// Somebody can read a question and type an answer.
    pub present: bool,
    /// What the call is about, which a question does not say.
    pub about: String,
    /// The PIN that a file descriptor gave; it is presented once.
    pin: Option<String>,
}

/// What a patient is searched by.
pub(crate) const TRAITS: [&str; 4] = ["nom", "prenom", "date_naissance", "sexe"];

impl Person {
    pub(crate) fn new(login: &Login, json: bool) -> Result<Person, String> {
        let terminals = io::stdin().is_terminal() && io::stderr().is_terminal();
        Ok(Person {
            present: terminals && !json,
            about: String::new(),
            pin: given_pin(login)?,
        })
    }

    /// None where nobody answers, or the person leaves it: then the call ends as it is.
    pub(crate) fn answer(&mut self, reply: &Reply, request: &Members) -> Option<Answer> {
        let ask = reply.word("ask");
        if ask == "pin" && self.pin.is_some() {
            // Not after a refusal: then the first of the two was taken, and this one with it.
            return Some(Answer {
                members: first_value(reply),
                pin: take(&mut self.pin),
            });
        }
        if ask.is_empty() || !self.present {
            return None;
        }
        if !self.about.is_empty() {
            note(&self.about);
        }
        match reply.is_ok() || reply.word("name") == "HR_E_CHOICE" {
            true => note(&plain(&sentence(&reply.object))),
            false => failure(reply, false),
        }
        let members = |members| Answer { members, pin: None };
        match ask {
            "pin" => {
                let pin = terminal::hidden(&card_of(reply)).filter(|pin| !pin.trim().is_empty())?;
                Some(Answer {
                    members: first_value(reply),
                    pin: Some(pin),
                })
            }
            "traits" => traits(reply, request).map(members),
            "update" => signed(reply).map(members),
            "profile" => object("profile", tr("The profile, as JSON: ")).map(members),
            "situation" => situation(reply).map(members),
            _ => chosen(reply).map(members),
        }
    }
}

/// The first line of what the options name.
fn given_pin(login: &Login) -> Result<Option<String>, String> {
    let line = match login.pin_fd {
        _ if login.pin_stdin && io::stdin().is_terminal() => {
            Ok(terminal::hidden(tr("PIN: ")).unwrap_or_default())
        }
        _ if login.pin_stdin => first_line(io::stdin().lock()),
        None => return Ok(None),
        Some(number) => library::descriptor(number)
            .and_then(|file| first_line(io::BufReader::with_capacity(1, file))),
    };
    let line = line.map_err(|e| fill("the PIN cannot be read: {why}", &[("why", &e)]))?;
    let pin = line.trim_end_matches(['\r', '\n']).to_owned();
    match pin.is_empty() || pin.contains('\0') {
        true => Err(tr("there is no PIN where it is to be read").into()),
        false => Ok(Some(pin)),
    }
}

fn first_line(input: impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    input.take(1024).read_line(&mut line)?;
    Ok(line)
}

fn first_value(reply: &Reply) -> Members {
    let first = reply.list("choices").first();
    let value = first.and_then(|choice| choice["value"].as_object());
    value.cloned().unwrap_or_default()
}

/// The prompt for the PIN, which says for which card.
fn card_of(reply: &Reply) -> String {
    match reply.list("choices").first() {
        Some(card) => fill("PIN of {card}: ", &[("card", &plain(&label(card)))]),
        None => tr("PIN: ").into(),
    }
}

fn chosen(reply: &Reply) -> Option<Members> {
    let choices = reply.list("choices");
    for (at, choice) in choices.iter().enumerate() {
        note(&format!("  {}  {}", at + 1, plain(&label(choice))));
    }
    loop {
        let typed = terminal::line(tr("Number, or nothing to stop: "))?;
        let number: usize = match typed.parse() {
            _ if typed.is_empty() => return None,
            Ok(number) => number,
            Err(_) => continue,
        };
        let choice = choices.get(number.wrapping_sub(1));
        if let Some(value) = choice.and_then(|it| it["value"].as_object()) {
            return Some(value.clone());
        }
    }
}

/// One of a list; where the library knows no list, what the service said is shown, and the id is typed.
fn situation(reply: &Reply) -> Option<Members> {
    let choices = reply.list("choices");
    if choices.iter().any(|choice| choice["value"].is_object()) {
        return chosen(reply);
    }
    for choice in choices {
        note(&plain(&choice["raw"].to_string()));
    }
    let id = typed(tr("The id of the situation, or nothing to stop: "))?;
    Some(Members::from_iter([("situation_id".into(), json!(id))]))
}

/// More traits beside those that the request has: what is typed takes the place of one, nothing typed keeps it.
fn traits(reply: &Reply, request: &Members) -> Option<Members> {
    for choice in reply.list("choices") {
        note(&format!("  {}", plain(&label(choice))));
    }
    let mut traits = request.get("patient").cloned().unwrap_or_default();
    let typed = TRAITS.map(|name| (name, typed(&format!("{name}: "))));
    for (name, value) in typed
        .iter()
        .filter_map(|(name, it)| Some((name, it.as_ref()?)))
    {
        traits[*name] = json!(value);
    }
    let any = typed.iter().any(|(_, it)| it.is_some());
    any.then(|| Members::from_iter([("patient".into(), traits)]))
}

/// Identity and consent are signed for by a person who sees whose they are, each by itself, or nothing is sent.
fn signed(reply: &Reply) -> Option<Members> {
    let choice = reply.list("choices").first()?;
    note(&format!("  {}", plain(&label(choice))));
    let yes = |question| typed(tr(question)).is_some_and(|it| it.eq_ignore_ascii_case(tr("yes")));
    let both = [
        (
            "insQualified",
            "I have checked this patient's identity document (yes): ",
        ),
        (
            "alimentationConsent",
            "The patient agrees that documents are added to their record (yes): ",
        ),
    ]
    .into_iter()
    .all(|(member, question)| choice["raw"][member] == true || yes(question));
    let mut members = first_value(reply);
    let body = json!({"insQualified": true, "alimentationConsent": true});
    members.insert("update".into(), body);
    both.then_some(members)
}

fn object(member: &str, prompt: &str) -> Option<Members> {
    let value = serde_json::from_str(&typed(prompt)?).ok()?;
    Some(Members::from_iter([(member.to_owned(), value)]))
}

fn typed(prompt: &str) -> Option<String> {
    terminal::line(prompt).filter(|line| !line.is_empty())
}
