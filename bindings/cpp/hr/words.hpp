// words.hpp - the library's words for outcomes and reasons as enumerations. A word of a newer library is `unlisted`; the
// word itself stays where it was read.

#ifndef HR_WORDS_HPP
#define HR_WORDS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hr {

/// How a call that changes something ended, see ERRORS in hr.h.
enum class outcome {
    none,                ///< the call changes nothing
    accepted,            ///< done
    not_sent,            ///< no byte of the body left: may be sent again
    incomplete,          ///< a part left, the server cannot hold the whole: may be sent again
    rejected,            ///< definitely refused
    unknown,             ///< all left and no definite answer: only a person may decide
    accepted_unreadable, ///< accepted, but the reply is unreadable: do not send again
    unlisted,            ///< a word of a newer library
};

/// Why a call failed, where a program can do something about it, see ERRORS in hr.h.
enum class reason {
    none, ///< the library gives no word
    pin_refused,
    card_locked,
    card_absent,
    pin_in_use,
    ready_needed,
    pin_held,
    card_client_other_session,
    card_client_service,
    card_client_http_sys,
    card_client_unknown,
    tls_expired,
    tls_not_yet_valid,
    tls_unknown_issuer,
    tls_wrong_name,
    tls_refused,
    session_in_use,
    document_in_use,
    file_locked,
    journal_locked,
    journal_slow,
    journal_unreadable,
    journal_unwritable,
    journal_not_a_file,
    journal_on_network,
    journal_not_ours,
    journal_newer,
    journal_replaced,
    journal_full,
    unlisted, ///< a word of a newer library
};

namespace detail {

/// The enumerator of a word: the first has none, the last is for words that are not listed.
template <class Enum, std::size_t Count>
Enum enumerator(const std::string_view (&words)[Count], const std::optional<std::string> &word)
{
    static_assert(Count == static_cast<std::size_t>(Enum::unlisted), "each enumerator has its word");
    std::size_t at = 0;
    while (word && at < Count && (at == 0 || words[at] != *word))
        at++;
    return static_cast<Enum>(at);
}

} // namespace detail

inline outcome outcome_of(const std::optional<std::string> &word)
{
    constexpr std::string_view words[] = {"",         "accepted", "not_sent",           "incomplete",
                                          "rejected", "unknown",  "accepted_unreadable"};
    return detail::enumerator<outcome>(words, word);
}

inline reason reason_of(const std::optional<std::string> &word)
{
    constexpr std::string_view words[] = {"",
                                          "pin_refused",
                                          "card_locked",
                                          "card_absent",
                                          "pin_in_use",
                                          "ready_needed",
                                          "pin_held",
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
                                          "journal_full"};
    return detail::enumerator<reason>(words, word);
}

} // namespace hr

#endif
