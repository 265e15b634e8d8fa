// error.hpp - what is thrown when a call fails, one type per family of codes; the library's version. Whether something
// may be sent again is stated by `outcome`, not by the family.

#ifndef HR_ERROR_HPP
#define HR_ERROR_HPP

#include "hr.h"
#include "hr/argument.hpp"
#include "hr/codes.hpp"
#include "hr/json.hpp"
#include "hr/results.hpp"
#include "hr/words.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace hr {

/// The base of everything that this wrapper throws about the library, and a code of no known family. Copies are cheap
/// and never throw.
///
/// No secret, address, file name, patient's number or name, and no reply body is in it: it may be logged.
class error : public std::runtime_error {
public:
    explicit error(error_details details)
        : std::runtime_error(details.operation + ": " + details.name + ": " + details.message),
          details_(std::make_shared<const error_details>(std::move(details)))
    {
    }

    /// What is wrong, one of hr::code or, of a newer library, another number in it.
    [[nodiscard]] hr::code code() const noexcept { return static_cast<hr::code>(details_->code); }

    /// All that the library says: sentences, reason, outcome and so on.
    [[nodiscard]] const error_details &details() const noexcept { return *details_; }

    /// The call may have taken effect: look at the other side, and let a person decide before it is repeated.
    [[nodiscard]] bool in_doubt() const noexcept
    {
        return details_->code == HR_E_IN_DOUBT || details_->outcome == outcome::unknown ||
               details_->outcome == outcome::accepted_unreadable;
    }

private:
    std::shared_ptr<const error_details> details_;
};

/// -1 to -99: the call itself cannot be served: argument, handle, order, configuration, file, journal, PIN guard,
/// cancelled.
class caller_error : public error {
    using error::error;
};

/// HR_E_CANCELLED: a stop, hr_cancel, close or a progress callback stopped the call.
class cancelled_error : public caller_error {
    using caller_error::caller_error;
};

/// -100 to -199: the other side was not reached, was too slow, or gave no answer.
class network_error : public error {
    using error::error;
};

/// -200 to -299: the other side refused, failed, or answered what cannot be used.
class peer_error : public error {
    using error::error;
};

/// -900 to -999: the library failed inside. The session still answers; please report it.
class internal_error : public error {
    using error::error;
};

/// The library that was loaded has another binary contract than this wrapper. Its code is 0.
class abi_error : public error {
    using error::error;
};

/// Throws what a code stands for; HR_OK throws nothing. Every call of this wrapper goes through it.
///
/// `operation` is the C function, `json` the error object that it gave, or nothing.
inline void check(std::int32_t code, const optional_text &operation, const optional_text &json = std::nullopt)
{
    if (code == HR_OK)
        return;
    const std::string number = std::to_string(code);
    error_details details; // of a function without an error object the code tells all
    details.code = code;
    details.name = hr_code_name(code);
    details.operation = operation.value().value_or("");
    details.at = at::library;
    details.message = "the call ended with code " + number + ".";
    details.message_fr = "l'appel s'est terminé par le code " + number + ".";
    details.remedy = "See what hr.h says of " + details.operation + " and " + details.name + ".";
    details.remedy_fr = "Voir dans hr.h : " + details.operation + ", " + details.name + ".";
    if (const std::string_view text = json.value().value_or(""); !text.empty())
        detail::take(text, details);
    if (code == HR_E_CANCELLED)
        throw cancelled_error(std::move(details));
    if (code <= -1 && code >= -99)
        throw caller_error(std::move(details));
    if (code <= -100 && code >= -199)
        throw network_error(std::move(details));
    if (code <= -200 && code >= -299)
        throw peer_error(std::move(details));
    if (code <= -900 && code >= -999)
        throw internal_error(std::move(details));
    throw error(std::move(details));
}

/// The version of the library that is loaded. Any thread, at any time.
[[nodiscard]] inline const char *version() noexcept
{
    return hr_version();
}

/// A text in UTF-16, for windows whose texts are UTF-16. std::invalid_argument: it contains a NUL
/// character, or is a null pointer. hr::caller_error: it is not UTF-8.
[[nodiscard]] inline std::u16string utf16(const needed_text &text)
{
    constexpr const char *operation = "hr_text_copy_utf16";
    const detail::c_text in(operation, "text", text);
    const std::int32_t units = hr_text_copy_utf16(in.get(), nullptr, 0);
    if (units < 0)
        check(units, operation);
    std::vector<std::uint16_t> buffer(static_cast<std::size_t>(units));
    check((std::min)(hr_text_copy_utf16(in.get(), buffer.data(), units), 0), operation);
    return std::u16string(buffer.begin(), buffer.end() - 1);
}

/// Throws hr::abi_error when the library that is loaded has another binary contract than this wrapper was
/// compiled for. Opening a session does it first of all.
inline void check_abi()
{
#if defined(_MSC_VER) && defined(_M_IX86)
    static_assert(std::is_same_v<decltype(&hr_abi_version), std::int32_t(__cdecl *)()>, "hr.dll is cdecl: use /Gd");
#endif
    const std::int32_t loaded = hr_abi_version();
    if (loaded == abi_version)
        return;
    const std::string ours = std::to_string(abi_version), theirs = std::to_string(loaded);
    error_details details;
    details.name = "ABI";
    details.operation = "hr_abi_version";
    details.at = at::library;
    details.message = "this program was compiled for ABI version " + ours + ", the library that is loaded has " + theirs;
    details.message_fr = "ce programme attend la version d'ABI " + ours + ", la bibliothèque chargée a la " + theirs;
    throw abi_error(std::move(details));
}

} // namespace hr

#endif
