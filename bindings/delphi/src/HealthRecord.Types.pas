{ Generated from include/hr.h and schema/ by cargo xtask bindings: do not edit. }
unit HealthRecord.Types;

{ Words, results, errors, settings and requests.

  Words are open: a newer library may have others, which pass as they are. What is null, or cannot be read, is an empty
  text, -1 (a code or a status: 0), hkUnknown; Json has the value itself. In a request what is empty, 0 or False is left
  out, so that the library's default counts; begin with Default(THrDepositRequest). A member whose name ends with Json
  holds a JSON text. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Json;

type
  /// How a call of several steps, or one document, ended.
  THrEnding = type string;
  /// What a person is asked next.
  THrAsk = type string;
  /// What became of a call that changes something.
  THrOutcome = type string;
  /// Who an error comes from.
  THrAt = type string;
  /// How far a call had come when it failed.
  THrPhase = type string;
  /// Why a call failed, where a program can act on it; docs/journal.md says more of what is wrong with a journal.
  THrReason = type string;
  /// How the license bearer is sent.
  THrLicenseAuth = type string;
  /// The method that asks for a ticket.
  THrTicketMethod = type string;
  /// Who owns the process.
  THrCardClientOwners = type string;
  /// The form of the requests to the card client.
  THrCardForm = type string;
  /// The language of message and remedy in errors, and of the sentences and labels of the calls that ask.
  THrLanguage = type string;
  /// Where the roots come from: the system, or the variables that name them.
  THrTrust = type string;
  /// What a person says of a document in doubt.
  THrDoubts = type string;

const
  /// A session is open.
  HR_ENDING_OPEN = 'open';
  /// The patient is found and was read.
  HR_ENDING_FOUND = 'found';
  /// All documents, or this one, are in the record.
  HR_ENDING_SENT = 'sent';
  /// No card that fits is in the reader.
  HR_ENDING_NO_CARD = 'no_card';
  /// The card is locked, as card_codes says.
  HR_ENDING_CARD_LOCKED = 'card_locked';
  /// The card refused the PIN, as card_codes says.
  HR_ENDING_PIN_REFUSED = 'pin_refused';
  /// The PIN was presented to this card without success before; it was not presented now.
  HR_ENDING_PIN_HELD = 'pin_held';
  /// The PIN was presented, and no definite answer came.
  HR_ENDING_NOT_OPEN = 'not_open';
  /// Nobody has these traits.
  HR_ENDING_NOBODY = 'nobody';
  /// Several patients have these traits.
  HR_ENDING_SEVERAL = 'several';
  /// A patient was read, and others may have the same traits.
  HR_ENDING_UNVERIFIED = 'unverified';
  /// The service speaks of another patient than the one of patient_id.
  HR_ENDING_OTHER_PATIENT = 'other_patient';
  /// The identity is not qualified, or the consent is missing.
  HR_ENDING_CONSENT_NEEDED = 'consent_needed';
  /// A step before the documents was definitely refused.
  HR_ENDING_REFUSED = 'refused';
  /// The document was definitely refused.
  HR_ENDING_REJECTED = 'rejected';
  /// The service does not have the document.
  HR_ENDING_NOT_SENT = 'not_sent';
  /// Nobody knows whether the document arrived.
  HR_ENDING_IN_DOUBT = 'in_doubt';
  /// Another call uses the card, the document or the session.
  HR_ENDING_IN_USE = 'in_use';
  /// No session is open, or the service ended it.
  HR_ENDING_LOGIN_NEEDED = 'login_needed';
  /// The host stopped the call.
  HR_ENDING_CANCELLED = 'cancelled';
  /// Anything else.
  HR_ENDING_FAILED = 'failed';

  /// Which card is used.
  HR_ASK_CARD = 'card';
  /// The PIN of the card.
  HR_ASK_PIN = 'pin';
  /// Whether a PIN that failed more than once is presented once more.
  HR_ASK_RETRY = 'retry';
  /// In which situation the professional works.
  HR_ASK_SITUATION = 'situation';
  /// The payload of step 4, which the host gives.
  HR_ASK_PROFILE = 'profile';
  /// More traits of the patient.
  HR_ASK_TRAITS = 'traits';
  /// Whether the patient who was read is the one who is meant.
  HR_ASK_PATIENT = 'patient';
  /// The body of step 7, for which the patient is asked.
  HR_ASK_UPDATE = 'update';
  /// Whether a document in doubt is in the record.
  HR_ASK_DOUBT = 'doubt';

  /// It is done.
  HR_OUTCOME_ACCEPTED = 'accepted';
  /// No byte of the body left: it may be sent again.
  HR_OUTCOME_NOT_SENT = 'not_sent';
  /// A part left, and the server cannot hold the whole: it may be sent again.
  HR_OUTCOME_INCOMPLETE = 'incomplete';
  /// It was definitely refused, by the service or by this library: it may be sent again once corrected. A refused login
  /// has spent a try.
  HR_OUTCOME_REJECTED = 'rejected';
  /// Everything left, and no definite answer came: a person decides.
  HR_OUTCOME_UNKNOWN = 'unknown';
  /// It was accepted, but the reply is unreadable: do not send it again.
  HR_OUTCOME_ACCEPTED_UNREADABLE = 'accepted_unreadable';

  /// The license server.
  HR_AT_LICENSE = 'license';
  /// The card client.
  HR_AT_CARD = 'card';
  /// The resource service.
  HR_AT_SERVICE = 'service';
  /// This library.
  HR_AT_LIBRARY = 'library';

  /// Looking up a name or a proxy.
  HR_PHASE_RESOLVE = 'resolve';
  /// Connecting.
  HR_PHASE_CONNECT = 'connect';
  /// Setting up TLS.
  HR_PHASE_TLS = 'tls';
  /// Sending the request.
  HR_PHASE_SEND = 'send';
  /// Waiting for the first byte of the reply.
  HR_PHASE_WAIT = 'wait';
  /// Reading the reply.
  HR_PHASE_READ = 'read';

  /// The card client's code says, by card_codes, that the PIN is wrong.
  HR_REASON_PIN_REFUSED = 'pin_refused';
  /// The card client's code says, by card_codes, that the card is locked.
  HR_REASON_CARD_LOCKED = 'card_locked';
  /// The card client's code says, by card_codes, that no card is there.
  HR_REASON_CARD_ABSENT = 'card_absent';
  /// A presentation without success holds the PIN back: a person decides, by confirmed or retry of hr_connect, or
  /// hr_pin_retry_allow.
  HR_REASON_PIN_HELD = 'pin_held';
  /// Call hr_ready before the next login.
  HR_REASON_READY_NEEDED = 'ready_needed';
  /// Another login with this card runs: wait for its end, no permit helps.
  HR_REASON_PIN_IN_USE = 'pin_in_use';
  /// A process of another session or user listens at local_url.
  HR_REASON_CARD_CLIENT_OTHER_SESSION = 'card_client_other_session';
  /// A service listens at local_url.
  HR_REASON_CARD_CLIENT_SERVICE = 'card_client_service';
  /// HTTP.SYS of Windows listens at local_url.
  HR_REASON_CARD_CLIENT_HTTP_SYS = 'card_client_http_sys';
  /// The system does not say whose process listens at local_url.
  HR_REASON_CARD_CLIENT_UNKNOWN = 'card_client_unknown';
  /// The server's certificate has expired.
  HR_REASON_TLS_EXPIRED = 'tls_expired';
  /// The server's certificate is not valid yet.
  HR_REASON_TLS_NOT_YET_VALID = 'tls_not_yet_valid';
  /// Nobody whom this computer trusts issued the server's certificate.
  HR_REASON_TLS_UNKNOWN_ISSUER = 'tls_unknown_issuer';
  /// The server's certificate is for another name.
  HR_REASON_TLS_WRONG_NAME = 'tls_wrong_name';
  /// The server's certificate was refused for another reason.
  HR_REASON_TLS_REFUSED = 'tls_refused';
  /// Another call of this session has the current patient: call again.
  HR_REASON_SESSION_IN_USE = 'session_in_use';
  /// Another call is sending the same document: wait for its end.
  HR_REASON_DOCUMENT_IN_USE = 'document_in_use';
  /// Another program holds the document's file: close it there.
  HR_REASON_FILE_LOCKED = 'file_locked';
  /// Another process holds the journal's lock: call again.
  HR_REASON_JOURNAL_LOCKED = 'journal_locked';
  /// The journal cannot be read in the time of the call: raise call_ms.
  HR_REASON_JOURNAL_SLOW = 'journal_slow';
  /// The journal cannot be read.
  HR_REASON_JOURNAL_UNREADABLE = 'journal_unreadable';
  /// The journal cannot be written.
  HR_REASON_JOURNAL_UNWRITABLE = 'journal_unwritable';
  /// The journal's path leads to something that is no regular file.
  HR_REASON_JOURNAL_NOT_A_FILE = 'journal_not_a_file';
  /// The journal is on a drive of another computer.
  HR_REASON_JOURNAL_ON_NETWORK = 'journal_on_network';
  /// The file is no journal of this library.
  HR_REASON_JOURNAL_NOT_OURS = 'journal_not_ours';
  /// A later version of this library made the journal.
  HR_REASON_JOURNAL_NEWER = 'journal_newer';
  /// The journal is no longer the file that was opened.
  HR_REASON_JOURNAL_REPLACED = 'journal_replaced';
  /// The journal has no room for another record.
  HR_REASON_JOURNAL_FULL = 'journal_full';

  /// The call ended as stated, and the journal has no record of its end.
  HR_JOURNAL_NOT_COMPLETED = 'not_completed';

  /// The header is "Authorization: Bearer x".
  HR_LICENSE_AUTH_BEARER = 'bearer';
  /// The header is "Authorization: x".
  HR_LICENSE_AUTH_RAW = 'raw';

  HR_TICKET_METHOD_POST = 'POST';
  HR_TICKET_METHOD_GET = 'GET';

  /// The session of services; on Linux root.
  HR_CARD_CLIENT_OWNERS_SERVICE = 'service';
  /// HTTP.SYS of Windows, which does not reveal for whom it answers.
  HR_CARD_CLIENT_OWNERS_HTTP_SYS = 'http_sys';
  /// The system names no owner.
  HR_CARD_CLIENT_OWNERS_UNKNOWN = 'unknown';

  /// POST, with the ticket in the JSON body.
  HR_CARD_FORM_BODY = 'body';
  /// GET, with the ticket in Authorization; the login has token and PIN as JSON body.
  HR_CARD_FORM_BEARER = 'bearer';

  HR_LANGUAGE_EN = 'en';
  HR_LANGUAGE_FR = 'fr';

  HR_TRUST_SYSTEM = 'system';
  HR_TRUST_SSL_CERT_FILE = 'SSL_CERT_FILE';
  HR_TRUST_SSL_CERT_DIR = 'SSL_CERT_DIR';
  HR_TRUST_SSL_CERT_FILE_SSL_CERT_DIR = 'SSL_CERT_FILE, SSL_CERT_DIR';

  /// A person saw it in the record.
  HR_DOUBTS_FOUND = 'found';
  /// It is not there: this call sends it once more.
  HR_DOUBTS_RESEND = 'resend';

type
  /// Which codes of the card client mean what; each code in one place, where 4 and "4" are one.
  THrCardCodes = record
    /// Those of a wrong PIN.
    PinRefused: TArray<string>;
    /// Those of a locked card.
    CardLocked: TArray<string>;
    /// Those of a reader without a card.
    CardAbsent: TArray<string>;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrCardCodes; static;
    function ToJson: string;
  end;

  /// How long a call may take, in milliseconds.
  THrTimeouts = record
    /// Looking up the name, connecting, and a proxy's tunnel; and once more the check of the server's certificate where
    /// the system makes it (Windows, macOS). Default: 10000.
    ConnectMs: Integer;
    /// A whole call other than a login or an upload. Default: 30000.
    CallMs: Integer;
    /// A whole login. Default: 60000.
    LoginMs: Integer;
    /// A whole upload. Default: 600000.
    UploadMs: Integer;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrTimeouts; static;
    function ToJson: string;
  end;

  /// The settings in force, without secrets.
  THrSettings = record
    /// The address of the license server.
    LicenseUrl: string;
    /// Whether there is a license bearer.
    LicenseBearerSet: Boolean;
    /// How the license bearer is sent. Default: "bearer".
    LicenseAuth: THrLicenseAuth;
    /// The address of the card client.
    LocalUrl: string;
    /// Whose processes may receive ticket and PIN at local_url, beside those of this process's own session (on Linux:
    /// of its own user); default ["unknown"], since /proc/net may be closed to a program or absent, and [] on Windows.
    /// Another user's session never receives anything.
    CardClientOwners: TArray<THrCardClientOwners>;
    /// The method that asks for a ticket. Default: "POST".
    TicketMethod: THrTicketMethod;
    /// The form of the requests to the card client. Default: "body".
    CardForm: THrCardForm;
    /// What the card client's status.code means.
    CardCodes: THrCardCodes;
    /// Which cardType is a professional's, for hr_connect without a card; CPS is the one kind that the interface names.
    /// Default: ["CPS"].
    CardTypes: TArray<string>;
    /// A JSON pointer (RFC 6901) to the boolean in the login's reply that makes step 4 unnecessary, such as
    /// "/identified"; null: the library does not know.
    IdentifiedField: string;
    /// A JSON pointer to the list of patients in the reply of the search, such as "/patients"; "": the reply is the
    /// list; null: hr_patient_find cannot know how many were found.
    PatientsPointer: string;
    /// A JSON pointer to the list of situations in the reply of PUT /user-profiles, such as "/situations"; "": the
    /// reply is the list; null: no situation can be chosen from.
    SituationsPointer: string;
    /// The payload of PUT /user-profiles for hr_connect, where the login says that the professional is not identified
    /// and the request has none.
    Profile: TJson;
    /// How long a call may take.
    Timeouts: THrTimeouts;
    /// The proxy, without credentials.
    Proxy: string;
    /// The PEM file of more roots.
    CaFile: string;
    /// The path of the journal.
    Journal: string;
    /// After how many days the records of what is settled may be removed, a thousand or more at a time, by the hr_open
    /// that is the first to open the file; the newest 10,000 records, doubts and held PINs stay. Default: 365.
    JournalDays: Int64;
    /// The largest reply that is accepted, in bytes. Default: 16777216.
    MaxReplyBytes: Int64;
    /// True: license server and service may be http beyond loopback; else they must be https unless on loopback.
    AllowPlainHttp: Boolean;
    /// The language of message and remedy in errors, and of the sentences and labels of the calls that ask. Default:
    /// "en".
    Language: THrLanguage;
    /// The value of the User-Agent header, 1 to 256 characters; default "hr/" and the version.
    UserAgent: string;
    /// Where the roots come from: the system, or the variables that name them.
    Trust: THrTrust;
    /// How many lines of the journal are damaged, see hr_journal; null without a journal.
    Damaged: Int64;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrSettings; static;
  end;

  /// What a handle holds.
  THrState = record
    /// Whether there is a license ticket.
    Ticket: Boolean;
    /// How many entries the last list of cards had; null before the first.
    Cards: Int64;
    /// Whether a session is open.
    Session: Boolean;
    /// Whether the login identified the professional; null: it is not known.
    Identified: THrKnown;
    /// Whether a patient's parameters were read.
    Patient: Boolean;
    /// Whether these parameters ask for an update; null before they were read.
    UpdateNeeded: THrKnown;
    /// How many records are open.
    OpenRecords: Int64;
    /// The index of the document that hr_deposit is sending, or null.
    Document: Int64;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrState; static;
  end;

  /// The result or the error of the last call that changes something, without the members `raw`.
  THrLast = record
    /// All of it: it may have other members.
    Json: TJson;
    class function Read(const Json: TJson): THrLast; static;
  end;

  /// A license ticket.
  THrTicket = record
    /// The ticket, a secret.
    LicenseTicket: string;
    /// The status of the reply. Of a function that makes one request, as `raw`.
    HttpStatus: Int64;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    Raw: TJson;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrTicket; static;
  end;

  /// The result of a call that only sets or permits something, and sends nothing.
  THrNextCall = record
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrNextCall; static;
  end;

  /// A card in the reader: the card client's entry as it came, with readable names added.
  THrCard = record
    /// What stands for the card at the card client until the next list.
    Token: string;
    /// The model, percent-decoded and without padding; a text, or null where it is longer than 4,096 bytes, unless the
    /// card client gives this member itself.
    ModelText: TJson;
    /// The manufacturer, in the same way.
    ManufacturerText: TJson;
    /// All of it: it may have other members.
    Json: TJson;
    class function Read(const Json: TJson): THrCard; static;
  end;

  /// The cards in the reader.
  THrCards = record
    /// The card client's entries unchanged (token, cardType, idNat, firstName, lastName, pinAttempt, ...), with
    /// readable names added; perhaps none. The interface does not say whether pinAttempt counts tries left or tries
    /// used. A list of more than 1,000 entries, or a token longer than 4,096 bytes, is refused.
    Cards: TArray<THrCard>;
    /// The status of the reply. Of a function that makes one request, as `raw`.
    HttpStatus: Int64;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    Raw: TJson;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrCards; static;
  end;

  /// An open session.
  THrLogin = record
    /// As the card client gave it, or null.
    ConnectionId: TJson;
    /// As the card client gave it, or null; never called by this library.
    ConnectedTo: TJson;
    /// The bearer of the session, a secret.
    Bearer: string;
    /// The address of the resource service.
    ServiceUrl: string;
    /// As the card client gave it, or null.
    MasterData: TJson;
    /// Whether the professional is identified; null unless identified_field leads to a boolean: look at masterData
    /// then, and skip step 4 when it identifies the professional.
    Identified: THrKnown;
    /// The status of the reply. Of a function that makes one request, as `raw`.
    HttpStatus: Int64;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    Raw: TJson;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// The word accepted: the call is done. Of a call that changes something.
    Outcome: string;
    /// The word not_completed, where the call ended as stated and the journal has no record of its end. Of hr_login and
    /// the uploads.
    Journal: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrLogin; static;
  end;

  /// A reply to a call that changes something.
  THrDone = record
    /// The status of the reply. Of a function that makes one request, as `raw`.
    HttpStatus: Int64;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    Raw: TJson;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// The word accepted: the call is done. Of a call that changes something.
    Outcome: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrDone; static;
  end;

  /// A reply to a call that changes nothing.
  THrAnswered = record
    /// The status of the reply. Of a function that makes one request, as `raw`.
    HttpStatus: Int64;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    Raw: TJson;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrAnswered; static;
  end;

  /// The patient of whom the service speaks.
  THrPatient = record
    /// The status of the reply. Of a function that makes one request, as `raw`.
    HttpStatus: Int64;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    Raw: TJson;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// The patient's number (NIR).
    PatientId: string;
    /// Whether the identity is qualified.
    InsQualified: Boolean;
    /// Whether the patient does not oppose documents being added.
    AlimentationConsent: Boolean;
    /// Whether one of the two is false: ask the patient, then hr_patient_update.
    UpdateNeeded: Boolean;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrPatient; static;
  end;

  /// A reply to hr_request.
  THrResponse = record
    /// The word accepted: the call is done; missing for GET, HEAD and OPTIONS.
    Outcome: string;
    /// The status of the reply. Of a function that makes one request, as `raw`.
    HttpStatus: Int64;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    Raw: TJson;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrResponse; static;
  end;

  /// A document that the service has accepted.
  THrUpload = record
    /// The digest of the document that was sent, in 64 hexadecimal digits.
    Sha256: string;
    /// The length of the document that was sent.
    Bytes: Int64;
    /// The status of the reply. Of a function that makes one request, as `raw`.
    HttpStatus: Int64;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    Raw: TJson;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// The word accepted: the call is done. Of a call that changes something.
    Outcome: string;
    /// The word not_completed, where the call ended as stated and the journal has no record of its end. Of hr_login and
    /// the uploads.
    Journal: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrUpload; static;
  end;

  /// One upload of the journal, or a damaged line, of which nearly all is null.
  THrRecordedUpload = record
    /// Its id.
    Entry: string;
    /// When it began, as 2026-11-22T18:30:00.000Z.
    Time: string;
    /// When it ended, or null.
    Ended: string;
    /// What became of it; null while it is being sent.
    Outcome: THrOutcome;
    /// Whether nobody knows if it arrived.
    Doubt: Boolean;
    /// Whether a person permitted one more sending (hr_dmp_resend_allow).
    Permitted: Boolean;
    /// Whether a person found it in the record (hr_dmp_found).
    Found: Boolean;
    /// Whether it is being sent.
    InUse: Boolean;
    /// Whether it stands for a damaged line.
    Damaged: Boolean;
    /// The length of the document.
    Bytes: Int64;
    /// What the host calls the document.
    Reference: string;
    /// The name of the error's code, or null.
    Name: string;
    /// The status of the error, or null.
    HttpStatus: Int64;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrRecordedUpload; static;
  end;

  /// The uploads that the journal knows, the newest first.
  THrJournal = record
    /// The uploads that fit.
    Entries: TArray<THrRecordedUpload>;
    /// Whether others fit.
    More: Boolean;
    /// How many doubts there are.
    Doubts: Int64;
    /// How many uploads there are.
    Uploads: Int64;
    /// How many lines are not as they were written.
    Damaged: Int64;
    /// How many lines have writers that did not get further.
    Torn: Int64;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrJournal; static;
  end;

  /// The cards in the reader that fit.
  THrFittingCards = record
    /// One entry a card that fits.
    Cards: TArray<THrCard>;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrFittingCards; static;
  end;

  /// One answer to a question, or something that the person must know to answer it.
  THrChoice = record
    /// What the person reads.
    LabelText: string;
    /// The same in French.
    LabelFr: string;
    /// Members of the next request; null: it is shown, and cannot be chosen.
    Value: TJson;
    /// What the service or the card client gave, as it came; null where there is nothing.
    Raw: TJson;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrChoice; static;
  end;

  /// What hr_connect did; it holds the bearer of the session.
  THrConnection = record
    /// The card that the PIN was presented to; null where the session was open.
    Card: THrCard;
    /// What the login gave; null where the session was open.
    Login: THrLogin;
    /// What hr_profile_put gave, where a profile was put.
    Profile: THrDone;
    /// What hr_profile_select gave, where a situation was selected.
    Situation: THrDone;
    /// Whether the login identified the professional; null: it is not known.
    Identified: THrKnown;
    /// A session is open.
    Session: Boolean;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// The word accepted: the call is done. Of a call that changes something.
    Outcome: string;
    /// How the call ended. Of hr_connect, hr_patient_find and hr_deposit, as the next four.
    Ending: THrEnding;
    /// What a person is asked next; null: nothing.
    Ask: THrAsk;
    /// What there is to choose from, null where nothing is asked. It names cards, situations or patients: show it to
    /// the person, and keep it out of logs.
    Choices: TArray<THrChoice>;
    /// One sentence for the person, in the configured language.
    Message: string;
    /// The same sentence in French.
    MessageFr: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrConnection; static;
  end;

  /// The patient whom hr_patient_find found.
  THrFoundPatient = record
    /// Whether insQualified and alimentationConsent are both true.
    MayReceive: Boolean;
    /// The reply of the search exactly as it came; null without a search.
    Search: TJson;
    /// The status of the reply. Of a function that makes one request, as `raw`.
    HttpStatus: Int64;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    Raw: TJson;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// The patient's number (NIR).
    PatientId: string;
    /// Whether the identity is qualified.
    InsQualified: Boolean;
    /// Whether the patient does not oppose documents being added.
    AlimentationConsent: Boolean;
    /// Whether one of the two is false: ask the patient, then hr_patient_update.
    UpdateNeeded: Boolean;
    /// How the call ended. Of hr_connect, hr_patient_find and hr_deposit, as the next four.
    Ending: THrEnding;
    /// What a person is asked next; null: nothing.
    Ask: THrAsk;
    /// What there is to choose from, null where nothing is asked. It names cards, situations or patients: show it to
    /// the person, and keep it out of logs.
    Choices: TArray<THrChoice>;
    /// One sentence for the person, in the configured language.
    Message: string;
    /// The same sentence in French.
    MessageFr: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrFoundPatient; static;
  end;

  /// What became of one document of a deposit.
  THrDocument = record
    /// The place of the document in the request.
    Index: Int64;
    /// What the host calls the document.
    Reference: string;
    /// How it ended.
    Ending: THrEnding;
    /// What became of it.
    Outcome: THrOutcome;
    /// The code of its sending; null where its turn did not come, and outcome is not_sent.
    Code: Int64;
    /// The name of that code, or null.
    Name: string;
    /// Why it was not accepted, in a word for programs, or null.
    Reason: THrReason;
    /// The status of the reply that refused it, or null.
    HttpStatus: Int64;
    /// One line for the doctor, in the configured language.
    Message: string;
    /// The same line in French.
    MessageFr: string;
    /// Its digest, where it was read.
    Sha256: string;
    /// Its length, where it was read.
    Bytes: Int64;
    /// Whether it was accepted before, and not sent now.
    Already: Boolean;
    /// The id of the doubt about it, or null.
    Entry: string;
    /// The word not_completed when the journal has no record of how its sending ended; else null.
    Journal: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrDocument; static;
  end;

  /// Documents that are all in the record.
  THrDeposit = record
    /// Whose record it is.
    PatientId: string;
    /// What became of each document, in the order of the request.
    Documents: TArray<THrDocument>;
    /// The function to call next; null when the chain is complete.
    Next: string;
    /// The word accepted: the call is done. Of a call that changes something.
    Outcome: string;
    /// How the call ended. Of hr_connect, hr_patient_find and hr_deposit, as the next four.
    Ending: THrEnding;
    /// What a person is asked next; null: nothing.
    Ask: THrAsk;
    /// What there is to choose from, null where nothing is asked. It names cards, situations or patients: show it to
    /// the person, and keep it out of logs.
    Choices: TArray<THrChoice>;
    /// One sentence for the person, in the configured language.
    Message: string;
    /// The same sentence in French.
    MessageFr: string;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrDeposit; static;
  end;

  /// What a function gives when it fails: always the same members.
  THrError = record
    /// The number that the function returned.
    Code: Int64;
    /// The name of the code.
    Name: string;
    /// The function that was called.
    Operation: string;
    /// The function that the failed step is, of hr_wait_card, hr_connect, hr_patient_find and hr_deposit; else null.
    Step: string;
    /// Who the error comes from.
    At: THrAt;
    /// One line for the doctor, to be shown as it is: chosen by function, reason and outcome, about card, code, patient
    /// and document, in the configured language.
    Message: string;
    /// The same line in French.
    MessageFr: string;
    /// One line for the programmer: what is wrong, and what to do. With tls_unknown_issuer it names who issued the
    /// certificate, as the certificate says it.
    Remedy: string;
    /// The same line in French.
    RemedyFr: string;
    /// Why, in a word for programs, or null.
    Reason: THrReason;
    /// The status of the reply, or null without one.
    HttpStatus: Int64;
    /// The status.code of the reply: an integer of up to 10 digits, or a text of 1 to 32 letters, digits, - _ . with
    /// fewer than six digits and no secret in it; any other is null.
    ServiceCode: TJson;
    /// The card client's status.message, with *** for long numbers; null when it holds a secret.
    ServiceMessage: string;
    /// What became of a call that changes something (login, steps 4 and 7 to 9); null for others, and for hr_deposit,
    /// whose documents have one each.
    Outcome: THrOutcome;
    /// How far the call had come, or null.
    Phase: THrPhase;
    /// With HR_E_IN_DOUBT: the name of the code that says why there was no answer.
    Cause: string;
    /// How many seconds the server asks to wait, at most 86400, or null.
    RetryAfterS: Int64;
    /// Of the document, when an upload failed after all of it was read.
    Sha256: string;
    /// The length of that document.
    Bytes: Int64;
    /// The id of the doubt about the document, for hr_dmp_resend_allow and hr_dmp_found; with pin_held what stands for
    /// the last presentation to the card, for hr_connect; else null.
    Entry: string;
    /// The word not_completed when the journal has no record of how the call ended; else null.
    Journal: string;
    /// Of hr_connect, hr_patient_find and hr_deposit: how the call ended; else null.
    Ending: THrEnding;
    /// Of these three: what a person is asked next; null: nothing.
    Ask: THrAsk;
    /// Of hr_connect: whether a session is open; else null.
    Session: THrKnown;
    /// What there is to choose from, for the person alone; null where nothing is asked. See ANSWERS.
    Choices: TArray<THrChoice>;
    /// Of hr_deposit: what is known of each document; else null.
    Documents: TArray<THrDocument>;
    /// All of it, also what a newer library adds.
    Json: TJson;
    class function Read(const Json: TJson): THrError; static;
  end;

  /// What hr_open takes. Every member is optional; unknown and repeated ones are refused with HR_E_CONFIG.
  THrConfiguration = record
    /// The address of the license server, for hr_ticket: https, or loopback unless allow_plain_http is true.
    LicenseUrl: string;
    /// The license bearer, for hr_ticket.
    LicenseBearer: string;
    /// How the license bearer is sent. Default: "bearer".
    LicenseAuth: THrLicenseAuth;
    /// The method that asks for a ticket. Default: "POST".
    TicketMethod: THrTicketMethod;
    /// The address of the card client: a loopback address, or a name that leads to this computer. Default:
    /// "http://127.0.0.1:48367".
    LocalUrl: string;
    /// Whose processes may receive ticket and PIN at local_url, beside those of this process's own session (on Linux:
    /// of its own user); default ["unknown"], since /proc/net may be closed to a program or absent, and [] on Windows.
    /// Another user's session never receives anything.
    CardClientOwners: TArray<THrCardClientOwners>;
    /// The form of the requests to the card client. Default: "body".
    CardForm: THrCardForm;
    /// Which status.code of the card client means what, so that errors have `reason` and its sentence: integers of up
    /// to 10 digits but 0, or short texts as in service_code, each in one place.
    CardCodes: THrCardCodes;
    /// Which cardType is a professional's, for hr_connect without a card; CPS is the one kind that the interface names.
    /// Default: ["CPS"].
    CardTypes: TArray<string>;
    /// A JSON pointer (RFC 6901) to the boolean in the login's reply that makes step 4 unnecessary, such as
    /// "/identified"; null: the library does not know.
    IdentifiedField: string;
    /// A JSON pointer to the list of patients in the reply of the search, such as "/patients"; "": the reply is the
    /// list; null: hr_patient_find cannot know how many were found.
    PatientsPointer: string;
    /// A JSON pointer to the list of situations in the reply of PUT /user-profiles, such as "/situations"; "": the
    /// reply is the list; null: no situation can be chosen from.
    SituationsPointer: string;
    /// The payload of PUT /user-profiles for hr_connect, where the login says that the professional is not identified
    /// and the request has none.
    ProfileJson: string;
    /// How long a call may take, in milliseconds.
    Timeouts: THrTimeouts;
    /// The proxy, never used for loopback: "none", "env" (HTTPS_PROXY, ALL_PROXY, NO_PROXY in both cases, and
    /// http_proxy for plain http), "system" or "http://[user:pw@@]host:port". "system" is "env", but on Windows the
    /// settings of the user: a script found in the network, a script (PAC), a list with exceptions, whichever answers
    /// first; of several proxies the first http proxy, no other after it. An answer counts for up to 10 seconds; the
    /// question is a part of connect_ms (phase resolve). Basic is the only way to log in (407). Default: "none".
    Proxy: string;
    /// The path of a PEM file (at most 16 MiB, 64 KiB for each certificate) with roots that are trusted beside those of
    /// the system; read now, on Windows within call_ms and by the rules for paths of hr_dmp_send. It takes self-signed
    /// certificates: one that another signed is no root on Windows, and trusts nothing there. On Linux SSL_CERT_FILE
    /// and SSL_CERT_DIR name roots in place of the system's: regular files, 16 MiB together, read with the first
    /// connection over TLS.
    CaFile: string;
    /// The absolute path of a file on a disk of this computer, made where there is none, in which uploads and
    /// presentations of PINs are recorded, so that a document in doubt and a held PIN are known after a restart and to
    /// other processes; docs/journal.md specifies it. Without: what this process remembers counts.
    Journal: string;
    /// After how many days the records of what is settled may be removed, a thousand or more at a time, by the hr_open
    /// that is the first to open the file; the newest 10,000 records, doubts and held PINs stay. Default: 365.
    JournalDays: Integer;
    /// The largest reply that is accepted, in bytes. Default: 16777216.
    MaxReplyBytes: Integer;
    /// True: license server and service may be http beyond loopback; else they must be https unless on loopback.
    AllowPlainHttp: Boolean;
    /// The language of message and remedy in errors, and of the sentences and labels of the calls that ask. Default:
    /// "en".
    Language: THrLanguage;
    /// The value of the User-Agent header, 1 to 256 characters; default "hr/" and the version.
    UserAgent: string;
    function ToJson: string;
    /// The same, where a request is a text.
    class operator Implicit(const Value: THrConfiguration): string;
  end;

  /// Which uploads hr_journal lists: those that fit all members.
  THrJournalFilter = record
    /// The upload of this id.
    Entry: string;
    /// Uploads of the document with this digest.
    Sha256: string;
    /// Uploads that the host called so.
    Reference: string;
    /// Uploads with this outcome.
    Outcome: THrOutcome;
    /// True: those of which nobody knows whether they arrived.
    Doubt: THrKnown;
    /// Uploads that began at this moment or later, such as "2026-11-22T18:30:00Z".
    Since: string;
    /// How many are listed, the newest first. Default: 100.
    Limit: Integer;
    function ToJson: string;
    /// The same, where a request is a text.
    class operator Implicit(const Value: THrJournalFilter): string;
  end;

  /// What hr_connect is asked to do.
  THrConnectRequest = record
    /// Which card, as card_json of hr_wait_card; without: the only one of a kind in card_types.
    CardJson: string;
    /// How many milliseconds to wait for a card that fits; 0: ask once. Default: 0.
    WaitCardMs: Integer;
    /// The payload of PUT /user-profiles, sent byte for byte.
    ProfileJson: string;
    /// The id of the situation to select, as hr_profile_select takes it.
    SituationId: string;
    /// After "pin_held", where the person has seen its sentence and insists on the PIN: the `entry` of that error. It
    /// lets this presentation through, in the place of hr_pin_retry_allow; a request that is made again presents
    /// nothing, since each presentation changes the `entry`.
    Confirmed: string;
    /// The same, where `ask` is "retry": a presentation that was confirmed did not succeed either.
    Retry: string;
    function ToJson: string;
    /// The same, where a request is a text.
    class operator Implicit(const Value: THrConnectRequest): string;
  end;

  /// Traits of a patient, one at least; each is passed as given, and null or absent leaves it out.
  THrTraits = record
    /// The last name.
    Nom: string;
    /// The first name.
    Prenom: string;
    /// The birth date.
    DateNaissance: string;
    /// The sex.
    Sexe: string;
    function ToJson: string;
  end;

  /// Whom hr_patient_find is to look for.
  THrFindRequest = record
    /// Traits to search for, one at least, each passed as given; null or absent leaves one out. Not needed where
    /// patient_id is that of the patient who was read last.
    Patient: THrTraits;
    /// The patient whom the host means, with the number as hr_patient_get writes it: whoever the search found, the
    /// reading decides.
    PatientId: string;
    function ToJson: string;
    /// The same, where a request is a text.
    class operator Implicit(const Value: THrFindRequest): string;
  end;

  /// A document in a file.
  THrDocumentFile = record
    /// The path of the file, as hr_dmp_send takes it; its last part can be sent as filename, or filename is given.
    Path: string;
    /// The name that the service receives; default: the last part of path.
    Filename: string;
    /// The activity type, passed as given.
    ActivityType: string;
    /// The type of the document, passed as given.
    TypeCode: string;
    /// Whatever the host calls the document, for the journal and the result: no name and no number of a patient.
    Reference: string;
    /// True: send it although it was accepted before; a document in doubt is held back all the same.
    Again: Boolean;
    function ToJson: string;
  end;

  /// What hr_deposit is asked to put into whose record.
  THrDepositRequest = record
    /// The documents, in the order in which they are sent. Empty: the call ends when the record is open, and
    /// hr_dmp_send or hr_dmp_send_bytes may follow.
    Documents: TArray<THrDocumentFile>;
    /// The body of POST /patient, sent where the parameters ask for an update; needs patient_id.
    UpdateJson: string;
    /// The body of PUT /dmp/{patient_id}; without: none.
    RecordJson: string;
    /// What a person found out about documents in doubt, by their `entry`. It counts when the document's turn comes; an
    /// entry that holds no document of this call back counts for nothing, so that the same request can be made again.
    DoubtsJson: string;
    /// Traits to search for, one at least, each passed as given; null or absent leaves one out. Not needed where
    /// patient_id is that of the patient who was read last.
    Patient: THrTraits;
    /// The patient whom the host means, with the number as hr_patient_get writes it: whoever the search found, the
    /// reading decides.
    PatientId: string;
    function ToJson: string;
    /// The same, where a request is a text.
    class operator Implicit(const Value: THrDepositRequest): string;
  end;

  /// A document whose bytes are an argument.
  THrDocumentInMemory = record
    /// The name that the service receives.
    Filename: string;
    /// The activity type, passed as given.
    ActivityType: string;
    /// The type of the document, passed as given.
    TypeCode: string;
    /// Whatever the host calls the document, for the journal and the result: no name and no number of a patient.
    Reference: string;
    /// True: send it although it was accepted before; a document in doubt is held back all the same.
    Again: Boolean;
    function ToJson: string;
  end;

  /// What hr_deposit_bytes is asked to put into whose record.
  THrDepositBytesRequest = record
    /// The one document that is in memory.
    Documents: TArray<THrDocumentInMemory>;
    /// The body of POST /patient, sent where the parameters ask for an update; needs patient_id.
    UpdateJson: string;
    /// The body of PUT /dmp/{patient_id}; without: none.
    RecordJson: string;
    /// What a person found out about documents in doubt, by their `entry`. It counts when the document's turn comes; an
    /// entry that holds no document of this call back counts for nothing, so that the same request can be made again.
    DoubtsJson: string;
    /// Traits to search for, one at least, each passed as given; null or absent leaves one out. Not needed where
    /// patient_id is that of the patient who was read last.
    Patient: THrTraits;
    /// The patient whom the host means, with the number as hr_patient_get writes it: whoever the search found, the
    /// reading decides.
    PatientId: string;
    function ToJson: string;
    /// The same, where a request is a text.
    class operator Implicit(const Value: THrDepositBytesRequest): string;
  end;

implementation

uses
  HealthRecord.Text;

const
  JSON_OF_KNOWN: array[THrKnown] of string = ('null', 'false', 'true');

class function THrCardCodes.Read(const Json: TJson): THrCardCodes;
var
  Each: TJson;
begin
  Result := Default(THrCardCodes);
  for Each in Json['pin_refused'].ToArray do
  begin
    SetLength(Result.PinRefused, Length(Result.PinRefused) + 1);
    Result.PinRefused[High(Result.PinRefused)] := Each.ToJson;
  end;
  for Each in Json['card_locked'].ToArray do
  begin
    SetLength(Result.CardLocked, Length(Result.CardLocked) + 1);
    Result.CardLocked[High(Result.CardLocked)] := Each.ToJson;
  end;
  for Each in Json['card_absent'].ToArray do
  begin
    SetLength(Result.CardAbsent, Length(Result.CardAbsent) + 1);
    Result.CardAbsent[High(Result.CardAbsent)] := Each.ToJson;
  end;
  Result.Json := Json;
end;

function THrCardCodes.ToJson: string;
var
  Members: TJsonMembers;
  Items: string;
  I: Integer;
begin
  Members := Default(TJsonMembers);
  Items := '';
  for I := 0 to High(PinRefused) do
    AddItem(Items, PinRefused[I]);
  if Items <> '' then
    Members.Put('pin_refused', '[' + Items + ']');
  Items := '';
  for I := 0 to High(CardLocked) do
    AddItem(Items, CardLocked[I]);
  if Items <> '' then
    Members.Put('card_locked', '[' + Items + ']');
  Items := '';
  for I := 0 to High(CardAbsent) do
    AddItem(Items, CardAbsent[I]);
  if Items <> '' then
    Members.Put('card_absent', '[' + Items + ']');
  Result := Members.ToJson;
end;

class function THrTimeouts.Read(const Json: TJson): THrTimeouts;
begin
  Result := Default(THrTimeouts);
  Result.ConnectMs := NumberOf(Json['connect_ms'], -1);
  Result.CallMs := NumberOf(Json['call_ms'], -1);
  Result.LoginMs := NumberOf(Json['login_ms'], -1);
  Result.UploadMs := NumberOf(Json['upload_ms'], -1);
  Result.Json := Json;
end;

function THrTimeouts.ToJson: string;
var
  Members: TJsonMembers;
begin
  Members := Default(TJsonMembers);
  if ConnectMs <> 0 then
    Members.Put('connect_ms', NumberText(ConnectMs));
  if CallMs <> 0 then
    Members.Put('call_ms', NumberText(CallMs));
  if LoginMs <> 0 then
    Members.Put('login_ms', NumberText(LoginMs));
  if UploadMs <> 0 then
    Members.Put('upload_ms', NumberText(UploadMs));
  Result := Members.ToJson;
end;

class function THrSettings.Read(const Json: TJson): THrSettings;
var
  Each: TJson;
begin
  Result := Default(THrSettings);
  Result.LicenseUrl := TextOf(Json['license_url']);
  Result.LicenseBearerSet := KnownOf(Json['license_bearer_set']) = hkTrue;
  Result.LicenseAuth := TextOf(Json['license_auth']);
  Result.LocalUrl := TextOf(Json['local_url']);
  for Each in Json['card_client_owners'].ToArray do
  begin
    SetLength(Result.CardClientOwners, Length(Result.CardClientOwners) + 1);
    Result.CardClientOwners[High(Result.CardClientOwners)] := TextOf(Each);
  end;
  Result.TicketMethod := TextOf(Json['ticket_method']);
  Result.CardForm := TextOf(Json['card_form']);
  Result.CardCodes := THrCardCodes.Read(Json['card_codes']);
  for Each in Json['card_types'].ToArray do
  begin
    SetLength(Result.CardTypes, Length(Result.CardTypes) + 1);
    Result.CardTypes[High(Result.CardTypes)] := TextOf(Each);
  end;
  Result.IdentifiedField := TextOf(Json['identified_field']);
  Result.PatientsPointer := TextOf(Json['patients_pointer']);
  Result.SituationsPointer := TextOf(Json['situations_pointer']);
  Result.Profile := Json['profile'];
  Result.Timeouts := THrTimeouts.Read(Json['timeouts']);
  Result.Proxy := TextOf(Json['proxy']);
  Result.CaFile := TextOf(Json['ca_file']);
  Result.Journal := TextOf(Json['journal']);
  Result.JournalDays := NumberOf(Json['journal_days'], -1);
  Result.MaxReplyBytes := NumberOf(Json['max_reply_bytes'], -1);
  Result.AllowPlainHttp := KnownOf(Json['allow_plain_http']) = hkTrue;
  Result.Language := TextOf(Json['language']);
  Result.UserAgent := TextOf(Json['user_agent']);
  Result.Trust := TextOf(Json['trust']);
  Result.Damaged := NumberOf(Json['damaged'], -1);
  Result.Next := TextOf(Json['next']);
  Result.Json := Json;
end;

class function THrState.Read(const Json: TJson): THrState;
begin
  Result := Default(THrState);
  Result.Ticket := KnownOf(Json['ticket']) = hkTrue;
  Result.Cards := NumberOf(Json['cards'], -1);
  Result.Session := KnownOf(Json['session']) = hkTrue;
  Result.Identified := KnownOf(Json['identified']);
  Result.Patient := KnownOf(Json['patient']) = hkTrue;
  Result.UpdateNeeded := KnownOf(Json['updateNeeded']);
  Result.OpenRecords := NumberOf(Json['open_records'], -1);
  Result.Document := NumberOf(Json['document'], -1);
  Result.Next := TextOf(Json['next']);
  Result.Json := Json;
end;

class function THrLast.Read(const Json: TJson): THrLast;
begin
  Result := Default(THrLast);
  Result.Json := Json;
end;

class function THrTicket.Read(const Json: TJson): THrTicket;
begin
  Result := Default(THrTicket);
  Result.LicenseTicket := TextOf(Json['licenseTicket']);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Raw := Json['raw'];
  Result.Next := TextOf(Json['next']);
  Result.Json := Json;
end;

class function THrNextCall.Read(const Json: TJson): THrNextCall;
begin
  Result := Default(THrNextCall);
  Result.Next := TextOf(Json['next']);
  Result.Json := Json;
end;

class function THrCard.Read(const Json: TJson): THrCard;
begin
  Result := Default(THrCard);
  Result.Token := TextOf(Json['token']);
  Result.ModelText := Json['modelText'];
  Result.ManufacturerText := Json['manufacturerText'];
  Result.Json := Json;
end;

class function THrCards.Read(const Json: TJson): THrCards;
var
  Each: TJson;
begin
  Result := Default(THrCards);
  for Each in Json['cards'].ToArray do
  begin
    SetLength(Result.Cards, Length(Result.Cards) + 1);
    Result.Cards[High(Result.Cards)] := THrCard.Read(Each);
  end;
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Raw := Json['raw'];
  Result.Next := TextOf(Json['next']);
  Result.Json := Json;
end;

class function THrLogin.Read(const Json: TJson): THrLogin;
begin
  Result := Default(THrLogin);
  Result.ConnectionId := Json['connectionId'];
  Result.ConnectedTo := Json['connectedTo'];
  Result.Bearer := TextOf(Json['bearer']);
  Result.ServiceUrl := TextOf(Json['serviceUrl']);
  Result.MasterData := Json['masterData'];
  Result.Identified := KnownOf(Json['identified']);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Raw := Json['raw'];
  Result.Next := TextOf(Json['next']);
  Result.Outcome := TextOf(Json['outcome']);
  Result.Journal := TextOf(Json['journal']);
  Result.Json := Json;
end;

class function THrDone.Read(const Json: TJson): THrDone;
begin
  Result := Default(THrDone);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Raw := Json['raw'];
  Result.Next := TextOf(Json['next']);
  Result.Outcome := TextOf(Json['outcome']);
  Result.Json := Json;
end;

class function THrAnswered.Read(const Json: TJson): THrAnswered;
begin
  Result := Default(THrAnswered);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Raw := Json['raw'];
  Result.Next := TextOf(Json['next']);
  Result.Json := Json;
end;

class function THrPatient.Read(const Json: TJson): THrPatient;
begin
  Result := Default(THrPatient);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Raw := Json['raw'];
  Result.Next := TextOf(Json['next']);
  Result.PatientId := TextOf(Json['patient_id']);
  Result.InsQualified := KnownOf(Json['insQualified']) = hkTrue;
  Result.AlimentationConsent := KnownOf(Json['alimentationConsent']) = hkTrue;
  Result.UpdateNeeded := KnownOf(Json['updateNeeded']) = hkTrue;
  Result.Json := Json;
end;

class function THrResponse.Read(const Json: TJson): THrResponse;
begin
  Result := Default(THrResponse);
  Result.Outcome := TextOf(Json['outcome']);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Raw := Json['raw'];
  Result.Next := TextOf(Json['next']);
  Result.Json := Json;
end;

class function THrUpload.Read(const Json: TJson): THrUpload;
begin
  Result := Default(THrUpload);
  Result.Sha256 := TextOf(Json['sha256']);
  Result.Bytes := NumberOf(Json['bytes'], -1);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Raw := Json['raw'];
  Result.Next := TextOf(Json['next']);
  Result.Outcome := TextOf(Json['outcome']);
  Result.Journal := TextOf(Json['journal']);
  Result.Json := Json;
end;

class function THrRecordedUpload.Read(const Json: TJson): THrRecordedUpload;
begin
  Result := Default(THrRecordedUpload);
  Result.Entry := TextOf(Json['entry']);
  Result.Time := TextOf(Json['time']);
  Result.Ended := TextOf(Json['ended']);
  Result.Outcome := TextOf(Json['outcome']);
  Result.Doubt := KnownOf(Json['doubt']) = hkTrue;
  Result.Permitted := KnownOf(Json['permitted']) = hkTrue;
  Result.Found := KnownOf(Json['found']) = hkTrue;
  Result.InUse := KnownOf(Json['in_use']) = hkTrue;
  Result.Damaged := KnownOf(Json['damaged']) = hkTrue;
  Result.Bytes := NumberOf(Json['bytes'], -1);
  Result.Reference := TextOf(Json['reference']);
  Result.Name := TextOf(Json['name']);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Json := Json;
end;

class function THrJournal.Read(const Json: TJson): THrJournal;
var
  Each: TJson;
begin
  Result := Default(THrJournal);
  for Each in Json['entries'].ToArray do
  begin
    SetLength(Result.Entries, Length(Result.Entries) + 1);
    Result.Entries[High(Result.Entries)] := THrRecordedUpload.Read(Each);
  end;
  Result.More := KnownOf(Json['more']) = hkTrue;
  Result.Doubts := NumberOf(Json['doubts'], -1);
  Result.Uploads := NumberOf(Json['uploads'], -1);
  Result.Damaged := NumberOf(Json['damaged'], -1);
  Result.Torn := NumberOf(Json['torn'], -1);
  Result.Json := Json;
end;

class function THrFittingCards.Read(const Json: TJson): THrFittingCards;
var
  Each: TJson;
begin
  Result := Default(THrFittingCards);
  for Each in Json['cards'].ToArray do
  begin
    SetLength(Result.Cards, Length(Result.Cards) + 1);
    Result.Cards[High(Result.Cards)] := THrCard.Read(Each);
  end;
  Result.Next := TextOf(Json['next']);
  Result.Json := Json;
end;

class function THrChoice.Read(const Json: TJson): THrChoice;
begin
  Result := Default(THrChoice);
  Result.LabelText := TextOf(Json['label']);
  Result.LabelFr := TextOf(Json['label_fr']);
  Result.Value := Json['value'];
  Result.Raw := Json['raw'];
  Result.Json := Json;
end;

class function THrConnection.Read(const Json: TJson): THrConnection;
var
  Each: TJson;
begin
  Result := Default(THrConnection);
  Result.Card := THrCard.Read(Json['card']);
  Result.Login := THrLogin.Read(Json['login']);
  Result.Profile := THrDone.Read(Json['profile']);
  Result.Situation := THrDone.Read(Json['situation']);
  Result.Identified := KnownOf(Json['identified']);
  Result.Session := KnownOf(Json['session']) = hkTrue;
  Result.Next := TextOf(Json['next']);
  Result.Outcome := TextOf(Json['outcome']);
  Result.Ending := TextOf(Json['ending']);
  Result.Ask := TextOf(Json['ask']);
  for Each in Json['choices'].ToArray do
  begin
    SetLength(Result.Choices, Length(Result.Choices) + 1);
    Result.Choices[High(Result.Choices)] := THrChoice.Read(Each);
  end;
  Result.Message := TextOf(Json['message']);
  Result.MessageFr := TextOf(Json['message_fr']);
  Result.Json := Json;
end;

class function THrFoundPatient.Read(const Json: TJson): THrFoundPatient;
var
  Each: TJson;
begin
  Result := Default(THrFoundPatient);
  Result.MayReceive := KnownOf(Json['may_receive']) = hkTrue;
  Result.Search := Json['search'];
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Raw := Json['raw'];
  Result.Next := TextOf(Json['next']);
  Result.PatientId := TextOf(Json['patient_id']);
  Result.InsQualified := KnownOf(Json['insQualified']) = hkTrue;
  Result.AlimentationConsent := KnownOf(Json['alimentationConsent']) = hkTrue;
  Result.UpdateNeeded := KnownOf(Json['updateNeeded']) = hkTrue;
  Result.Ending := TextOf(Json['ending']);
  Result.Ask := TextOf(Json['ask']);
  for Each in Json['choices'].ToArray do
  begin
    SetLength(Result.Choices, Length(Result.Choices) + 1);
    Result.Choices[High(Result.Choices)] := THrChoice.Read(Each);
  end;
  Result.Message := TextOf(Json['message']);
  Result.MessageFr := TextOf(Json['message_fr']);
  Result.Json := Json;
end;

class function THrDocument.Read(const Json: TJson): THrDocument;
begin
  Result := Default(THrDocument);
  Result.Index := NumberOf(Json['index'], -1);
  Result.Reference := TextOf(Json['reference']);
  Result.Ending := TextOf(Json['ending']);
  Result.Outcome := TextOf(Json['outcome']);
  Result.Code := NumberOf(Json['code'], 0);
  Result.Name := TextOf(Json['name']);
  Result.Reason := TextOf(Json['reason']);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.Message := TextOf(Json['message']);
  Result.MessageFr := TextOf(Json['message_fr']);
  Result.Sha256 := TextOf(Json['sha256']);
  Result.Bytes := NumberOf(Json['bytes'], -1);
  Result.Already := KnownOf(Json['already']) = hkTrue;
  Result.Entry := TextOf(Json['entry']);
  Result.Journal := TextOf(Json['journal']);
  Result.Json := Json;
end;

class function THrDeposit.Read(const Json: TJson): THrDeposit;
var
  Each: TJson;
begin
  Result := Default(THrDeposit);
  Result.PatientId := TextOf(Json['patient_id']);
  for Each in Json['documents'].ToArray do
  begin
    SetLength(Result.Documents, Length(Result.Documents) + 1);
    Result.Documents[High(Result.Documents)] := THrDocument.Read(Each);
  end;
  Result.Next := TextOf(Json['next']);
  Result.Outcome := TextOf(Json['outcome']);
  Result.Ending := TextOf(Json['ending']);
  Result.Ask := TextOf(Json['ask']);
  for Each in Json['choices'].ToArray do
  begin
    SetLength(Result.Choices, Length(Result.Choices) + 1);
    Result.Choices[High(Result.Choices)] := THrChoice.Read(Each);
  end;
  Result.Message := TextOf(Json['message']);
  Result.MessageFr := TextOf(Json['message_fr']);
  Result.Json := Json;
end;

class function THrError.Read(const Json: TJson): THrError;
var
  Each: TJson;
begin
  Result := Default(THrError);
  Result.Code := NumberOf(Json['code'], 0);
  Result.Name := TextOf(Json['name']);
  Result.Operation := TextOf(Json['operation']);
  Result.Step := TextOf(Json['step']);
  Result.At := TextOf(Json['at']);
  Result.Message := TextOf(Json['message']);
  Result.MessageFr := TextOf(Json['message_fr']);
  Result.Remedy := TextOf(Json['remedy']);
  Result.RemedyFr := TextOf(Json['remedy_fr']);
  Result.Reason := TextOf(Json['reason']);
  Result.HttpStatus := NumberOf(Json['http_status'], 0);
  Result.ServiceCode := Json['service_code'];
  Result.ServiceMessage := TextOf(Json['service_message']);
  Result.Outcome := TextOf(Json['outcome']);
  Result.Phase := TextOf(Json['phase']);
  Result.Cause := TextOf(Json['cause']);
  Result.RetryAfterS := NumberOf(Json['retry_after_s'], -1);
  Result.Sha256 := TextOf(Json['sha256']);
  Result.Bytes := NumberOf(Json['bytes'], -1);
  Result.Entry := TextOf(Json['entry']);
  Result.Journal := TextOf(Json['journal']);
  Result.Ending := TextOf(Json['ending']);
  Result.Ask := TextOf(Json['ask']);
  Result.Session := KnownOf(Json['session']);
  for Each in Json['choices'].ToArray do
  begin
    SetLength(Result.Choices, Length(Result.Choices) + 1);
    Result.Choices[High(Result.Choices)] := THrChoice.Read(Each);
  end;
  for Each in Json['documents'].ToArray do
  begin
    SetLength(Result.Documents, Length(Result.Documents) + 1);
    Result.Documents[High(Result.Documents)] := THrDocument.Read(Each);
  end;
  Result.Json := Json;
end;

function THrConfiguration.ToJson: string;
var
  Members: TJsonMembers;
  Items: string;
  I: Integer;
begin
  Members := Default(TJsonMembers);
  if LicenseUrl <> '' then
    Members.Put('license_url', JsonQuoted(LicenseUrl, 'license_url'));
  if LicenseBearer <> '' then
    Members.Put('license_bearer', JsonQuoted(LicenseBearer, 'license_bearer'));
  if LicenseAuth <> '' then
    Members.Put('license_auth', JsonQuoted(LicenseAuth, 'license_auth'));
  if TicketMethod <> '' then
    Members.Put('ticket_method', JsonQuoted(TicketMethod, 'ticket_method'));
  if LocalUrl <> '' then
    Members.Put('local_url', JsonQuoted(LocalUrl, 'local_url'));
  Items := '';
  for I := 0 to High(CardClientOwners) do
    AddItem(Items, JsonQuoted(CardClientOwners[I], 'card_client_owners'));
  if Items <> '' then
    Members.Put('card_client_owners', '[' + Items + ']');
  if CardForm <> '' then
    Members.Put('card_form', JsonQuoted(CardForm, 'card_form'));
  if CardCodes.ToJson <> '{}' then
    Members.Put('card_codes', CardCodes.ToJson);
  Items := '';
  for I := 0 to High(CardTypes) do
    AddItem(Items, JsonQuoted(CardTypes[I], 'card_types'));
  if Items <> '' then
    Members.Put('card_types', '[' + Items + ']');
  if IdentifiedField <> '' then
    Members.Put('identified_field', JsonQuoted(IdentifiedField, 'identified_field'));
  if PatientsPointer <> '' then
    Members.Put('patients_pointer', JsonQuoted(PatientsPointer, 'patients_pointer'));
  if SituationsPointer <> '' then
    Members.Put('situations_pointer', JsonQuoted(SituationsPointer, 'situations_pointer'));
  if ProfileJson <> '' then
    Members.Put('profile', ProfileJson);
  if Timeouts.ToJson <> '{}' then
    Members.Put('timeouts', Timeouts.ToJson);
  if Proxy <> '' then
    Members.Put('proxy', JsonQuoted(Proxy, 'proxy'));
  if CaFile <> '' then
    Members.Put('ca_file', JsonQuoted(CaFile, 'ca_file'));
  if Journal <> '' then
    Members.Put('journal', JsonQuoted(Journal, 'journal'));
  if JournalDays <> 0 then
    Members.Put('journal_days', NumberText(JournalDays));
  if MaxReplyBytes <> 0 then
    Members.Put('max_reply_bytes', NumberText(MaxReplyBytes));
  if AllowPlainHttp then
    Members.Put('allow_plain_http', 'true');
  if Language <> '' then
    Members.Put('language', JsonQuoted(Language, 'language'));
  if UserAgent <> '' then
    Members.Put('user_agent', JsonQuoted(UserAgent, 'user_agent'));
  Result := Members.ToJson;
end;

class operator THrConfiguration.Implicit(const Value: THrConfiguration): string;
begin
  Result := Value.ToJson;
end;

function THrJournalFilter.ToJson: string;
var
  Members: TJsonMembers;
begin
  Members := Default(TJsonMembers);
  if Entry <> '' then
    Members.Put('entry', JsonQuoted(Entry, 'entry'));
  if Sha256 <> '' then
    Members.Put('sha256', JsonQuoted(Sha256, 'sha256'));
  if Reference <> '' then
    Members.Put('reference', JsonQuoted(Reference, 'reference'));
  if Outcome <> '' then
    Members.Put('outcome', JsonQuoted(Outcome, 'outcome'));
  if Doubt <> hkUnknown then
    Members.Put('doubt', JSON_OF_KNOWN[Doubt]);
  if Since <> '' then
    Members.Put('since', JsonQuoted(Since, 'since'));
  if Limit <> 0 then
    Members.Put('limit', NumberText(Limit));
  Result := Members.ToJson;
end;

class operator THrJournalFilter.Implicit(const Value: THrJournalFilter): string;
begin
  Result := Value.ToJson;
end;

function THrConnectRequest.ToJson: string;
var
  Members: TJsonMembers;
begin
  Members := Default(TJsonMembers);
  if CardJson <> '' then
    Members.Put('card', CardJson);
  if WaitCardMs <> 0 then
    Members.Put('wait_card_ms', NumberText(WaitCardMs));
  if ProfileJson <> '' then
    Members.Put('profile', ProfileJson);
  if SituationId <> '' then
    Members.Put('situation_id', JsonQuoted(SituationId, 'situation_id'));
  if Confirmed <> '' then
    Members.Put('confirmed', JsonQuoted(Confirmed, 'confirmed'));
  if Retry <> '' then
    Members.Put('retry', JsonQuoted(Retry, 'retry'));
  Result := Members.ToJson;
end;

class operator THrConnectRequest.Implicit(const Value: THrConnectRequest): string;
begin
  Result := Value.ToJson;
end;

function THrTraits.ToJson: string;
var
  Members: TJsonMembers;
begin
  Members := Default(TJsonMembers);
  if Nom <> '' then
    Members.Put('nom', JsonQuoted(Nom, 'nom'));
  if Prenom <> '' then
    Members.Put('prenom', JsonQuoted(Prenom, 'prenom'));
  if DateNaissance <> '' then
    Members.Put('date_naissance', JsonQuoted(DateNaissance, 'date_naissance'));
  if Sexe <> '' then
    Members.Put('sexe', JsonQuoted(Sexe, 'sexe'));
  Result := Members.ToJson;
end;

function THrFindRequest.ToJson: string;
var
  Members: TJsonMembers;
begin
  Members := Default(TJsonMembers);
  if Patient.ToJson <> '{}' then
    Members.Put('patient', Patient.ToJson);
  if PatientId <> '' then
    Members.Put('patient_id', JsonQuoted(PatientId, 'patient_id'));
  Result := Members.ToJson;
end;

class operator THrFindRequest.Implicit(const Value: THrFindRequest): string;
begin
  Result := Value.ToJson;
end;

function THrDocumentFile.ToJson: string;
var
  Members: TJsonMembers;
begin
  Members := Default(TJsonMembers);
  Members.Put('path', JsonQuoted(Path, 'path'));
  if Filename <> '' then
    Members.Put('filename', JsonQuoted(Filename, 'filename'));
  Members.Put('activity_type', JsonQuoted(ActivityType, 'activity_type'));
  Members.Put('type_code', JsonQuoted(TypeCode, 'type_code'));
  if Reference <> '' then
    Members.Put('reference', JsonQuoted(Reference, 'reference'));
  if Again then
    Members.Put('again', 'true');
  Result := Members.ToJson;
end;

function THrDepositRequest.ToJson: string;
var
  Members: TJsonMembers;
  Items: string;
  I: Integer;
begin
  Members := Default(TJsonMembers);
  Items := '';
  for I := 0 to High(Documents) do
    AddItem(Items, Documents[I].ToJson);
  Members.Put('documents', '[' + Items + ']');
  if UpdateJson <> '' then
    Members.Put('update', UpdateJson);
  if RecordJson <> '' then
    Members.Put('record', RecordJson);
  if DoubtsJson <> '' then
    Members.Put('doubts', DoubtsJson);
  if Patient.ToJson <> '{}' then
    Members.Put('patient', Patient.ToJson);
  if PatientId <> '' then
    Members.Put('patient_id', JsonQuoted(PatientId, 'patient_id'));
  Result := Members.ToJson;
end;

class operator THrDepositRequest.Implicit(const Value: THrDepositRequest): string;
begin
  Result := Value.ToJson;
end;

function THrDocumentInMemory.ToJson: string;
var
  Members: TJsonMembers;
begin
  Members := Default(TJsonMembers);
  Members.Put('filename', JsonQuoted(Filename, 'filename'));
  Members.Put('activity_type', JsonQuoted(ActivityType, 'activity_type'));
  Members.Put('type_code', JsonQuoted(TypeCode, 'type_code'));
  if Reference <> '' then
    Members.Put('reference', JsonQuoted(Reference, 'reference'));
  if Again then
    Members.Put('again', 'true');
  Result := Members.ToJson;
end;

function THrDepositBytesRequest.ToJson: string;
var
  Members: TJsonMembers;
  Items: string;
  I: Integer;
begin
  Members := Default(TJsonMembers);
  Items := '';
  for I := 0 to High(Documents) do
    AddItem(Items, Documents[I].ToJson);
  Members.Put('documents', '[' + Items + ']');
  if UpdateJson <> '' then
    Members.Put('update', UpdateJson);
  if RecordJson <> '' then
    Members.Put('record', RecordJson);
  if DoubtsJson <> '' then
    Members.Put('doubts', DoubtsJson);
  if Patient.ToJson <> '{}' then
    Members.Put('patient', Patient.ToJson);
  if PatientId <> '' then
    Members.Put('patient_id', JsonQuoted(PatientId, 'patient_id'));
  Result := Members.ToJson;
end;

class operator THrDepositBytesRequest.Implicit(const Value: THrDepositBytesRequest): string;
begin
  Result := Value.ToJson;
end;

end.
