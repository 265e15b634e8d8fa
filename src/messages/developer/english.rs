//! The remedies in English.

use super::{journal, time_limit};
use crate::error::{Origin, Outcome};
use crate::messages::{Case, Language};
use crate::operation::Task;
use crate::reason::{Choose, Reason};

/// Who is spoken of, and the same where a sentence begins.
fn who(origin: Origin) -> (&'static str, &'static str) {
    match origin {
        Origin::License => ("the license server", "The license server"),
        Origin::Card => ("the card client", "The card client"),
        Origin::Service => ("the service", "The service"),
        Origin::Library => ("the server", "The server"),
    }
}

const OPERATOR: &str = "report it to the operator of that server.";

/// What is known of a call that changes something, and what follows from it.
pub fn effect(case: &Case) -> &'static str {
    let task = case.operation.task();
    match (case.outcome, task) {
        (None, _) => "",
        (Some(Outcome::NotSent), Task::Login) => {
            "The PIN was not presented (outcome not_sent): the login may be repeated."
        }
        (Some(Outcome::NotSent), _) => {
            "Nothing was sent (outcome not_sent): the call may be repeated."
        }
        (Some(Outcome::Rejected), _) if case.origin == Origin::Library => "",
        (Some(Outcome::Rejected), Task::Login) => "Call hr_ready before another hr_login.",
        (Some(Outcome::Rejected), _) => "",
        (Some(Outcome::Incomplete | Outcome::Unknown), Task::Login) => {
            "The PIN may have been presented: it is held back until hr_pin_retry_allow, which a person decides."
        }
        (Some(Outcome::Incomplete), _) => {
            "Only a part was sent (outcome incomplete), and the service cannot hold the whole: the call may be repeated."
        }
        (Some(Outcome::Unknown), Task::Send) => {
            "The document may have arrived (outcome unknown): when a person has looked into the record, call with entry hr_dmp_found (it is there) or hr_dmp_resend_allow (it is not)."
        }
        (Some(Outcome::Unknown), _) => {
            "It may have taken effect (outcome unknown): never repeat it automatically; check with the service, then let a person decide."
        }
        (Some(Outcome::Accepted | Outcome::AcceptedUnreadable), Task::Send) => {
            "The service accepted the document (outcome accepted_unreadable): do not send it again."
        }
        (Some(Outcome::Accepted | Outcome::AcceptedUnreadable), _) => {
            "The service accepted the call (outcome accepted_unreadable): do not repeat it."
        }
    }
}

/// What is wrong, and what to do. There is no wildcard arm: a new reason does not compile without a text.
pub fn remedy(case: &Case) -> String {
    use Reason::*;
    let (who, begin) = who(case.origin);
    match case.reason {
        NullArgument(name) => {
            format!("{name} is NULL: pass a value; only arguments documented as optional may be NULL.")
        }
        NotUtf8(name) => {
            format!("{name} is not valid UTF-8: convert the text to UTF-8 before the call.")
        }
        EmptyArgument(name) => format!("{name} is empty: pass a value."),
        NotJson(name) => {
            format!("{name} is not a JSON text: pass one complete JSON value in UTF-8.")
        }
        NegativeLength(name) => format!("{name} is negative: pass the number of bytes, 0 or more."),
        BadSegment(name) => format!(
            "{name} cannot be a part of an address: pass the identifier itself, not \".\" or \"..\", at most 1,024 bytes."
        ),
        TooLong(name) => format!("{name} is too long: pass at most 1,024 bytes."),
        BadMember(member) => format!("{member} is not known, is there twice, or its value is not of its form: compare it with the function's comment."),
        MissingMember(member) => format!("{member} is missing: give it, as the function's comment says."),
        BadCredential(name) => format!(
            "{name} has characters that cannot be sent: pass it exactly as it was issued, visible ASCII, no spaces, at most 32,768 bytes."
        ),
        BadFilename => "filename cannot be sent: pass a name without a folder and without control characters.".into(),
        BadMethod => "method cannot be sent: use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.".into(),
        BadPath => "path is not a path under the service URL: begin it with /, percent-encoded, without . or .. segments and without #.".into(),
        BadEntry => "entry is neither an entry nor a SHA-256: pass entry of the error object, or the 64 hexadecimal digits of its sha256.".into(),
        DoubtReplaced => "The document was sent again since: have it looked for in the record, then pass entry of the error object.".into(),
        ToChoose(Choose::Card) => "Several cards fit: show choices, and repeat the call with a card that names members of one of them.".into(),
        ToChoose(Choose::Situation) => "A situation must be chosen: show choices, the reply of PUT /user-profiles where there was one, and call hr_connect with pin_code NULL and situation_id; without choices pass profile first.".into(),
        ToChoose(Choose::Patient) => "The search does not settle which patient it is: let a person compare the traits with choices, and repeat the call with patient_id, or with more traits.".into(),
        ToChoose(Choose::Update) => "updateNeeded of the patient is true: ask the patient, then repeat the call with patient_id and update, the body for POST /patient.".into(),
        NoCard => "No card that fits is in the reader: ask for the card, check card, or wait longer with wait_card_ms or timeout_ms.".into(),
        OtherPatient => "The parameters that the service returned are those of another patient than patient_id or, without one, than the only one that the search listed: check both with the person, and repeat the call with the traits and the patient_id of one patient.".into(),
        BadServiceUrlArgument => "service_url cannot be used with a session: pass the address that the login gave, unchanged (https, or loopback).".into(),
        BadLevel => "level is out of range: use 0 (off) to 3 (debug).".into(),
        CardNotListed => "card_token is not in the last list of cards: call hr_ready and use a token that it lists.".into(),
        NothingToAllow(name) => format!(
            "Nothing is held back for this {name}: only what HR_E_PIN_GUARD or HR_E_CONFLICT refused needs to be allowed."
        ),
        UnknownHandle => "handle is not open in this process: use the number that hr_open returned, until hr_close; open a new one after a fork.".into(),
        Forked => "A callback forked this process, and the call goes on in the parent: leave the call to it, and end the child within the callback.".into(),
        Busy => "Another call is running on this handle: wait for it, cancel it with hr_cancel, or open a second handle.".into(),
        SessionInUse => "Another call of this session, on a handle with the same bearer, still has the current patient: call again when it has ended, or give each handle a login of its own.".into(),
        Missing(operation) => format!("{} must succeed first: call it, then repeat this call.", operation.name()),
        UpdateNotAsked => "The last hr_patient_get did not ask for an update: call hr_patient_update only when updateNeeded is true.".into(),
        UpdatePending => "hr_patient_get asked for an update: ask the patient and call hr_patient_update, or leave the record closed.".into(),
        PatientNotRead => "This login has not read this patient: call hr_patient_search and hr_patient_get, which show whether the record may be opened.".into(),
        RecordNotOpen => "The record is not open: call hr_dmp_open for this patient_id first.".into(),
        ConfigNotJson => "config_json is not a JSON object: pass one JSON object in UTF-8.".into(),
        ConfigUnknownKey(Some(key)) => {
            format!("config_json has an unknown key, {key}: remove it or correct its spelling.")
        }
        ConfigUnknownKey(None) => "config_json has an unknown key: remove it; it is not shown because it does not look like a key.".into(),
        ConfigTwice(Some(key)) => format!("config_json has the key {key} twice: keep one of them."),
        ConfigTwice(None) => "config_json has a key twice: keep one of them.".into(),
        ConfigValue(key, wanted) => format!("{key} in config_json must be {}.", wanted.texts().0),
        ConfigNeeded(key) => format!("This call needs {key} in the configuration: give it to hr_open."),
        LocalNameNotLoopback => "The name in local_url does not lead to this computer: use 127.0.0.1, localhost, or a name that resolves to a loopback address.".into(),
        CardClientOtherSession => "A process of another session or user holds the port of local_url, and nothing was sent to it: give each session a card client with a port of its own, and that address as local_url.".into(),
        CardClientService => "A service holds the port of local_url (on Linux: root), and nothing was sent to it: if the card client is that service, put \"service\" into card_client_owners.".into(),
        CardClientHttpSys => "HTTP.SYS of Windows holds the port of local_url, so that the program behind it is not known, and nothing was sent to it: if the card client uses HTTP.SYS, put \"http_sys\" into card_client_owners.".into(),
        CardClientUnknown => "The system does not report which process holds the port of local_url, and nothing was sent to it: look for a filter or proxy in between; \"unknown\" in card_client_owners accepts it.".into(),
        FileMissing => "The file does not exist: check path.".into(),
        FileUnreadable => "The file cannot be read: check the access rights, and that no program holds it.".into(),
        FileNotRegular => "path is not a file: pass the path of a file, not of a folder or a device.".into(),
        FileChanged => "The file changed while it was being sent: call again when no program writes to it.".into(),
        FileBusy => "Another program holds the file, or a part of it, or has it open for writing, and did so for half a second: call again when it is closed, or send a copy of it.".into(),
        DocumentSlow => "Reading the document took longer than the call may last: raise timeouts.upload_ms, or read it from a faster disk.".into(),
        NoMemory => "There is not enough memory: free memory, or use a smaller document or max_reply_bytes.".into(),
        NoHandleLeft => "No handle number is left in this process: restart the program, and keep handles open instead of opening one per call.".into(),
        TooManyUnknownUploads => "The limit of documents in doubt is reached, and none is dropped: have each looked for in its record, then call hr_dmp_found (it is there), or hr_dmp_resend_allow and send it again.".into(),
        PinKnownWrong => "The card refused this PIN before, or its last use had no definite answer; with a journal, that of any PIN by another process or before a restart: ask for the PIN again; when the person is sure of it, call hr_ready, hr_pin_retry_allow and hr_login.".into(),
        PinNeedsReady => "The last login with this card failed: call hr_ready, then ask for the PIN again.".into(),
        PinInUse => "Another login with this card is running: wait for its end, then call hr_ready.".into(),
        Journal(refusal) => journal::remedy(*refusal, Language::English).into(),
        CancelledByHost => "hr_cancel or hr_close stopped the call.".into(),
        CancelledByProgress => "The progress callback stopped the upload: it returns 0 to go on.".into(),
        CardClientAbsent => "Nothing listens at local_url: start the card client, or correct local_url.".into(),
        NameNotFound => format!("The name of {who} is unknown: check its address in the configuration, and the network's name resolution."),
        NotReachable => format!("{begin} cannot be reached: check the network, the firewall and its address in the configuration."),
        TimedOut => {
            let limit = time_limit(case.operation);
            format!("{begin} did not answer in time: see phase; check the network, or raise {limit} or timeouts.connect_ms.")
        }
        TlsCertificate => format!("The certificate of {who} was refused: check the computer's clock and trusted roots; give a private root with ca_file."),
        TlsFailed => format!("No TLS connection with {who} could be made: check that the address is an https address of that server."),
        NoTrustStore => "This computer has no usable list of trusted certificates: install the system's root certificates, or give ca_file.".into(),
        ProxyFailed => "The proxy did not open the connection: check proxy and its credentials.".into(),
        ProxyUnusable => "The environment or the system names a proxy that is not an http proxy (SOCKS or https, or an address that cannot be read): give an http proxy with proxy, or none.".into(),
        ProxyLogin => "The proxy asks for credentials (407): give them as http://user:password@host:port in proxy; only Basic is supported, neither NTLM nor Negotiate (Kerberos).".into(),
        Interrupted => format!("The connection with {who} ended before the call was complete: check the network."),
        InDoubt => format!("Everything was sent and {who} gave no answer: cause says why."),
        NotHttp => format!("{begin} did not answer in HTTP: check the address and port in the configuration."),
        ReplyNotJson => format!("The reply of {who} is not the JSON it announces: {OPERATOR}"),
        ReplyNotUtf8 => format!("The reply of {who} is not valid UTF-8: {OPERATOR}"),
        ReplyNested => format!("The reply of {who} is nested more than 128 levels deep: {OPERATOR}"),
        ReplyPage => format!("A web page came instead of a reply of {who}: check its address; a sign-in page of the network may be in between."),
        ReplyCompressed => format!("The reply of {who} is compressed although that was not asked for: {OPERATOR}"),
        ReplyTooLarge => format!("The reply of {who} is larger than max_reply_bytes: raise it if such a reply is expected."),
        ReplyCut => format!("The reply of {who} ended before it was complete: check the network, and proxies in between."),
        ReplyStatus => format!("{begin} answered with a status that does not fit the call: see http_status, check the address."),
        ReplyMissing(field) => format!("The reply of {who} does not contain {field}: check the address and the form of the call; {OPERATOR}"),
        ReplyField(field) => format!("The reply of {who} has an unusable value in {field}: {OPERATOR}"),
        NoPatientList => "patients_pointer in the configuration leads to no list of patients in the reply of the search: compare it with search of an unverified result, or leave it out.".into(),
        Refused => format!("{begin} refused the request: see http_status and service_code, check what was passed."),
        WrongForm(key) => format!("{begin} does not offer this form of the request: check the address, then use the other value of {key}."),
        Unauthorized => match case.origin {
            Origin::License => "The license bearer was not accepted: check license_bearer and license_auth.",
            Origin::Card => "The card client did not accept the credential: get a new ticket with hr_ticket, then call hr_ready.",
            Origin::Service | Origin::Library => "The session bearer was not accepted (see http_status): after a 401 log in again with hr_ready and hr_login.",
        }
        .into(),
        NotFound => format!("{begin} answered 404: check the address and the identifiers that were passed."),
        NobodyFound => "The list that patients_pointer leads to is empty: nobody has these traits; let a person check them.".into(),
        Conflict => format!("{begin} answered 409: read the current state (hr_patient_get), then decide."),
        ResendRefused => "The same content for the same patient and type_code is in doubt: when a person has looked into the record, call with entry hr_dmp_found (it is there) or hr_dmp_resend_allow, which lets it through once (it is not).".into(),
        DocumentInUse => "Another call is sending the same content for the same patient and type_code: wait for its end and look at its result before sending the document again.".into(),
        RateLimited => format!("{begin} asks to wait: wait for retry_after_s seconds when given, then call again."),
        ServerFailed => format!("{begin} failed: see http_status and service_code; if it lasts, {OPERATOR}"),
        CardStatus if case.operation.task() == Task::Login => "The card client refused: see service_code and service_message; card_codes in the configuration defines what a code means; the same PIN needs hr_pin_retry_allow.".into(),
        CardStatus => "The card client reports a problem: see service_code and service_message; card_codes in the configuration defines what a code means.".into(),
        PinRefused => "The card refused the PIN, by card_codes: let the person check it; the same PIN needs hr_pin_retry_allow.".into(),
        CardLocked => "The card is locked, by card_codes: present no PIN any more; its issuer unlocks it.".into(),
        CardAbsent => "There is no such card in the reader, by card_codes: ask for the card, then call hr_ready.".into(),
        Redirected => format!("{begin} answered with a redirection, which is not followed: configure the final address."),
        Panicked => format!("The library failed inside: report it with hr_version and the name {}.", case.operation.name()),
    }
}
