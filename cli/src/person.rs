//! Who answers what the library asks: a person at the terminal, or nobody. The PIN is read here.

use crate::arguments::Login;
use crate::library::{self, Reply};
use crate::output::{failure, is_json, note, plain, said};
use crate::terminal::{hidden, line};
use hr_language::{fill, tr};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, IsTerminal};
use std::mem::take;

pub(crate) type Members = Map<String, Value>;

/// Members of the next request, and the PIN where it was asked for.
type Answer = (Members, Option<String>);

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
    pub(crate) fn new(login: &Login) -> Result<Person, String> {
        let terminals = io::stdin().is_terminal() && io::stderr().is_terminal();
        Ok(Person {
            present: terminals && !is_json(),
            about: String::new(),
            pin: given_pin(login)?,
        })
    }

    /// None where nobody answers, or the person leaves it: then the call ends as it is.
    pub(crate) fn answer(&mut self, reply: &Reply, request: &Members) -> Option<Answer> {
        let ask = reply.word("ask");
        if ask == "pin" && self.pin.is_some() {
            // Not after a refusal: then the first of the two was taken, and this one with it.
            return Some((first_value(reply), take(&mut self.pin)));
        }
        if ask.is_empty() || !self.present {
            return None;
        }
        if !self.about.is_empty() {
            note(&self.about);
        }
        match reply.is_ok() || reply.word("name") == "HR_E_CHOICE" {
            true => note(&said(&reply.object, "message")),
            false => _ = failure(reply),
        }
        let members = match ask {
            "pin" => {
                let card = reply.list("choices").first().unwrap_or(&Value::Null);
                let pin = hidden(&fill("PIN of {}: ", &[&said(card, "label")]));
                let pin = pin.filter(|pin| !pin.trim().is_empty())?;
                return Some((first_value(reply), Some(pin)));
            }
            "traits" => traits(reply, request),
            "update" => signed(reply),
            "profile" => {
                let profile = serde_json::from_str(&typed(tr("The profile, as JSON: "))?);
                Some(Members::from_iter([("profile".into(), profile.ok()?)]))
            }
            _ => chosen(reply),
        };
        Some((members?, None))
    }
}

/// The first line of what the options name.
fn given_pin(login: &Login) -> Result<Option<String>, String> {
    let line = match login.pin_fd {
        _ if login.pin_stdin && io::stdin().is_terminal() => {
            Ok(hidden(tr("PIN: ")).unwrap_or_default())
        }
        _ if login.pin_stdin => first_line(io::stdin().lock()),
        None => return Ok(None),
        Some(number) => library::descriptor(number)
            .and_then(|file| first_line(io::BufReader::with_capacity(1, file))),
    };
    let line = line.map_err(|e| fill("the PIN cannot be read: {}", &[&e]))?;
    let pin = line.trim_end_matches(['\r', '\n']);
    // Windows puts a byte order mark before a text.
    let pin = pin.strip_prefix('\u{feff}').unwrap_or(pin);
    // What stands around it would be presented with it, and cost a try of the card.
    let bare = pin.trim_matches(|c: char| c.is_whitespace() || "\"'".contains(c));
    match bare.is_empty() || pin.contains('\0') {
        true => Err(tr("there is no PIN where it is to be read").into()),
        false if bare != pin => Err(tr("a blank or a quotation mark stands around the PIN").into()),
        false => Ok(Some(pin.to_owned())),
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

/// One of a list. Where the library knows no list of situations, what the service said is shown, and an id is typed.
fn chosen(reply: &Reply) -> Option<Members> {
    let choices = reply.list("choices");
    if reply.word("ask") == "situation" && !choices.iter().any(|it| it["value"].is_object()) {
        let shown = choices.iter().map(|choice| choice["raw"].to_string());
        shown.for_each(|raw| note(&plain(&raw)));
        let id = typed(tr("The id of the situation, or nothing to stop: "))?;
        return Some(Members::from_iter([("situation_id".into(), json!(id))]));
    }
    for (at, choice) in choices.iter().enumerate() {
        note(&format!("  {}  {}", at + 1, said(choice, "label")));
    }
    loop {
        let number = typed(tr("Number, or nothing to stop: "))?.parse::<usize>();
        let at = number.ok().and_then(|number| number.checked_sub(1));
        let choice = at.and_then(|at| choices.get(at));
        if let Some(value) = choice.and_then(|it| it["value"].as_object()) {
            return Some(value.clone());
        }
    }
}

/// More traits beside those that the request has: what is typed takes the place of one, nothing typed keeps it.
fn traits(reply: &Reply, request: &Members) -> Option<Members> {
    for choice in reply.list("choices") {
        note(&format!("  {}", said(choice, "label")));
    }
    let mut traits = request.get("patient").cloned().unwrap_or_default();
    let prompts = ["Last name: ", "First name: ", "Date of birth: ", "Sex: "].map(tr);
    let typed = [0, 1, 2, 3].map(|at| typed(prompts[at]).map(|it| traits[TRAITS[at]] = json!(it)));
    let any = typed.iter().any(Option::is_some);
    any.then(|| Members::from_iter([("patient".into(), traits)]))
}

/// Identity and consent are signed for by a person who sees whose they are, each by itself, or nothing is sent.
fn signed(reply: &Reply) -> Option<Members> {
    let choice = reply.list("choices").first()?;
    note(&format!("  {}", said(choice, "label")));
    let identity = tr("I have checked this patient's identity document (yes): ");
    let consent = tr("The patient agrees that documents are added to their record (yes): ");
    let questions = [("insQualified", identity), ("alimentationConsent", consent)];
    for (member, question) in questions {
        let signs = || typed(question).is_some_and(|it| it.eq_ignore_ascii_case(tr("yes")));
        if choice["raw"][member] != true && !signs() {
            return None;
        }
    }
    let mut members = first_value(reply);
    let body = json!({"insQualified": true, "alimentationConsent": true});
    members.insert("update".into(), body);
    Some(members)
}

fn typed(prompt: &str) -> Option<String> {
    line(prompt).filter(|line| !line.is_empty())
}
