//! Until when a ticket is valid, where it is a JSON Web Token (RFC 7519). Nothing is verified: the ticket is the servers'.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use zeroize::Zeroizing;

use crate::json::lookup;

/// Milliseconds since 1970. None where the ticket says nothing of it.
pub fn end(ticket: &str) -> Option<u64> {
    let mut parts = ticket.split('.');
    let (_, claims, _) = (parts.next()?, parts.next()?, parts.next()?);
    let claims = Zeroizing::new(URL_SAFE_NO_PAD.decode(claims).ok()?);
    let claims = std::str::from_utf8(&claims).ok()?;
    let end = lookup::written(claims, "/exp").ok()?;
    // A number of seconds, perhaps with a fraction.
    let seconds = end.split('.').next()?.parse::<u64>().ok()?;
    seconds.checked_mul(1000)
}
