//! License tickets: compact JWS, HS256, with `iat`, `exp` and `jti`.

use crate::random::hex;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as B64;
use ring::hmac;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Signs and checks the tickets of one sandbox.
pub(crate) struct Tickets {
    key: hmac::Key,
    validity: Duration,
}

/// Why a ticket is not accepted.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TicketError {
    #[error("the licenseTicket is not a compact JWS (three base64url parts joined by dots)")]
    Malformed,
    #[error(
        "the signature of the licenseTicket is wrong: it was altered, or another license server issued it"
    )]
    Signature,
    #[error("the licenseTicket expired {0} s ago: ask the license server for a new one")]
    Expired(u64),
}

impl Tickets {
    pub(crate) fn new(key: &[u8], validity: Duration) -> Tickets {
        Tickets {
            key: hmac::Key::new(hmac::HMAC_SHA256, key),
            validity,
        }
    }

    /// A new ticket, valid from now on.
    pub(crate) fn issue(&self) -> String {
        let now = now_ms();
        let end = now.saturating_add(u64::try_from(self.validity.as_millis()).unwrap_or(u64::MAX));
        // `exp` is in whole seconds, as readers of such tickets expect; `exp_ms` is what counts,
        // so that a validity of one second lasts one second.
        let claims = json!({
            "iat": now / 1000,
            "exp": end.div_ceil(1000),
            "exp_ms": end,
            "jti": hex(16),
        });
        let signed = format!(
            "{}.{}",
            B64.encode(r#"{"alg":"HS256","typ":"JWT"}"#),
            B64.encode(claims.to_string())
        );
        let tag = hmac::sign(&self.key, signed.as_bytes());
        format!("{signed}.{}", B64.encode(tag.as_ref()))
    }

    /// Checks signature and expiry.
    pub(crate) fn check(&self, ticket: &str) -> Result<(), TicketError> {
        let (signed, tag) = ticket.rsplit_once('.').ok_or(TicketError::Malformed)?;
        let (_, claims) = signed.split_once('.').ok_or(TicketError::Malformed)?;
        let tag = B64.decode(tag).map_err(|_| TicketError::Malformed)?;
        hmac::verify(&self.key, signed.as_bytes(), &tag).map_err(|_| TicketError::Signature)?;
        let claims = B64.decode(claims).map_err(|_| TicketError::Malformed)?;
        let claims: Value = serde_json::from_slice(&claims).map_err(|_| TicketError::Malformed)?;
        let end = claims["exp_ms"].as_u64().ok_or(TicketError::Malformed)?;
        match now_ms().checked_sub(end) {
            Some(late) => Err(TicketError::Expired(late / 1000)),
            None => Ok(()),
        }
    }
}

fn now_ms() -> u64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    elapsed.map_or(0, |elapsed| {
        u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_accepted_by_its_issuer_only() {
        let mine = Tickets::new(b"one", Duration::from_secs(60));
        let other = Tickets::new(b"two", Duration::from_secs(60));
        let ticket = mine.issue();
        assert_eq!(mine.check(&ticket), Ok(()));
        assert_eq!(other.check(&ticket), Err(TicketError::Signature));
        assert_eq!(mine.check("nonsense"), Err(TicketError::Malformed));
        let altered = ticket.replacen('.', ".A", 1);
        assert_eq!(mine.check(&altered), Err(TicketError::Signature));
    }

    #[test]
    fn a_ticket_without_validity_is_expired() {
        let tickets = Tickets::new(b"one", Duration::ZERO);
        let refused = tickets.check(&tickets.issue());
        assert!(matches!(refused, Err(TicketError::Expired(_))));
    }
}
