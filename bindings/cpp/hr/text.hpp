// text.hpp - how texts and bytes reach the library; UTF-16.

#ifndef HR_TEXT_HPP
#define HR_TEXT_HPP

#include "hr.h"
#include "hr/argument.hpp"
#include "hr/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hr {

/// Overwrites a text with NUL characters, also where the compiler sees that nobody reads it afterwards: for the
/// program's own copy of a PIN.
inline void wipe(std::string &text) noexcept
{
    volatile char *const at = text.data();
    for (std::size_t i = 0; i < text.size(); i++)
        at[i] = '\0';
}

namespace detail {

/// A text that is wiped at its end. It is made in place: a text that is moved may leave its characters behind.
struct wiped_text {
    std::string text;

    ~wiped_text() { wipe(text); }
};

/// A text as the library takes it: NUL-terminated, borrowed for the call, and wiped after it, since it may be
/// a PIN.
class c_text {
public:
    /// Refuses a null pointer.
    c_text(const char *operation, const char *name, const needed_text &text)
        : c_text(operation, name, text.given())
    {
        if (!present_)
            throw std::invalid_argument(std::string(operation) + ": " + name + " is a null pointer");
    }

    /// Refuses a text with a NUL character inside, which would reach the library cut.
    c_text(const char *operation, const char *name, const optional_text &text)
        : present_(text.has_value()), text_(text.value_or(std::string_view()))
    {
        if (text_.find('\0') == std::string::npos)
            return;
        wipe(text_);
        throw std::invalid_argument(std::string(operation) + ": " + name + " contains a NUL character");
    }

    ~c_text() { wipe(text_); }
    c_text(const c_text &) = delete;
    c_text &operator=(const c_text &) = delete;

    /// The text, or NULL when it is left out.
    const char *get() const noexcept { return present_ ? text_.c_str() : nullptr; }

private:
    bool present_;
    std::string text_;
};

/// The length of a document in memory as the library takes it.
inline std::int32_t length_of(const char *operation, const bytes &document)
{
    constexpr auto most = (std::numeric_limits<std::int32_t>::max)();
    if (document.size() > static_cast<std::size_t>(most))
        throw std::length_error(std::string(operation) + ": more than 2,147,483,647 bytes; send it from a file");
    return static_cast<std::int32_t>(document.size());
}

} // namespace detail

/// A text in UTF-16, for windows whose texts are UTF-16. std::invalid_argument: it contains a NUL
/// character, or is a null pointer.
/// hr::caller_error: it is not UTF-8.
inline std::u16string utf16(const needed_text &text)
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

} // namespace hr

#endif
