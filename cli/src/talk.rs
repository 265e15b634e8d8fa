//! Calls that ask a person: made again with each answer, until nothing is asked or nobody answers.

use crate::arguments::{Login, Options};
use crate::config::Configuration;
use crate::exit::Exit;
use crate::input::object;
use crate::library::{DEPOSIT, Library, Reply};
use crate::output::{failure, unanswered, usage, warn};
use crate::person::{Members, Person};
use crate::progress;
use hr_language::tr;
use serde_json::{Value, json};

/// The members of the request of `hr_connect`; what else an answer has is of `hr_deposit`.
const OF_CONNECT: &str = "card wait_card_ms profile situation_id confirmed retry";

/// An open handle, and who answers its questions.
pub(crate) struct Talk {
    pub library: Library,
    pub person: Person,
    connect: Members,
    /// Members for the requests of `hr_deposit`.
    pub answers: Members,
}

impl Talk {
    pub(crate) fn open(options: &Options, login: &Login) -> Result<Talk, Exit> {
        let person = Person::new(login).map_err(usage)?;
        let given = login.answer.as_deref().map(object).transpose();
        let given = given.map_err(usage)?.unwrap_or_default().into_iter();
        let (mut connect, answers): (Members, Members) =
            given.partition(|(name, _)| OF_CONNECT.split(' ').any(|it| it == name));
        let wait = connect.entry("wait_card_ms");
        wait.or_insert(json!(login.wait * 1000));
        Ok(Talk {
            library: open(options)?,
            person,
            connect,
            answers,
        })
    }

    /// Logs in. An error is shown, with the answers that there would have been.
    pub(crate) fn connect(&mut self) -> Result<(), Exit> {
        let library = &self.library;
        let reply = converse(&mut self.person, self.connect.clone(), |request, pin| {
            library.connect(request, pin)
        });
        if reply.is_ok() && reply.word("ask").is_empty() {
            return Ok(());
        }
        // Also where nothing failed, but something is asked.
        Err(unanswered(&reply, self.person.present))
    }

    /// Deposits, once more after a new login where the session has ended; with what ends the command where that login did
    /// not succeed. `about` says to a person whose documents these are.
    pub(crate) fn deposit(&mut self, request: Members, about: String) -> (Reply, Option<Exit>) {
        self.person.about = about;
        let again = request.clone();
        let reply = self.deposit_once(request);
        if reply.word("ending") != "login_needed" {
            return (reply, None);
        }
        match self.connect() {
            Ok(()) => (self.deposit_once(again), None),
            // Whatever was asked for then: there is no session.
            Err(Exit::Choice) => (reply, Some(Exit::Card)),
            Err(exit) => (reply, Some(exit)),
        }
    }

    fn deposit_once(&mut self, request: Members) -> Reply {
        let library = &self.library;
        converse(&mut self.person, request, |request, _| {
            let reply = library.with(DEPOSIT, &request.to_string());
            progress::clear();
            reply
        })
    }
}

/// Why a request is wrong, by a call before a PIN is presented: without a session nothing is sent.
pub(crate) fn refusal(reply: Reply) -> Option<Reply> {
    (reply.word("name") == "HR_E_ARGUMENT").then_some(reply)
}

fn converse(
    person: &mut Person,
    mut request: Members,
    mut call: impl FnMut(&Value, Option<&str>) -> Reply,
) -> Reply {
    let mut pin = None;
    loop {
        let reply = call(&Value::Object(request.clone()), pin.as_deref());
        if reply.object["session"] == true {
            pin = None;
        }
        // A session that needs nothing more: what could still be chosen is not asked for.
        let Some((members, given)) = person.answer(&reply, &request) else {
            return reply;
        };
        request.extend(members);
        pin = given.or(pin);
    }
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
    let opened = configuration(options)?.open();
    opened.map_err(|reply| failure(&reply))
}
