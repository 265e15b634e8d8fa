// connect.hpp - what a login asks of a person, and how it ended.

#ifndef HR_CONNECT_HPP
#define HR_CONNECT_HPP

#include "hr/error.hpp"
#include "hr/json.hpp"
#include "hr/results.hpp"
#include "hr/settings.hpp"
#include "hr/text.hpp"
#include "hr/words.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hr {

/// What dmp_client::login asks. The functions run on the thread of the call; what they throw comes out of it. One that is
/// needed and empty counts as nothing chosen.
struct login_dialog {
    /// Asks the person for the PIN of this card. `why_fr` is empty at first; after a PIN that was refused or held back it
    /// says so, and is to be shown: a PIN typed after it is the person's word that it may be presented. Give only what a
    /// person typed for this question, never a PIN that is kept somewhere: the card would lock. Nothing: given up.
    std::function<std::optional<std::string>(const card &card, const std::string &why_fr)> ask_pin;

    /// Several cards fit: the place of the chosen one. Nothing: given up.
    std::function<std::optional<std::size_t>(const std::vector<card> &cards)> choose_card{};

    /// The id of the professional's situation, from the `choices` of the library, a JSON array: each has `label_fr` and
    /// `value`, whose `situation_id` is the answer; with settings::situations_pointer one for each situation, without it
    /// one whose `raw` is the service's reply to `profile`. Nothing: given up, the session stays open.
    std::function<std::optional<std::string>(const std::string &choices)> choose_situation{};

    /// Which cards fit: a JSON object of members that an entry must have, such as {"cardType":"CPS"}; default: any.
    setting_text card{};

    /// Payload of step 4, JSON; default: none. Sent only where the login does not identify the professional.
    setting_text profile{};

    /// How long to wait for a card that fits.
    std::chrono::milliseconds wait{60000};
};

/// How a login ended.
enum class connect_ending {
    connected,   ///< the session is open
    given_up,    ///< nobody gave a PIN or a choice
    no_card,     ///< no card that fits is in the reader, or it was taken out
    card_locked, ///< by settings::card_codes
    pin_held,    ///< held back a second time: a hold is lifted once in a login, so that the card does not lock
};

/// How a login ended, as a value.
struct connect_result {
    connect_ending ending = connect_ending::connected;
    std::string sentence_fr;       ///< one line for the doctor
    std::optional<hr::card> card;  ///< the last that a PIN was asked for

    explicit operator bool() const noexcept { return ending == connect_ending::connected; }
};

namespace detail {

/// What an entry of the same card has, by which the PIN guard knows it; its token where it has neither.
inline std::string same_card(const card &one)
{
    const json_view entry(one.json);
    std::string members;
    for (const char *const name : {"serial", "idNat"})
        if (entry[name].exists() && !entry[name].is_null())
            members += (members.empty() ? "" : ",") + json_string(name) + ':' + std::string(entry[name].source());
    return '{' + (members.empty() ? "\"token\":" + json_string(one.token) : members) + '}';
}

/// The card client refused what was typed: the person is asked again. Without settings::card_codes its refusal has no
/// reason.
inline bool asks_again(const error &refused)
{
    if (refused.code() == code::pin_guard)
        return refused.known_reason() == reason::pin_held;
    const bool of_the_pin = refused.known_reason() == reason::pin_refused || refused.known_reason() == reason::none;
    return refused.code() == code::card_status && refused.known_outcome() == outcome::rejected && of_the_pin;
}

/// How the login ends with this error; nothing for what is no ending.
inline std::optional<connect_ending> connect_ending_of(const error &failure)
{
    if (failure.known_reason() == reason::card_locked)
        return connect_ending::card_locked;
    if (failure.code() == code::no_card || failure.known_reason() == reason::card_absent)
        return connect_ending::no_card;
    return std::nullopt;
}

} // namespace detail
} // namespace hr

#endif
