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
    let pin = plain.contains("pin") && !COUNTED.iter().any(|word| plain.contains(word));
    // Rather too many: what stands under `shipping` is hidden too.
    pin || plain == "mdp" || HELD.iter().any(|held| plain.contains(held))
}

pub(super) fn is_secret_header(name: &str) -> bool {
    let plain = plain(name);
    HELD_BY_HEADERS.iter().any(|held| plain.contains(held)) || is_secret(name)
}

/// In lower case, percent-decoded, without what joins words.
fn plain(name: &str) -> String {
    let name = percent_decode_str(name).decode_utf8_lossy();
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
