// Generated from include/hr.h and schema/ by cargo xtask bindings: do not edit.
// requests.hpp - what the functions take. A member without a value is left out; the library checks the others.

#ifndef HR_REQUESTS_HPP
#define HR_REQUESTS_HPP

#include "hr/argument.hpp"
#include "hr/json.hpp"
#include "hr/words.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hr {

/// Which codes of the card client mean what; each code in one place, where 4 and "4" are one.
struct card_codes {
    detail::by_name by_name{};
    /// Those of a wrong PIN.
    std::optional<std::vector<hr::json>> pin_refused{};
    /// Those of a locked card.
    std::optional<std::vector<hr::json>> card_locked{};
    /// Those of a reader without a card.
    std::optional<std::vector<hr::json>> card_absent{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("pin_refused", self.pin_refused);
        visit("card_locked", self.card_locked);
        visit("card_absent", self.card_absent);
    }
};

/// How long a call may take, in milliseconds.
struct timeouts {
    detail::by_name by_name{};
    /// Looking up the name, connecting, and a proxy's tunnel; and once more the check of the server's certificate where
    /// the system makes it (Windows, macOS).
    /// Default: 10000.
    std::optional<std::int64_t> connect_ms{};
    /// A whole call other than a login or an upload.
    /// Default: 30000.
    std::optional<std::int64_t> call_ms{};
    /// A whole login.
    /// Default: 60000.
    std::optional<std::int64_t> login_ms{};
    /// A whole upload.
    /// Default: 600000.
    std::optional<std::int64_t> upload_ms{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("connect_ms", self.connect_ms);
        visit("call_ms", self.call_ms);
        visit("login_ms", self.login_ms);
        visit("upload_ms", self.upload_ms);
    }
};

/// What hr_open takes. Every member is optional; unknown and repeated ones are refused with HR_E_CONFIG.
struct configuration {
    detail::by_name by_name{};
    /// The address of the license server, for hr_ticket: https, or loopback unless allow_plain_http is true.
    std::optional<std::string> license_url{};
    /// The license bearer, for hr_ticket.
    std::optional<std::string> license_bearer{};
    /// How the license bearer is sent.
    /// Default: "bearer".
    std::optional<hr::license_auth> license_auth{};
    /// The method that asks for a ticket.
    /// Default: "POST".
    std::optional<hr::ticket_method> ticket_method{};
    /// The address of the card client: a loopback address, or a name that leads to this computer.
    /// Default: "http://127.0.0.1:48367".
    std::optional<std::string> local_url{};
    /// Whose processes may receive ticket and PIN at local_url, beside those of this process's own session (on Linux:
    /// of its own user); default ["unknown"], since /proc/net may be closed to a program or absent, and [] on Windows.
    /// Another user's session never receives anything.
    std::optional<std::vector<hr::card_client_owners>> card_client_owners{};
    /// The form of the requests to the card client.
    /// Default: "body".
    std::optional<hr::card_form> card_form{};
    /// Which status.code of the card client means what, so that errors have `reason` and its sentence: integers of up
    /// to 10 digits but 0, or short texts as in service_code, each in one place.
    /// Default: {}.
    std::optional<hr::card_codes> card_codes{};
    /// Which cardType is a professional's, for hr_connect without a card; CPS is the one kind that the interface names.
    /// Default: ["CPS"].
    std::optional<std::vector<std::string>> card_types{};
    /// A JSON pointer (RFC 6901) to the boolean in the login's reply that makes step 4 unnecessary, such as
    /// "/identified"; null: the library does not know.
    std::optional<std::string> identified_field{};
    /// A JSON pointer to the list of patients in the reply of the search, such as "/patients"; "": the reply is the
    /// list; null: hr_patient_find cannot know how many were found.
    std::optional<std::string> patients_pointer{};
    /// A JSON pointer to the list of situations in the reply of PUT /user-profiles, such as "/situations"; "": the
    /// reply is the list; null: no situation can be chosen from.
    std::optional<std::string> situations_pointer{};
    /// The payload of PUT /user-profiles for hr_connect, where the login says that the professional is not identified
    /// and the request has none.
    std::optional<hr::json> profile{};
    /// How long a call may take, in milliseconds.
    /// Default: {}.
    std::optional<hr::timeouts> timeouts{};
    /// The proxy, never used for loopback: "none", "env" (HTTPS_PROXY, ALL_PROXY, NO_PROXY in both cases, and
    /// http_proxy for plain http), "system" or "http://[user:pw@]host:port". "system" is "env", but on Windows the
    /// settings of the user: a script found in the network, a script (PAC), a list with exceptions, whichever answers
    /// first; of several proxies the first http proxy, no other after it. An answer counts for up to 10 seconds; the
    /// question is a part of connect_ms (phase resolve). Basic is the only way to log in (407).
    /// Default: "none".
    std::optional<std::string> proxy{};
    /// The path of a PEM file (at most 16 MiB, 64 KiB for each certificate) with roots that are trusted beside those of
    /// the system; read now, on Windows within call_ms and by the rules for paths of hr_dmp_send. It takes self-signed
    /// certificates: one that another signed is no root on Windows, and trusts nothing there. On Linux SSL_CERT_FILE
    /// and SSL_CERT_DIR name roots in place of the system's: regular files, 16 MiB together, read with the first
    /// connection over TLS.
    std::optional<std::string> ca_file{};
    /// The absolute path of a file on a disk of this computer, made where there is none, in which uploads and
    /// presentations of PINs are recorded, so that a document in doubt and a held PIN are known after a restart and to
    /// other processes; docs/journal.md specifies it. Without: what this process remembers counts.
    std::optional<std::string> journal{};
    /// After how many days the records of what is settled may be removed, a thousand or more at a time, by the hr_open
    /// that is the first to open the file; the newest 10,000 records, doubts and held PINs stay.
    /// Default: 365.
    std::optional<std::int64_t> journal_days{};
    /// The largest reply that is accepted, in bytes.
    /// Default: 16777216.
    std::optional<std::int64_t> max_reply_bytes{};
    /// True: license server and service may be http beyond loopback; else they must be https unless on loopback.
    /// Default: false.
    std::optional<bool> allow_plain_http{};
    /// The language of message and remedy in errors, and of the sentences and labels of the calls that ask.
    /// Default: "en".
    std::optional<hr::language> language{};
    /// The value of the User-Agent header, 1 to 256 characters; default "hr/" and the version.
    std::optional<std::string> user_agent{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("license_url", self.license_url);
        visit("license_bearer", self.license_bearer);
        visit("license_auth", self.license_auth);
        visit("ticket_method", self.ticket_method);
        visit("local_url", self.local_url);
        visit("card_client_owners", self.card_client_owners);
        visit("card_form", self.card_form);
        visit("card_codes", self.card_codes);
        visit("card_types", self.card_types);
        visit("identified_field", self.identified_field);
        visit("patients_pointer", self.patients_pointer);
        visit("situations_pointer", self.situations_pointer);
        visit("profile", self.profile);
        visit("timeouts", self.timeouts);
        visit("proxy", self.proxy);
        visit("ca_file", self.ca_file);
        visit("journal", self.journal);
        visit("journal_days", self.journal_days);
        visit("max_reply_bytes", self.max_reply_bytes);
        visit("allow_plain_http", self.allow_plain_http);
        visit("language", self.language);
        visit("user_agent", self.user_agent);
    }
};

/// Which uploads hr_journal lists: those that fit all members.
struct journal_filter {
    detail::by_name by_name{};
    /// The upload of this id.
    std::optional<std::string> entry{};
    /// Uploads of the document with this digest.
    std::optional<std::string> sha256{};
    /// Uploads that the host called so.
    std::optional<std::string> reference{};
    /// Uploads with this outcome.
    std::optional<hr::outcome> outcome{};
    /// True: those of which nobody knows whether they arrived.
    std::optional<bool> doubt{};
    /// Uploads that began at this moment or later, such as "2026-11-22T18:30:00Z".
    std::optional<std::string> since{};
    /// How many are listed, the newest first.
    /// Default: 100.
    std::optional<std::int64_t> limit{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("entry", self.entry);
        visit("sha256", self.sha256);
        visit("reference", self.reference);
        visit("outcome", self.outcome);
        visit("doubt", self.doubt);
        visit("since", self.since);
        visit("limit", self.limit);
    }
};

/// What hr_connect is asked to do.
struct connect_request {
    detail::by_name by_name{};
    /// Which card, as card_json of hr_wait_card; without: the only one of a kind in card_types.
    std::optional<hr::json> card{};
    /// How many milliseconds to wait for a card that fits; 0: ask once.
    /// Default: 0.
    std::optional<std::int64_t> wait_card_ms{};
    /// The payload of PUT /user-profiles, sent byte for byte.
    std::optional<hr::json> profile{};
    /// The id of the situation to select, as hr_profile_select takes it.
    std::optional<std::string> situation_id{};
    /// After "pin_held", where the person has seen its sentence and insists on the PIN: the `entry` of that error. It
    /// lets this presentation through, in the place of hr_pin_retry_allow; a request that is made again presents
    /// nothing, since each presentation changes the `entry`.
    std::optional<std::string> confirmed{};
    /// The same, where `ask` is "retry": a presentation that was confirmed did not succeed either.
    std::optional<std::string> retry{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("card", self.card);
        visit("wait_card_ms", self.wait_card_ms);
        visit("profile", self.profile);
        visit("situation_id", self.situation_id);
        visit("confirmed", self.confirmed);
        visit("retry", self.retry);
    }
};

/// Traits of a patient, one at least; each is passed as given, and null or absent leaves it out.
struct traits {
    detail::by_name by_name{};
    /// The last name.
    std::optional<std::string> nom{};
    /// The first name.
    std::optional<std::string> prenom{};
    /// The birth date.
    std::optional<std::string> date_naissance{};
    /// The sex.
    std::optional<std::string> sexe{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("nom", self.nom);
        visit("prenom", self.prenom);
        visit("date_naissance", self.date_naissance);
        visit("sexe", self.sexe);
    }
};

/// Whom hr_patient_find is to look for.
struct find_request {
    detail::by_name by_name{};
    /// Traits to search for, one at least, each passed as given; null or absent leaves one out. Not needed where
    /// patient_id is that of the patient who was read last.
    std::optional<hr::traits> patient{};
    /// The patient whom the host means, with the number as hr_patient_get writes it: whoever the search found, the
    /// reading decides.
    std::optional<std::string> patient_id{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("patient", self.patient);
        visit("patient_id", self.patient_id);
    }
};

/// A document in a file.
struct document_file {
    detail::by_name by_name{};
    /// The path of the file, as hr_dmp_send takes it; its last part can be sent as filename, or filename is given.
    std::optional<std::string> path{};
    /// The name that the service receives; default: the last part of path.
    std::optional<std::string> filename{};
    /// The activity type, passed as given.
    std::optional<std::string> activity_type{};
    /// The type of the document, passed as given.
    std::optional<std::string> type_code{};
    /// Whatever the host calls the document, for the journal and the result: no name and no number of a patient.
    std::optional<std::string> reference{};
    /// True: send it although it was accepted before; a document in doubt is held back all the same.
    /// Default: false.
    std::optional<bool> again{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("path", self.path);
        visit("filename", self.filename);
        visit("activity_type", self.activity_type);
        visit("type_code", self.type_code);
        visit("reference", self.reference);
        visit("again", self.again);
    }
};

/// What hr_deposit is asked to put into whose record.
struct deposit_request {
    detail::by_name by_name{};
    /// The documents, in the order in which they are sent. Empty: the call ends when the record is open, and
    /// hr_dmp_send or hr_dmp_send_bytes may follow.
    std::vector<hr::document_file> documents{};
    /// The body of POST /patient, sent where the parameters ask for an update; needs patient_id.
    std::optional<hr::json> update{};
    /// The body of PUT /dmp/{patient_id}; without: none.
    std::optional<hr::json> record{};
    /// What a person found out about documents in doubt, by their `entry`. It counts when the document's turn comes; an
    /// entry that holds no document of this call back counts for nothing, so that the same request can be made again.
    std::optional<hr::json> doubts{};
    /// Traits to search for, one at least, each passed as given; null or absent leaves one out. Not needed where
    /// patient_id is that of the patient who was read last.
    std::optional<hr::traits> patient{};
    /// The patient whom the host means, with the number as hr_patient_get writes it: whoever the search found, the
    /// reading decides.
    std::optional<std::string> patient_id{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("documents", self.documents);
        visit("update", self.update);
        visit("record", self.record);
        visit("doubts", self.doubts);
        visit("patient", self.patient);
        visit("patient_id", self.patient_id);
    }
};

/// A document whose bytes are an argument.
struct document_in_memory {
    detail::by_name by_name{};
    /// The name that the service receives.
    std::optional<std::string> filename{};
    /// The activity type, passed as given.
    std::optional<std::string> activity_type{};
    /// The type of the document, passed as given.
    std::optional<std::string> type_code{};
    /// Whatever the host calls the document, for the journal and the result: no name and no number of a patient.
    std::optional<std::string> reference{};
    /// True: send it although it was accepted before; a document in doubt is held back all the same.
    /// Default: false.
    std::optional<bool> again{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("filename", self.filename);
        visit("activity_type", self.activity_type);
        visit("type_code", self.type_code);
        visit("reference", self.reference);
        visit("again", self.again);
    }
};

/// What hr_deposit_bytes is asked to put into whose record.
struct deposit_bytes_request {
    detail::by_name by_name{};
    /// The one document that is in memory.
    std::vector<hr::document_in_memory> documents{};
    /// The body of POST /patient, sent where the parameters ask for an update; needs patient_id.
    std::optional<hr::json> update{};
    /// The body of PUT /dmp/{patient_id}; without: none.
    std::optional<hr::json> record{};
    /// What a person found out about documents in doubt, by their `entry`. It counts when the document's turn comes; an
    /// entry that holds no document of this call back counts for nothing, so that the same request can be made again.
    std::optional<hr::json> doubts{};
    /// Traits to search for, one at least, each passed as given; null or absent leaves one out. Not needed where
    /// patient_id is that of the patient who was read last.
    std::optional<hr::traits> patient{};
    /// The patient whom the host means, with the number as hr_patient_get writes it: whoever the search found, the
    /// reading decides.
    std::optional<std::string> patient_id{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("documents", self.documents);
        visit("update", self.update);
        visit("record", self.record);
        visit("doubts", self.doubts);
        visit("patient", self.patient);
        visit("patient_id", self.patient_id);
    }
};

} // namespace hr

#endif
