//! Secrets that no text may repeat, and where each of them may go.

use memchr::memmem;

use super::object::Object;

pub const LICENSE: &str = "canary-license-7f3a9c51";
pub const TICKET: &str = "canary-ticket-b86d40e2";
/// Short, so that the mask over long numbers cannot be what hides it.
pub const PIN: &str = "7392";
pub const SESSION: &str = "canary-session-5e0c1a77";
/// Health data counts as well: a patient's number and name, a document's name.
pub const PATIENT: &str = "255081416802538";
pub const NAME: &str = "CANARYNAME";
pub const FILENAME: &str = "canary-letter.pdf";

pub const ALL: [&str; 7] = [LICENSE, TICKET, PIN, SESSION, PATIENT, NAME, FILENAME];

pub fn holds(bytes: &[u8], word: &str) -> bool {
    memmem::find(bytes, word.as_bytes()).is_some()
}

/// The fields of an error object that are numbers of their own making: by chance they have the digits of a PIN.
const NUMBERS: [&str; 5] = ["retry_after_s", "sha256", "bytes", "http_status", "call_id"];

/// What a person chooses from is whoever was found.
const PATIENTS: &str = "choices";

/// Asserts that an error object repeats none of these secrets.
pub fn absent(error: &Object, secrets: &[&str]) {
    for (key, value) in error.fields() {
        if NUMBERS.contains(&key) || key == PATIENTS {
            continue;
        }
        // A code that is not the secret but has its digits is no leak.
        if key == "service_code" {
            let digits = value.trim_start_matches('-');
            assert!(!secrets.contains(&digits), "{key} is {value}");
            continue;
        }
        let text = error.string(key).unwrap_or_else(|| value.to_owned());
        for secret in secrets {
            assert!(!text.contains(secret), "{key} repeats {secret}: {text}");
        }
    }
}
