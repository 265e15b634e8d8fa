// texts.cpp - arguments on their way in, results on their way out.

#include "../unit.hpp"

#include "../check.hpp"
#include "hr.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using namespace std::string_literals;

static_assert(std::is_convertible_v<const char *, hr::optional_text>);
static_assert(std::is_convertible_v<std::string, hr::optional_text>);
static_assert(std::is_convertible_v<std::string_view, hr::optional_text>);
static_assert(std::is_convertible_v<std::nullopt_t, hr::optional_text>);
static_assert(std::is_convertible_v<std::optional<std::string>, hr::optional_text>);
static_assert(std::is_convertible_v<char *, hr::optional_text>);
static_assert(!std::is_constructible_v<hr::optional_text, std::nullptr_t>);
static_assert(std::is_convertible_v<const char *, hr::needed_text> && std::is_convertible_v<char *, hr::needed_text>);
static_assert(std::is_convertible_v<std::string, hr::needed_text>);
static_assert(std::is_convertible_v<std::string_view, hr::needed_text>);
static_assert(!std::is_constructible_v<hr::needed_text, std::nullptr_t>);
static_assert(!std::is_constructible_v<hr::needed_text, std::nullopt_t>);
static_assert(!std::is_assignable_v<hr::setting_text &, std::nullptr_t>);

// Issue 12, point 25: a view of a text that ends with the statement.
static_assert(std::is_constructible_v<hr::json_view, const std::string &>);
static_assert(std::is_constructible_v<hr::json_view, std::string &>);
static_assert(std::is_constructible_v<hr::json_view, std::string_view>);
static_assert(std::is_constructible_v<hr::json_view, const char *>);
static_assert(!std::is_constructible_v<hr::json_view, std::string>);
static_assert(!std::is_constructible_v<hr::json_view, const std::string>);
static_assert(!std::is_constructible_v<hr::json_view, decltype(std::declval<hr::session>().opened().json)>);
static_assert(!std::is_constructible_v<hr::json_view, decltype(std::declval<hr::error>().raw())>);
static_assert(std::is_constructible_v<hr::json_view, decltype(std::declval<const hr::error &>().raw())>);

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

static void texts_with_a_nul()
{
    hr::session s("{}");
    const std::string bad = "q7\0b"s;
    CHECK(throws<std::invalid_argument>([&] { hr::session session(bad); }));
    CHECK(refuses("ticket", [&] { s.ticket_set(bad); }));
    CHECK(refuses("card_token", [&] { s.login(bad, "1"); }) && refuses("pin_code", [&] { s.login("a", bad); }));
    CHECK(refuses("card_token", [&] { s.pin_retry_allow(bad); }));
    CHECK(throws<std::invalid_argument>([&] { s.session_set(bad, "a"); }));
    CHECK(throws<std::invalid_argument>([&] { s.session_set("a", bad); }));
    CHECK(refuses("payload_json", [&] { s.profile_put(bad); }));
    CHECK(refuses("situation_id", [&] { s.profile_select(bad); }));
    CHECK(throws<std::invalid_argument>([&] { s.patient_search(bad, "b"); }));
    CHECK(throws<std::invalid_argument>([&] { s.patient_search("a", bad); }));
    CHECK(throws<std::invalid_argument>([&] { s.patient_search("a", "b", bad); }));
    CHECK(throws<std::invalid_argument>([&] { s.patient_search("a", "b", "c", bad); }));
    CHECK(refuses("body_json", [&] { s.patient_update(bad); }));
    CHECK(throws<std::invalid_argument>([&] { s.request(bad, "/"); }));
    CHECK(throws<std::invalid_argument>([&] { s.request("GET", bad); }));
    CHECK(throws<std::invalid_argument>([&] { s.request("GET", "/", bad); }));
    CHECK(refuses("patient_id", [&] { s.dmp_open(bad); }) && refuses("body_json", [&] { s.dmp_open("1", bad); }));
    for (int place = 0; place < 5; place++) {
        const auto at = [&](int number) { return number == place ? bad : "a"s; };
        CHECK(throws<std::invalid_argument>([&] { s.dmp_send(at(0), at(1), at(2), at(3), at(4)); }));
        if (place < 4)
            CHECK(throws<std::invalid_argument>([&] { s.dmp_send_bytes(at(0), "x"s, at(1), at(2), at(3)); }));
    }
    CHECK(throws<std::invalid_argument>([&] { s.dmp_resend_allow(bad); }));
    CHECK(refuses("entry", [&] { s.dmp_found(bad); }));
    hr::journal_filter wanted;
    wanted.reference = bad;
    CHECK(throws<hr::caller_error>([&] { s.journal(wanted); }));
    CHECK(throws<std::invalid_argument>([&] { hr::utf16(bad); }));
}

/// Issue 12, point 25: a null `const char *`, such as std::getenv gives, crashed. It leaves an optional text out, and
/// is refused for one that is needed.
static void null_pointers()
{
    const char *const null = nullptr;
    char *const other = nullptr;
    hr::session s("{}");
    const hr::optional_text from_pointer = null, from_other = other, from_optional = std::optional<const char *>(null);
    CHECK(!from_pointer && !from_other && !from_optional && hr::optional_text(std::optional<const char *>("a")) == "a");
    CHECK(throws<hr::caller_error>([&] { s.patient_search(null, other, null, other); }));
    CHECK(throws<hr::caller_error>([&] { s.request("GET", "/", null); }));
    CHECK(throws<hr::caller_error>([&] { s.dmp_open("1", null); }));
    CHECK(throws<hr::caller_error>([&] { s.dmp_send("1", "/a", other, "10", "11503-0"); }));
    CHECK(throws<hr::caller_error>([&] { s.pin_retry_allow(null); }));

    CHECK(throws<std::invalid_argument>([&] { hr::session session(null); }));
    CHECK(refuses("ticket is a null pointer", [&] { s.ticket_set(null); }));
    CHECK(refuses("card_token", [&] { s.login(null, "q7"); }) && refuses("pin_code", [&] { s.login("q7", other); }));
    CHECK(refuses("service_url", [&] { s.session_set(null, "q7"); }));
    CHECK(refuses("bearer", [&] { s.session_set("q7", null); }) && refuses("payload_json", [&] { s.profile_put(null); }));
    CHECK(refuses("situation_id", [&] { s.profile_select(null); }));
    CHECK(refuses("body_json", [&] { s.patient_update(null); }) && refuses("patient_id", [&] { s.dmp_open(null); }));
    CHECK(refuses("method", [&] { s.request(null, "/"); }) && refuses("path", [&] { s.request("GET", null); }));
    for (int place = 0; place < 4; place++) {
        const auto at = [&](int number) { return number == place ? null : "a"; };
        CHECK(throws<std::invalid_argument>([&] { s.dmp_send(at(0), at(1), std::nullopt, at(2), at(3)); }));
        CHECK(throws<std::invalid_argument>([&] { s.dmp_send_bytes(at(0), "x"s, at(1), at(2), at(3)); }));
    }
    CHECK(refuses("entry", [&] { s.dmp_resend_allow(null); }) && refuses("entry", [&] { s.dmp_found(null); }));
    CHECK(throws<std::invalid_argument>([&] { hr::utf16(null); }));
    CHECK(throws<std::invalid_argument>([&] { hr::json_string(other); }));
    CHECK(throws<std::invalid_argument>([&] { hr::card_code code(null); }));
    CHECK(throws<hr::error>([&] { hr::check(-1, null, null); }));
    CHECK(!hr::json_view(null).exists() && !hr::json_view(other).exists() && !hr::json_view("{}")[null].exists());

    hr::settings settings;
    settings.license_bearer = null;
    settings.license_url = other;
    settings.language = "fr";
    CHECK(settings.json() == R"({"language":"fr"})");
    settings.language = std::nullopt;
    CHECK(settings.json() == "{}");
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

static void left_out_and_empty()
{
    using hr::needed_text, hr::optional_text;
    CHECK(hr::detail::c_text("f", "a", optional_text(std::nullopt)).get() == nullptr);
    CHECK(hr::detail::c_text("f", "a", optional_text("")).get() == ""s);
    CHECK(hr::detail::c_text("f", "a", needed_text(std::string_view("abc").substr(0, 2))).get() == "ab"s);
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
    CHECK(throws<hr::caller_error>([] { hr::utf16("\xC3"); }));
}

static void configurations()
{
    hr::settings settings;
    CHECK(settings.json() == "{}");
    settings.license_url = "https://license.example/\"";
    settings.allow_plain_http = false;
    settings.timeouts.call_ms = 1500;
    settings.max_reply_bytes = 4096;
    CHECK(settings.json() == R"({"license_url":"https://license.example/\"","timeouts":{"call_ms":1500},)"
                             R"("max_reply_bytes":4096,"allow_plain_http":false})");

    hr::settings owners;
    owners.card_client_owners.emplace();
    CHECK(owners.json() == R"({"card_client_owners":[]})");
    owners.card_client_owners = {"service", "a\"b"};
    CHECK(owners.json() == R"({"card_client_owners":["service","a\"b"]})");

    hr::settings cards;
    cards.card_codes.card_locked = {0, -5, "BLOQUÉ \"1\"", std::string("DOC-17")};
    CHECK(cards.json() == R"({"card_codes":{"card_locked":[0,-5,"BLOQUÉ \"1\"","DOC-17"]}})");
    cards.card_codes = {{4}, {}, {3}};
    CHECK(cards.json() == R"({"card_codes":{"pin_refused":[4],"card_absent":[3]}})");

    hr::settings recorded;
    recorded.journal = "/été/\"envois\".hrj";
    recorded.journal_days = 30;
    CHECK(recorded.json() == R"({"journal":"/été/\"envois\".hrj","journal_days":30})");

    hr::journal_filter wanted;
    CHECK(wanted.json() == "{}");
    wanted.entry = wanted.sha256 = "ab";
    wanted.reference = "lettre \"7\"";
    wanted.outcome = "unknown";
    wanted.doubt = false;
    wanted.since = "2026-11-22T18:30:00Z";
    wanted.limit = 5;
    CHECK(wanted.json() == R"({"entry":"ab","sha256":"ab","reference":"lettre \"7\"","outcome":"unknown","doubt":false,)"
                           R"("since":"2026-11-22T18:30:00Z","limit":5})");

    hr::settings all;
    all.license_url = all.local_url = "http://127.0.0.1:1";
    all.license_bearer = "bearer";
    all.license_auth = "raw";
    all.ticket_method = "GET";
    all.card_client_owners = {"service", "http_sys"};
    all.card_form = "bearer";
    all.identified_field = "/identified";
    all.timeouts = {1, 2, 3, 4};
    all.proxy = "env";
    all.max_reply_bytes = 5;
    all.allow_plain_http = true;
    all.language = "fr";
    all.user_agent = "essai";
    const hr::session session(all);
    const hr::json_view opened(session.opened().json);
    CHECK(opened["license_auth"].text() == "raw" && opened["ticket_method"].text() == "GET");
    CHECK(opened["card_form"].text() == "bearer" && opened["identified_field"].text() == "/identified");
    CHECK(session.opened().json.find(R"("card_client_owners":["service","http_sys"])") != std::string::npos);
    CHECK(opened["timeouts"]["connect_ms"].integer() == 1 && opened["timeouts"]["upload_ms"].integer() == 4);
    CHECK(opened["timeouts"]["call_ms"].integer() == 2 && opened["timeouts"]["login_ms"].integer() == 3);
    CHECK(opened["allow_plain_http"].boolean() == true && opened["language"].text() == "fr");
    CHECK(opened["max_reply_bytes"].integer() == 5 && opened["user_agent"].text() == "essai");
    CHECK(session.opened().json.find("\"bearer\"}") == std::string::npos && session.opened().next == "hr_ticket");
    all.ca_file = "/there/is/no/such.pem";
    CHECK(throws<hr::caller_error>([&] { hr::session other(all); }));
}

static void results()
{
    const hr::ready_result ready(
        R"({"cards":[{"token":"t","serial":"9","modelText":"CPS","pinAttempt":3,"big":123456789012345678901234567890},)"
        R"({}],"http_status":200,"next":"hr_login","raw":{"n":1.50, "a":[ ]}})");
    CHECK(ready.raw == R"({"n":1.50, "a":[ ]})" && ready.http_status == 200 && ready.next == "hr_login");
    CHECK(!ready.outcome && ready.cards.size() == 2);
    CHECK(ready.cards[0].token == "t" && ready.cards[0].pinAttempt == 3 && !ready.cards[0].profCode);
    CHECK(hr::json_view(ready.cards[0].json)["big"].number() == "123456789012345678901234567890");
    CHECK(ready.cards[1].token.empty() && !ready.cards[1].pinAttempt);
    const hr::login_result login(R"({"connectionId":null,"connectedTo":"wss:","bearer":"b","serviceUrl":"u",)"
                                 R"("masterData":{"a":1},"identified":null,"outcome":"accepted","next":null,"raw":null})");
    CHECK(!login.connectionId && login.connectedTo == "wss:" && login.bearer == "b" && login.serviceUrl == "u");
    CHECK(login.masterData == R"({"a":1})" && !login.identified && login.outcome == "accepted" && !login.next);
    CHECK(login.raw == "null");
    const hr::patient_result patient(
        R"({"patient_id":"1","insQualified":true,"alimentationConsent":false,"updateNeeded":true,"raw":"text"})");
    CHECK(patient.patient_id == "1" && patient.insQualified && !patient.alimentationConsent && patient.updateNeeded);
    CHECK(patient.raw == "\"text\"");
    const hr::send_result sent(R"({"journal":"not_completed","sha256":"ab","bytes":5000000000,"next":null})");
    CHECK(sent.sha256 == "ab" && sent.bytes == 5000000000 && sent.journal == "not_completed" && !patient.journal);
    const hr::journal_result listed(
        R"({"entries":[{"entry":"e1","time":"t1","ended":"t2","outcome":"unknown","doubt":true,"permitted":true,)"
        R"("found":false,"in_use":false,"bytes":5000000000,"reference":"r","name":"HR_E_SERVER","http_status":503,)"
        R"("damaged":false},{"entry":"e2","time":"t0","ended":null,"outcome":null,"doubt":false,"permitted":false,)"
        R"("found":true,"in_use":true,"bytes":null,"reference":null,"name":null,"http_status":null},)"
        R"({"entry":null,"time":null,"ended":null,"outcome":"unknown","doubt":true,"permitted":false,"found":false,)"
        R"("in_use":false,"damaged":true,"bytes":null,"reference":null,"name":null,"http_status":null}],)"
        R"("more":true,"doubts":1,"uploads":2,"damaged":3,"torn":4})");
    CHECK(listed.more && listed.doubts == 1 && listed.uploads == 2 && listed.damaged == 3 && listed.torn == 4);
    const hr::journal_entry &first = listed.entries.at(0), &second = listed.entries.at(1);
    CHECK(first.entry == "e1" && first.time == "t1" && first.ended == "t2" && first.outcome == "unknown");
    CHECK(first.doubt && first.permitted && !first.found && !first.in_use && first.bytes == 5000000000);
    CHECK(first.reference == "r" && first.name == "HR_E_SERVER" && first.http_status == 503 && !first.damaged);
    CHECK(second.entry == "e2" && second.time == "t0" && !second.ended && !second.outcome && !second.bytes);
    CHECK(!second.doubt && !second.permitted && second.found && second.in_use && listed.entries.size() == 3);
    CHECK(!second.reference && !second.name && !second.http_status && !second.damaged);
    const hr::journal_entry &third = listed.entries.at(2);
    CHECK(third.damaged && third.doubt && third.outcome == "unknown" && !third.entry && !third.time && !third.ended);
    CHECK(hr::ticket_result(R"({"licenseTicket":"t"})").licenseTicket == "t");
}

void test_texts()
{
    texts_with_a_nul();
    null_pointers();
    pins_are_wiped();
    left_out_and_empty();
    documents();
    wide_texts();
    configurations();
    results();
}
