//! Names that stand before a secret: of a field, of a header, of a parameter.

use percent_encoding::percent_decode_str;

/// A name that holds one of these may stand before a secret.
const HELD: [&str; 8] = [
    "ticket",
    "bearer",
    "token",
    "passw",
    "secret",
    "motdepasse",
    "jeton",
    "jwt",
];

/// So may the name of a header that holds one of these.
const HELD_BY_HEADERS: [&str; 5] = [
    "authorization",
    "cookie",
    "license",
    "apikey",
    "websocketprotocol",
];

/// With `pin` in a name: what is counted, not the PIN.
const COUNTED: [&str; 4] = ["attempt", "tries", "presentation", "left"];

pub(super) fn is_secret(name: &str) -> bool {
    let plain = plain(name);
    HELD.iter().any(|held| plain.contains(held)) || plain == "mdp" || is_pin(name)
}

pub(super) fn is_secret_header(name: &str) -> bool {
    let plain = plain(name);
    HELD_BY_HEADERS.iter().any(|held| plain.contains(held)) || is_secret(name)
}

/// Rather too many: what stands under `shipping` is hidden too.
pub(super) fn is_pin(name: &str) -> bool {
    let plain = plain(name);
    plain.contains("pin") && !COUNTED.iter().any(|word| plain.contains(word))
}

/// In lower case, percent-decoded, without what joins words.
fn plain(name: &str) -> String {
    let name = percent_decode_str(name).decode_utf8_lossy();
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_secrets_however_it_is_written() {
        for name in [
            "pin",
            "PIN",
            "pinCode",
            "pin_code",
            "codePin",
            "code_pin",
            "pin-code",
            "pin.code",
            "userPin",
            "userpin",
            "cpsPin",
            "X-Pin",
            "x-pin-code",
            "p%69nCode",
            "passwd",
            "PASSWORD",
            "motDePasse",
            "mot_de_passe",
            "mdp",
            "jeton",
            "jwt",
            "X-Jwt",
            "licenseTicket",
            "license_ticket",
            "access_token",
            "session-bearer",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "pinAttempt",
            "pin_presentations",
            "code",
            "type_code",
            "nom",
            "",
        ] {
            assert!(!is_secret(name), "{name}");
        }
        for name in ["X-Api-Key", "apikey", "Cookie", "Sec-WebSocket-Protocol"] {
            assert!(is_secret_header(name), "{name}");
        }
    }
}
