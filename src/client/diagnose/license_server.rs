//! The license server, what its answer shows of the clock, and the ticket.

use std::time::Instant;

use super::ticket_times;
use super::{Check, failure, steps};
use crate::client::license;
use crate::error::Error;
use crate::messages::checks::{self, CheckName, CheckText};
use crate::operation::Operation;
use crate::session::Session;
use crate::time;

/// Seconds between two clocks by which certificates and tickets are still judged alike.
const APART: u64 = 120;

pub fn checks(session: &Session) -> Result<[Check; 3], Error> {
    let config = &session.config;
    if config.first_step() != Operation::Ticket {
        let server = Check::new(
            CheckName::LicenseServer,
            None,
            checks::TICKET_FROM_ELSEWHERE,
        );
        return Ok([server, clock(None), ticket(session)]);
    }
    let started = Instant::now();
    let fetched = license::fetch(session).map(drop);
    session.stopped()?;
    let ahead = session.transport.in_flight.exchange().ahead;
    let host = session.service.clone();
    let server = match fetched {
        Ok(()) => {
            let text = CheckText::new(checks::ANSWERED)
                .with("host", host)
                .with("steps", steps(session));
            Check::passed(CheckName::LicenseServer, text)
        }
        Err(error) => {
            let detail = failure(host, Operation::Ticket, &error);
            Check::of_error(CheckName::LicenseServer, detail, Operation::Ticket, &error)
        }
    };
    Ok([
        server.needed().timed(started),
        clock(ahead),
        ticket(session),
    ])
}

fn clock(ahead: Option<i64>) -> Check {
    let Some(ahead) = ahead else {
        let text = CheckText::new(checks::CLOCK_UNKNOWN).with("now", time::text(time::now()));
        return Check::new(CheckName::Clock, None, text);
    };
    let seconds = ahead.unsigned_abs();
    let detail = CheckText::new(checks::CLOCK_RIGHT).with("seconds", seconds);
    match seconds <= APART {
        true => Check::passed(CheckName::Clock, detail),
        false => Check::failed(CheckName::Clock, detail, checks::SET_CLOCK),
    }
}

fn ticket(session: &Session) -> Check {
    let Ok(ticket) = session.state().ticket() else {
        return Check::new(CheckName::Ticket, None, checks::TICKET_MISSING);
    };
    let Some(end) = ticket_times::end(&ticket) else {
        return Check::new(CheckName::Ticket, None, checks::TICKET_WITHOUT_TIMES);
    };
    let text = |sentence| CheckText::new(sentence).with("time", time::text(end));
    match end > time::now() {
        true => Check::passed(CheckName::Ticket, text(checks::TICKET_ENDS)),
        false => {
            let remedy = checks::NEW_TICKET;
            Check::failed(CheckName::Ticket, text(checks::TICKET_ENDED), remedy).needed()
        }
    }
}
