// texts.cpp - arguments on their way in, words on their way out.

#include "../unit.hpp"

#include "../check.hpp"
#include "hr.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <locale>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

using namespace std::string_literals;

template <class Text>
constexpr bool taken = std::is_convertible_v<Text, hr::optional_text> && std::is_convertible_v<Text, hr::needed_text>;

static_assert(taken<const char *> && taken<char *> && taken<std::string> && taken<std::string_view>);
static_assert(std::is_convertible_v<std::nullopt_t, hr::optional_text>);
static_assert(std::is_convertible_v<std::optional<std::string>, hr::optional_text>);
static_assert(!std::is_constructible_v<hr::optional_text, std::nullptr_t>);
static_assert(!std::is_constructible_v<hr::needed_text, std::nullptr_t>);
static_assert(!std::is_constructible_v<hr::needed_text, std::nullopt_t>);

/// Refused before the call, with the argument's name and without its value.
template <class Call>
static bool refuses(const char *name, Call &&call)
{
    try {
        call();
    } catch (const std::invalid_argument &error) {
        const std::string what = error.what();
        return what.find(name) != std::string::npos && what.find("q7") == std::string::npos;
    }
    return false;
}

/// Of the functions the conversations do so one by one.
static void texts_with_a_nul()
{
    hr::session s("{}");
    const std::string bad = "q7\0b"s;
    CHECK(throws<std::invalid_argument>([&] { hr::session session(bad); }));
    CHECK(refuses("card_token", [&] { s.login(bad, "1"); }) && refuses("pin_code", [&] { s.login("a", bad); }));
    hr::deposit_request request;
    request.documents.emplace_back().path = bad;
    CHECK(refuses("NUL", [&] { (void)s.deposit(request); }));
    CHECK(throws<std::invalid_argument>([&] { (void)hr::utf16(bad); }));
}

/// A null `const char *`, such as std::getenv gives, leaves an optional text out, and is refused for one that is
/// needed.
static void null_pointers()
{
    const char *const null = nullptr;
    char *const other = nullptr;
    hr::session s("{}");
    const hr::optional_text from_pointer = null, from_other = other, from_optional = std::optional<const char *>(null);
    CHECK(!from_pointer.value() && !from_other.value() && !from_optional.value());
    CHECK(hr::optional_text(std::optional<const char *>("a")).value() == "a");
    CHECK(throws<hr::caller_error>([&] { s.patient_search(null, other, null, other); }));
    CHECK(throws<hr::caller_error>([&] { s.dmp_send("1", "/a", other, "10", "11503-0"); }));
    CHECK(throws<std::invalid_argument>([&] { hr::session session(null); }));
    CHECK(refuses("ticket is a null pointer", [&] { s.ticket_set(null); }));
    CHECK(refuses("card_token", [&] { s.login(null, "q7"); }) && refuses("pin_code", [&] { s.login("q7", other); }));
    for (int place = 0; place < 4; place++) {
        const auto at = [&](int number) { return number == place ? null : "a"; };
        CHECK(throws<std::invalid_argument>([&] { s.dmp_send_bytes(at(0), "x"s, at(1), at(2), at(3)); }));
    }
    CHECK(throws<std::invalid_argument>([&] { (void)hr::utf16(null); }));
    CHECK(throws<std::invalid_argument>([&] { (void)hr::json::of(other); }));
    CHECK(throws<hr::error>([&] { hr::check(-1, null, null); }));
}

/// The memory of a text after its end, as far as it was in the object itself.
static std::string remains_of(std::string_view pin)
{
    alignas(hr::detail::c_text) std::array<char, sizeof(hr::detail::c_text)> place{};
    auto *const text = new (place.data()) hr::detail::c_text("hr_login", "pin_code", hr::needed_text(pin));
    const bool is_there = text->get() == pin;
    text->~c_text();
    const volatile char *const bytes = place.data();
    std::string remains;
    for (std::size_t i = 0; i < place.size(); i++)
        remains += bytes[i];
    return is_there ? remains : std::string(pin);
}

static void pins_are_wiped()
{
    CHECK(remains_of("8361").find("8361") == std::string::npos);
    std::string own = "8361";
    hr::wipe(own);
    CHECK(own == "\0\0\0\0"s);
}

static void documents()
{
    const std::vector<std::uint8_t> vector{1, 2, 3};
    const std::array<unsigned char, 2> array{4, 5};
    const std::string text = "abcd";
    CHECK(hr::bytes(vector).data() == vector.data() && hr::bytes(vector).size() == 3);
    CHECK(hr::bytes(array).size() == 2 && hr::bytes(array).data()[1] == 5);
    CHECK(hr::bytes(text).size() == 4 && hr::bytes(text.data(), 2).size() == 2);
    const hr::bytes too_long(text.data(), std::size_t(1) << 31);
    hr::session session("{}");
    CHECK(throws<std::length_error>([&] { session.dmp_send_bytes("1", too_long, "a", "b", "c"); }));
    CHECK(hr::detail::length_of("f", hr::bytes(nullptr, 0x7FFFFFFF)) == 0x7FFFFFFF);
}

static void wide_texts()
{
    CHECK(hr::utf16("\xC3\xA9\xF0\x9F\xA9\xBA") == u"\u00e9\U0001FA7A" && hr::utf16("").empty());
    CHECK(throws<hr::caller_error>([] { (void)hr::utf16("\xC3"); }));
    CHECK(hr::utf8(std::filesystem::path("a")) == "a");
}

/// Typed, as JSON and in a file: the library reads the same.
static void configurations()
{
    hr::configuration all;
    CHECK(hr::json::from(all).text() == "{}");
    all.license_url = "http://127.0.0.1:1/x";
    all.user_agent = "a\"\\b";
    all.license_bearer = "bearer";
    all.license_auth = hr::license_auth::raw;
    all.ticket_method = hr::ticket_method::get;
    all.card_client_owners.emplace();
    all.card_codes.emplace().card_locked = {-5, hr::json::of("E-05")};
    all.timeouts.emplace().call_ms = 1500;
    all.profile = hr::json(R"({"n":1.50})");
    all.allow_plain_http = false;
    all.language = hr::language::fr;
    const std::string text =
        R"({"license_url":"http://127.0.0.1:1/x","license_bearer":"bearer","license_auth":"raw",)"
        R"("ticket_method":"GET","card_client_owners":[],"card_codes":{"card_locked":[-5,"E-05"]},)"
        R"("profile":{"n":1.50},"timeouts":{"call_ms":1500},"allow_plain_http":false,"language":"fr","user_agent":"a\"\\b"})";
    CHECK(hr::json::from(all).text() == text);
    const hr::session typed(all), written(text);
    const hr::settings &opened = typed.opened();
    CHECK(opened.json.text() == written.opened().json.text() && opened.license_bearer_set && !opened.ca_file);
    CHECK(opened.license_auth == hr::license_auth::raw && opened.timeouts.call_ms == 1500 && opened.card_types.size() == 1);
    CHECK(opened.profile.text() == R"({"n":1.50})" && opened.card_codes.card_locked->at(0).text() == "-5");
    CHECK(opened.card_client_owners.empty() && opened.language == hr::language::fr && opened.next == "hr_ticket");

    const auto path = std::filesystem::temp_directory_path() / ("hr-unit-" + std::to_string(typed.handle()));
    std::ofstream(path) << "{\"language\":\"fr\"}";
    hr::client read(path);
    CHECK(read.session().opened().language == hr::language::fr);
    std::filesystem::remove(path);
    CHECK(throws<std::runtime_error>([&] { hr::client absent(path); }));
}

/// Groups of three digits, and a decimal comma.
struct other_numbers : std::numpunct<char> {
    char do_thousands_sep() const override { return ' '; }
    std::string do_grouping() const override { return "\3"; }
    char do_decimal_point() const override { return ','; }
};

static void numbers_in_another_locale()
{
    const std::locale before = std::locale::global(std::locale(std::locale(), new other_numbers));
    hr::configuration settings;
    settings.timeouts.emplace().call_ms = 1234567;
    settings.card_codes.emplace().pin_refused = {-1234};
    CHECK(hr::session(settings).opened().timeouts.call_ms == 1234567);
    try {
        hr::check(-12345, "hr_state");
    } catch (const hr::error &error) {
        CHECK(error.details().message.find("-12345") != std::string::npos);
    }
    std::locale::global(before);
}

static void words()
{
    CHECK(hr::outcome() == hr::outcome::unlisted && hr::outcome().word().empty());
    CHECK(hr::outcome(hr::outcome::not_sent).word() == "not_sent" && hr::outcome("accepted") == hr::outcome::accepted);
    CHECK(hr::ending("later") == hr::ending::unlisted && hr::ending("later").word() == "later");
    CHECK(hr::ending("later") != hr::ending("other") && hr::ending("later") == hr::ending("later"));
    CHECK(hr::ticket_method(hr::ticket_method::get).word() == "GET");
}

void test_texts()
{
    texts_with_a_nul();
    null_pointers();
    pins_are_wiped();
    documents();
    wide_texts();
    configurations();
    numbers_in_another_locale();
    words();
}
