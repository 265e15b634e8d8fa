//! The services' own field names: the bodies that are sent and the fields that are read.
//! No other module knows them.

mod cards;
mod label;
mod patient;

use zeroize::Zeroizing;

pub use cards::{ListedCard, WantedCard, is_blank, is_of_kind, is_shown, kind_of, listing};
pub use label::{
    Label, card as card_label, situation_id, texts as texts_label, write_card_identity,
};
pub use patient::{Patient, keeps_record_closed, patient};

use crate::config::{service_code, valid_credential};
use crate::json::{self, FoundText, JsonError, ObjectWriter, lookup};
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// The parts of an upload, in the order of the interface.
pub mod form {
    pub const FILE: &str = "file";
    pub const FILENAME: &str = "filename";
    pub const ACTIVITY_TYPE: &str = "activity_type";
    pub const TYPE_CODE: &str = "type_code";
}

/// The query parameters of a patient search.
pub const TRAITS: [&str; 4] = ["nom", "prenom", "date_naissance", "sexe"];

/// The body of `ready`, or of `login` with a card's token and its PIN; the ticket is left out where it travels in a header.
pub fn card_body(login: Option<(&str, &str)>, ticket: Option<&str>) -> Option<WipingBuffer> {
    let mut body = ObjectWriter::with_capacity(1024);
    if let Some((token, pin)) = login {
        body.field("token", token).field("pinCode", pin);
    }
    if let Some(ticket) = ticket {
        body.field("licenseTicket", ticket);
    }
    body.finish()
}

/// The fields of a reply that must be a JSON object.
pub struct Fields<'a>(Vec<(FoundText<'a>, &'a str)>);

impl<'a> Fields<'a> {
    pub fn read(text: &'a str) -> Result<Fields<'a>, JsonError> {
        json::entries(text).map(Fields)
    }

    /// The value of a field, unread. One that is there twice has none.
    fn once(&self, name: &str) -> Result<Option<&'a str>, JsonError> {
        let mut found = self.0.iter().filter(|(key, _)| **key == *name);
        match (found.next(), found.next()) {
            (first, None) => Ok(first.map(|(_, value)| *value)),
            _ => Err(JsonError::Unfit),
        }
    }

    /// The same; None also when it is null.
    fn raw(&self, name: &'static str) -> Result<Option<&'a str>, Reason> {
        let value = self.once(name).map_err(|_| Reason::ReplyField(name))?;
        Ok(value.filter(|text| *text != "null"))
    }

    fn must(&self, name: &'static str) -> Result<&'a str, Reason> {
        self.raw(name)?.ok_or(Reason::ReplyMissing(name))
    }

    fn text(&self, name: &'static str) -> Result<Zeroizing<String>, Reason> {
        json::string(self.must(name)?).map_err(|error| Reason::of(error, Reason::ReplyField(name)))
    }

    fn credential(&self, name: &'static str) -> Result<Zeroizing<String>, Reason> {
        let text = Some(self.text(name)?).filter(|text| valid_credential(text));
        text.ok_or(Reason::ReplyField(name))
    }

    fn flag(&self, name: &'static str) -> Result<bool, Reason> {
        let flag = self.must(name)?.parse();
        flag.map_err(|_| Reason::ReplyField(name))
    }
}

pub fn license_ticket(fields: &Fields) -> Result<Zeroizing<String>, Reason> {
    fields.credential("licenseTicket")
}

/// Writes the ticket into a result, under the service's name.
pub fn write_ticket(out: &mut ObjectWriter, ticket: &str) {
    out.field("licenseTicket", ticket);
}

pub struct LoginReply {
    pub bearer: Zeroizing<String>,
    pub service_url: Zeroizing<String>,
    pub identified: Option<bool>,
}

impl LoginReply {
    /// Reads a login's reply; `pointer` leads to the boolean that the interface does not name.
    pub fn read(text: &str, fields: &Fields, pointer: Option<&str>) -> Result<LoginReply, Reason> {
        let identified = match pointer.map(|pointer| lookup::written(text, pointer)) {
            Some(Ok(written)) => written.parse().ok(),
            Some(Err(JsonError::NoMemory)) => return Err(Reason::NoMemory),
            Some(Err(_)) | None => None,
        };
        Ok(LoginReply {
            bearer: fields.credential("bearer")?,
            service_url: fields.text(SERVICE_URL)?,
            identified,
        })
    }

    /// Writes it, with what is passed on of the same reply.
    pub fn write(&self, fields: &Fields, out: &mut ObjectWriter) -> Result<(), Reason> {
        let passed_on = |name| Ok::<_, Reason>(fields.raw(name)?.unwrap_or("null"));
        out.raw("connectionId", passed_on("connectionId")?)
            .raw("connectedTo", passed_on("connectedTo")?)
            .field("bearer", self.bearer.as_str())
            .field(SERVICE_URL, self.service_url.as_str())
            .raw("masterData", passed_on("masterData")?)
            .field("identified", self.identified);
        Ok(())
    }
}

pub const SERVICE_URL: &str = "serviceUrl";

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
