// argument.hpp - texts and bytes that a program hands to this wrapper, borrowed for the call.

#ifndef HR_ARGUMENT_HPP
#define HR_ARGUMENT_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hr {

namespace detail {

/// What is a text without being a pointer: std::string, std::string_view, and what converts to one.
template <class Text>
inline constexpr bool is_text_object =
    std::is_convertible_v<const Text &, std::string_view> && !std::is_convertible_v<const Text &, const char *>;

} // namespace detail

/// An argument that may be left out: a text in UTF-8, or std::nullopt. A null `const char *`, such as std::getenv
/// gives, leaves it out as well; nullptr itself does not compile.
class optional_text : public std::optional<std::string_view> {
public:
    optional_text() = default;
    optional_text(std::nullopt_t) noexcept {}
    optional_text(std::nullptr_t) = delete;

    optional_text(const char *text)
    {
        if (text != nullptr)
            emplace(text);
    }

    template <class Text, class = std::enable_if_t<detail::is_text_object<Text>>>
    optional_text(const Text &text) : std::optional<std::string_view>(std::string_view(text))
    {
    }

    template <class Text, class = std::enable_if_t<std::is_convertible_v<const Text &, std::string_view>>>
    optional_text(const std::optional<Text> &text) : optional_text(text ? optional_text(*text) : optional_text())
    {
    }
};

/// An argument that is needed: a text in UTF-8. A null `const char *` is refused by the function that it is handed
/// to, with std::invalid_argument; nullptr itself does not compile.
class needed_text : private optional_text {
public:
    needed_text(std::nullptr_t) = delete;
    needed_text(const char *text) : optional_text(text) {}

    template <class Text, class = std::enable_if_t<detail::is_text_object<Text>>>
    needed_text(const Text &text) : optional_text(text)
    {
    }

    /// Nothing when a null pointer was given.
    const optional_text &given() const noexcept { return *this; }
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

} // namespace hr

#endif
