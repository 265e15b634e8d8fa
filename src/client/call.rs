//! One call to a service: what is sent, and the response if it counts as a success.

use std::time::{Duration, Instant};

use secrecy::ExposeSecret;
use zeroize::Zeroizing;

use super::outcome;
use super::redact::Redactor;
use super::result::AcceptedResponse;
use crate::address::BaseUrl;
use crate::error::{Error, Origin, Outcome};
use crate::logging;
use crate::operation::{Operation, Task};
use crate::per_process::token;
use crate::reason::Reason;
use crate::session::{Login, Session};
use crate::transport::{Body, Request};

/// Sends a request once. An error states how far the call came and, for a change, its outcome. `secrets`: those that it
/// sends beside the bearers and the ticket of the session.
pub fn send(
    session: &Session,
    request: Request<'_>,
    secrets: &[&str],
) -> Result<AcceptedResponse, Error> {
    let started = Instant::now();
    let process = token();
    let (operation, method, tail) = (request.operation, request.method, request.tail);
    let result = match session.transport.send(request) {
        Ok(response) => {
            let retry_after_s = response.head.retry_after_s;
            let redactor = Redactor {
                session,
                own: secrets,
            };
            outcome::of_response(response, operation, &redactor).map_err(|mut error| {
                error.retry_after_s = retry_after_s;
                if let Some(reason) = known_refusal(session, &error) {
                    error.reason = reason;
                }
                error
            })
        }
        Err(failure) => Err(outcome::of_failure(failure, operation)),
    };
    logging::emit(logging::INFO, || {
        let end = match &result {
            Ok(response) => response.status.to_string(),
            Err(error) => error.code.name().to_owned(),
        };
        let function = operation.name();
        // hr_diagnose asks whether anything answers.
        let template = if tail == "/" {
            "/"
        } else {
            operation.template()
        };
        let milliseconds = started.elapsed().as_millis();
        format!("{function} {method} {template} -> {end} in {milliseconds} ms")
    });
    // A callback forked, perhaps the one above: the steps that follow are the parent's.
    match token() == process {
        true => result,
        false => Err(Reason::Forked.into()),
    }
}

/// The reason that `card_codes` gives for a refusal of the card client. The error code stays that of the status;
/// where it is not known whether the call took effect, no code in the body can settle it.
fn known_refusal(session: &Session, error: &Error) -> Option<Reason> {
    let definite = matches!(error.outcome, None | Some(Outcome::Rejected));
    let code = error.service_code.as_deref();
    let code = code.filter(|_| definite && error.origin == Origin::Card)?;
    session.config.card_codes.reason(code)
}

/// `Bearer <token>`, in memory that is wiped.
pub fn bearer(token: &str) -> Zeroizing<String> {
    Zeroizing::new(["Bearer ", token].concat())
}

/// A call to the resource service, with what it needs of the login.
pub struct ServiceCall<'a> {
    session: &'a Session,
    operation: Operation,
    pub started: Instant,
    base: BaseUrl,
    authorization: Zeroizing<String>,
}

impl<'a> ServiceCall<'a> {
    /// Checks that there is a login, and the order of calls with `may`.
    pub fn prepare(
        session: &'a Session,
        operation: Operation,
        may: impl FnOnce(&mut Login) -> Result<(), Reason>,
    ) -> Result<ServiceCall<'a>, Reason> {
        let started = Instant::now();
        let mut state = session.state();
        let login = state.login_mut()?;
        may(login)?;
        Ok(ServiceCall {
            session,
            operation,
            started,
            base: login.base.clone(),
            authorization: bearer(login.bearer.expose_secret()),
        })
    }

    fn limit(&self) -> Duration {
        let timeouts = &self.session.config.timeouts;
        match self.operation.task() {
            Task::Send => timeouts.upload,
            _ => timeouts.call,
        }
    }

    pub fn deadline(&self) -> Instant {
        let end = self.started.checked_add(self.limit());
        end.unwrap_or(self.started)
    }

    pub fn send(
        &self,
        method: &str,
        tail: &str,
        body: Body<'_>,
    ) -> Result<AcceptedResponse, Error> {
        let request = Request {
            operation: self.operation,
            method,
            base: &self.base,
            tail,
            authorization: Some(&self.authorization),
            body,
            // The time that preparing took is part of the call.
            timeout: self.limit().saturating_sub(self.started.elapsed()),
        };
        send(self.session, request, &[]).inspect_err(|error| {
            // The service no longer accepts this bearer: every further call with it would fail.
            if error.http_status == Some(401) {
                self.session.end_login();
            }
        })
    }
}
