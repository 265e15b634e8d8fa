//! License tickets: compact JWS, HS256, with `iat`, `exp` and `jti`.

use crate::random::hex;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as B64;
use ring::hmac;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub(crate) struct Tickets {
    key: hmac::Key,
    pub validity: Duration,
}

/// Why a ticket is not accepted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TicketError {
    Malformed,
    Signature,
    /// Its identifier, and since how many seconds.
    Expired(String, u64),
}

impl Tickets {
    pub(crate) fn new(key: &[u8], validity: Duration) -> Tickets {
        Tickets {
            key: hmac::Key::new(hmac::HMAC_SHA256, key),
            validity,
        }
    }

    /// A ticket, and a short name of it that is no secret.
    pub(crate) fn issue(&self) -> (String, String) {
        let now = now_ms();
        let end = now.saturating_add(u64::try_from(self.validity.as_millis()).unwrap_or(u64::MAX));
        // `exp` is in whole seconds, as readers of such tickets expect; `exp_ms` is what counts,
        // so that a validity of one second lasts one second.
        let jti = hex(16);
        let claims = json!({
            "iat": now / 1000,
            "exp": end.div_ceil(1000),
            "exp_ms": end,
            "jti": jti,
        });
        let signed = format!(
            "{}.{}",
            B64.encode(r#"{"alg":"HS256","typ":"JWT"}"#),
            B64.encode(claims.to_string())
        );
        let tag = hmac::sign(&self.key, signed.as_bytes());
        let ticket = format!("{signed}.{}", B64.encode(tag.as_ref()));
        (ticket, short(&jti))
    }

    /// Checks signature and expiry; gives its identifier, and how long it is still valid.
    pub(crate) fn check(&self, ticket: &str) -> Result<(String, Duration), TicketError> {
        let (signed, tag) = ticket.rsplit_once('.').ok_or(TicketError::Malformed)?;
        let (_, claims) = signed.split_once('.').ok_or(TicketError::Malformed)?;
        let tag = B64.decode(tag).map_err(|_| TicketError::Malformed)?;
        hmac::verify(&self.key, signed.as_bytes(), &tag).map_err(|_| TicketError::Signature)?;
        let claims = B64.decode(claims).map_err(|_| TicketError::Malformed)?;
        let claims: Value = serde_json::from_slice(&claims).map_err(|_| TicketError::Malformed)?;
        let end = claims["exp_ms"].as_u64().ok_or(TicketError::Malformed)?;
        let id = short(claims["jti"].as_str().unwrap_or(""));
        let now = now_ms();
        match end.checked_sub(now) {
            Some(left) if left > 0 => Ok((id, Duration::from_millis(left))),
            _ => Err(TicketError::Expired(id, (now - end) / 1000)),
        }
    }
}

/// The start of an identifier tells the tickets of a run apart.
fn short(jti: &str) -> String {
    jti.chars().take(8).collect()
}

fn now_ms() -> u64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    elapsed.map_or(0, |elapsed| {
        u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
    })
}
