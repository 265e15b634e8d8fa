// json.hpp - JSON texts: split here, their strings and numbers read and written by the library. A program that has a
// JSON library hands it the text() of one.

#ifndef HR_JSON_HPP
#define HR_JSON_HPP

#include "hr.h"
#include "hr/argument.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace hr {

namespace detail {

/// Frees a text of the library's, with the library's own function.
struct free_text {
    void operator()(char *text) const noexcept { hr_free(text); }
};

using owned_text = std::unique_ptr<char, free_text>;

/// The value at a pointer, a string without its escapes; nothing when it is absent, null or not readable.
inline std::optional<std::string> read_text(const char *json, const char *pointer)
{
    char *text = nullptr;
    const std::int32_t code = hr_json_get(json, pointer, &text);
    const owned_text owned(text);
    if (code == HR_E_TOO_LARGE)
        throw std::bad_alloc();
    return code == HR_OK ? std::optional<std::string>(text) : std::nullopt;
}

/// Whether a text is one JSON value, whole and alone: only then it is the only element of a list.
inline bool is_value(const std::string &text)
{
    const wiped list('[' + text + ']');
    return read_text(list.text.c_str(), "") == list.text && hr_json_count(list.text.c_str(), "") == 1;
}

inline std::string quoted(std::string_view text)
{
    const wiped whole(text);
    char *json = nullptr;
    const bool cut = text.find('\0') != std::string_view::npos;
    const std::int32_t code = cut ? HR_E_ARGUMENT : hr_json_quote(whole.text.c_str(), &json);
    const owned_text owned(json);
    if (code == HR_E_TOO_LARGE)
        throw std::bad_alloc();
    if (code != HR_OK)
        throw std::invalid_argument("a text contains a NUL character, or is not UTF-8");
    return json;
}

inline std::size_t after_space(std::string_view text, std::size_t at) noexcept
{
    const std::size_t found = text.find_first_not_of(" \t\r\n", at);
    return found == std::string_view::npos ? text.size() : found;
}

/// The place behind the value that begins at `at`.
inline std::size_t after_value(std::string_view text, std::size_t at) noexcept
{
    std::size_t depth = 0;
    for (bool in_string = false; at < text.size(); at++) {
        const char c = text[at];
        const bool opens = !in_string && (c == '{' || c == '[');
        const bool closes = !in_string && (c == '}' || c == ']');
        if (depth == 0 && !in_string && (closes || std::string_view(",: \t\r\n").find(c) != std::string_view::npos))
            return at;
        if (in_string && c == '\\')
            at++;
        else if (c == '"')
            in_string = !in_string;
        depth += opens ? 1 : 0;
        depth -= closes ? 1 : 0;
        if (depth == 0 && !in_string && (closes || c == '"'))
            return at + 1;
    }
    return text.size();
}

/// Hands each part of an object or array to `take`: its name, as it is written or empty, and its value.
template <class Take>
void each_part(std::string_view text, Take &&take)
{
    std::size_t at = after_space(text, 0);
    const bool object = at < text.size() && text[at] == '{';
    if (!object && (at >= text.size() || text[at] != '['))
        return;
    for (at = after_space(text, at + 1); at < text.size() && text[at] != '}' && text[at] != ']';) {
        std::string_view name;
        if (object) {
            const std::size_t end = after_value(text, at);
            name = text.substr(at, end - at);
            at = after_space(text, end);
            if (at >= text.size() || text[at] != ':')
                return;
            at = after_space(text, at + 1);
        }
        const std::size_t end = after_value(text, at);
        if (end == at)
            return;
        take(name, text.substr(at, end - at));
        at = after_space(text, end);
        at = at < text.size() && text[at] == ',' ? after_space(text, at + 1) : at;
    }
}

} // namespace detail

/// A JSON text. What is not there is nothing, and of a text that is not JSON some values are. A pointer is one of RFC
/// 6901: "/cards/0/serial", and "" is the whole. Its text may be a secret or a patient's: it is wiped in the end.
class json {
public:
    /// null.
    json() : text_(std::string_view("null")) {}

    explicit json(std::string text) noexcept : text_(std::move(text)) {}

    /// A number, such as a code of the card client.
    template <class Number, class = std::enable_if_t<std::is_integral_v<Number> && !std::is_same_v<Number, bool>>>
    json(Number number) : text_(std::to_string(number))
    {
    }

    /// A text as a JSON string. std::invalid_argument: it is a null pointer, not UTF-8, or has a NUL character.
    [[nodiscard]] static json of(const needed_text &text)
    {
        if (!text.given().value())
            throw std::invalid_argument("json::of: text is a null pointer");
        return json(detail::quoted(*text.given().value()));
    }

    /// A structure of requests.hpp, such as hr::traits for an answer.
    template <class Structure>
    [[nodiscard]] static json from(const Structure &structure);

    /// As it is written: unknown members, order and big numbers are kept.
    [[nodiscard]] const std::string &text() const & noexcept { return text_.text; }
    [[nodiscard]] std::string text() && noexcept { return std::move(text_.text); }

    [[nodiscard]] bool is_null() const noexcept { return text() == "null"; }

    /// The value at a pointer: a string without its escapes, anything else as it is written; null is nothing.
    [[nodiscard]] std::optional<std::string> get(const char *pointer = "") const
    {
        return detail::read_text(text().c_str(), pointer);
    }

    /// A member of an object; null where it is absent.
    [[nodiscard]] json member(std::string_view name) const;

    /// The elements of the array at a pointer; of anything else none.
    [[nodiscard]] std::vector<json> items(const char *pointer = "") const
    {
        std::vector<json> found;
        detail::each_part(get(pointer).value_or(""), [&](std::string_view name, std::string_view value) {
            if (name.empty())
                found.emplace_back(std::string(value));
        });
        return found;
    }

    /// A structure of results.hpp, such as hr::found_patient of the text of a result.
    template <class Structure>
    [[nodiscard]] Structure as() const;

private:
    detail::wiped text_;
};

namespace detail {

template <class T, class = void>
inline constexpr bool has_json = false;
template <class T>
inline constexpr bool has_json<T, std::void_t<decltype(std::declval<T &>().json = hr::json())>> = true;

template <class T>
void take(std::string_view written, T &into);
template <class T>
void take(std::string_view written, std::optional<T> &into);
template <class T>
void take(std::string_view written, std::vector<T> &into);

/// The members of an object, found by their names.
struct object {
    std::vector<std::pair<std::string_view, std::string_view>> parts;

    explicit object(std::string_view text)
    {
        each_part(text, [&](std::string_view name, std::string_view value) { parts.emplace_back(name, value); });
    }

    /// Empty when it is absent or null. No name that this wrapper asks for has an escape.
    [[nodiscard]] std::string_view member(std::string_view name) const noexcept
    {
        for (const auto &[key, value] : parts)
            if (key.size() == name.size() + 2 && key.substr(1, name.size()) == name)
                return value == "null" ? std::string_view() : value;
        return {};
    }

    /// Takes a member into a variable, which stays as it is where there is none.
    template <class T>
    void read(std::string_view name, T &into) const
    {
        if (const std::string_view found = member(name); !found.empty())
            take(found, into);
    }
};

/// Takes a value as it is written into a variable; what is of another kind leaves it as it is.
template <class T>
void take(std::string_view written, T &into)
{
    hr::json value{std::string(written)};
    if constexpr (std::is_same_v<T, hr::json>) {
        into = std::move(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        into = written.front() == '"' ? value.get().value_or("") : into;
    } else if constexpr (std::is_same_v<T, bool>) {
        into = written == "true" || (into && written != "false");
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        std::from_chars(written.data(), written.data() + written.size(), into);
    } else if constexpr (std::is_aggregate_v<T>) {
        const object members(value.text());
        if constexpr (has_json<T>)
            into.json = value;
        T::each(into, [&](const char *name, auto &member) { members.read(name, member); });
    } else {
        into = T(value.get().value_or("")); // a word
    }
}

template <class T>
void take(std::string_view written, std::optional<T> &into)
{
    take(written, into.emplace());
}

template <class T>
void take(std::string_view written, std::vector<T> &into)
{
    each_part(written, [&](std::string_view, std::string_view value) { take(value, into.emplace_back()); });
}

/// Writes a structure. The text may hold the license bearer: it leaves no other copy behind.
struct writer : wiped {
    void add(std::string_view part)
    {
        if (text.capacity() - text.size() < part.size()) {
            wiped larger;
            larger.text.reserve(2 * (text.size() + part.size()));
            larger.text = text;
            text.swap(larger.text);
        }
        text += part;
    }

    template <class T>
    void write(const T &value)
    {
        if constexpr (std::is_same_v<T, hr::json>) {
            add(value.text());
        } else if constexpr (std::is_same_v<T, bool>) {
            add(value ? "true" : "false");
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
            add(std::to_string(value));
        } else if constexpr (std::is_aggregate_v<T>) {
            add("{");
            T::each(value, [&](const char *name, const auto &member) { write_member(name, member); });
            add("}");
        } else if constexpr (std::is_same_v<T, std::string>) {
            write_string(value);
        } else {
            write_string(value.word());
        }
    }

    template <class T>
    void write(const std::vector<T> &values)
    {
        add("[");
        for (const T &value : values) {
            add(&value == values.data() ? "" : ",");
            write(value);
        }
        add("]");
    }

private:
    void write_string(std::string_view value) { add(wiped(quoted(value)).text); }

    template <class T>
    void write_member(std::string_view name, const T &value)
    {
        add(text.back() == '{' ? "" : ",");
        write_string(name);
        add(":");
        write(value);
    }

    template <class T>
    void write_member(std::string_view name, const std::optional<T> &value)
    {
        if (value)
            write_member(name, *value);
    }
};

/// An object with the members of both; those of the second take the place of those with the same name.
inline hr::json merged(const hr::json &first, const hr::json &second)
{
    const object kept(first.text()), replacing(second.text());
    writer out;
    const auto add = [&](const std::pair<std::string_view, std::string_view> &part) {
        for (const std::string_view written : {std::string_view(out.text.empty() ? "{" : ","), part.first,
                                               std::string_view(":"), part.second})
            out.add(written);
    };
    for (const auto &part : kept.parts) {
        bool replaced = false;
        for (const auto &other : replacing.parts)
            replaced = replaced || other.first == part.first;
        if (!replaced)
            add(part);
    }
    for (const auto &part : replacing.parts)
        add(part);
    out.add(out.text.empty() ? "{}" : "}");
    return hr::json(std::move(out.text));
}

} // namespace detail

template <class Structure>
json json::from(const Structure &structure)
{
    detail::writer out;
    out.write(structure);
    return json(std::move(out.text));
}

inline json json::member(std::string_view name) const
{
    const std::string_view found = detail::object(text()).member(name);
    return found.empty() ? json() : json(std::string(found));
}

template <class Structure>
Structure json::as() const
{
    Structure made{};
    detail::take(text(), made);
    return made;
}

} // namespace hr

#endif
