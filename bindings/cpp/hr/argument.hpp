// argument.hpp - texts and bytes that a program hands to this wrapper, borrowed for the call, and how the library gets
// them.

#ifndef HR_ARGUMENT_HPP
#define HR_ARGUMENT_HPP

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hr {

namespace detail {

/// What is a text without being a pointer: std::string, std::string_view, and what converts to one.
template <class Text>
inline constexpr bool is_text_object =
    std::is_convertible_v<const Text &, std::string_view> && !std::is_convertible_v<const Text &, const char *>;

/// The first member of a structure whose members are given by name alone: with designated initializers or one by one.
struct by_name {
    explicit by_name() = default;
};

} // namespace detail

/// An argument that may be left out: a text in UTF-8, or std::nullopt. A null `const char *`, such as std::getenv
/// gives, leaves it out as well; nullptr itself does not compile.
class optional_text {
public:
    optional_text() = default;
    optional_text(std::nullopt_t) noexcept {}
    optional_text(std::nullptr_t) = delete;

    optional_text(const char *text)
    {
        if (text != nullptr)
            value_ = text;
    }

    template <class Text, class = std::enable_if_t<detail::is_text_object<Text>>>
    optional_text(const Text &text) : value_(std::string_view(text))
    {
    }

    template <class Text, class = std::enable_if_t<std::is_convertible_v<const Text &, std::string_view>>>
    optional_text(const std::optional<Text> &text) : optional_text(text ? optional_text(*text) : optional_text())
    {
    }

    [[nodiscard]] const std::optional<std::string_view> &value() const noexcept { return value_; }

private:
    std::optional<std::string_view> value_;
};

/// An argument that is needed: a text in UTF-8. A null `const char *` is refused by the function that it is handed
/// to, with std::invalid_argument; nullptr itself does not compile.
class needed_text {
public:
    needed_text(std::nullptr_t) = delete;
    needed_text(const char *text) : given_(text) {}

    template <class Text, class = std::enable_if_t<detail::is_text_object<Text>>>
    needed_text(const Text &text) : given_(text)
    {
    }

    /// Nothing when a null pointer was given.
    [[nodiscard]] const optional_text &given() const noexcept { return given_; }

private:
    optional_text given_;
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

    [[nodiscard]] const std::uint8_t *data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

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

/// A text that overwrites itself when it goes, and what a longer one left behind in it.
struct wiped {
    std::string text;

    wiped() = default;
    explicit wiped(std::string_view copied) : text(copied) {}
    explicit wiped(std::string &&taken) noexcept : text(std::move(taken)) {}
    wiped(const wiped &) = default;
    wiped(wiped &&) noexcept = default;

    ~wiped()
    {
        text.resize(text.capacity());
        wipe(text);
    }

    wiped &operator=(wiped other)
    {
        text.swap(other.text);
        return *this;
    }
};

} // namespace detail

/// A path in UTF-8, as the library takes it.
[[nodiscard]] inline std::string utf8(const std::filesystem::path &path)
{
    const auto text = path.u8string(); // of char8_t in C++20
    return std::string(text.begin(), text.end());
}

namespace detail {

/// A text as the library takes it: NUL-terminated, borrowed for the call, and wiped after it, since it may be
/// a PIN.
class c_text {
public:
    /// Refuses a null pointer.
    c_text(const char *operation, const char *name, const needed_text &text) : c_text(operation, name, text.given())
    {
        if (!present_)
            throw std::invalid_argument(std::string(operation) + ": " + name + " is a null pointer");
    }

    /// Refuses a text with a NUL character inside, which would reach the library cut.
    c_text(const char *operation, const char *name, const optional_text &text)
        : present_(text.value().has_value()), text_(text.value().value_or(std::string_view()))
    {
        if (text_.text.find('\0') != std::string::npos)
            throw std::invalid_argument(std::string(operation) + ": " + name + " contains a NUL character");
    }

    /// The text, or NULL when it is left out.
    [[nodiscard]] const char *get() const noexcept { return present_ ? text_.text.c_str() : nullptr; }

private:
    bool present_;
    wiped text_;
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
} // namespace hr

#endif
