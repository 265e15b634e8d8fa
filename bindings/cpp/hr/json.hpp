// json.hpp - reads values out of the JSON that the library gives, and writes a text as JSON. A program that
// has a JSON library hands it the `json` or `raw` of a result instead.

#ifndef HR_JSON_HPP
#define HR_JSON_HPP

#include "hr/argument.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace hr {

/// One JSON value inside a text that somebody else keeps: valid as long as that text is. A std::string that ends with
/// the statement, such as the member of a result that was not kept, does not compile.
///
/// What is not there, or is of another kind, is an absent value; asking an absent value for a member, an item
/// or a text gives nothing again. So `json_view(result.raw)["situations"][0]["id"].text()` needs one check.
/// Of a text that is not JSON some values are absent; nothing outside of it is ever read. No function
/// recurses.
class json_view {
public:
    class iterator;

    /// An absent value.
    json_view() = default;

    /// The value that a text begins with, after white space.
    explicit json_view(std::string_view text) noexcept
    {
        const std::size_t begin = after_space(text, 0);
        source_ = text.substr(begin, after_value(text, begin) - begin);
    }

    /// A null pointer gives an absent value.
    explicit json_view(const char *text) noexcept : json_view(text ? std::string_view(text) : std::string_view()) {}
    explicit json_view(std::nullptr_t) = delete;

    template <class Traits, class Allocator>
    explicit json_view(const std::basic_string<char, Traits, Allocator> &&) = delete;

    /// The value exactly as it is written, empty when absent. Numbers keep all their digits here.
    std::string_view source() const noexcept { return source_; }

    bool exists() const noexcept { return !source_.empty(); }
    bool is_null() const noexcept { return source_ == "null"; }
    bool is_object() const noexcept { return begins_with('{'); }
    bool is_array() const noexcept { return begins_with('['); }
    bool is_text() const noexcept { return begins_with('"'); }

    /// The member of an object; of a key that is given twice the first.
    json_view operator[](const needed_text &name) const
    {
        if (!name.given())
            return {};
        const std::string_view key = *name.given();
        std::size_t at = is_object() ? after_space(source_, 1) : source_.size();
        while (at < source_.size() && source_[at] == '"') {
            const json_view found(source_.substr(at, after_string(source_, at) - at));
            at = after_space(source_, at + found.source_.size());
            if (at >= source_.size() || source_[at] != ':')
                break;
            const json_view value(source_.substr(at + 1));
            if (found.is(key))
                return value;
            at = next_in_list(after_value(source_, after_space(source_, at + 1)));
        }
        return {};
    }

    /// The item of an array, counted from 0.
    json_view operator[](std::size_t index) const noexcept;

    /// The items of an array, for a range-based for; of anything else none.
    iterator begin() const noexcept;
    iterator end() const noexcept;

    /// A string, as UTF-8 without quotation marks and escapes; \u0000 is a NUL character in it. Nothing when it
    /// is no string, or has half of a surrogate pair, which UTF-8 cannot hold.
    std::optional<std::string> text() const
    {
        std::string out;
        if (source_.size() < 2 || !is_text() || source_.back() != '"')
            return std::nullopt;
        std::string_view rest = source_.substr(1, source_.size() - 2);
        while (!rest.empty()) {
            const std::size_t plain = rest.find('\\');
            out.append(rest.substr(0, plain));
            rest.remove_prefix(plain == std::string_view::npos ? rest.size() : plain);
            if (!rest.empty() && !unescape(rest, out))
                return std::nullopt;
        }
        return out;
    }

    std::optional<bool> boolean() const noexcept
    {
        if (source_ == "true")
            return true;
        if (source_ == "false")
            return false;
        return std::nullopt;
    }

    /// A number exactly as it is written, of any size.
    std::optional<std::string_view> number() const noexcept
    {
        const bool is_number = begins_with('-') || (exists() && source_[0] >= '0' && source_[0] <= '9');
        return is_number ? std::optional<std::string_view>(source_) : std::nullopt;
    }

    /// A number that is an integer and fits; see number() for others.
    std::optional<std::int64_t> integer() const noexcept
    {
        std::int64_t value = 0;
        const char *const end = source_.data() + source_.size();
        const auto read = std::from_chars(source_.data(), end, value);
        if (!exists() || read.ec != std::errc() || read.ptr != end)
            return std::nullopt;
        return value;
    }

private:
    std::string_view source_;

    bool begins_with(char wanted) const noexcept { return exists() && source_[0] == wanted; }

    bool is(std::string_view key) const
    {
        if (source_.find('\\') != std::string_view::npos)
            return text() == key;
        return source_.size() == key.size() + 2 && source_.substr(1, key.size()) == key;
    }

    static std::size_t after_space(std::string_view text, std::size_t at) noexcept
    {
        const std::size_t found = text.find_first_not_of(" \t\r\n", at);
        return found == std::string_view::npos ? text.size() : found;
    }

    static std::size_t after_string(std::string_view text, std::size_t at) noexcept
    {
        for (at++; at < text.size() && text[at] != '"'; at++)
            if (text[at] == '\\')
                at++;
        return at < text.size() ? at + 1 : text.size();
    }

    static std::size_t after_value(std::string_view text, std::size_t at) noexcept
    {
        std::size_t depth = 0;
        do {
            const char c = at < text.size() ? text[at] : '\0';
            if (at >= text.size()) {
                return text.size();
            } else if (c == '"') {
                at = after_string(text, at);
            } else if (c == '{' || c == '[') {
                depth++;
                at++;
            } else if (depth > 0) {
                depth -= c == '}' || c == ']' ? 1 : 0;
                at++;
            } else {
                const std::size_t end = text.find_first_of(",:}] \t\r\n", at);
                return end == std::string_view::npos ? text.size() : end;
            }
        } while (depth > 0);
        return at;
    }

    /// The place of what follows a comma, or the end.
    std::size_t next_in_list(std::size_t at) const noexcept
    {
        at = after_space(source_, at);
        const bool more = at < source_.size() && source_[at] == ',';
        return more ? after_space(source_, at + 1) : source_.size();
    }

    /// The number that four hexadecimal digits write; nothing when they are not four.
    static std::optional<std::uint32_t> hex4(std::string_view digits) noexcept
    {
        std::uint32_t value = 0;
        const char *const end = digits.data() + digits.size();
        const auto read = std::from_chars(digits.data(), end, value, 16);
        if (digits.size() != 4 || read.ec != std::errc() || read.ptr != end)
            return std::nullopt;
        return value;
    }

    /// Appends the character that an escape stands for, and removes the escape from the text.
    static bool unescape(std::string_view &rest, std::string &out)
    {
        constexpr std::string_view escaped = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
        if (rest.size() >= 2 && rest[1] == 'u')
            return unescape_unit(rest, out);
        const std::size_t found = rest.size() < 2 ? std::string_view::npos : escaped.find(rest[1]);
        if (found == std::string_view::npos)
            return false;
        out += meant[found];
        rest.remove_prefix(2);
        return true;
    }

    static bool unescape_unit(std::string_view &rest, std::string &out)
    {
        const auto unit = hex4(rest.substr(2, 4));
        if (!unit || (*unit >= 0xDC00 && *unit <= 0xDFFF))
            return false;
        std::uint32_t point = *unit;
        rest.remove_prefix(6);
        if (point >= 0xD800 && point <= 0xDBFF) {
            const auto low = rest.substr(0, 2) == "\\u" ? hex4(rest.substr(2, 4)) : std::nullopt;
            if (!low || *low < 0xDC00 || *low > 0xDFFF)
                return false;
            point = 0x10000 + (point - 0xD800) * 0x400 + (*low - 0xDC00);
            rest.remove_prefix(6);
        }
        append_utf8(point, out);
        return true;
    }

    static void append_utf8(std::uint32_t point, std::string &out)
    {
        const int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        constexpr std::uint32_t first[] = {0, 0xC0, 0xE0, 0xF0};
        out += static_cast<char>(static_cast<unsigned char>(first[more] | (point >> (6 * more))));
        for (int i = more - 1; i >= 0; i--)
            out += static_cast<char>(static_cast<unsigned char>(0x80 | ((point >> (6 * i)) & 0x3F)));
    }
};

class json_view::iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = json_view;
    using difference_type = std::ptrdiff_t;
    using pointer = const json_view *;
    using reference = json_view;

    json_view operator*() const noexcept { return item_; }

    iterator &operator++() noexcept
    {
        read(list_.next_in_list(at_ + item_.source_.size()));
        return *this;
    }

    friend bool operator==(const iterator &a, const iterator &b) noexcept { return a.at_ == b.at_; }
    friend bool operator!=(const iterator &a, const iterator &b) noexcept { return a.at_ != b.at_; }

private:
    friend class json_view;

    json_view list_;
    json_view item_;
    std::size_t at_ = 0;

    iterator(json_view list, std::size_t at) noexcept : list_(list) { read(at); }

    void read(std::size_t at) noexcept
    {
        item_ = json_view(list_.source_.substr(at));
        at_ = item_.exists() ? at : list_.source_.size();
    }
};

inline json_view::iterator json_view::begin() const noexcept
{
    return {*this, is_array() ? after_space(source_, 1) : source_.size()};
}

inline json_view::iterator json_view::end() const noexcept
{
    return {*this, source_.size()};
}

inline json_view json_view::operator[](std::size_t index) const noexcept
{
    for (const json_view item : *this)
        if (index-- == 0)
            return item;
    return {};
}

namespace detail {

/// Appends a text as a JSON string to whatever takes characters and texts with +=.
template <class Out>
void append_json_string(Out &out, std::string_view text)
{
    constexpr char digits[] = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (byte < 0x20)
            ((out += "\\u00") += digits[byte >> 4]) += digits[byte & 0xF];
        else
            out += c;
    }
    out += '"';
}

} // namespace detail

/// A text as a JSON string, with its quotation marks: for bodies that a program puts together itself.
/// std::invalid_argument: a null pointer.
inline std::string json_string(const needed_text &text)
{
    if (!text.given())
        throw std::invalid_argument("json_string: text is a null pointer");
    std::string out;
    out.reserve(text.given()->size() + 2);
    detail::append_json_string(out, *text.given());
    return out;
}

} // namespace hr

#endif
