//! What a handle holds between two calls, and which call may come next.

mod call_order;
mod current_patient;

use std::sync::{Arc, Mutex, MutexGuard};

use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use crate::address::BaseUrl;
use crate::config::{Config, valid_credential};
use crate::guard::{self, CardList, HeldCards, JournalLog, SentAgain};
use crate::journal::Wait;
use crate::json::ObjectWriter;
use crate::locking::lock;
use crate::operation::Operation;
use crate::per_process::token;
use crate::reason::{Expected, Reason};
use crate::regular_file::{self, Watched};
use crate::time::later;
use crate::transport::{Transport, Trust};
use crate::wiping::WipingBuffer;
pub use call_order::Login;
pub use current_patient::QueuePlace;

/// Far more than the roots of any system.
const MAX_CA_FILE: u64 = 16 * 1024 * 1024;

/// Room for the longest bearer, and for what an editor puts around it.
const MAX_BEARER_FILE: u64 = 64 * 1024;

/// The configuration of a handle, its connections, and the state that its calls have reached.
pub struct Session {
    pub config: Config,
    pub transport: Transport,
    pub journal: Option<Arc<JournalLog>>,
    /// By deposits that have not succeeded: the same call, made again, does not repeat it.
    pub sent_again: Mutex<SentAgain>,
    /// Host and port of the license server; empty where there is none.
    pub service: String,
    /// The text of the last ended call that changes something, for a host that lost it on its way. None: no such call has
    /// ended. An error: one has, and there was no memory for its text.
    last: Mutex<Option<Result<WipingBuffer, Reason>>>,
    state: Mutex<SessionState>,
}

impl Session {
    /// Reads the files that the configuration names, and makes a journal where there is none; sends nothing. Gives the
    /// settings in force as well, as the host reads them.
    pub fn open(mut config: Config) -> Result<(Session, WipingBuffer), Reason> {
        let end = later(config.timeouts.call);
        // Of no file its path: a secret may have been put in its place.
        let read = |path, limit, unusable: Reason| {
            let bytes = regular_file::read(path, limit, Watched::until(Some(end)));
            bytes.map_err(|reason| match reason {
                Reason::NoMemory => reason,
                _ => unusable,
            })
        };
        if let Some(path) = &config.license_bearer_file {
            let unusable =
                || Reason::ConfigValue("license_bearer_file".into(), Expected::UsableBearer);
            let text = read(path, MAX_BEARER_FILE, unusable())?;
            config.license_bearer = Some(bearer(&text).ok_or_else(unusable)?);
        }
        let trust = match &config.ca_file {
            None => Trust::default(),
            Some(path) => {
                let unusable = || Reason::ConfigValue("ca_file".into(), Expected::UsablePem);
                let pem = read(path, MAX_CA_FILE, unusable())?;
                Trust::with_pem(&pem)?.ok_or_else(unusable)?
            }
        };
        let transport = Transport::new(trust, &config);
        let wait = Wait::within(end, &|| Ok(()));
        let open = |path| guard::open_journal(path, config.journal_days, &wait);
        let journal = config.journal.as_deref().map(open).transpose()?;
        let damaged = journal.as_ref();
        let damaged = damaged.map(|journal| journal.look(&wait, |_, _, lines| Ok(lines.damaged())));
        let settings = config.describe(damaged.transpose()?);
        let settings = settings.ok_or(Reason::NoMemory)?;
        let license = config.license_url.as_ref();
        let service = license.map_or_else(String::new, BaseUrl::host_and_port);
        let session = Session {
            service,
            config,
            transport,
            journal,
            sent_again: Mutex::default(),
            last: Mutex::default(),
            state: Mutex::default(),
        };
        Ok((session, settings))
    }

    /// The state, for a short look or change; never held while something is sent.
    pub fn state(&self) -> MutexGuard<'_, SessionState> {
        lock(&self.state)
    }

    /// An error where the host has stopped the call.
    pub fn stopped(&self) -> Result<(), Reason> {
        self.transport.in_flight.stopped().map_or(Ok(()), Err)
    }

    /// Looks at the journal for as long as a call may last, and its host lets it.
    pub fn in_time<T>(&self, look: impl FnOnce(&Wait<'_>) -> T) -> T {
        let stopped = || self.stopped();
        look(&Wait::within(later(self.config.timeouts.call), &stopped))
    }

    /// The operation to call next; None when the chain is complete.
    pub fn next(&self) -> Option<Operation> {
        self.state().next(&self.config)
    }

    /// Starts to use a service, after a login made here or elsewhere.
    pub fn start_login(
        &self,
        base: BaseUrl,
        bearer: &str,
        identified: Option<bool>,
        adopted: bool,
    ) -> Result<(), Reason> {
        let login = Login::new(base, bearer, identified)?;
        if !adopted {
            login.shared.opened();
        }
        self.transport.forget_connections();
        let mut state = self.state();
        state.adopted = adopted;
        state.login = Some(login);
        Ok(())
    }

    /// Records the effect of a call, unless the login has ended meanwhile.
    pub fn note(&self, change: impl FnOnce(&mut Login)) {
        if let Ok(login) = self.state().login_mut() {
            change(login);
        }
    }

    /// Stops using the service: its bearer is kept out of what the call shows, and goes with the next one.
    pub fn end_login(&self) {
        let mut state = self.state();
        if let Some(login) = state.login.take() {
            state.former = Some(login.bearer);
        }
        drop(state);
        self.transport.forget_connections();
    }

    /// A call begins.
    pub fn call_begins(&self) {
        self.state().former = None;
    }

    /// What the handle holds and nobody may be shown.
    pub fn secrets(&self) -> [Option<Zeroizing<String>>; 4] {
        let state = self.state();
        let login = state.login.as_ref();
        [
            self.config.license_bearer.as_ref(),
            state.ticket.as_ref(),
            login.map(|login| &login.bearer),
            state.former.as_ref(),
        ]
        .map(|secret| secret.map(copy_of))
    }

    /// A call that changes something has ended, with this text.
    pub fn keep_last(&self, text: Option<WipingBuffer>) {
        *lock(&self.last) = Some(text.ok_or(Reason::NoMemory));
    }

    pub fn wipe_last(&self) {
        *lock(&self.last) = None;
    }

    pub fn last(&self) -> Result<WipingBuffer, Reason> {
        let kept = lock(&self.last);
        let text = kept.as_ref().ok_or(Reason::NothingEnded)?;
        let mut copy = WipingBuffer::default();
        copy.push(text.as_ref().map_err(Reason::clone)?)?;
        Ok(copy)
    }

    /// The result of `hr_state`.
    pub fn describe(&self) -> Option<WipingBuffer> {
        let state = self.state();
        let login = state.login.as_ref();
        let mut out = ObjectWriter::with_capacity(256);
        out.field("ticket", state.ticket.is_some())
            .field(
                "cards",
                state.listed.as_ref().map(|listed| listed.entries.len()),
            )
            .field("session", login.is_some())
            .field("identified", login.and_then(|login| login.identified))
            .field("patient", login.is_some_and(Login::has_patient))
            .field("updateNeeded", login.and_then(Login::update_needed))
            .field("open_records", login.map_or(0, Login::open_records))
            .field("document", self.transport.in_flight.document())
            .field("next", state.next(&self.config).map(Operation::name));
        out.finish()
    }

    /// Does what may replace ticket and list of cards, and gives the session back those that it had.
    pub fn keeping_state<T>(&self, body: impl FnOnce() -> T) -> T {
        let (process, ticket, listed) = {
            let state = self.state();
            (token(), state.ticket.clone(), state.listed.clone())
        };
        let result = body();
        // In a child that a callback forked, another thread's lock may be locked for ever.
        if process == token() {
            let mut state = self.state();
            (state.ticket, state.listed) = (ticket, listed);
        }
        result
    }
}

/// The bearer in a file, without what an editor puts around it.
fn bearer(file: &[u8]) -> Option<SecretString> {
    let text = std::str::from_utf8(file).ok()?;
    let text = text.trim_start_matches('\u{feff}').trim();
    valid_credential(text).then(|| SecretString::from(text))
}

/// For the moment of its use.
fn copy_of(secret: &SecretString) -> Zeroizing<String> {
    Zeroizing::new(secret.expose_secret().to_owned())
}

#[derive(Default)]
pub struct SessionState {
    ticket: Option<SecretString>,
    pub listed: Option<Arc<CardList>>,
    /// The card of the login that the PIN guard held back last.
    pub held_back: HeldCards,
    login: Option<Login>,
    /// The bearer of a login that this call, or the last one, has ended.
    former: Option<SecretString>,
    /// The last login was made elsewhere, and so will the next one be.
    pub adopted: bool,
}

impl SessionState {
    fn next(&self, config: &Config) -> Option<Operation> {
        let Some(login) = &self.login else {
            return Some(match (&self.ticket, &self.listed) {
                (None, _) if self.adopted => Operation::SessionSet,
                (None, _) => config.first_step(),
                (Some(_), None) => Operation::Ready,
                (Some(_), Some(_)) => Operation::Login,
            });
        };
        login.next()
    }

    pub fn set_ticket(&mut self, ticket: Option<&str>) {
        self.ticket = ticket.map(SecretString::from);
    }

    pub fn ticket(&self) -> Result<Zeroizing<String>, Reason> {
        let ticket = self.ticket.as_ref().ok_or(Reason::TicketMissing)?;
        Ok(copy_of(ticket))
    }

    /// The last list of cards, which must contain this token.
    pub fn listed(&self, token: &str) -> Result<Arc<CardList>, Reason> {
        let listed = self.listed.as_ref().ok_or(Reason::ReadyMissing)?;
        if !listed.entries.iter().any(|entry| entry.token == token) {
            return Err(Reason::CardNotListed);
        }
        Ok(Arc::clone(listed))
    }

    pub fn login(&self) -> Result<&Login, Reason> {
        self.login.as_ref().ok_or(Reason::LoginMissing)
    }

    pub fn login_mut(&mut self) -> Result<&mut Login, Reason> {
        self.login.as_mut().ok_or(Reason::LoginMissing)
    }
}
