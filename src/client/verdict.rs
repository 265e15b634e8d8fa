//! What an answer, or its absence, means: the code, and the outcome of a call that changes something.

use super::exchange::{Answer, Kind};
use super::redact::Redactor;
use crate::error::{At, Code, Definite, Error, Outcome, Phase};
use crate::json::{self, Flaw};
use crate::messages::Reason;
use crate::operation::Operation;
use crate::system::owner::Owner;
use crate::transport::{BodyFault, Failure, Fault, Framing, Reply, Sent};
use crate::wiping::WipingBuffer;
use crate::wire::service_status;

/// The word for a success that cannot be read. A card client may report a refusal with status 200,
/// so a login whose answer cannot be read is not known to have succeeded.
pub fn unreadable(operation: Operation, changes: bool) -> Option<Outcome> {
    changes.then_some(match operation {
        Operation::Login => Outcome::Unknown,
        _ => Outcome::AcceptedUnreadable,
    })
}

fn reason_of(fault: Fault, at: At) -> Reason {
    match fault {
        Fault::CancelledByHost => Reason::CancelledByHost,
        Fault::CancelledByProgress => Reason::CancelledByProgress,
        Fault::NameNotFound => Reason::NameNotFound,
        Fault::NotLoopback => Reason::LocalNameNotLoopback,
        Fault::NotOurs(Owner::OtherSession) => Reason::CardClientOtherSession,
        Fault::NotOurs(Owner::Service) => Reason::CardClientService,
        Fault::NotOurs(Owner::HttpSys) => Reason::CardClientHttpSys,
        Fault::NotOurs(Owner::Own | Owner::Unknown) => Reason::CardClientUnknown,
        Fault::NotOurs(Owner::NotAsked) => Reason::NoMemory,
        Fault::NotReachable if at == At::Card => Reason::CardClientAbsent,
        Fault::NotReachable => Reason::NotReachable,
        Fault::TimedOut => Reason::TimedOut,
        Fault::TlsCertificate => Reason::TlsCertificate,
        Fault::TlsFailed => Reason::TlsFailed,
        Fault::NoTrustStore => Reason::NoTrustStore,
        Fault::ProxyFailed => Reason::ProxyFailed,
        Fault::ProxyUnusable => Reason::ProxyUnusable,
        Fault::ProxyLogin => Reason::ProxyLogin,
        Fault::Interrupted | Fault::AnsweredEarly => Reason::Interrupted,
        Fault::NotHttp => Reason::NotHttp,
        Fault::SourceUnreadable => Reason::FileUnreadable,
        Fault::SourceChanged => Reason::FileChanged,
        Fault::SourceBusy => Reason::FileBusy,
        Fault::SourceSlow => Reason::DocumentSlow,
        Fault::HeldBack => Reason::ResendRefused,
        Fault::Forked => Reason::Forked,
        Fault::NoMemory => Reason::NoMemory,
    }
}

/// What is known of a call that nobody decided about.
fn undecided(sent: Sent) -> Outcome {
    match sent {
        Sent::Nothing => Outcome::NotSent,
        Sent::Part => Outcome::Incomplete,
        Sent::All => Outcome::Unknown,
    }
}

/// The error of an exchange that brought no status.
pub fn failed(failure: Failure, operation: Operation, changes: bool) -> Error {
    let at = match failure.fault {
        Fault::SourceUnreadable
        | Fault::SourceChanged
        | Fault::SourceBusy
        | Fault::SourceSlow
        | Fault::HeldBack => At::Library,
        _ => operation.at(),
    };
    let reason = reason_of(failure.fault, at);
    let outcome = changes.then_some(undecided(failure.sent));
    let mut error = if outcome == Some(Outcome::Unknown) && failure.fault != Fault::NotHttp {
        let mut error = Error::remote(Reason::InDoubt, at);
        error.cause = Some(reason.code());
        error
    } else {
        Error::remote(reason, at)
    };
    error.phase = Some(failure.phase);
    error.outcome = outcome;
    error
}

/// Judges an answer whose status was read.
pub fn answered(
    reply: Reply,
    operation: Operation,
    changes: bool,
    redactor: &Redactor<'_>,
) -> Result<Answer, Error> {
    let at = operation.at();
    let status = reply.status;
    let success = (200..=299).contains(&status);
    let service = match &reply.body {
        // What a service says with a success is handed on unread; a card client may refuse with one.
        Ok(body) if at == At::Card || !success => {
            std::str::from_utf8(body.as_slice()).map_or(Ok(Default::default()), service_status)
        }
        _ => Ok(Default::default()),
    };
    let no_memory = service.is_err();
    let service = service.unwrap_or_default();
    // Whatever stands in between answers with pages, also with statuses that look definite.
    let (sent, page, compressed) = (reply.sent, reply.page, reply.compressed);
    let read = match no_memory {
        // It may be a refusal.
        true => Err(Reason::NoMemory),
        false => read(reply, at),
    };
    // A PIN is spent by a mistake: of a login nothing counts but a whole answer to the whole request. Elsewhere
    // the status counts, unless what is compressed may be a page.
    let whole = sent == Sent::All && read.is_ok();
    let clear = !page && (whole || (operation != Operation::Login && !compressed));
    let error = |reason: Reason, definite: Option<Definite>| {
        let definite = definite.filter(|_| clear);
        let mut error = Error::remote(reason, at);
        error.http_status = Some(status);
        error.definite = definite;
        error.outcome = changes.then_some(match definite {
            Some(_) => Outcome::Rejected,
            // A failure that came before everything was sent leaves no doubt.
            None => undecided(sent),
        });
        error
    };
    let result = match (success, read) {
        // It cannot be an answer to what had not been said.
        (true, _) if sent != Sent::All => Err(Error {
            phase: Some(Phase::Send),
            ..error(Reason::Interrupted, None)
        }),
        (true, Ok(_)) if at == At::Card && service.is_failure => {
            Err(error(Reason::CardStatus, Some(Definite::ServiceCode)))
        }
        (true, Ok((kind, body))) => Ok(Answer {
            status,
            kind,
            body,
            at,
            changed: changes,
            operation,
        }),
        (true, Err(reason)) => {
            let mut error = error(reason, None);
            error.phase = Some(Phase::Read);
            if !page {
                error.outcome = unreadable(operation, changes);
            }
            Err(error)
        }
        (false, _) => {
            let by = match at == At::Card && service.is_failure {
                true => Definite::ServiceCode,
                false => Definite::Status,
            };
            Err(refused(status, operation, by, error))
        }
    };
    result.map_err(|mut error| {
        // Bodies of the other services have no known shape: a message in one could hold a patient's name.
        if at == At::Card {
            let message = service.message.as_ref();
            error.service_message = message
                .and_then(|text| redactor.message(text))
                .map(Into::into);
        }
        let code = service.code.as_deref().filter(|code| redactor.passes(code));
        error.service_code = code.map(Into::into);
        error
    })
}

/// The error of a status that is no success; `by` is what it rests on where it is a definite refusal.
fn refused(
    status: u16,
    operation: Operation,
    by: Definite,
    error: impl Fn(Reason, Option<Definite>) -> Error,
) -> Error {
    let wrong_form = |otherwise: Reason| match operation.form_key() {
        Some(key) => Reason::WrongForm(key),
        None => otherwise,
    };
    match status {
        301 | 302 | 303 | 307 | 308 => error(Reason::Redirected, Some(by)),
        401 | 403 => error(Reason::Unauthorized, Some(by)),
        404 => Error {
            code: Code::NotFound,
            ..error(wrong_form(Reason::NotFound), Some(by))
        },
        405 => error(wrong_form(Reason::Refused), Some(by)),
        407 => error(Reason::ProxyLogin, Some(by)),
        // The server gave up waiting; what it did with what it had is not known.
        408 => error(Reason::Refused, None),
        409 => error(Reason::Conflict, Some(by)),
        429 => error(Reason::RateLimited, Some(by)),
        400..=499 => error(Reason::Refused, Some(by)),
        501 => Error {
            code: Code::Server,
            ..error(wrong_form(Reason::ServerFailed), None)
        },
        500..=599 => error(Reason::ServerFailed, None),
        _ => error(Reason::ReplyStatus, None),
    }
}

/// The body of an answer, when it is whole and of a kind that can be handed on.
fn read(reply: Reply, at: At) -> Result<(Kind, WipingBuffer), Reason> {
    let body = reply.body.map_err(|fault| match fault {
        BodyFault::Cut | BodyFault::TooLarge if reply.page => Reason::ReplyPage,
        BodyFault::Cut => Reason::ReplyCut,
        BodyFault::TooLarge => Reason::ReplyTooLarge,
        BodyFault::NoMemory => Reason::NoMemory,
        BodyFault::Stopped(fault) => reason_of(fault, at),
    })?;
    if reply.page {
        return Err(Reason::ReplyPage);
    }
    if reply.compressed {
        return Err(Reason::ReplyCompressed);
    }
    let text = std::str::from_utf8(body.as_slice()).map_err(|_| Reason::ReplyNotUtf8)?;
    let kind = classify(text, reply.json, reply.framing == Framing::Told)?;
    Ok((kind, body))
}

fn classify(text: &str, json: bool, whole: bool) -> Result<Kind, Reason> {
    if text.is_empty() {
        return if whole {
            Ok(Kind::Empty)
        } else {
            Err(Reason::ReplyCut)
        };
    }
    match json::check(text) {
        // A number or a word that was cut off is still a number or, perhaps, another word.
        Ok(()) if whole || text.trim_start().starts_with(['{', '[', '"']) => Ok(Kind::Json),
        Err(Flaw::Depth) => Err(Reason::ReplyNested),
        Err(Flaw::Syntax) if json && whole => Err(Reason::ReplyNotJson),
        Err(Flaw::Syntax) if whole => Ok(Kind::Text),
        _ => Err(Reason::ReplyCut),
    }
}

#[cfg(test)]
mod tests;
