//! The remedy for the programmer: what is wrong, by its name, and what can be done about it.

use super::{Case, Language, Sentence, fill};
use crate::error::{Origin, Outcome};
use crate::operation::{Operation, Task};
use crate::reason::{Choose, Expected, Reason};

pub fn remedy(case: &Case, language: Language) -> String {
    let remedy = fill(sentence(case), language, |part| match part {
        "name" => name(case.reason),
        "operation" => case.operation.name(),
        "limit" => time_limit(case.operation.task()),
        part => language.of(words(part, case)),
    });
    match language.of(effect(case)) {
        "" => remedy,
        effect => format!("{remedy} {effect}"),
    }
}

pub fn words(part: &str, case: &Case) -> Sentence {
    match (part, case.reason) {
        ("expected", Reason::ConfigValue(key, wanted)) => expected(key, *wanted),
        _ => sentences! { (part, case.origin);
            ("peer", Origin::License) => "license server";
            ("peer", Origin::Card) => "card client";
            ("peer", Origin::Service) => "service";
            ("peer", Origin::Library) => "server";
            ("operator", _) => "report it to the operator of that server.";
            // A test finds the braces.
            _ => "{}";
        },
    }
}

/// The argument, member, key, field or function that a reason names.
fn name(reason: &Reason) -> &str {
    use Reason::*;
    match reason {
        NullArgument(name) | NotUtf8(name) | EmptyArgument(name) | NotJson(name)
        | NegativeLength(name) | BadSegment(name) | TooLong(name) | BadCredential(name)
        | NothingToAllow(name) | ConfigNeeded(name) | ReplyMissing(name) | ReplyField(name)
        | WrongForm(name) => name,
        BadMember(name)
        | MissingMember(name)
        | ConfigUnknownKey(Some(name))
        | ConfigTwice(Some(name))
        | ConfigValue(name, _) => name,
        TlsUnknownIssuer(Some(name)) => name,
        TicketMissing => Operation::Ticket.name(),
        ReadyMissing => Operation::Ready.name(),
        LoginMissing => Operation::Login.name(),
        SearchMissing => Operation::PatientSearch.name(),
        PatientMissing => Operation::PatientGet.name(),
        _ => "",
    }
}

/// The configuration key that bounds the time of a whole call.
fn time_limit(task: Task) -> &'static str {
    match task {
        Task::Login => "timeouts.login_ms",
        Task::Send => "timeouts.upload_ms",
        _ => "timeouts.call_ms",
    }
}

/// What is known of a call that changes something, and what follows from it.
pub fn effect(case: &Case) -> Sentence {
    sentences! { (case.outcome, case.operation.task());
        (Some(Outcome::NotSent), Task::Login) => "The PIN was not presented (outcome not_sent): the login may be repeated.";
        (Some(Outcome::NotSent), _) => "Nothing was sent (outcome not_sent): the call may be repeated.";
        (Some(Outcome::Rejected), Task::Login) if case.origin != Origin::Library => "Call hr_ready before another hr_login.";
        (None | Some(Outcome::Rejected), _) => "";
        (Some(Outcome::Incomplete | Outcome::Unknown), Task::Login) => "The PIN may have been presented: it is held back until hr_pin_retry_allow, which a person decides.";
        (Some(Outcome::Incomplete), _) => "Only a part was sent (outcome incomplete), and the service cannot hold the whole: the call may be repeated.";
        (Some(Outcome::Unknown), Task::Send) => "The document may have arrived (outcome unknown): when a person has looked into the record, call with entry hr_dmp_found (it is there) or hr_dmp_resend_allow (it is not).";
        (Some(Outcome::Unknown), _) => "It may have taken effect (outcome unknown): never repeat it automatically; check with the service, then let a person decide.";
        (Some(Outcome::Accepted | Outcome::AcceptedUnreadable), Task::Send) => "The service accepted the document (outcome accepted_unreadable): do not send it again.";
        (Some(Outcome::Accepted | Outcome::AcceptedUnreadable), _) => "The service accepted the call (outcome accepted_unreadable): do not repeat it.";
    }
}

/// What is wrong, and what to do. There is no wildcard row: a new reason does not compile without a text.
pub fn sentence(case: &Case) -> Sentence {
    use Reason::*;
    sentences! { case.reason;
        NullArgument(_) => "{name} is NULL: pass a value; only arguments documented as optional may be NULL.";
        NotUtf8(_) => "{name} is not valid UTF-8: convert the text to UTF-8 before the call.";
        EmptyArgument(_) => "{name} is empty: pass a value.";
        NotJson(_) => "{name} is not a JSON text: pass one complete JSON value in UTF-8.";
        NegativeLength(_) => "{name} is negative: pass the number of bytes, 0 or more.";
        BadSegment(_) => "{name} cannot be a part of an address: pass the identifier itself, not \".\" or \"..\", at most 1,024 bytes.";
        TooLong(_) => "{name} is too long: pass at most 1,024 bytes.";
        BadMember(_) => "{name} is not known, is there twice, or its value is not of its form: compare it with the function's comment.";
        MissingMember(_) => "{name} is missing: give it, as the function's comment says.";
        BadCredential(_) => "{name} has characters that cannot be sent: pass it exactly as it was issued, visible ASCII, no spaces, at most 32,768 bytes.";
        BadFilename => "filename cannot be sent: pass a name without a folder and without control characters.";
        BadMethod => "method cannot be sent: use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.";
        BadPath => "path is not a path under the service URL: begin it with /, percent-encoded, without . or .. segments and without #.";
        BadEntry => "entry is not the id of a doubt: pass entry of the error object or of hr_journal, 32 hexadecimal digits.";
        DoubtReplaced => "The document was sent again since: have it looked for in the record, then pass entry of the error object.";
        ToChoose(Choose::Card | Choose::OtherCard) => "Several cards fit, or none is of a kind that card_types names: show choices, and repeat the call with the value of one.";
        ToChoose(Choose::Pin) => "There is no PIN, and no session of this card: ask the holder of the card in choices for the PIN, and repeat the call with it and the value of the choice.";
        ToChoose(Choose::Situation) => "A situation must be chosen: show choices, and call hr_connect with pin_code NULL and the value of one. Where its value is null, raw is the reply of PUT /user-profiles: set situations_pointer, or pass situation_id.";
        ToChoose(Choose::Profile) => "The service does not know in which situation the professional works: pass profile, the body for PUT /user-profiles, in the request or in the configuration.";
        ToChoose(Choose::Patient) => "Nothing says whether the search found others: let a person compare the traits with the one in choices, and repeat the call with its value.";
        ToChoose(Choose::Homonyms) => "The search found several patients, those of choices: have more of the patient's traits entered, and repeat the call with them, or with the patient_id that your software has.";
        ToChoose(Choose::Identity) => "updateNeeded of the patient is true for the identity: have it checked, then repeat the call with patient_id and update, the body for POST /patient.";
        ToChoose(Choose::Consent) => "updateNeeded of the patient is true for the consent: ask the patient; only with the patient's consent repeat the call with patient_id and update, the body for POST /patient.";
        ToChoose(Choose::Update) => "updateNeeded of the patient is true: ask the patient, then repeat the call with patient_id and update, the body for POST /patient.";
        NoCard => "No card that fits is in the reader: ask for the card, check card, or wait longer with wait_card_ms or timeout_ms.";
        OtherPatient => "The parameters that the service returned are those of another patient than patient_id or, without one, than the only one that the search listed: check both with the person, and repeat the call with the traits and the patient_id of one patient.";
        OtherPatientUpdated => "Another program searched with the same session between the read and the update, which may be the other patient's: read and correct the parameters of both, and give each program a login of its own.";
        BadServiceUrlArgument => "service_url cannot be used with a session: pass the address that the login gave, unchanged (https, or loopback).";
        BadLevel => "level is out of range: use 0 (off) to 3 (debug).";
        CardNotListed => "card_token is not in the last list of cards: call hr_ready and use a token that it lists.";
        NothingToAllow(_) => "Nothing is held back for this {name}: only what HR_E_PIN_GUARD or HR_E_CONFLICT refused needs a decision.";
        UnknownHandle => "handle is not open in this process: use the number that hr_open returned, until hr_close; open a new one after a fork.";
        Forked => "A callback forked this process, and the call goes on in the parent: leave the call to it, and end the child within the callback.";
        Busy => "Another call is running on this handle: wait for it, cancel it with hr_cancel, or open a second handle.";
        NothingEnded => "No call that changes something has ended on this handle: the one whose text is missing did not begin, or is still running.";
        SessionInUse => "Another call of this session, on a handle with the same bearer, still has the current patient: call again when it has ended, or give each handle a login of its own.";
        TicketMissing | ReadyMissing | LoginMissing | SearchMissing | PatientMissing => "{name} must succeed first: call it, then repeat this call.";
        UpdateNotAsked => "The last hr_patient_get did not ask for an update: call hr_patient_update only when updateNeeded is true.";
        UpdatePending(_) => "hr_patient_get asked for an update: ask the patient and call hr_patient_update, or leave the record closed.";
        PatientNotRead => "This login has not read this patient: call hr_patient_search and hr_patient_get, which show whether the record may be opened.";
        RecordNotOpen => "The record is not open: call hr_dmp_open for this patient_id first.";
        ConfigNotJson => "config_json is not a JSON object: pass one JSON object in UTF-8.";
        ConfigUnknownKey(Some(_)) => "config_json has an unknown key, {name}: remove it or correct its spelling.";
        ConfigUnknownKey(None) => "config_json has an unknown key: remove it; it is not shown because it does not look like a key.";
        ConfigTwice(Some(_)) => "config_json has the key {name} twice: keep one of them.";
        ConfigTwice(None) => "config_json has a key twice: keep one of them.";
        ConfigValue(..) => "{name} in config_json must be {expected}.";
        ConfigNeeded(_) => "This call needs {name} in the configuration: give it to hr_open.";
        LocalNameNotLoopback => "The name in local_url does not lead to this computer: use 127.0.0.1, localhost, or a name that resolves to a loopback address.";
        CardClientOtherSession => "A process of another session or user holds the port of local_url, and nothing was sent to it: give each session a card client with a port of its own, and that address as local_url.";
        CardClientService => "A service holds the port of local_url (on Linux: root), and nothing was sent to it: if the card client is that service, put \"service\" into card_client_owners.";
        CardClientHttpSys => "HTTP.SYS of Windows holds the port of local_url, so that the program behind it is not known, and nothing was sent to it: if the card client uses HTTP.SYS, put \"http_sys\" into card_client_owners.";
        CardClientUnknown => "The system does not report which process holds the port of local_url, and nothing was sent to it: look for a filter or proxy in between; \"unknown\" in card_client_owners accepts it.";
        FileMissing => "The file does not exist: check path.";
        FileUnreadable => "The file cannot be read: check the access rights, and that no program holds it.";
        FileNotRegular => "path is not a file: pass the path of a file, not of a folder or a device.";
        FileChanged => "The file changed while it was being sent: call again when no program writes to it.";
        FileBusy => "Another program holds the file, or a part of it, or has it open for writing, and did so for half a second: call again when it is closed, or send a copy of it.";
        DocumentSlow => "Reading the document took longer than the call may last: raise timeouts.upload_ms, or read it from a faster disk.";
        NoMemory => "There is not enough memory: free memory, or use a smaller document or max_reply_bytes.";
        NoHandleLeft => "No handle number is left in this process: restart the program, and keep handles open instead of opening one per call.";
        TooManyUnknownUploads => "The limit of documents in doubt is reached, and none is dropped: have each looked for in its record, then call hr_dmp_found (it is there), or hr_dmp_resend_allow and send it again.";
        PinHeld(_) => "The card refused this PIN before, or its last use had no definite answer; with a journal, that of any PIN by another process or before a restart: ask for the PIN again; when the person is sure of it, call hr_connect with confirmed, or with retry where retry is asked, and the entry of this error; or hr_ready, hr_pin_retry_allow and hr_login.";
        PinNeedsReady => "The last login with this card failed: call hr_ready, then ask for the PIN again.";
        PinInUse => "Another login with this card is running: wait for its end, then call hr_ready.";
        JournalLocked => "Another process has held the lock of the journal for five seconds, or for the time of the call: repeat the call; if it lasts, look for a program that holds the file.";
        JournalSlow => "The journal could not be read in the time of the call: raise call_ms in timeouts, or lower journal_days.";
        JournalUnreadable => "The file named in journal cannot be opened or read: check that its folder exists, and the access rights of this user.";
        JournalUnwritable => "The journal cannot be written: check the free space on the disk, and the access rights of this user.";
        JournalNotRegular => "journal does not name a file: give the path of a file, not of a folder or a device.";
        JournalRemote => "journal is on a network drive, where locks do not protect it: give a path on a disk of this computer.";
        JournalForeign => "The file named in journal is no journal of this library, or its first line is damaged; it was not changed: give another path, or restore the file.";
        JournalNewer => "A newer version of this library made the journal, and this one does not change it: install the newer version for every program that uses the file.";
        JournalReplaced => "The journal was replaced, shortened or deleted while it was open: restore it if possible, then close all handles that use it and open new ones.";
        JournalFull => "The journal has as many entries as it may have: settle its doubts with hr_dmp_found, or lower journal_days.";
        CancelledByHost => "hr_cancel, hr_close or hr_stop stopped the call.";
        CancelledByProgress => "The progress callback stopped the upload: it returns 0 to go on.";
        CardClientAbsent => "Nothing listens at local_url: start the card client, or correct local_url.";
        NameNotFound => "The name of the {peer} is unknown: check its address in the configuration, and the network's name resolution.";
        NotReachable => "The {peer} cannot be reached: check the network, the firewall and its address in the configuration.";
        TimedOut => "The {peer} did not answer in time: see phase; check the network, or raise {limit} or timeouts.connect_ms.";
        TlsExpired => "The certificate of the {peer} has expired by the clock of this computer: check the clock; if it is right, the server needs a new certificate.";
        TlsNotYetValid => "The certificate of the {peer} is not valid yet by the clock of this computer: check the clock.";
        TlsUnknownIssuer(Some(_)) => "The certificate of the {peer} was issued by \"{name}\", which this computer does not trust: a proxy or an antivirus that inspects TLS, or a private root; install that root on the computer, or give it with ca_file.";
        TlsUnknownIssuer(None) => "The certificate of the {peer} is from an issuer that this computer does not trust: a proxy or an antivirus that inspects TLS, or a private root; install that root on the computer, or give it with ca_file.";
        TlsWrongName => "The certificate that was shown is for another name than that of the {peer}: check its address in the configuration; a sign-in page or a proxy may be in between.";
        TlsCertificate => "The certificate of the {peer} was refused: it was revoked, is malformed, or is not one for servers; its operator must replace it.";
        TlsFailed => "No TLS connection with the {peer} could be made: check that the address is an https address of that server.";
        TlsClientCertificate => "The {peer} requires a certificate of its client, which this library cannot present: ask for an address that requires none.";
        NoTrustStore => "This computer has no usable list of trusted certificates: install the system's root certificates, or give ca_file.";
        ProxyFailed => "The proxy did not open the connection: check proxy and its credentials.";
        ProxyAbsent => "Nothing answers at the address of the proxy: check proxy, or the variable or setting that names it, and that the proxy is running.";
        ProxyRefused => "The proxy refuses to open a connection with the {peer}: have the address of the {peer} allowed there.";
        ProxySilent => "The proxy did not answer in time: check proxy and the network, or raise timeouts.connect_ms.";
        ProxyUnusable => "The environment or the system names a proxy that is not an http proxy (SOCKS or https, or an address that cannot be read): give an http proxy with proxy, or none.";
        ProxyLogin => "The proxy asks for credentials (407): give them as http://user:password@host:port in proxy; only Basic is supported, neither NTLM nor Negotiate (Kerberos).";
        Interrupted => "The connection with the {peer} ended before the call was complete: check the network.";
        InDoubt => "Everything was sent and the {peer} gave no answer: cause says why.";
        NotHttp => "The {peer} did not answer in HTTP: check the address and port in the configuration.";
        ReplyNotJson => "The reply of the {peer} is not the JSON it announces: {operator}";
        ReplyNotUtf8 => "The reply of the {peer} is not valid UTF-8: {operator}";
        ReplyNested => "The reply of the {peer} is nested more than 128 levels deep: {operator}";
        ReplyPage | Redirected if case.origin == Origin::Card => "Another program than the card client listens at local_url: close it, or correct local_url.";
        ReplyPage => "A web page came instead of a reply of the {peer}: check its address; a sign-in page of the network may be in between.";
        ReplyCompressed => "The reply of the {peer} is compressed although that was not asked for: {operator}";
        ReplyTooLarge => "The reply of the {peer} is larger than max_reply_bytes: raise it if such a reply is expected.";
        ReplyCut => "The reply of the {peer} ended before it was complete: check the network, and proxies in between.";
        ReplyStatus => "The {peer} answered with a status that does not fit the call: see http_status, check the address.";
        ReplyMissing(_) => "The reply of the {peer} does not contain {name}: check the address and the form of the call; {operator}";
        ReplyField(_) => "The reply of the {peer} has an unusable value in {name}: {operator}";
        NoPatientList => "patients_pointer in the configuration leads to no list of patients in the reply of the search: compare it with search of an unverified result, or leave it out.";
        Refused => "The {peer} refused the request: see http_status and service_code, check what was passed.";
        WrongForm(_) => "The {peer} does not offer this form of the request: check the address, then use the other value of {name}.";
        Unauthorized if case.origin == Origin::License => "The license bearer was not accepted: check license_bearer and license_auth.";
        Unauthorized if case.origin == Origin::Card => "The card client did not accept the credential: get a new ticket with hr_ticket, then call hr_ready.";
        Unauthorized => "The session bearer was not accepted (see http_status): after a 401 log in again with hr_ready and hr_login.";
        NotFound => "The {peer} answered 404: check the address and the identifiers that were passed.";
        NobodyFound => "The list that patients_pointer leads to is empty: nobody has these traits; let a person check them.";
        Conflict => "The {peer} answered 409: read the current state (hr_patient_get), then decide.";
        ResendRefused => "The same content for the same patient and type_code is in doubt: when a person has looked into the record, call with entry hr_dmp_found (it is there) or hr_dmp_resend_allow, which lets it through once (it is not).";
        DocumentInUse => "Another call is sending the same content for the same patient and type_code: wait for its end and look at its result before sending the document again.";
        RateLimited => "The {peer} asks for a pause: make no other call before retry_after_s seconds are over, when given.";
        ServerFailed => "The {peer} failed: see http_status and service_code; if it lasts, {operator}";
        CardStatus if case.operation.task() == Task::Login => "The card client refused: see service_code and service_message; card_codes in the configuration defines what a code means; the same PIN needs hr_pin_retry_allow.";
        CardStatus => "The card client reports a problem: see service_code and service_message; card_codes in the configuration defines what a code means.";
        PinRefused => "The card refused the PIN, by card_codes: let the person check it; the same PIN needs hr_pin_retry_allow.";
        CardLocked => "The card is locked, by card_codes: present no PIN any more; its issuer unlocks it.";
        CardAbsent => "There is no such card in the reader, by card_codes: ask for the card, then call hr_ready.";
        Redirected => "The {peer} answered with a redirection, which is not followed: configure the final address.";
        Panicked => "The library failed inside: report it with hr_version and the name {operation}.";
    }
}

/// What the value of a configuration key must be, behind "must be" and "doit être".
fn expected(key: &str, expected: Expected) -> Sentence {
    sentences! { (expected, key);
        (Expected::SecureAddress, _) => "an https address, or a loopback address, unless allow_plain_http is true";
        (Expected::CodesOnce, _) => "a list of codes that no other place of card_codes has";
        (Expected::UsablePem, _) => "the path of a PEM file of at most 16 MiB with at least one certificate";
        (Expected::UsableBearer, _) => "the path of a file of at most 64 KiB that can be read and has nothing but the license bearer: visible ASCII without spaces";
        (_, "license_url") => "an http or https address";
        (_, "local_url") => "the loopback address of the card client, such as http://127.0.0.1:48367";
        (_, "card_client_owners") => "a list of words: \"service\", \"http_sys\", \"unknown\"";
        (_, "license_bearer") => "the license bearer: visible ASCII without spaces";
        (_, "license_bearer_file") => "the path of a file with the license bearer";
        (_, "license_auth") => "\"bearer\" or \"raw\"";
        (_, "ticket_method") => "\"POST\" or \"GET\"";
        (_, "card_form") => "\"body\" or \"bearer\"";
        (_, "card_codes") => "an object with lists of codes: pin_refused, card_locked, card_absent";
        (_, "card_codes.pin_refused" | "card_codes.card_locked" | "card_codes.card_absent") => "a list of codes: integers of up to 10 digits but 0, or texts of 1 to 32 letters, digits, - _ . with fewer than six digits";
        (_, "card_types") => "a list of up to 16 kinds of card, texts such as \"CPS\"";
        (_, "profile") => "an object, the payload of PUT /user-profiles, or null";
        (_, "identified_field") => "a JSON pointer (RFC 6901) such as \"/identified\", or null";
        (_, "patients_pointer" | "situations_pointer") => "a JSON pointer (RFC 6901) such as \"/patients\", \"\" for the whole reply, or null";
        (_, "timeouts") => "an object of milliseconds";
        (_, "timeouts.connect_ms" | "timeouts.call_ms" | "timeouts.login_ms" | "timeouts.upload_ms") => "milliseconds from 1 to 2147483647";
        (_, "proxy") => "\"none\", \"env\", \"system\" or an http:// address of a proxy";
        (_, "ca_file") => "the path of a PEM file";
        (_, "journal") => "the absolute path of a file";
        (_, "journal_days") => "a number of days from 1 to 2147483647";
        (_, "max_reply_bytes") => "a number of bytes from 1 to 2147483647";
        (_, "allow_plain_http") => "true or false";
        (_, "language") => "\"en\" or \"fr\"";
        (_, "user_agent") => "visible ASCII text and spaces, 1 to 256 characters";
        _ => "{}";
    }
}
