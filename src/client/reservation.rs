//! The current patient of the session, reserved for one call: steps 5 to 8 concern whoever that is.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::call::ServiceCall;
use crate::error::{Error, Outcome};
use crate::operation::Operation;
use crate::reason::Reason;
use crate::session::{Login, QueuePlace, Session};
use crate::time::later;

/// Made with the first step that needs it, kept for those that follow.
pub struct Reservation<'a> {
    pub session: &'a Session,
    place: Option<QueuePlace>,
    /// When the wait for it began, until a request has that time as well.
    began: Option<Instant>,
}

impl<'a> Reservation<'a> {
    pub fn of(session: &'a Session) -> Reservation<'a> {
        Reservation {
            session,
            place: None,
            began: None,
        }
    }

    /// Waits until no other call of this session has the patient, no longer than a request may last.
    pub fn take(&mut self, operation: Operation) -> Result<(), Error> {
        if self.place.is_some() {
            return Ok(());
        }
        let session = self.session;
        let (began, end) = (Instant::now(), later(session.config.timeouts.call));
        let left = || {
            session.stopped()?;
            let left = end.saturating_duration_since(Instant::now());
            match left.is_zero() {
                true => Err(Reason::SessionInUse),
                false => Ok(left),
            }
        };
        let shared = Arc::clone(&session.state().login()?.shared);
        let _woken = session.transport.in_flight.unpark_when_stopped();
        let place = shared.reserve(left).map_err(|reason| Error {
            outcome: operation.changes().then_some(Outcome::NotSent),
            ..reason.into()
        })?;
        (self.place, self.began) = (Some(place), Some(began));
        Ok(())
    }

    /// Whether the service may yet take another patient, whom an unanswered search was for.
    pub fn may_change(&self) -> Result<bool, Reason> {
        let state = self.session.state();
        Ok(state.login()?.shared.unanswered.load(Ordering::SeqCst))
    }

    /// As [`ServiceCall::prepare`]; the wait is a part of the first request's time.
    pub fn prepare(
        &mut self,
        operation: Operation,
        may: impl FnOnce(&mut Login) -> Result<(), Reason>,
    ) -> Result<ServiceCall<'a>, Error> {
        self.take(operation)?;
        let mut call = ServiceCall::prepare(self.session, operation, may)?;
        call.started = self.began.take().unwrap_or(call.started);
        Ok(call)
    }
}
