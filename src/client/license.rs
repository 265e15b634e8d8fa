//! Step 1: the license ticket.

use secrecy::ExposeSecret;
use zeroize::Zeroizing;

use super::call::{Call, bearer};
use super::response::AcceptedResponse;
use super::result::result;
use crate::config::{LicenseAuth, TicketMethod, valid_credential};
use crate::error::Error;
use crate::operation::Operation;
use crate::reason::Reason;
use crate::session::Session;
use crate::transport::Body;
use crate::wiping::WipingBuffer;
use crate::wire;

pub fn ticket(session: &Session) -> Result<WipingBuffer, Error> {
    let response = fetch(session)?;
    let ticket = session.state().ticket()?;
    let mut fields = response.writer(ticket.len());
    wire::write_ticket(&mut fields, &ticket);
    result(session, fields, &response)
}

/// Fetches a ticket, which the session then has.
pub(super) fn fetch(session: &Session) -> Result<AcceptedResponse, Error> {
    let config = &session.config;
    let base = config
        .license_url
        .as_ref()
        .ok_or(Reason::ConfigNeeded("license_url"))?;
    let secret = config
        .license_bearer
        .as_ref()
        .ok_or(Reason::ConfigNeeded("license_bearer"))?
        .expose_secret();
    let authorization = match config.license_auth {
        LicenseAuth::Bearer => bearer(secret),
        LicenseAuth::Raw => Zeroizing::new(secret.to_owned()),
    };
    let response = Call {
        operation: Operation::Ticket,
        method: match config.ticket_method {
            TicketMethod::Post => "POST",
            TicketMethod::Get => "GET",
        },
        base,
        tail: &Operation::Ticket.path(&[]),
        authorization: Some(&authorization),
        body: Body::Empty,
        timeout: config.timeouts.call,
        secrets: &[],
    }
    .send(session)?;
    let ticket = wire::license_ticket(&response.fields()?).map_err(|r| response.unreadable(r))?;
    session.state().set_ticket(Some(&ticket));
    Ok(response)
}

/// Takes over a ticket that was fetched elsewhere.
pub fn set_ticket(session: &Session, ticket: &str) -> Result<(), Error> {
    if !valid_credential(ticket) {
        return Err(Reason::BadCredential("ticket").into());
    }
    session.state().set_ticket(Some(ticket));
    Ok(())
}
