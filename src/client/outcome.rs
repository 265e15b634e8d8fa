//! What a response, or a missing one, means: the error code, and the outcome of a call that changes something.

use super::redact::Redactor;
use super::result::{self, AcceptedResponse};
use crate::error::{Definite, Error, Origin, Outcome, Phase};
use crate::operation::Operation;
use crate::reason::Reason;
use crate::transport::{Failure, Response, Sent};
use crate::wire::{ServiceStatus, service_status};

/// The outcome of a call that neither a status nor a code decides: it follows from what was sent.
fn undecided(sent: Sent) -> Outcome {
    match sent {
        Sent::Nothing => Outcome::NotSent,
        Sent::Part => Outcome::Incomplete,
        Sent::All => Outcome::Unknown,
    }
}

/// The error of a call that received no status.
pub fn of_failure(failure: Failure, operation: Operation) -> Error {
    let origin = match failure.reason {
        Reason::FileUnreadable
        | Reason::FileChanged
        | Reason::FileBusy
        | Reason::DocumentSlow
        | Reason::ResendRefused => Origin::Library,
        _ => operation.origin(),
    };
    let outcome = operation.changes().then_some(undecided(failure.sent));
    let mut error = if outcome == Some(Outcome::Unknown) && failure.reason != Reason::NotHttp {
        let mut error = Error::remote(Reason::InDoubt, origin);
        error.cause = Some(failure.reason.code());
        error
    } else {
        Error::remote(failure.reason, origin)
    };
    error.phase = Some(failure.phase);
    error.outcome = outcome;
    error
}

/// The result of a call whose status was read.
pub fn of_response(
    response: Response,
    operation: Operation,
    redactor: &Redactor<'_>,
) -> Result<AcceptedResponse, Error> {
    let origin = operation.origin();
    let status = response.head.status;
    let success = (200..=299).contains(&status);
    let service = match &response.body {
        // The body of a service's success is passed on unread; a card client may report a refusal in one.
        Ok(body) if origin == Origin::Card || !success => {
            std::str::from_utf8(body.as_slice()).map_or(Ok(Default::default()), service_status)
        }
        _ => Ok(Default::default()),
    };
    // Proxies and portals in between send pages, also with statuses that look definite.
    let (sent, page, compressed) = (response.sent, response.page, response.head.compressed);
    let (service, read) = match service {
        Ok(service) => (service, result::read(response)),
        // The body may be a refusal.
        Err(_) => (ServiceStatus::default(), Err(Reason::NoMemory)),
    };
    // A mistake here spends a PIN: for a login only a complete response to a complete request counts. Elsewhere the
    // status counts, unless the body is compressed and may be a page.
    let whole = sent == Sent::All && read.is_ok();
    let clear = !page && (whole || (operation != Operation::Login && !compressed));
    let error = |reason: Reason, definite: Option<Definite>| {
        let definite = definite.filter(|_| clear);
        let mut error = Error::remote(reason, origin);
        error.http_status = Some(status);
        error.definite = definite;
        error.outcome = operation.changes().then_some(match definite {
            Some(_) => Outcome::Rejected,
            // A failure before everything was sent cannot have taken effect.
            None => undecided(sent),
        });
        error
    };
    let result = match (success, read) {
        // It cannot be a response to a request that had not left completely.
        (true, _) if sent != Sent::All => Err(Error {
            phase: Some(Phase::Send),
            ..error(Reason::Interrupted, None)
        }),
        (true, Ok(_)) if origin == Origin::Card && service.is_failure => {
            Err(error(Reason::CardStatus, Some(Definite::ServiceCode)))
        }
        (true, Ok((kind, body))) => Ok(AcceptedResponse {
            status,
            kind,
            body,
            operation,
        }),
        (true, Err(reason)) => {
            let mut error = error(reason, None);
            error.phase = Some(Phase::Read);
            if !page {
                error.outcome = result::unreadable_outcome(operation);
            }
            Err(error)
        }
        (false, _) => {
            let by = match origin == Origin::Card && service.is_failure {
                true => Definite::ServiceCode,
                false => Definite::Status,
            };
            Err(refused(status, operation, by, error))
        }
    };
    result.map_err(|mut error| {
        // Bodies of the other services have no known shape: a message in one could hold a patient's name.
        if origin == Origin::Card {
            let message = service.message.as_ref();
            let message = message.and_then(|text| redactor.message(text));
            error.service_message = message.map(Into::into);
        }
        let code = service.code.as_deref().filter(|code| redactor.passes(code));
        error.service_code = code.map(Into::into);
        error
    })
}

/// The error of a status other than 2xx; `by` is the source of a definite refusal.
fn refused(
    status: u16,
    operation: Operation,
    by: Definite,
    error: impl Fn(Reason, Option<Definite>) -> Error,
) -> Error {
    let (reason, is_definite) = match status {
        301 | 302 | 303 | 307 | 308 => (Reason::Redirected, true),
        401 | 403 => (Reason::Unauthorized, true),
        404 => (Reason::NotFound, true),
        407 => (Reason::ProxyLogin, true),
        // The server stopped waiting; what it did with the part it had received is not known.
        408 => (Reason::Refused, false),
        409 => (Reason::Conflict, true),
        429 => (Reason::RateLimited, true),
        400..=499 => (Reason::Refused, true),
        500..=599 => (Reason::ServerFailed, false),
        _ => (Reason::ReplyStatus, false),
    };
    let mut error = error(reason, Some(by).filter(|_| is_definite));
    // The code stays that of the status.
    if matches!(status, 404 | 405 | 501)
        && let Some(key) = operation.form_key()
    {
        error.reason = Reason::WrongForm(key);
    }
    error
}
