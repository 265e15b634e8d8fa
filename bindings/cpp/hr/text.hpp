// text.hpp - how texts and bytes reach the library, and how the library's texts come back.

#ifndef HR_TEXT_HPP
#define HR_TEXT_HPP

#include "hr.h"
#include "hr/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace hr {

/// An argument that may be left out: a text in UTF-8, or std::nullopt. nullptr does not compile.
class optional_text : public std::optional<std::string_view> {
public:
    using std::optional<std::string_view>::optional;
    optional_text(std::nullptr_t) = delete;
};

/// The bytes of a document that somebody else keeps: a pointer and a length, or any container whose elements
/// have one byte and lie side by side (std::vector, std::array, std::string, std::span).
class bytes {
public:
    bytes(const void *data, std::size_t size) noexcept : data_(static_cast<const std::uint8_t *>(data)), size_(size) {}

    template <class Container, class Element = std::remove_pointer_t<decltype(std::declval<const Container &>().data())>>
    bytes(const Container &container) noexcept : bytes(container.data(), container.size())
    {
        static_assert(sizeof(Element) == 1, "the elements of a document are single bytes");
    }

    const std::uint8_t *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

private:
    const std::uint8_t *data_;
    std::size_t size_;
};

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
    /// Refuses a text with a NUL character inside, which would reach the library cut.
    c_text(const char *operation, const char *name, optional_text text)
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

/// Frees a text of the library's, with the library's own function.
struct free_text {
    void operator()(char *text) const noexcept { hr_free(text); }
};

using owned_text = std::unique_ptr<char, free_text>;

/// Copies a text of the library's and frees it, also when there is no memory for the copy.
inline std::string take(char *text)
{
    const owned_text owned(text);
    return owned ? std::string(owned.get()) : std::string();
}

/// Makes one call that gives a text: `run` is handed the place for it. Gives the result, or throws the error.
template <class Run>
std::string call(const char *operation, Run &&run)
{
    char *text = nullptr;
    const std::int32_t code = std::forward<Run>(run)(&text);
    std::string json = take(text);
    check(code, operation, json);
    return json;
}

/// The length of a document in memory as the library takes it.
inline std::int32_t length_of(const char *operation, const bytes &document)
{
    constexpr auto most = (std::numeric_limits<std::int32_t>::max)();
    if (document.size() > static_cast<std::size_t>(most))
        throw std::length_error(std::string(operation) + ": more than 2,147,483,647 bytes; send it from a file");
    return static_cast<std::int32_t>(document.size());
}

} // namespace detail

/// A text in UTF-16, for windows whose texts are UTF-16. std::invalid_argument: it contains a NUL character.
/// hr::caller_error: it is not UTF-8.
inline std::u16string utf16(std::string_view text)
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
