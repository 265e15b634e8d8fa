//! What an answer, or its absence, means: the code, and the outcome of a call that changes something.

use super::exchange::{Answer, Kind};
use crate::error::{At, Code, Error, Outcome, Phase};
use crate::json::{self, Flaw};
use crate::messages::Reason;
use crate::operation::Operation;
use crate::transport::{BodyFault, Failure, Fault, Framing, Reply, Sent};
use crate::wire::service_status;

/// Texts that must not appear in a message taken from a reply.
pub struct Scrub<'a>(pub &'a [&'a str]);

/// Longest message of a card client that is passed on, in characters.
const MAX_MESSAGE: usize = 200;

/// Longest code of a service that is passed on, in digits: those of 32 bits. A patient's number is longer.
const MAX_CODE: usize = 10;

impl Scrub<'_> {
    /// Whether a code, an integer as the service wrote it, is nothing but a code.
    fn passes(&self, code: &str) -> bool {
        let digits = code.trim_start_matches('-');
        digits.len() <= MAX_CODE && !self.0.contains(&digits)
    }

    /// One line without secrets and without numbers long enough to be somebody's.
    fn clean(&self, message: &str) -> String {
        let mut message = message.to_owned();
        // The longest first: a PIN's digits may be a part of the ticket, and would leave the rest of it.
        let mut secrets: Vec<&str> = self.0.to_vec();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        for secret in secrets.into_iter().filter(|secret| !secret.is_empty()) {
            message = message.replace(secret, "***");
        }
        let letters: Vec<char> = message.chars().take(MAX_MESSAGE).collect();
        let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
        // A NIR may be written with blanks, and may hold the letter A or B.
        let joins = |at: usize| {
            let joint = letters
                .get(at)
                .is_some_and(|c| " .-\u{a0}ABab".contains(*c));
            joint && at > 0 && digit(at - 1) && digit(at + 1)
        };
        let mut clean = String::new();
        let mut at = 0;
        while let Some(letter) = letters.get(at) {
            let run = (at..letters.len())
                .take_while(|i| digit(*i) || joins(*i))
                .count();
            let digits = (at..at + run).filter(|i| digit(*i)).count();
            if digits >= 6 {
                clean.push_str("***");
                at += run;
                continue;
            }
            clean.push(if letter.is_control() { ' ' } else { *letter });
            at += 1;
        }
        clean.trim_end().to_owned()
    }
}

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
        Fault::NotReachable if at == At::Card => Reason::CardClientAbsent,
        Fault::NotReachable => Reason::NotReachable,
        Fault::TimedOut => Reason::TimedOut,
        Fault::TlsCertificate => Reason::TlsCertificate,
        Fault::TlsFailed => Reason::TlsFailed,
        Fault::NoTrustStore => Reason::NoTrustStore,
        Fault::ProxyFailed => Reason::ProxyFailed,
        Fault::Interrupted | Fault::AnsweredEarly => Reason::Interrupted,
        Fault::NotHttp => Reason::NotHttp,
        Fault::SourceUnreadable => Reason::FileUnreadable,
        Fault::SourceChanged => Reason::FileChanged,
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
    let at = operation.at();
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
    scrub: &Scrub<'_>,
) -> Result<Answer, Error> {
    let at = operation.at();
    let status = reply.status;
    let success = (200..=299).contains(&status);
    let service = match &reply.body {
        // What a service says with a success is handed on unread; a card client may refuse with one.
        Ok(body) if at == At::Card || !success => std::str::from_utf8(body.as_slice())
            .map(service_status)
            .unwrap_or_default(),
        _ => Default::default(),
    };
    let sent = reply.sent;
    let error = |reason: Reason, outcome: Outcome| {
        // A failure that came before everything was sent leaves no doubt.
        let outcome = match outcome {
            Outcome::Unknown => undecided(sent),
            outcome => outcome,
        };
        let mut error = Error::remote(reason, at);
        error.http_status = Some(status);
        error.outcome = changes.then_some(outcome);
        error
    };
    let result = match status {
        200..=299 => readable(reply, operation, changes).and_then(|answer| {
            if at == At::Card && service.is_failure {
                return Err(error(Reason::CardStatus, Outcome::Rejected));
            }
            Ok(answer)
        }),
        _ => Err(refused(status, operation, error)),
    };
    result.map_err(|mut error| {
        // Bodies of the other services have no known shape: a message in one could hold a patient's name.
        if at == At::Card {
            error.service_message = service
                .message
                .as_ref()
                .map(|text| scrub.clean(text).into());
        }
        let code = service.code.as_deref().filter(|code| scrub.passes(code));
        error.service_code = code.map(Into::into);
        error
    })
}

fn refused(status: u16, operation: Operation, error: impl Fn(Reason, Outcome) -> Error) -> Error {
    let wrong_form = |otherwise: Reason| match operation.form_key() {
        Some(key) => Reason::WrongForm(key),
        None => otherwise,
    };
    match status {
        301 | 302 | 303 | 307 | 308 => error(Reason::Redirected, Outcome::Rejected),
        401 | 403 => error(Reason::Unauthorized, Outcome::Rejected),
        404 => Error {
            code: Code::NotFound,
            ..error(wrong_form(Reason::NotFound), Outcome::Rejected)
        },
        405 => error(wrong_form(Reason::Refused), Outcome::Rejected),
        407 => error(Reason::ProxyFailed, Outcome::Rejected),
        // The server gave up waiting; what it did with what it had is not known.
        408 => error(Reason::Refused, Outcome::Unknown),
        409 => error(Reason::Conflict, Outcome::Rejected),
        429 => error(Reason::RateLimited, Outcome::Rejected),
        400..=499 => error(Reason::Refused, Outcome::Rejected),
        501 => Error {
            code: Code::Server,
            ..error(wrong_form(Reason::ServerFailed), Outcome::Unknown)
        },
        500..=599 => error(Reason::ServerFailed, Outcome::Unknown),
        _ => error(Reason::ReplyStatus, Outcome::Unknown),
    }
}

/// The answer of a success, when its body is whole and of a kind that can be handed on.
fn readable(reply: Reply, operation: Operation, changes: bool) -> Result<Answer, Error> {
    let at = operation.at();
    let status = reply.status;
    // A page comes from something in between, which answered in the server's place: it tells nothing
    // of the call, whether it can be read or not.
    let page = is_page(&reply);
    let fail = |reason: Reason| {
        let mut error = Error::remote(reason, at);
        error.http_status = Some(status);
        error.phase = Some(Phase::Read);
        error.outcome = match page {
            true => changes.then_some(Outcome::Unknown),
            false => unreadable(operation, changes),
        };
        error
    };
    let body = reply.body.map_err(|fault| {
        fail(match fault {
            BodyFault::Cut | BodyFault::TooLarge if page => Reason::ReplyPage,
            BodyFault::Cut => Reason::ReplyCut,
            BodyFault::TooLarge => Reason::ReplyTooLarge,
            BodyFault::NoMemory => Reason::NoMemory,
            BodyFault::Stopped(fault) => reason_of(fault, at),
        })
    })?;
    if page {
        return Err(fail(Reason::ReplyPage));
    }
    if reply.compressed {
        return Err(fail(Reason::ReplyCompressed));
    }
    let text = std::str::from_utf8(body.as_slice()).map_err(|_| fail(Reason::ReplyNotUtf8))?;
    let content_type = reply.content_type.as_deref().unwrap_or_default();
    let whole = reply.framing == Framing::Told;
    let kind = classify(text, content_type, whole).map_err(fail)?;
    Ok(Answer {
        status,
        kind,
        body,
        at,
        changed: changes,
        operation,
    })
}

fn classify(text: &str, content_type: &str, whole: bool) -> Result<Kind, Reason> {
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
        Err(Flaw::Syntax) if content_type.contains("json") && whole => Err(Reason::ReplyNotJson),
        Err(Flaw::Syntax) if whole => Ok(Kind::Text),
        _ => Err(Reason::ReplyCut),
    }
}

fn is_page(reply: &Reply) -> bool {
    let content_type = reply.content_type.as_deref().unwrap_or_default();
    let body = reply.body.as_ref().map_or(&[][..], |body| body.as_slice());
    content_type.contains("html") || looks_like_page(body)
}

fn looks_like_page(body: &[u8]) -> bool {
    let start = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let start = start.trim_ascii_start();
    let begins = |tag: &[u8]| {
        start
            .get(..tag.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(tag))
    };
    begins(b"<!doctype html") || begins(b"<html")
}

#[cfg(test)]
mod tests;
