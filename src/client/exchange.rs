//! Sending a prepared request, and the answer once it is known to be usable.

use std::time::{Duration, Instant};

use zeroize::Zeroizing;

use super::redact::Redactor;
use super::verdict;
use crate::address::BaseUrl;
use crate::error::{At, Error, Outcome};
use crate::json::{Flaw, ObjectWriter};
use crate::logging;
use crate::messages::Reason;
use crate::operation::Operation;
use crate::session::Session;
use crate::transport::{Body, Request, Role};
use crate::wiping::WipingBuffer;
use crate::wire::Fields;

/// One request, ready to be sent.
pub struct Prepared<'a> {
    pub operation: Operation,
    pub method: &'a str,
    pub base: &'a BaseUrl,
    /// What follows the base address, beginning with a slash.
    pub tail: &'a str,
    pub authorization: Option<&'a str>,
    pub body: Body<'a>,
    pub timeout: Duration,
    /// Whether it changes something at the other side, so that its outcome matters.
    pub changes: bool,
    pub redactor: Redactor<'a>,
}

/// How an answer's body is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Empty,
    Json,
    Text,
}

/// A 2xx whose body could be read.
pub struct Answer {
    pub status: u16,
    pub kind: Kind,
    pub body: WipingBuffer,
    pub at: At,
    pub changed: bool,
    pub operation: Operation,
}

impl Answer {
    pub fn text(&self) -> &str {
        std::str::from_utf8(self.body.as_slice()).unwrap_or_default()
    }

    /// A writer with room for the whole result, so that it need not move.
    pub fn writer(&self, own_fields: usize) -> ObjectWriter {
        let raw = match self.kind {
            Kind::Text => 2 * self.body.as_slice().len(),
            _ => self.body.as_slice().len(),
        };
        ObjectWriter::with_capacity(raw + own_fields + 256)
    }

    /// The reply as it came: JSON untouched, other text as a string, nothing as null.
    pub fn write_raw(&self, fields: &mut ObjectWriter) {
        match self.kind {
            Kind::Empty => fields.field("raw", None::<&str>),
            Kind::Json => fields.raw("raw", self.text()),
            Kind::Text => fields.field("raw", self.text()),
        };
    }

    /// The fields of a reply that has to be an object.
    pub fn fields(&self) -> Result<Fields<'_>, Error> {
        match self.kind {
            Kind::Json => Fields::read(self.text()),
            _ => Err(Flaw::Syntax),
        }
        .map_err(|flaw| self.unreadable(Reason::of(flaw, Reason::ReplyNotJson)))
    }

    /// An error about what the body says, or does not say.
    pub fn unreadable(&self, reason: Reason) -> Error {
        let mut error = Error::remote(reason, self.at);
        error.http_status = Some(self.status);
        error.outcome = verdict::unreadable(self.operation, self.changed);
        error
    }
}

/// Sends the request once; an error says how far it came and, for a change, its outcome.
pub fn exchange(session: &Session, prepared: Prepared<'_>) -> Result<Answer, Error> {
    let started = Instant::now();
    let (operation, method) = (prepared.operation, prepared.method);
    let result = send(session, prepared);
    logging::emit(logging::INFO, || {
        let end = match &result {
            Ok(answer) => answer.status.to_string(),
            Err(error) => error.code.name().to_owned(),
        };
        let (function, template) = (operation.function().name(), operation.template());
        let milliseconds = started.elapsed().as_millis();
        format!("{function} {method} {template} -> {end} in {milliseconds} ms")
    });
    result
}

fn send(session: &Session, prepared: Prepared<'_>) -> Result<Answer, Error> {
    let Prepared {
        operation, changes, ..
    } = prepared;
    let url = prepared.base.join(prepared.tail);
    let role = operation.role();
    let reply = session.transport.send(Request {
        role,
        base: prepared.base,
        method: prepared.method,
        url: &url,
        authorization: prepared.authorization,
        announce_json: role == Role::License,
        body: prepared.body,
        timeout: prepared.timeout,
        // A connection that was used before may be closed at the moment it is used again; for a document
        // and for a PIN that risk of a lost answer is not taken.
        fresh: role != Role::Service || operation == Operation::DmpSend,
    });
    let reply = reply.map_err(|failure| verdict::failed(failure, operation, changes))?;
    let retry_after_s = reply.retry_after_s;
    verdict::answered(reply, operation, changes, &prepared.redactor).map_err(|mut error| {
        error.retry_after_s = retry_after_s;
        if let Some(reason) = known_refusal(session, &error) {
            error.reason = reason;
        }
        error
    })
}

/// What `card_codes` says of a refusal of the card client. The code of the contract stays that of the status;
/// where it is not known whether the call took effect, no code of the reply can tell.
fn known_refusal(session: &Session, error: &Error) -> Option<Reason> {
    let definite = matches!(error.outcome, None | Some(Outcome::Rejected));
    let code = error.service_code.as_deref();
    let code = code.filter(|_| definite && error.at == At::Card)?;
    session.config.card_codes.reason(code)
}

/// `Bearer <token>`, in memory that is wiped.
pub fn bearer(token: &str) -> Zeroizing<String> {
    let mut value = Zeroizing::new(String::with_capacity(token.len() + 7));
    value.push_str("Bearer ");
    value.push_str(token);
    value
}

/// What a call to the resource service needs of the login.
pub struct ServiceCall {
    started: Instant,
    pub base: BaseUrl,
    pub authorization: Zeroizing<String>,
    bearer: Zeroizing<String>,
}

impl ServiceCall {
    /// Checks that there is a login, and what `may` asks of it.
    pub fn prepare(
        session: &Session,
        may: impl FnOnce(&mut crate::session::Login) -> Result<(), Reason>,
    ) -> Result<ServiceCall, Reason> {
        let mut state = session.state();
        state.login()?;
        let login = state.login_mut().ok_or(Reason::Missing("hr_login"))?;
        may(login)?;
        let token = login.bearer.copy();
        Ok(ServiceCall {
            started: Instant::now(),
            base: login.base.clone(),
            authorization: bearer(&token),
            bearer: token,
        })
    }

    /// When an upload must end.
    pub fn deadline(&self, session: &Session) -> Instant {
        let limit = session.config.timeouts.upload;
        self.started.checked_add(limit).unwrap_or(self.started)
    }

    pub fn exchange(
        &self,
        session: &Session,
        operation: Operation,
        method: &str,
        tail: &str,
        body: Body<'_>,
    ) -> Result<Answer, Error> {
        let reading = matches!(method, "GET" | "HEAD" | "OPTIONS");
        let changes = !reading || operation == Operation::ProfileSelect;
        let timeouts = &session.config.timeouts;
        let result = exchange(
            session,
            Prepared {
                operation,
                method,
                base: &self.base,
                tail,
                authorization: Some(&self.authorization),
                body,
                // What went by before the sending is part of the call.
                timeout: match operation {
                    Operation::DmpSend => timeouts.upload,
                    _ => timeouts.call,
                }
                .saturating_sub(self.started.elapsed()),
                changes,
                redactor: Redactor(&[&self.bearer]),
            },
        );
        // The service no longer knows this bearer: every further call with it would fail.
        if result
            .as_ref()
            .is_err_and(|error| error.http_status == Some(401))
        {
            session.end_login();
        }
        result
    }
}
