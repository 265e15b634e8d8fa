// Generated from include/hr.h and schema/ by cargo xtask bindings: do not edit.
// words.hpp - the words of the texts. A word of a newer library is `unlisted`, and word() has it.

#ifndef HR_WORDS_HPP
#define HR_WORDS_HPP

#include "hr/open_enum.hpp"

#include <string_view>

namespace hr {

/// The words of hr::ending.
struct ending_words {
    enum value {
        /// A session is open.
        open,
        /// The patient is found and was read.
        found,
        /// All documents, or this one, are in the record.
        sent,
        /// No card that fits is in the reader.
        no_card,
        /// The card is locked, as card_codes says.
        card_locked,
        /// The card refused the PIN, as card_codes says.
        pin_refused,
        /// The PIN was presented to this card without success before; it was not presented now.
        pin_held,
        /// The PIN was presented, and no definite answer came.
        not_open,
        /// Nobody has these traits.
        nobody,
        /// Several patients have these traits.
        several,
        /// A patient was read, and others may have the same traits.
        unverified,
        /// The service speaks of another patient than the one of patient_id.
        other_patient,
        /// The identity is not qualified, or the consent is missing.
        consent_needed,
        /// A step before the documents was definitely refused.
        refused,
        /// The document was definitely refused.
        rejected,
        /// The service does not have the document.
        not_sent,
        /// Nobody knows whether the document arrived.
        in_doubt,
        /// Another call uses the card, the document or the session.
        in_use,
        /// No session is open, or the service ended it.
        login_needed,
        /// The host stopped the call.
        cancelled,
        /// Anything else.
        failed,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "open",
        "found",
        "sent",
        "no_card",
        "card_locked",
        "pin_refused",
        "pin_held",
        "not_open",
        "nobody",
        "several",
        "unverified",
        "other_patient",
        "consent_needed",
        "refused",
        "rejected",
        "not_sent",
        "in_doubt",
        "in_use",
        "login_needed",
        "cancelled",
        "failed",
    };
};

/// How a call of several steps, or one document, ended.
using ending = open_enum<ending_words>;

/// The words of hr::ask.
struct ask_words {
    enum value {
        /// Which card is used.
        card,
        /// The PIN of the card.
        pin,
        /// Whether a PIN that failed more than once is presented once more.
        retry,
        /// In which situation the professional works.
        situation,
        /// The payload of step 4, which the host gives.
        profile,
        /// More traits of the patient.
        traits,
        /// Whether the patient who was read is the one who is meant.
        patient,
        /// The body of step 7, for which the patient is asked.
        update,
        /// Whether a document in doubt is in the record.
        doubt,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "card",
        "pin",
        "retry",
        "situation",
        "profile",
        "traits",
        "patient",
        "update",
        "doubt",
    };
};

/// What a person is asked next.
using ask = open_enum<ask_words>;

/// The words of hr::outcome.
struct outcome_words {
    enum value {
        /// It is done.
        accepted,
        /// No byte of the body left: it may be sent again.
        not_sent,
        /// A part left, and the server cannot hold the whole: it may be sent again.
        incomplete,
        /// It was definitely refused, by the service or by this library: it may be sent again once corrected. A refused
        /// login has spent a try.
        rejected,
        /// Everything left, and no definite answer came: a person decides.
        unknown,
        /// It was accepted, but the reply is unreadable: do not send it again.
        accepted_unreadable,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "accepted",
        "not_sent",
        "incomplete",
        "rejected",
        "unknown",
        "accepted_unreadable",
    };
};

/// What became of a call that changes something.
using outcome = open_enum<outcome_words>;

/// The words of hr::at.
struct at_words {
    enum value {
        /// The license server.
        license,
        /// The card client.
        card,
        /// The resource service.
        service,
        /// This library.
        library,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "license",
        "card",
        "service",
        "library",
    };
};

/// Who an error comes from.
using at = open_enum<at_words>;

/// The words of hr::phase.
struct phase_words {
    enum value {
        /// Looking up a name or a proxy.
        resolve,
        /// Connecting.
        connect,
        /// Setting up TLS.
        tls,
        /// Sending the request.
        send,
        /// Waiting for the first byte of the reply.
        wait,
        /// Reading the reply.
        read,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "resolve",
        "connect",
        "tls",
        "send",
        "wait",
        "read",
    };
};

/// How far a call had come when it failed.
using phase = open_enum<phase_words>;

/// The words of hr::reason.
struct reason_words {
    enum value {
        /// The card client's code says, by card_codes, that the PIN is wrong.
        pin_refused,
        /// The card client's code says, by card_codes, that the card is locked.
        card_locked,
        /// The card client's code says, by card_codes, that no card is there.
        card_absent,
        /// A presentation without success holds the PIN back: a person decides, by confirmed or retry of hr_connect, or
        /// hr_pin_retry_allow.
        pin_held,
        /// Call hr_ready before the next login.
        ready_needed,
        /// Another login with this card runs: wait for its end, no permit helps.
        pin_in_use,
        /// A process of another session or user listens at local_url.
        card_client_other_session,
        /// A service listens at local_url.
        card_client_service,
        /// HTTP.SYS of Windows listens at local_url.
        card_client_http_sys,
        /// The system does not say whose process listens at local_url.
        card_client_unknown,
        /// The server's certificate has expired.
        tls_expired,
        /// The server's certificate is not valid yet.
        tls_not_yet_valid,
        /// Nobody whom this computer trusts issued the server's certificate.
        tls_unknown_issuer,
        /// The server's certificate is for another name.
        tls_wrong_name,
        /// The server's certificate was refused for another reason.
        tls_refused,
        /// Another call of this session has the current patient: call again.
        session_in_use,
        /// Another call is sending the same document: wait for its end.
        document_in_use,
        /// Another program holds the document's file: close it there.
        file_locked,
        /// Another process holds the journal's lock: call again.
        journal_locked,
        /// The journal cannot be read in the time of the call: raise call_ms.
        journal_slow,
        /// The journal cannot be read.
        journal_unreadable,
        /// The journal cannot be written.
        journal_unwritable,
        /// The journal's path leads to something that is no regular file.
        journal_not_a_file,
        /// The journal is on a drive of another computer.
        journal_on_network,
        /// The file is no journal of this library.
        journal_not_ours,
        /// A later version of this library made the journal.
        journal_newer,
        /// The journal is no longer the file that was opened.
        journal_replaced,
        /// The journal has no room for another record.
        journal_full,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "pin_refused",
        "card_locked",
        "card_absent",
        "pin_held",
        "ready_needed",
        "pin_in_use",
        "card_client_other_session",
        "card_client_service",
        "card_client_http_sys",
        "card_client_unknown",
        "tls_expired",
        "tls_not_yet_valid",
        "tls_unknown_issuer",
        "tls_wrong_name",
        "tls_refused",
        "session_in_use",
        "document_in_use",
        "file_locked",
        "journal_locked",
        "journal_slow",
        "journal_unreadable",
        "journal_unwritable",
        "journal_not_a_file",
        "journal_on_network",
        "journal_not_ours",
        "journal_newer",
        "journal_replaced",
        "journal_full",
    };
};

/// Why a call failed, where a program can act on it; docs/journal.md says more of what is wrong with a journal.
using reason = open_enum<reason_words>;

/// The words of hr::license_auth.
struct license_auth_words {
    enum value {
        /// The header is "Authorization: Bearer x".
        bearer,
        /// The header is "Authorization: x".
        raw,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "bearer",
        "raw",
    };
};

/// How the license bearer is sent.
using license_auth = open_enum<license_auth_words>;

/// The words of hr::ticket_method.
struct ticket_method_words {
    enum value {
        post,
        get,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "POST",
        "GET",
    };
};

/// The method that asks for a ticket.
using ticket_method = open_enum<ticket_method_words>;

/// The words of hr::card_client_owners.
struct card_client_owners_words {
    enum value {
        /// The session of services; on Linux root.
        service,
        /// HTTP.SYS of Windows, which does not reveal for whom it answers.
        http_sys,
        /// The system names no owner.
        unknown,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "service",
        "http_sys",
        "unknown",
    };
};

/// Who owns the process.
using card_client_owners = open_enum<card_client_owners_words>;

/// The words of hr::card_form.
struct card_form_words {
    enum value {
        /// POST, with the ticket in the JSON body.
        body,
        /// GET, with the ticket in Authorization; the login has token and PIN as JSON body.
        bearer,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "body",
        "bearer",
    };
};

/// The form of the requests to the card client.
using card_form = open_enum<card_form_words>;

/// The words of hr::language.
struct language_words {
    enum value {
        en,
        fr,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "en",
        "fr",
    };
};

/// The language of message and remedy in errors, and of the sentences and labels of the calls that ask.
using language = open_enum<language_words>;

/// The words of hr::trust.
struct trust_words {
    enum value {
        system,
        ssl_cert_file,
        ssl_cert_dir,
        ssl_cert_file_ssl_cert_dir,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "system",
        "SSL_CERT_FILE",
        "SSL_CERT_DIR",
        "SSL_CERT_FILE, SSL_CERT_DIR",
    };
};

/// Where the roots come from: the system, or the variables that name them.
using trust = open_enum<trust_words>;

/// The words of hr::doubts.
struct doubts_words {
    enum value {
        /// A person saw it in the record.
        found,
        /// It is not there: this call sends it once more.
        resend,
        /// A word of a newer library, or none.
        unlisted,
    };

    static constexpr std::string_view names[] = {
        "found",
        "resend",
    };
};

/// What a person says of a document in doubt.
using doubts = open_enum<doubts_words>;

} // namespace hr

#endif
