// deposit.hpp - documents to send, and what became of each.

#ifndef HR_DEPOSIT_HPP
#define HR_DEPOSIT_HPP

#include "hr/argument.hpp"
#include "hr/codes.hpp"
#include "hr/error.hpp"
#include "hr/json.hpp"
#include "hr/patient.hpp"
#include "hr/progress.hpp"
#include "hr/settings.hpp"
#include "hr/words.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace hr {

/// A path in UTF-8, as the library takes it.
inline std::string utf8(const std::filesystem::path &path)
{
    const auto text = path.u8string(); // of char8_t in C++20
    return std::string(text.begin(), text.end());
}

/// Where a document is: a std::filesystem::path, or a text in UTF-8.
class document_path {
public:
    document_path() = default;
    document_path(std::nullptr_t) = delete;

    template <class Text, class = std::enable_if_t<std::is_convertible_v<const Text &, std::string_view>>>
    document_path(const Text &text) : text_(optional_text(text).value_or(std::string_view()))
    {
    }

    template <class Path, class = std::enable_if_t<std::is_same_v<Path, std::filesystem::path>>, class = void>
    document_path(const Path &path) : text_(hr::utf8(path))
    {
    }

    const std::string &utf8() const & noexcept { return text_; }
    std::string utf8() && { return std::move(text_); }

private:
    std::string text_;
};

/// A document to send. The first three are needed.
struct document {
    detail::by_name by_name{};
    document_path path{};        ///< of a regular file, which must not change while it is sent
    setting_text activity_type{}; ///< passed as given
    setting_text type_code{};     ///< passed as given
    setting_text filename{};      ///< the name that the service receives; default: the last part of path
    /// What the host calls it, up to 200 bytes, for the journal and the result; no name and no number of a patient.
    setting_text reference{};
    bool again = false; ///< send it although it was accepted before; one in doubt is held back all the same
};

/// What goes with a deposit.
struct deposit_options {
    detail::by_name by_name{};
    /// Body of step 7, JSON, sent where the patient's parameters ask for an update. Who checked the identity and the
    /// patient sign for it: give it only because a person did, never by program.
    setting_text update{};
    setting_text record{};        ///< body of step 8, JSON; default: none
    progress_function progress{}; ///< of all documents together; default: that of the session
};

/// What became of one document.
struct document_result {
    std::size_t index = 0; ///< its place among those that were given
    std::optional<std::string> reference;
    hr::outcome outcome = hr::outcome::none;
    std::optional<std::string> outcome_word; ///< the same as the library wrote it
    std::optional<hr::code> code;            ///< nothing when it was accepted, or its turn did not come
    hr::reason reason = hr::reason::none;
    std::optional<std::int32_t> http_status;
    std::string sentence_fr;            ///< one line for the doctor
    std::optional<std::string> sha256;
    std::optional<std::int64_t> bytes;
    std::optional<std::string> entry;   ///< of a document in doubt, for dmp_found and dmp_resend_allow
    std::optional<std::string> journal; ///< "not_completed": the journal has no record of its end
    bool already = false;               ///< it was accepted before, and not sent now

    bool accepted() const noexcept { return outcome == hr::outcome::accepted; }

    /// Nobody knows whether it arrived, of this sending or an earlier one: a person looks into the record.
    bool in_doubt() const noexcept
    {
        return entry || outcome == hr::outcome::unknown || outcome == hr::outcome::accepted_unreadable;
    }

    /// Something was tried with it.
    bool had_its_turn() const noexcept { return accepted() || in_doubt() || code; }

    explicit document_result(json_view all)
        : index(static_cast<std::size_t>(all["index"].integer().value_or(0))), reference(all["reference"].text()),
          outcome(outcome_of(all["outcome"].text())), outcome_word(all["outcome"].text()),
          reason(reason_of(all["reason"].text())), http_status(detail::status_of(all)),
          sentence_fr(detail::text_or(all, "message_fr")), sha256(all["sha256"].text()), bytes(all["bytes"].integer()),
          entry(all["entry"].text()), journal(all["journal"].text()), already(all["already"].boolean().value_or(false))
    {
        if (const auto number = all["code"].integer(); number && *number != HR_OK)
            code = static_cast<hr::code>(*number);
    }
};

/// How a deposit ended.
enum class deposit_ending {
    sent,            ///< every document is accepted, now or before
    in_doubt,        ///< a document is in doubt: nobody sends it again before a person looked into the record
    rejected,        ///< a document was definitely refused, and none is in doubt
    not_sent,        ///< a document did not leave, or not whole: the same deposit may be made again
    cancelled,       ///< somebody asked to stop: see what became of each document
    update_needed,   ///< identity or consent is missing, nothing was opened or sent: a person asks the patient
    other_patient,   ///< the service answers for another patient, nothing was opened or sent: find the patient again
    patient_refused, ///< the service definitely refused the patient, the update or the record; nothing was sent
};

/// How a deposit ended, as a value. What is neither an ending nor the end of a document, an outage or a defect before the
/// first document, is an exception.
struct deposit_result {
    deposit_ending ending = deposit_ending::sent;
    std::string sentence_fr;                ///< one line for the doctor
    std::vector<document_result> documents; ///< each that was given, in its order
    std::optional<hr::error> error;         ///< what the library ended with, unless every document is accepted
    std::exception_ptr thrown;              ///< what a progress callback threw after a document had its turn

    explicit operator bool() const noexcept { return ending == deposit_ending::sent; }

    /// How many are in this state, such as `count(&hr::document_result::in_doubt)`.
    std::size_t count(bool (document_result::*state)() const noexcept) const noexcept
    {
        std::size_t found = 0;
        for (const document_result &one : documents)
            found += (one.*state)() ? 1 : 0;
        return found;
    }
};

namespace detail {

inline std::string deposit_request(const std::string &traits_json, const std::string &patient_id,
                                   const std::vector<document> &documents, const deposit_options &options)
{
    std::string out = "{\"patient\":" + traits_json + ",\"patient_id\":" + json_string(patient_id);
    if (options.update)
        out += ",\"update\":" + *options.update;
    if (options.record)
        out += ",\"record\":" + *options.record;
    out += ",\"documents\":[";
    for (const document &one : documents) {
        out += &one == documents.data() ? "" : ",";
        json_members<std::string> all(out);
        if (!one.path.utf8().empty())
            all.add("path", std::optional<std::string>(one.path.utf8()));
        all.add("activity_type", one.activity_type);
        all.add("type_code", one.type_code);
        all.add("filename", one.filename);
        all.add("reference", one.reference);
        all.add("again", one.again ? std::optional<bool>(true) : std::nullopt);
        all.end();
    }
    return out + "]}";
}

/// A definite refusal of the service, which is about this patient.
inline bool is_refusal(const error &failure)
{
    const code is = failure.code();
    return failure.at() == "service" && (is == code::refused || is == code::not_found || is == code::conflict);
}

/// How it ended; nothing for what is no ending.
inline std::optional<deposit_ending> ending_of(const error &failure, const deposit_result &made)
{
    if (failure.code() == code::choice && failure.ask() == "update")
        return deposit_ending::update_needed;
    if (failure.code() == code::other_patient)
        return deposit_ending::other_patient;
    if (failure.code() == code::cancelled && made.count(&document_result::in_doubt) == 0)
        return deposit_ending::cancelled;
    if (made.count(&document_result::in_doubt) > 0)
        return deposit_ending::in_doubt;
    for (const document_result &one : made.documents)
        if (one.outcome == outcome::rejected)
            return deposit_ending::rejected;
    if (made.count(&document_result::had_its_turn) > 0)
        return deposit_ending::not_sent;
    return is_refusal(failure) ? std::optional<deposit_ending>(deposit_ending::patient_refused) : std::nullopt;
}

/// One line about several documents.
inline std::string summary_fr(const deposit_result &made)
{
    const std::size_t all = made.documents.size(), stored = made.count(&document_result::accepted);
    const std::size_t doubts = made.count(&document_result::in_doubt), others = all - stored - doubts;
    std::string line = std::to_string(stored) + " document(s) sur " + std::to_string(all) + " dans le dossier du patient";
    if (doubts > 0)
        line += ", " + std::to_string(doubts) + " incertain(s) : vérifiez dans le dossier avant de les renvoyer";
    if (others > 0)
        line += (doubts > 0 ? " ; " : ", ") + std::to_string(others) + " non envoyé(s)";
    return line + '.';
}

inline std::string sentence_of(const deposit_result &made)
{
    const std::size_t turns = made.count(&document_result::had_its_turn);
    if (made.documents.size() == 1 && turns == 1)
        return made.documents[0].sentence_fr;
    return made.error && turns == 0 ? made.error->message_fr() : summary_fr(made);
}

/// Throws what is no ending.
inline deposit_result read_deposit(std::int32_t code, const char *operation, std::string_view json)
{
    deposit_result made;
    for (const json_view one : json_view(json)["documents"])
        made.documents.emplace_back(one);
    try {
        check(code, operation, json);
    } catch (const error &failure) {
        const auto ending = ending_of(failure, made);
        if (!ending)
            throw;
        made.ending = *ending;
        made.error = failure;
    }
    made.sentence_fr = sentence_of(made);
    return made;
}

} // namespace detail
} // namespace hr

#endif
