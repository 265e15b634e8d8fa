// Generated from include/hr.h and schema/ by cargo xtask bindings: do not edit.
// results.hpp - what the functions give. Members that are the service's keep its names.

#ifndef HR_RESULTS_HPP
#define HR_RESULTS_HPP

#include "hr/json.hpp"
#include "hr/requests.hpp"
#include "hr/words.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hr {

/// The settings in force, without secrets.
struct settings {
    /// The whole text.
    hr::json json{};
    /// The address of the license server.
    std::optional<std::string> license_url{};
    /// Whether there is a license bearer.
    bool license_bearer_set = false;
    /// How the license bearer is sent.
    hr::license_auth license_auth{};
    /// The address of the card client.
    std::string local_url{};
    /// Whose processes may receive ticket and PIN at local_url, beside those of this process's own session (on Linux:
    /// of its own user); default ["unknown"], since /proc/net may be closed to a program or absent, and [] on Windows.
    /// Another user's session never receives anything.
    std::vector<hr::card_client_owners> card_client_owners{};
    /// The method that asks for a ticket.
    hr::ticket_method ticket_method{};
    /// The form of the requests to the card client.
    hr::card_form card_form{};
    /// What the card client's status.code means.
    hr::card_codes card_codes{};
    /// Which cardType is a professional's, for hr_connect without a card; CPS is the one kind that the interface names.
    std::vector<std::string> card_types{};
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
    hr::json profile{};
    /// How long a call may take.
    hr::timeouts timeouts{};
    /// The proxy, without credentials.
    std::string proxy{};
    /// The PEM file of more roots.
    std::optional<std::string> ca_file{};
    /// The path of the journal.
    std::optional<std::string> journal{};
    /// After how many days the records of what is settled may be removed, a thousand or more at a time, by the hr_open
    /// that is the first to open the file; the newest 10,000 records, doubts and held PINs stay.
    std::int64_t journal_days = 0;
    /// The largest reply that is accepted, in bytes.
    std::int64_t max_reply_bytes = 0;
    /// True: license server and service may be http beyond loopback; else they must be https unless on loopback.
    bool allow_plain_http = false;
    /// The language of message and remedy in errors, and of the sentences and labels of the calls that ask.
    hr::language language{};
    /// The value of the User-Agent header, 1 to 256 characters; default "hr/" and the version.
    std::string user_agent{};
    /// Where the roots come from: the system, or the variables that name them.
    hr::trust trust{};
    /// How many lines of the journal are damaged, see hr_journal; null without a journal.
    std::optional<std::int64_t> damaged{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("license_url", self.license_url);
        visit("license_bearer_set", self.license_bearer_set);
        visit("license_auth", self.license_auth);
        visit("local_url", self.local_url);
        visit("card_client_owners", self.card_client_owners);
        visit("ticket_method", self.ticket_method);
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
        visit("trust", self.trust);
        visit("damaged", self.damaged);
        visit("next", self.next);
    }
};

/// What a handle holds.
struct state {
    /// The whole text.
    hr::json json{};
    /// Whether there is a license ticket.
    bool ticket = false;
    /// How many entries the last list of cards had; null before the first.
    std::optional<std::int64_t> cards{};
    /// Whether a session is open.
    bool session = false;
    /// Whether the login identified the professional; null: it is not known.
    std::optional<bool> identified{};
    /// Whether a patient's parameters were read.
    bool patient = false;
    /// Whether these parameters ask for an update; null before they were read.
    std::optional<bool> updateNeeded{};
    /// How many records are open.
    std::int64_t open_records = 0;
    /// The index of the document that hr_deposit is sending, or null.
    std::optional<std::int64_t> document{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("ticket", self.ticket);
        visit("cards", self.cards);
        visit("session", self.session);
        visit("identified", self.identified);
        visit("patient", self.patient);
        visit("updateNeeded", self.updateNeeded);
        visit("open_records", self.open_records);
        visit("document", self.document);
        visit("next", self.next);
    }
};

/// A license ticket.
struct ticket {
    /// The whole text.
    hr::json json{};
    /// The ticket, a secret.
    std::string licenseTicket{};
    /// The status of the reply. Of a function that makes one request, as `raw`.
    std::int64_t http_status = 0;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    hr::json raw{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("licenseTicket", self.licenseTicket);
        visit("http_status", self.http_status);
        visit("raw", self.raw);
        visit("next", self.next);
    }
};

/// The result of a call that only sets or permits something, and sends nothing.
struct next_call {
    /// The whole text.
    hr::json json{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("next", self.next);
    }
};

/// A card in the reader: the card client's entry as it came, with readable names added.
struct card {
    /// The whole text.
    hr::json json{};
    /// What stands for the card at the card client until the next list.
    std::string token{};
    /// The model, percent-decoded and without padding; a text, or null where it is longer than 4,096 bytes, unless the
    /// card client gives this member itself.
    hr::json modelText{};
    /// The manufacturer, in the same way.
    hr::json manufacturerText{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("token", self.token);
        visit("modelText", self.modelText);
        visit("manufacturerText", self.manufacturerText);
    }
};

/// The cards in the reader.
struct cards {
    /// The whole text.
    hr::json json{};
    /// The card client's entries unchanged (token, cardType, idNat, firstName, lastName, pinAttempt, ...), with
    /// readable names added; perhaps none. The interface does not say whether pinAttempt counts tries left or tries
    /// used. A list of more than 1,000 entries, or a token longer than 4,096 bytes, is refused.
    std::vector<hr::card> cards{};
    /// The status of the reply. Of a function that makes one request, as `raw`.
    std::int64_t http_status = 0;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    hr::json raw{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("cards", self.cards);
        visit("http_status", self.http_status);
        visit("raw", self.raw);
        visit("next", self.next);
    }
};

/// An open session.
struct login {
    /// The whole text.
    hr::json json{};
    /// As the card client gave it, or null.
    hr::json connectionId{};
    /// As the card client gave it, or null; never called by this library.
    hr::json connectedTo{};
    /// The bearer of the session, a secret.
    std::string bearer{};
    /// The address of the resource service.
    std::string serviceUrl{};
    /// As the card client gave it, or null.
    hr::json masterData{};
    /// Whether the professional is identified; null unless identified_field leads to a boolean: look at masterData
    /// then, and skip step 4 when it identifies the professional.
    std::optional<bool> identified{};
    /// The status of the reply. Of a function that makes one request, as `raw`.
    std::int64_t http_status = 0;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    hr::json raw{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};
    /// The word accepted: the call is done. Of a call that changes something.
    std::string outcome{};
    /// The word not_completed, where the call ended as stated and the journal has no record of its end. Of hr_login and
    /// the uploads.
    std::optional<std::string> journal{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("connectionId", self.connectionId);
        visit("connectedTo", self.connectedTo);
        visit("bearer", self.bearer);
        visit("serviceUrl", self.serviceUrl);
        visit("masterData", self.masterData);
        visit("identified", self.identified);
        visit("http_status", self.http_status);
        visit("raw", self.raw);
        visit("next", self.next);
        visit("outcome", self.outcome);
        visit("journal", self.journal);
    }
};

/// A reply to a call that changes something.
struct done {
    /// The whole text.
    hr::json json{};
    /// The status of the reply. Of a function that makes one request, as `raw`.
    std::int64_t http_status = 0;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    hr::json raw{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};
    /// The word accepted: the call is done. Of a call that changes something.
    std::string outcome{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("http_status", self.http_status);
        visit("raw", self.raw);
        visit("next", self.next);
        visit("outcome", self.outcome);
    }
};

/// A reply to a call that changes nothing.
struct answered {
    /// The whole text.
    hr::json json{};
    /// The status of the reply. Of a function that makes one request, as `raw`.
    std::int64_t http_status = 0;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    hr::json raw{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("http_status", self.http_status);
        visit("raw", self.raw);
        visit("next", self.next);
    }
};

/// The patient of whom the service speaks.
struct patient {
    /// The whole text.
    hr::json json{};
    /// The status of the reply. Of a function that makes one request, as `raw`.
    std::int64_t http_status = 0;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    hr::json raw{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};
    /// The patient's number (NIR).
    std::string patient_id{};
    /// Whether the identity is qualified.
    bool insQualified = false;
    /// Whether the patient does not oppose documents being added.
    bool alimentationConsent = false;
    /// Whether one of the two is false: ask the patient, then hr_patient_update.
    bool updateNeeded = false;

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("http_status", self.http_status);
        visit("raw", self.raw);
        visit("next", self.next);
        visit("patient_id", self.patient_id);
        visit("insQualified", self.insQualified);
        visit("alimentationConsent", self.alimentationConsent);
        visit("updateNeeded", self.updateNeeded);
    }
};

/// A reply to hr_request.
struct response {
    /// The whole text.
    hr::json json{};
    /// The word accepted: the call is done; missing for GET, HEAD and OPTIONS.
    std::optional<std::string> outcome{};
    /// The status of the reply. Of a function that makes one request, as `raw`.
    std::int64_t http_status = 0;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    hr::json raw{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("outcome", self.outcome);
        visit("http_status", self.http_status);
        visit("raw", self.raw);
        visit("next", self.next);
    }
};

/// A document that the service has accepted.
struct upload {
    /// The whole text.
    hr::json json{};
    /// The digest of the document that was sent, in 64 hexadecimal digits.
    std::string sha256{};
    /// The length of the document that was sent.
    std::int64_t bytes = 0;
    /// The status of the reply. Of a function that makes one request, as `raw`.
    std::int64_t http_status = 0;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    hr::json raw{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};
    /// The word accepted: the call is done. Of a call that changes something.
    std::string outcome{};
    /// The word not_completed, where the call ended as stated and the journal has no record of its end. Of hr_login and
    /// the uploads.
    std::optional<std::string> journal{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("sha256", self.sha256);
        visit("bytes", self.bytes);
        visit("http_status", self.http_status);
        visit("raw", self.raw);
        visit("next", self.next);
        visit("outcome", self.outcome);
        visit("journal", self.journal);
    }
};

/// One upload of the journal, or a damaged line, of which nearly all is null.
struct recorded_upload {
    /// Its id.
    std::optional<std::string> entry{};
    /// When it began, as 2026-11-22T18:30:00.000Z.
    std::optional<std::string> time{};
    /// When it ended, or null.
    std::optional<std::string> ended{};
    /// What became of it; null while it is being sent.
    std::optional<hr::outcome> outcome{};
    /// Whether nobody knows if it arrived.
    bool doubt = false;
    /// Whether a person permitted one more sending (hr_dmp_resend_allow).
    bool permitted = false;
    /// Whether a person found it in the record (hr_dmp_found).
    bool found = false;
    /// Whether it is being sent.
    bool in_use = false;
    /// Whether it stands for a damaged line.
    bool damaged = false;
    /// The length of the document.
    std::optional<std::int64_t> bytes{};
    /// What the host calls the document.
    std::optional<std::string> reference{};
    /// The name of the error's code, or null.
    std::optional<std::string> name{};
    /// The status of the error, or null.
    std::optional<std::int64_t> http_status{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("entry", self.entry);
        visit("time", self.time);
        visit("ended", self.ended);
        visit("outcome", self.outcome);
        visit("doubt", self.doubt);
        visit("permitted", self.permitted);
        visit("found", self.found);
        visit("in_use", self.in_use);
        visit("damaged", self.damaged);
        visit("bytes", self.bytes);
        visit("reference", self.reference);
        visit("name", self.name);
        visit("http_status", self.http_status);
    }
};

/// The uploads that the journal knows, the newest first.
struct journal {
    /// The whole text.
    hr::json json{};
    /// The uploads that fit.
    std::vector<hr::recorded_upload> entries{};
    /// Whether others fit.
    bool more = false;
    /// How many doubts there are.
    std::int64_t doubts = 0;
    /// How many uploads there are.
    std::int64_t uploads = 0;
    /// How many lines are not as they were written.
    std::int64_t damaged = 0;
    /// How many lines have writers that did not get further.
    std::int64_t torn = 0;

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("entries", self.entries);
        visit("more", self.more);
        visit("doubts", self.doubts);
        visit("uploads", self.uploads);
        visit("damaged", self.damaged);
        visit("torn", self.torn);
    }
};

/// The cards in the reader that fit.
struct fitting_cards {
    /// The whole text.
    hr::json json{};
    /// One entry a card that fits.
    std::vector<hr::card> cards{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("cards", self.cards);
        visit("next", self.next);
    }
};

/// One answer to a question, or something that the person must know to answer it.
struct choice {
    /// What the person reads.
    std::string label{};
    /// The same in French.
    std::string label_fr{};
    /// Members of the next request; null: it is shown, and cannot be chosen.
    hr::json value{};
    /// What the service or the card client gave, as it came; null where there is nothing.
    hr::json raw{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("label", self.label);
        visit("label_fr", self.label_fr);
        visit("value", self.value);
        visit("raw", self.raw);
    }
};

/// What hr_connect did; it holds the bearer of the session.
struct connection {
    /// The whole text.
    hr::json json{};
    /// The card that the PIN was presented to; null where the session was open.
    std::optional<hr::card> card{};
    /// What the login gave; null where the session was open.
    std::optional<hr::login> login{};
    /// What hr_profile_put gave, where a profile was put.
    std::optional<hr::done> profile{};
    /// What hr_profile_select gave, where a situation was selected.
    std::optional<hr::done> situation{};
    /// Whether the login identified the professional; null: it is not known.
    std::optional<bool> identified{};
    /// A session is open.
    bool session = false;
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};
    /// The word accepted: the call is done. Of a call that changes something.
    std::string outcome{};
    /// How the call ended. Of hr_connect, hr_patient_find and hr_deposit, as the next four.
    hr::ending ending{};
    /// What a person is asked next; null: nothing.
    std::optional<hr::ask> ask{};
    /// What there is to choose from, null where nothing is asked. It names cards, situations or patients: show it to
    /// the person, and keep it out of logs.
    std::optional<std::vector<hr::choice>> choices{};
    /// One sentence for the person, in the configured language.
    std::string message{};
    /// The same sentence in French.
    std::string message_fr{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("card", self.card);
        visit("login", self.login);
        visit("profile", self.profile);
        visit("situation", self.situation);
        visit("identified", self.identified);
        visit("session", self.session);
        visit("next", self.next);
        visit("outcome", self.outcome);
        visit("ending", self.ending);
        visit("ask", self.ask);
        visit("choices", self.choices);
        visit("message", self.message);
        visit("message_fr", self.message_fr);
    }
};

/// The patient whom hr_patient_find found.
struct found_patient {
    /// The whole text.
    hr::json json{};
    /// Whether insQualified and alimentationConsent are both true.
    bool may_receive = false;
    /// The reply of the search exactly as it came; null without a search.
    hr::json search{};
    /// The status of the reply. Of a function that makes one request, as `raw`.
    std::int64_t http_status = 0;
    /// The service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a
    /// string when it was plain text, null when it was empty. The last member.
    hr::json raw{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};
    /// The patient's number (NIR).
    std::string patient_id{};
    /// Whether the identity is qualified.
    bool insQualified = false;
    /// Whether the patient does not oppose documents being added.
    bool alimentationConsent = false;
    /// Whether one of the two is false: ask the patient, then hr_patient_update.
    bool updateNeeded = false;
    /// How the call ended. Of hr_connect, hr_patient_find and hr_deposit, as the next four.
    hr::ending ending{};
    /// What a person is asked next; null: nothing.
    std::optional<hr::ask> ask{};
    /// What there is to choose from, null where nothing is asked. It names cards, situations or patients: show it to
    /// the person, and keep it out of logs.
    std::optional<std::vector<hr::choice>> choices{};
    /// One sentence for the person, in the configured language.
    std::string message{};
    /// The same sentence in French.
    std::string message_fr{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("may_receive", self.may_receive);
        visit("search", self.search);
        visit("http_status", self.http_status);
        visit("raw", self.raw);
        visit("next", self.next);
        visit("patient_id", self.patient_id);
        visit("insQualified", self.insQualified);
        visit("alimentationConsent", self.alimentationConsent);
        visit("updateNeeded", self.updateNeeded);
        visit("ending", self.ending);
        visit("ask", self.ask);
        visit("choices", self.choices);
        visit("message", self.message);
        visit("message_fr", self.message_fr);
    }
};

/// What became of one document of a deposit.
struct document {
    /// The place of the document in the request.
    std::int64_t index = 0;
    /// What the host calls the document.
    std::optional<std::string> reference{};
    /// How it ended.
    hr::ending ending{};
    /// What became of it.
    hr::outcome outcome{};
    /// The code of its sending; null where its turn did not come, and outcome is not_sent.
    std::optional<std::int64_t> code{};
    /// The name of that code, or null.
    std::optional<std::string> name{};
    /// Why it was not accepted, in a word for programs, or null.
    std::optional<hr::reason> reason{};
    /// The status of the reply that refused it, or null.
    std::optional<std::int64_t> http_status{};
    /// One line for the doctor, in the configured language.
    std::string message{};
    /// The same line in French.
    std::string message_fr{};
    /// Its digest, where it was read.
    std::optional<std::string> sha256{};
    /// Its length, where it was read.
    std::optional<std::int64_t> bytes{};
    /// Whether it was accepted before, and not sent now.
    bool already = false;
    /// The id of the doubt about it, or null.
    std::optional<std::string> entry{};
    /// The word not_completed when the journal has no record of how its sending ended; else null.
    std::optional<std::string> journal{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("index", self.index);
        visit("reference", self.reference);
        visit("ending", self.ending);
        visit("outcome", self.outcome);
        visit("code", self.code);
        visit("name", self.name);
        visit("reason", self.reason);
        visit("http_status", self.http_status);
        visit("message", self.message);
        visit("message_fr", self.message_fr);
        visit("sha256", self.sha256);
        visit("bytes", self.bytes);
        visit("already", self.already);
        visit("entry", self.entry);
        visit("journal", self.journal);
    }
};

/// Documents that are all in the record.
struct deposit {
    /// The whole text.
    hr::json json{};
    /// Whose record it is.
    std::string patient_id{};
    /// What became of each document, in the order of the request.
    std::vector<hr::document> documents{};
    /// The function to call next; null when the chain is complete.
    std::optional<std::string> next{};
    /// The word accepted: the call is done. Of a call that changes something.
    std::string outcome{};
    /// How the call ended. Of hr_connect, hr_patient_find and hr_deposit, as the next four.
    hr::ending ending{};
    /// What a person is asked next; null: nothing.
    std::optional<hr::ask> ask{};
    /// What there is to choose from, null where nothing is asked. It names cards, situations or patients: show it to
    /// the person, and keep it out of logs.
    std::optional<std::vector<hr::choice>> choices{};
    /// One sentence for the person, in the configured language.
    std::string message{};
    /// The same sentence in French.
    std::string message_fr{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("patient_id", self.patient_id);
        visit("documents", self.documents);
        visit("next", self.next);
        visit("outcome", self.outcome);
        visit("ending", self.ending);
        visit("ask", self.ask);
        visit("choices", self.choices);
        visit("message", self.message);
        visit("message_fr", self.message_fr);
    }
};

/// What a function gives when it fails: always the same members.
struct error_details {
    /// The number that the function returned.
    std::int64_t code = 0;
    /// The name of the code.
    std::string name{};
    /// The function that was called.
    std::string operation{};
    /// The function that the failed step is, of hr_wait_card, hr_connect, hr_patient_find and hr_deposit; else null.
    std::optional<std::string> step{};
    /// Who the error comes from.
    hr::at at{};
    /// One line for the doctor, to be shown as it is: chosen by function, reason and outcome, about card, code, patient
    /// and document, in the configured language.
    std::string message{};
    /// The same line in French.
    std::string message_fr{};
    /// One line for the programmer: what is wrong, and what to do. With tls_unknown_issuer it names who issued the
    /// certificate, as the certificate says it.
    std::string remedy{};
    /// The same line in French.
    std::string remedy_fr{};
    /// Why, in a word for programs, or null.
    std::optional<hr::reason> reason{};
    /// The status of the reply, or null without one.
    std::optional<std::int64_t> http_status{};
    /// The status.code of the reply: an integer of up to 10 digits, or a text of 1 to 32 letters, digits, - _ . with
    /// fewer than six digits and no secret in it; any other is null.
    hr::json service_code{};
    /// The card client's status.message, with *** for long numbers; null when it holds a secret.
    std::optional<std::string> service_message{};
    /// What became of a call that changes something (login, steps 4 and 7 to 9); null for others, and for hr_deposit,
    /// whose documents have one each.
    std::optional<hr::outcome> outcome{};
    /// How far the call had come, or null.
    std::optional<hr::phase> phase{};
    /// With HR_E_IN_DOUBT: the name of the code that says why there was no answer.
    std::optional<std::string> cause{};
    /// How many seconds the server asks to wait, at most 86400, or null.
    std::optional<std::int64_t> retry_after_s{};
    /// Of the document, when an upload failed after all of it was read.
    std::optional<std::string> sha256{};
    /// The length of that document.
    std::optional<std::int64_t> bytes{};
    /// The id of the doubt about the document, for hr_dmp_resend_allow and hr_dmp_found; with pin_held what stands for
    /// the last presentation to the card, for hr_connect; else null.
    std::optional<std::string> entry{};
    /// The word not_completed when the journal has no record of how the call ended; else null.
    std::optional<std::string> journal{};
    /// Of hr_connect, hr_patient_find and hr_deposit: how the call ended; else null.
    std::optional<hr::ending> ending{};
    /// Of these three: what a person is asked next; null: nothing.
    std::optional<hr::ask> ask{};
    /// Of hr_connect: whether a session is open; else null.
    std::optional<bool> session{};

    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("code", self.code);
        visit("name", self.name);
        visit("operation", self.operation);
        visit("step", self.step);
        visit("at", self.at);
        visit("message", self.message);
        visit("message_fr", self.message_fr);
        visit("remedy", self.remedy);
        visit("remedy_fr", self.remedy_fr);
        visit("reason", self.reason);
        visit("http_status", self.http_status);
        visit("service_code", self.service_code);
        visit("service_message", self.service_message);
        visit("outcome", self.outcome);
        visit("phase", self.phase);
        visit("cause", self.cause);
        visit("retry_after_s", self.retry_after_s);
        visit("sha256", self.sha256);
        visit("bytes", self.bytes);
        visit("entry", self.entry);
        visit("journal", self.journal);
        visit("ending", self.ending);
        visit("ask", self.ask);
        visit("session", self.session);
    }
};

} // namespace hr

#endif
