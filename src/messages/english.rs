//! The English texts.

use super::{Reason, Text};
use crate::error::At;

fn who(at: At) -> &'static str {
    match at {
        At::License => "the license server",
        At::Card => "the card client",
        At::Service => "the shared record service",
        At::Library => "the server",
    }
}

/// The English text for `reason` as it happened at `at`.
pub fn text(reason: &Reason, at: At) -> Text {
    use Reason::*;
    let who = who(at);
    match reason {
        NullArgument(name) => Text::new(
            format!("{name} is NULL"),
            "Pass a value; only arguments documented as optional may be NULL.",
        ),
        NotUtf8(name) => Text::new(
            format!("{name} is not valid UTF-8"),
            "Convert the text to UTF-8 before the call.",
        ),
        EmptyArgument(name) => Text::new(format!("{name} is empty"), "Pass a value."),
        NotJson(name) => Text::new(
            format!("{name} is not a JSON text"),
            "Pass one complete JSON value in UTF-8.",
        ),
        NegativeLength(name) => Text::new(
            format!("{name} is negative"),
            "Pass the number of bytes, 0 or more.",
        ),
        BadSegment(name) => Text::new(
            format!("{name} cannot be a part of an address"),
            "Pass the identifier itself: not \".\" or \"..\", at most 1,024 bytes.",
        ),
        TooLong(name) => Text::new(format!("{name} is too long"), "Pass at most 1,024 bytes."),
        BadCredential(name) => Text::new(
            format!("{name} holds characters that cannot be sent"),
            "Pass it exactly as it was issued: visible ASCII, no spaces, at most 32,768 bytes.",
        ),
        BadFilename => Text::new(
            "filename cannot be sent",
            "Pass a name without a folder and without control characters.",
        ),
        BadMethod => Text::new(
            "method is not one that can be sent",
            "Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.",
        ),
        BadPath => Text::new(
            "path is not a path under the service URL",
            "Pass a path that begins with /, percent-encoded, without . or .. segments and without #.",
        ),
        BadEntry => Text::new(
            "entry is neither an entry nor a SHA-256",
            "Pass the entry of the error object, or the 64 hexadecimal digits of its sha256.",
        ),
        SeveralDoubts => Text::new(
            "several sendings of this document are in doubt",
            "Pass the entry of the error object instead of the SHA-256: it names one of them.",
        ),
        BadServiceUrlArgument => Text::new(
            "service_url is not an address that a session may be used with",
            "Pass the address that the login gave, unchanged: https, or a loopback address.",
        ),
        BadLevel => Text::new("level is out of range", "Use 0 (off) to 3 (debug)."),
        CardNotListed => Text::new(
            "card_token is not in the last list of cards",
            "Call hr_ready and use a token that it lists.",
        ),
        NothingToAllow(name) => Text::new(
            format!("nothing is held back for this {name}"),
            "Only what was refused by HR_E_PIN_GUARD or HR_E_CONFLICT needs to be allowed.",
        ),
        UnknownHandle => Text::new(
            "the handle is not open in this process",
            "Use the handle that hr_open returned, until hr_close; open a new one after a fork.",
        ),
        Busy => Text::new(
            "another call is running on this handle",
            "Wait for it, cancel it, or open a second handle.",
        ),
        Missing(function) => Text::new(
            format!("{function} must succeed first"),
            format!("Call {function}, then repeat this call."),
        ),
        UpdateNotAsked => Text::new(
            "hr_patient_get must ask for an update first",
            "Call hr_patient_get first; update only when updateNeeded is true.",
        ),
        UpdatePending => Text::new(
            "hr_patient_update must succeed first: hr_patient_get asked for it",
            "Ask the patient, call hr_patient_update, or leave the record closed.",
        ),
        PatientNotRead => Text::new(
            "hr_patient_get must return this patient first",
            "Call hr_patient_search and hr_patient_get: they show whether the record may be opened.",
        ),
        RecordNotOpen => Text::new(
            "hr_dmp_open must succeed first for this patient",
            "Call hr_dmp_open for this patient_id first.",
        ),
        ConfigNotJson => Text::new(
            "the configuration is not a JSON object",
            "Pass one JSON object in UTF-8.",
        ),
        ConfigUnknownKey(Some(key)) => Text::new(
            format!("the configuration has an unknown key: {key}"),
            "Remove it or correct its spelling.",
        ),
        ConfigUnknownKey(None) => Text::new(
            "the configuration has an unknown key",
            "Remove it; it is not shown because it does not look like a key.",
        ),
        ConfigTwice(Some(key)) => Text::new(
            format!("the configuration has the key {key} twice"),
            "Keep one of them.",
        ),
        ConfigTwice(None) => Text::new("the configuration has a key twice", "Keep one of them."),
        ConfigValue(key, wanted) => Text::new(
            format!("the configuration value {key} must be {wanted}"),
            "Correct the value.",
        ),
        ConfigNeeded(key) => Text::new(
            format!("this call needs {key} in the configuration"),
            format!("Give {key} to hr_open."),
        ),
        LocalNameNotLoopback => Text::new(
            "the name in local_url does not lead to this computer",
            "Use 127.0.0.1, localhost, or a name that resolves to a loopback address.",
        ),
        FileMissing => Text::new("the file does not exist", "Check path."),
        FileUnreadable => Text::new(
            "the file cannot be read",
            "Check the access rights, and that no program holds the file.",
        ),
        FileNotRegular => Text::new(
            "path is not a file",
            "Pass the path of a file, not of a folder or a device.",
        ),
        FileChanged => Text::new(
            "the file changed while it was being sent",
            "Send it again when no program writes to it.",
        ),
        DocumentSlow => Text::new(
            "the document could not be read in time; nothing was sent",
            "Raise timeouts.upload_ms, or take the document from a faster disk.",
        ),
        NoMemory => Text::new(
            "there is not enough memory for this call",
            "Free memory, or use a smaller document or max_reply_bytes.",
        ),
        NoHandleLeft => Text::new(
            "no handle number is left in this process",
            "Restart the program; keep handles open instead of opening one per call.",
        ),
        PinKnownWrong => Text::new(
            "this PIN was already refused by this card, or its last use had no clear answer; it was not presented again",
            "Ask for the PIN again. If the person is sure of it: hr_ready, hr_pin_retry_allow, hr_login.",
        ),
        PinNeedsReady => Text::new(
            "the card must be read again before another try; the PIN was not presented",
            "Call hr_ready, show the remaining tries, then ask for the PIN again.",
        ),
        PinInUse => Text::new(
            "another login with this card is running; the PIN was not presented",
            "Wait for its end, then call hr_ready.",
        ),
        CancelledByHost => Text::new(
            "the call was cancelled",
            "outcome tells whether it may be repeated.",
        ),
        CancelledByProgress => Text::new(
            "the progress callback stopped the upload",
            "outcome tells whether it may be repeated.",
        ),
        CardClientAbsent => Text::new(
            "the card client does not answer on this computer",
            "Start the card client, or check local_url.",
        ),
        NameNotFound => Text::new(
            format!("the address of {who} is unknown"),
            "Check the configured address and the network's name resolution.",
        ),
        NotReachable => Text::new(
            format!("{who} cannot be reached"),
            "Check the network, the firewall and the configured address.",
        ),
        TimedOut => Text::new(
            format!("{who} did not answer in time"),
            "Try again later, or raise the timeout.",
        ),
        TlsCertificate => Text::new(
            format!("the certificate of {who} was refused"),
            "Check the computer's clock and trusted roots; give a private root with ca_file.",
        ),
        TlsFailed => Text::new(
            format!("no secure connection to {who} could be made"),
            "Check that the address is an https address of that server.",
        ),
        NoTrustStore => Text::new(
            "this computer has no usable list of trusted certificates",
            "Install the system's root certificates, or give ca_file.",
        ),
        ProxyFailed => Text::new(
            "the proxy did not open the connection",
            "Check the proxy setting and its credentials.",
        ),
        Interrupted => Text::new(
            format!("the connection to {who} was interrupted"),
            "outcome tells whether the call may be repeated.",
        ),
        InDoubt => Text::new(
            format!("everything was sent, but {who} gave no answer"),
            "Do not repeat it by program: check at the other side, then let a person decide.",
        ),
        NotHttp => Text::new(
            format!("{who} did not answer in HTTP"),
            "Check the configured address and port.",
        ),
        ReplyNotJson => Text::new(
            format!("the reply of {who} is not the JSON it announces"),
            "Report it to the operator of the server.",
        ),
        ReplyNotUtf8 => Text::new(
            format!("the reply of {who} is not valid UTF-8"),
            "Report it to the operator of the server.",
        ),
        ReplyNested => Text::new(
            format!("the reply of {who} is nested more than 128 levels deep"),
            "Report it to the operator of the server.",
        ),
        ReplyPage => Text::new(
            format!("{who} answered with a web page"),
            "Check the address; a sign-in page of the network may be in between.",
        ),
        ReplyCompressed => Text::new(
            format!("the reply of {who} is compressed although that was not asked for"),
            "Report it to the operator of the server.",
        ),
        ReplyTooLarge => Text::new(
            format!("the reply of {who} is larger than max_reply_bytes"),
            "Raise max_reply_bytes if such a reply is expected.",
        ),
        ReplyCut => Text::new(
            format!("the reply of {who} ended before it was complete"),
            "outcome tells whether the call may be repeated.",
        ),
        ReplyStatus => Text::new(
            format!("{who} answered with a status that does not fit the call"),
            "Check the configured address.",
        ),
        ReplyLacks(field) => Text::new(
            format!("the reply of {who} lacks {field}"),
            "Check the address and the form of the call; report it to the operator of the server.",
        ),
        ReplyField(field) => Text::new(
            format!("the reply of {who} has an unusable value in {field}"),
            "Report it to the operator of the server.",
        ),
        Refused => Text::new(
            format!("{who} refused the request"),
            "Check what was passed to the call; http_status tells more.",
        ),
        WrongForm(key) => Text::new(
            format!("{who} does not offer this form of the request"),
            format!("Check the address, then try the other value of the configuration key {key}."),
        ),
        Unauthorized => Text::new(
            format!("{who} did not accept the credential"),
            match at {
                At::License => "Check license_bearer and license_auth.",
                At::Card => "Get a new ticket with hr_ticket, then call hr_ready.",
                At::Service | At::Library => "Log in again.",
            },
        ),
        NotFound => Text::new(
            format!("{who} does not know what was asked for"),
            "Check the address and the identifiers that were passed.",
        ),
        Conflict => Text::new(
            format!("{who} refused: the request contradicts what it holds"),
            "Read the current state, then decide.",
        ),
        ResendRefused => Text::new(
            "this document was sent before and it is not known whether it arrived; it was not sent again",
            "Check the shared record. If a person decides to send it again, call hr_dmp_resend_allow first.",
        ),
        RateLimited => Text::new(
            format!("{who} asks to wait"),
            "Wait for retry_after_s seconds when given, then call again.",
        ),
        ServerFailed => Text::new(
            format!("{who} failed"),
            "Try later; outcome tells whether the call may be repeated.",
        ),
        CardStatus => Text::new(
            "the card client reports a problem",
            "See service_code and service_message; call hr_ready before another login.",
        ),
        PinRefused => Text::new(
            "the card refused the code",
            "Ask the person to check the code; call hr_ready and hr_pin_retry_allow before another login.",
        ),
        CardLocked => Text::new(
            "the card is locked",
            "Stop presenting codes; the card's issuer unlocks it.",
        ),
        CardAbsent => Text::new(
            "there is no card in the reader",
            "Ask for the card, then call hr_ready.",
        ),
        Redirected => Text::new(
            format!("{who} answered with a redirection, which is not followed"),
            "Configure the final address.",
        ),
        Panicked => Text::new(
            "the library failed inside",
            "Report it with the version and the name of the function.",
        ),
    }
}
