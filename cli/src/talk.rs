//! Calls that ask: made again with each answer, until nothing is asked or nobody answers. A person at the terminal answers, or
//! nobody. The PIN is read here.

use crate::arguments::{Login, Options};
use crate::config::Configuration;
use crate::exit::Exit;
use crate::input::object;
use crate::library::{self, DEPOSIT, Library, Reply};
use crate::output::{self, failure, is_json, note, plain, said, unanswered, usage, warn};
use crate::terminal::{hidden, typed};
use hr_language::{fill, tr};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, IsTerminal};
use std::mem::take;

/// The members of the request of `hr_connect`; what else an answer has is of `hr_deposit`.
const OF_CONNECT: &str = "card wait_card_ms profile situation_id confirmed retry";

/// What a patient is searched by.
pub(crate) const TRAITS: [&str; 4] = ["nom", "prenom", "date_naissance", "sexe"];

pub(crate) type Members = Map<String, Value>;

/// An open handle, and who answers its questions.
pub(crate) struct Talk {
    pub library: Library,
    /// Somebody can read a question and type an answer.
    pub present: bool,
    /// What the call is about, which a question does not say.
    about: String,
    /// The PIN that a file descriptor gave; it is presented once.
    pin: Option<String>,
    connect: Members,
    /// Members for the requests of `hr_deposit`.
    pub answers: Members,
}

impl Talk {
    pub(crate) fn open(options: &Options, login: &Login) -> Result<Talk, Exit> {
        let pin = given_pin(login).map_err(usage)?;
        let given = login.answer.as_deref().map(object).transpose();
        let given = given.map_err(usage)?.unwrap_or_default().into_iter();
        let (mut connect, answers): (Members, Members) =
            given.partition(|(name, _)| OF_CONNECT.split(' ').any(|it| it == name));
        let wait = connect.entry("wait_card_ms");
        wait.or_insert(json!(login.wait * 1000));
        let terminals = io::stdin().is_terminal() && io::stderr().is_terminal();
        Ok(Talk {
            library: open(options)?,
            present: terminals && !is_json(),
            about: String::new(),
            pin,
            connect,
            answers,
        })
    }

    /// Logs in. An error is shown, with the answers that there would have been.
    pub(crate) fn connect(&mut self) -> Result<(), Exit> {
        let reply = self.converse(self.connect.clone(), &[], Library::connect);
        if reply.is_ok() && reply.word("ask").is_empty() {
            return Ok(());
        }
        // Also where nothing failed, but something is asked.
        Err(unanswered(&reply, self.present))
    }

    /// Deposits, once more after a new login where the session has ended; with what ends the command where that login did
    /// not succeed. `about` says to a person whose documents these are.
    pub(crate) fn deposit(&mut self, request: Members, about: String) -> (Reply, Option<Exit>) {
        self.about = about;
        let send = |library: &Library, request: &Value, _: Option<&str>| {
            let reply = library.with(DEPOSIT, &request.to_string());
            output::clear_bar();
            reply
        };
        let reply = self.converse(request.clone(), &[], send);
        if reply.word("ending") != "login_needed" {
            return (reply, None);
        }
        match self.connect() {
            Ok(()) => (self.converse(request, reply.list("documents"), send), None),
            // Whatever was asked for then: there is no session.
            Err(Exit::Choice) => (reply, Some(Exit::Card)),
            Err(exit) => (reply, Some(exit)),
        }
    }

    /// Makes the call until nothing is asked. `known` has the documents as the call before a new login reported them.
    fn converse(
        &mut self,
        mut request: Members,
        known: &[Value],
        call: fn(&Library, &Value, Option<&str>) -> Reply,
    ) -> Reply {
        let (mut pin, mut known) = (None, known.to_vec());
        loop {
            let reply = call(&self.library, &request.clone().into(), pin.as_deref());
            let reply = reply.after(&mut known);
            if reply.object["session"] == true {
                pin = None;
            }
            // A session that needs nothing more: what could still be chosen is not asked for.
            let Some((members, given)) = self.answer(&reply, &request) else {
                return reply;
            };
            request.extend(members);
            pin = given.or(pin);
        }
    }

    /// Members of the next request, and the PIN where it was asked for. None where nobody answers, or the person leaves it:
    /// then the call ends as it is.
    fn answer(&mut self, reply: &Reply, request: &Members) -> Option<(Members, Option<String>)> {
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
                let pin = hidden(&fill("PIN of {}: ", &[&said(card, "label")]))?;
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

/// Why a request is wrong, by a call before a PIN is presented: without a session nothing is sent.
pub(crate) fn refusal(reply: Reply) -> Option<Reply> {
    (reply.word("name") == "HR_E_ARGUMENT").then_some(reply)
}

/// With the journal of the configuration, or that of the user.
pub(crate) fn configuration(options: &Options) -> Result<Configuration, Exit> {
    let configuration = Configuration::load(options).map_err(usage)?;
    if configuration.file.is_none() {
        warn(tr("there is no configuration; hr init writes one"));
    }
    Ok(configuration.with_journal())
}

/// A handle with it.
pub(crate) fn open(options: &Options) -> Result<Library, Exit> {
    let configuration = configuration(options)?;
    configuration.open().map_err(|reply| failure(&reply))
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
    let odd = |c: char| !c.is_alphanumeric() && (!c.is_ascii_graphic() || "\"'".contains(c));
    let bare = pin.trim_matches(odd);
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
