//! The `status` object that a reply may carry.

use zeroize::Zeroizing;

use super::Fields;
use crate::config::service_code;
use crate::json::JsonError;

/// The `status` of a response.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ServiceStatus {
    /// There is a code and it is not 0, the one value that means success.
    pub is_failure: bool,
    /// The JSON text of an integer or of a short text; None when it is anything else.
    pub code: Option<String>,
    pub message: Option<Zeroizing<String>>,
}

/// A longer message, in bytes as it came, was not written for people; it is not read.
const MAX_MESSAGE: usize = 64 * 1024;

/// Reads `status.code` and `status.message`; what has another shape counts as absent.
/// An error: there is no memory to read them.
pub fn service_status(text: &str) -> Result<ServiceStatus, JsonError> {
    // A key may be written with escapes. Most replies have neither, and are not read for it.
    if !text.contains("\"status\"") && !text.contains('\\') {
        return Ok(ServiceStatus::default());
    }
    let object = |text| match Fields::read(text) {
        Err(JsonError::NoMemory) => Err(JsonError::NoMemory),
        fields => Ok(fields.ok()),
    };
    let unclear = ServiceStatus {
        is_failure: true,
        ..ServiceStatus::default()
    };
    let status = match object(text)?.as_ref().map(|fields| fields.raw("status")) {
        Some(Ok(Some(status))) => object(status)?,
        // Given twice: which one counts is anybody's guess.
        Some(Err(_)) => return Ok(unclear),
        Some(Ok(None)) | None => None,
    };
    let Some(status) = status else {
        return Ok(ServiceStatus::default());
    };
    let Ok(code) = status.raw("code") else {
        return Ok(unclear);
    };
    Ok(ServiceStatus {
        is_failure: code.is_some_and(|code| code != "0"),
        code: code.and_then(service_code),
        message: match status.raw("message") {
            Ok(Some(text)) if text.len() <= MAX_MESSAGE => status.text("message").ok(),
            _ => None,
        },
    })
}
