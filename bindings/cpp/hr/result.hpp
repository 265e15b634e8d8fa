// result.hpp - what a call that asks gives: how it ended, what a person is asked, and what a person answers.

#ifndef HR_RESULT_HPP
#define HR_RESULT_HPP

#include "hr.h"
#include "hr/json.hpp"
#include "hr/results.hpp"
#include "hr/words.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hr {

/// What a person is asked. It may hold names: it is for the person alone, and for no log.
struct question {
    hr::ask kind;
    std::string sentence;             ///< what to show, in the configured language
    std::string sentence_fr;          ///< the same in French
    std::vector<hr::choice> choices;  ///< one whose value is null shows what is known, and cannot be chosen
};

/// What a person answered: one of the choices, a PIN, a JSON value that the host has (traits, update, profile or
/// situation_id), or nothing, which ends the call with its ending. A text or value that is empty, or null, is nothing.
using answer = std::variant<std::monostate, choice, std::string, json>;

/// How a login, a search or a deposit ended.
class [[nodiscard]] result {
public:
    hr::ending ending;                            ///< unlisted and without a word: of a call that does not ask
    std::string sentence;                         ///< one line for the person, in the configured language
    std::string sentence_fr;                      ///< the same in French
    std::vector<hr::document> documents;          ///< what is known of each document of a deposit
    std::optional<hr::error_details> error;       ///< nothing: the call succeeded
    std::optional<hr::question> question;         ///< what nobody has answered yet
    hr::json json;                                ///< the whole text: it may hold names and the session's bearer

    /// The result or the error object of a call.
    explicit result(hr::json text) : json(std::move(text))
    {
        const detail::object all(json.text());
        std::optional<hr::ask> kind;
        std::vector<hr::choice> choices;
        all.read("ending", ending);
        all.read("message", sentence);
        all.read("message_fr", sentence_fr);
        all.read("documents", documents);
        all.read("ask", kind);
        all.read("choices", choices);
        if (!all.member("operation").empty())
            error = json.as<error_details>();
        if (kind)
            question = hr::question{*kind, sentence, sentence_fr, std::move(choices)};
    }

    /// A session is open, and nothing is asked any more.
    [[nodiscard]] bool is_open() const noexcept { return !error && ending == hr::ending::open; }

    /// The patient is found and was read.
    [[nodiscard]] bool is_found() const noexcept { return !error && ending == hr::ending::found; }

    /// Every document is in the record.
    [[nodiscard]] bool is_complete() const noexcept { return !error && ending == hr::ending::sent; }
};

namespace detail {

/// What a correct program never gets: it is thrown.
constexpr bool is_mistake(std::int32_t code) noexcept
{
    return code == HR_E_ARGUMENT || code == HR_E_HANDLE || code == HR_E_CONFIG || code == HR_E_TOO_LARGE ||
           code == HR_E_PANIC;
}

} // namespace detail
} // namespace hr

#endif
