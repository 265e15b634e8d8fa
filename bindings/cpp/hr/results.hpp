// results.hpp - what the calls give. Fields that are a service's keep the service's names.
//
// What a structure does not have a member for is in `json`, the whole text of the result, and in `raw`, the
// service's reply exactly as it came: JSON byte for byte (unknown fields, order and big numbers kept), a JSON
// string when it was plain text, "null" when it was empty. Read them with hr::json_view or a JSON library.

#ifndef HR_RESULTS_HPP
#define HR_RESULTS_HPP

#include "hr/error.hpp"
#include "hr/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hr {

/// What every call gives.
struct result {
    std::string json;                        ///< the whole result
    std::string raw;                         ///< the service's reply; empty when the call sends nothing
    std::optional<std::int32_t> http_status; ///< of the reply
    std::optional<std::string> outcome;      ///< "accepted", of a call that changes something
    std::optional<std::string> journal;      ///< "not_completed": it ended so, and the journal has no record of its end
    std::optional<std::string> next;         ///< the C function to call next; nothing at the end of the chain

    explicit result(std::string text) : json(std::move(text))
    {
        const json_view all(json);
        raw = all["raw"].source();
        http_status = detail::status_of(all);
        outcome = all["outcome"].text();
        journal = all["journal"].text();
        next = all["next"].text();
    }
};

/// Step 1. The ticket is a secret, and so are json and raw.
struct ticket_result : result {
    std::string licenseTicket;

    explicit ticket_result(std::string text) : result(std::move(text))
    {
        licenseTicket = detail::text_or(json_view(json), "licenseTicket");
    }
};

/// A card in the reader. A text that the card client did not give is empty, a number is nothing.
struct card {
    std::string json;             ///< the whole entry
    std::string token;            ///< for login; another one each time the card is put in
    std::string cardType;         ///< such as "CPS"
    std::string serial;
    std::string idNat;            ///< national identifier of the holder
    std::string civTitle;
    std::string firstName;
    std::string lastName;
    std::string categoryCard;
    std::string specCode;
    std::string model;            ///< as the card client writes it, percent-encoded
    std::string modelText;        ///< the same, readable
    std::string manufacturer;     ///< as the card client writes it, percent-encoded
    std::string manufacturerText; ///< the same, readable
    std::optional<std::int64_t> profCode;
    std::optional<std::int64_t> trainCode;
    std::optional<std::int64_t> pinAttempt; ///< the interface does not say whether it counts tries left or used

    explicit card(json_view entry)
        : json(entry.source()), token(detail::text_or(entry, "token")), cardType(detail::text_or(entry, "cardType")),
          serial(detail::text_or(entry, "serial")), idNat(detail::text_or(entry, "idNat")),
          civTitle(detail::text_or(entry, "civTitle")), firstName(detail::text_or(entry, "firstName")),
          lastName(detail::text_or(entry, "lastName")), categoryCard(detail::text_or(entry, "categoryCard")),
          specCode(detail::text_or(entry, "specCode")), model(detail::text_or(entry, "model")),
          modelText(detail::text_or(entry, "modelText")), manufacturer(detail::text_or(entry, "manufacturer")),
          manufacturerText(detail::text_or(entry, "manufacturerText")), profCode(entry["profCode"].integer()),
          trainCode(entry["trainCode"].integer()), pinAttempt(entry["pinAttempt"].integer())
    {
    }
};

/// Step 2. The list may be empty.
struct ready_result : result {
    std::vector<card> cards;

    explicit ready_result(std::string text) : result(std::move(text))
    {
        for (const json_view entry : json_view(json)["cards"])
            cards.emplace_back(entry);
    }
};

/// Step 3. The bearer is a secret, and so are json and raw.
struct login_result : result {
    std::optional<std::string> connectionId;
    std::optional<std::string> connectedTo; ///< never called by the library
    std::string bearer;
    std::string serviceUrl;
    std::string masterData;         ///< JSON, "null" when the reply has none; it may identify the professional
    std::optional<bool> identified; ///< nothing unless identified_field leads to a boolean; true: skip step 4

    explicit login_result(std::string text) : result(std::move(text))
    {
        const json_view all(json);
        connectionId = all["connectionId"].text();
        connectedTo = all["connectedTo"].text();
        bearer = detail::text_or(all, "bearer");
        serviceUrl = detail::text_or(all, "serviceUrl");
        masterData = all["masterData"].source();
        identified = all["identified"].boolean();
    }
};

/// Step 6.
struct patient_result : result {
    std::string patient_id;   ///< the NIR, for dmp_open and dmp_send
    bool insQualified;
    bool alimentationConsent; ///< true: the patient does not oppose documents being added
    bool updateNeeded;        ///< one of the two is false: ask the patient, then patient_update

    explicit patient_result(std::string text) : result(std::move(text))
    {
        const json_view all(json);
        patient_id = detail::text_or(all, "patient_id");
        insQualified = all["insQualified"].boolean().value_or(false);
        alimentationConsent = all["alimentationConsent"].boolean().value_or(false);
        updateNeeded = all["updateNeeded"].boolean().value_or(true);
    }
};

/// Step 9: the document was definitely accepted.
struct send_result : result {
    std::string sha256;     ///< of the document that was sent, 64 hexadecimal digits
    std::int64_t bytes = 0; ///< of the document that was sent

    explicit send_result(std::string text) : result(std::move(text))
    {
        const json_view all(json);
        sha256 = detail::text_or(all, "sha256");
        bytes = all["bytes"].integer().value_or(0);
    }
};

/// What a session holds. No secret and no patient's data is in it.
struct state_result : result {
    bool ticket;                       ///< a license ticket
    std::optional<std::int64_t> cards; ///< entries in the last list
    bool session;                      ///< a login
    std::optional<bool> identified;    ///< as in login_result
    bool patient;                      ///< parameters were read
    std::optional<bool> updateNeeded;  ///< as in patient_result
    std::int64_t open_records;         ///< records open for sending

    explicit state_result(std::string text) : result(std::move(text))
    {
        const json_view all(json);
        ticket = all["ticket"].boolean().value_or(false);
        cards = all["cards"].integer();
        session = all["session"].boolean().value_or(false);
        identified = all["identified"].boolean();
        patient = all["patient"].boolean().value_or(false);
        updateNeeded = all["updateNeeded"].boolean();
        open_records = all["open_records"].integer().value_or(0);
    }
};

/// An upload that the journal knows, or one of its lines that is damaged.
struct journal_entry {
    std::optional<std::string> entry;   ///< its id, for dmp_found and dmp_resend_allow; nothing of a damaged line
    std::optional<std::string> time;    ///< when it began, in UTC by the computer's clock: "2026-11-22T18:30:00.000Z"
    std::optional<std::string> ended;   ///< when it ended; nothing when nobody wrote down how
    std::optional<std::string> outcome; ///< as of an hr::error; nothing while it is being sent
    bool doubt;                         ///< nobody knows whether it arrived: a person looks into the record
    bool permitted;                     ///< after dmp_resend_allow, until the document is sent again
    bool found;                         ///< after dmp_found
    bool in_use;                        ///< it is being sent
    bool damaged;                       ///< a doubt about an unknown document: nobody can decide about it
    std::optional<std::int64_t> bytes;  ///< of the document
    std::optional<std::string> reference;    ///< what the host called it
    std::optional<std::string> name;         ///< the name of the code that it ended with
    std::optional<std::int32_t> http_status; ///< of the reply

    explicit journal_entry(json_view all)
        : entry(all["entry"].text()), time(all["time"].text()), ended(all["ended"].text()),
          outcome(all["outcome"].text()), doubt(all["doubt"].boolean().value_or(true)),
          permitted(all["permitted"].boolean().value_or(false)), found(all["found"].boolean().value_or(false)),
          in_use(all["in_use"].boolean().value_or(false)), damaged(all["damaged"].boolean().value_or(false)),
          bytes(all["bytes"].integer()), reference(all["reference"].text()), name(all["name"].text()),
          http_status(detail::status_of(all))
    {
    }
};

/// The uploads that were asked for, the newest first, and what the whole file has.
struct journal_result : result {
    std::vector<journal_entry> entries;
    bool more;            ///< others fit as well
    std::int64_t doubts;  ///< uploads in doubt
    std::int64_t uploads; ///< all uploads
    std::int64_t damaged; ///< lines that are not as they were written
    std::int64_t torn;    ///< lines whose writers did not get further

    explicit journal_result(std::string text) : result(std::move(text))
    {
        const json_view all(json);
        for (const json_view entry : all["entries"])
            entries.emplace_back(entry);
        more = all["more"].boolean().value_or(false);
        doubts = all["doubts"].integer().value_or(0);
        uploads = all["uploads"].integer().value_or(0);
        damaged = all["damaged"].integer().value_or(0);
        torn = all["torn"].integer().value_or(0);
    }
};

} // namespace hr

#endif
