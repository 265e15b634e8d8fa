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

/// Behind `pin` in a name: what is counted, not the PIN.
const COUNTED: [&str; 5] = ["attempt", "tries", "try", "presentation", "left"];

pub(super) fn is_secret(name: &str) -> bool {
    let plain = plain(name);
    HELD.iter().any(|held| plain.contains(held)) || plain == "mdp" || is_pin(name)
}

pub(super) fn is_secret_header(name: &str) -> bool {
    let plain = plain(name);
    HELD_BY_HEADERS.iter().any(|held| plain.contains(held)) || is_secret(name)
}

/// A word of its own, as in `user_pin` and `cpsPin`, or at either end, as in `pincode` and `userpin`: `shipping` and
/// `spin` are none.
pub(super) fn is_pin(name: &str) -> bool {
    let words = words(name);
    let plain = words.concat();
    let counted = |behind: &str| COUNTED.iter().any(|word| behind.starts_with(word));
    let own = words.iter().enumerate().any(|(index, word)| {
        let behind = words.get(index + 1).map_or("", String::as_str);
        word == "pin" && !counted(behind)
    });
    let first = plain.strip_prefix("pin").is_some_and(|behind| {
        behind.is_empty() || behind.starts_with("code") || behind.starts_with(char::is_numeric)
    });
    let before = ["code", "user", "card", "cps", "new", "old", "my"];
    let last = plain
        .strip_suffix("pin")
        .is_some_and(|start| before.iter().any(|word| start.ends_with(word)));
    own || first || last || plain.contains("pincode")
}

/// In lower case, percent-decoded, without what joins words.
fn plain(name: &str) -> String {
    words(name).concat()
}

fn words(name: &str) -> Vec<String> {
    let name = percent_decode_str(name).decode_utf8_lossy();
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        let joins = !c.is_alphanumeric();
        if joins || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| !joins) {
            word.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
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
            "shipping",
            "spin",
            "lapin",
            "opinion",
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
