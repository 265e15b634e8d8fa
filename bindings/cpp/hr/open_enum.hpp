// open_enum.hpp - a word of a text that a program acts on: an enumeration that keeps words that it does not list.

#ifndef HR_OPEN_ENUM_HPP
#define HR_OPEN_ENUM_HPP

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace hr {

/// Compared with `==` and `switch` as the enumeration of `Words`; word() has what a newer library wrote. Two of them are
/// equal when their words are.
template <class Words>
class open_enum : public Words {
public:
    using typename Words::value;

    open_enum() = default;

    open_enum(value known) : value_(known)
    {
        if (static_cast<std::size_t>(known) < std::size(Words::names))
            word_ = Words::names[known];
    }

    explicit open_enum(std::string word) : word_(std::move(word))
    {
        std::size_t at = 0;
        while (at < std::size(Words::names) && Words::names[at] != word_)
            at++;
        value_ = static_cast<value>(at);
    }

    operator value() const noexcept { return value_; }

    /// The word as the library writes it; empty: none.
    [[nodiscard]] const std::string &word() const noexcept { return word_; }

private:
    value value_ = Words::unlisted;
    std::string word_;
};

template <class Words>
[[nodiscard]] bool operator==(const open_enum<Words> &one, const open_enum<Words> &other) noexcept
{
    return one.word() == other.word();
}

template <class Words>
[[nodiscard]] bool operator!=(const open_enum<Words> &one, const open_enum<Words> &other) noexcept
{
    return !(one == other);
}

} // namespace hr

#endif
