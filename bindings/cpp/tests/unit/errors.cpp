// errors.cpp - one exception for each code, with everything in the error object.

#include "../unit.hpp"

#include "../check.hpp"
#include "hr.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

static_assert(std::is_nothrow_copy_constructible_v<hr::error>);
static_assert(std::is_base_of_v<std::runtime_error, hr::error>);
static_assert(hr::code::ok == hr::code{0} && hr::code::in_doubt == hr::code{-106} && hr::code::panic == hr::code{-900});
static_assert(hr::abi_version == HR_ABI_VERSION);

static std::string family(std::int32_t code)
{
    try {
        hr::check(code, "hr_state");
        return "none";
    } catch (const hr::caller_error &) {
        return "caller";
    } catch (const hr::network_error &) {
        return "network";
    } catch (const hr::peer_error &) {
        return "peer";
    } catch (const hr::internal_error &) {
        return "internal";
    } catch (const hr::error &error) {
        return error.code() == hr::code{code} ? "other" : "wrong";
    }
}

static void families()
{
    CHECK(family(0) == "none");
    CHECK(family(-1) == "caller" && family(-99) == "caller");
    CHECK(family(-100) == "network" && family(-199) == "network");
    CHECK(family(-200) == "peer" && family(-299) == "peer");
    CHECK(family(-900) == "internal" && family(-999) == "internal");
    for (const std::int32_t unknown : {1, -300, -899, -1000, -12345, INT32_MIN, INT32_MAX})
        CHECK(family(unknown) == "other");
}

static void error_objects()
{
    const std::string json =
        R"({"code":-106,"name":"HR_E_IN_DOUBT","operation":"hr_dmp_send","at":"service","message":"m",)"
        R"("message_fr":"\u00e9","remedy":"r","remedy_fr":"rf","reason":"pin_held","http_status":503,"service_code":-12,)"
        R"("service_message":"***","outcome":"unknown","phase":"wait","cause":"HR_E_TIMEOUT","retry_after_s":86400,)"
        R"("sha256":"ab","bytes":5000000000,"entry":"0123","journal":"not_completed","step":"hr_ready","session":true,)"
        R"("ask":"card"})";
    try {
        hr::check(-106, "hr_other", json);
        CHECK(false);
    } catch (const hr::error &error) {
        CHECK(error.code() == hr::code::in_doubt && error.name() == "HR_E_IN_DOUBT");
        CHECK(error.operation() == "hr_dmp_send" && error.at() == "service");
        CHECK(error.step() == "hr_ready" && error.session() == true && error.ask() == "card");
        CHECK(error.known_outcome() == hr::outcome::unknown && error.known_reason() == hr::reason::pin_held);
        CHECK(error.message() == "m" && error.message_fr() == "\xC3\xA9");
        CHECK(error.remedy() == "r" && error.remedy_fr() == "rf");
        CHECK(error.http_status() == 503 && error.service_code() == "-12" && error.service_message() == "***");
        CHECK(error.outcome() == "unknown" && error.phase() == "wait" && error.cause() == "HR_E_TIMEOUT");
        CHECK(error.retry_after_s() == 86400 && error.sha256() == "ab" && error.bytes() == 5000000000);
        CHECK(error.reason() == "pin_held" && error.entry() == "0123");
        CHECK(error.journal() == "not_completed");
        CHECK(error.raw() == json && error.in_doubt());
        CHECK(error.what() == std::string("hr_dmp_send: HR_E_IN_DOUBT: m"));
    }
}

static void words()
{
    CHECK(hr::outcome_of(std::nullopt) == hr::outcome::none && hr::reason_of(std::nullopt) == hr::reason::none);
    CHECK(hr::outcome_of("accepted") == hr::outcome::accepted);
    CHECK(hr::outcome_of("accepted_unreadable") == hr::outcome::accepted_unreadable);
    CHECK(hr::outcome_of("of a newer library") == hr::outcome::unlisted && hr::outcome_of("") == hr::outcome::unlisted);
    CHECK(hr::reason_of("pin_refused") == hr::reason::pin_refused);
    CHECK(hr::reason_of("journal_full") == hr::reason::journal_full);
    CHECK(hr::reason_of("of a newer library") == hr::reason::unlisted);
}

/// The type that a program catches to see that somebody asked to stop.
static void cancelled()
{
    try {
        hr::check(HR_E_CANCELLED, "hr_ready");
        CHECK(false);
    } catch (const hr::cancelled_error &error) {
        CHECK(error.code() == hr::code::cancelled && dynamic_cast<const hr::caller_error *>(&error) != nullptr);
    }
}

static void errors_without_an_object()
{
    for (const char *nothing : {"", "{}"})
        try {
            hr::check(-12345, "hr_state", nothing);
            CHECK(false);
        } catch (const hr::error &error) {
            CHECK(error.code() == hr::code{-12345} && error.name() == "HR_E_UNKNOWN_CODE");
            CHECK(error.operation() == "hr_state" && error.at() == "library");
            CHECK(!error.message().empty() && !error.message_fr().empty());
            CHECK(!error.remedy().empty() && !error.remedy_fr().empty());
            CHECK(!error.reason() && !error.entry() && !error.journal() && !error.service_code());
            CHECK(!error.outcome() && !error.http_status() && !error.in_doubt() && error.raw() == nothing);
        }
}

/// A number as it is written, a short text without its quotation marks, and nothing.
static void service_codes()
{
    const auto code = [](const char *written) -> std::string {
        try {
            hr::check(-207, "hr_login", std::string("{\"service_code\":") + written + '}');
        } catch (const hr::error &error) {
            return error.service_code().value_or("none");
        }
        return "nothing was thrown";
    };
    CHECK(code("4") == "4" && code("-12") == "-12" && code("1.50") == "1.50");
    CHECK(code("\"DOC-17\"") == "DOC-17" && code("null") == "none" && code("{}") == "none");
}

static void doubt()
{
    const auto in_doubt = [](const char *outcome) {
        try {
            hr::check(-105, "hr_login", std::string("{\"outcome\":") + outcome + '}');
        } catch (const hr::error &error) {
            return error.in_doubt();
        }
        return false;
    };
    CHECK(in_doubt("\"unknown\"") && in_doubt("\"accepted_unreadable\""));
    CHECK(!in_doubt("\"not_sent\"") && !in_doubt("\"incomplete\"") && !in_doubt("\"rejected\"") && !in_doubt("null"));
}

static void real_errors()
{
    try {
        hr::session session(R"({"language":"fr","kolor":1})");
        CHECK(false);
    } catch (const hr::caller_error &error) {
        CHECK(error.code() == hr::code::config && error.operation() == "hr_open");
        CHECK(error.remedy().find("kolor") != std::string::npos && !error.remedy_fr().empty());
        CHECK(hr::json_view(error.raw())["name"].text() == "HR_E_CONFIG");
    }
    CHECK(hr::code_name(-102) == std::string("HR_E_TIMEOUT") && hr::version() == std::string(hr_version()));
}

void test_errors()
{
    families();
    error_objects();
    words();
    cancelled();
    errors_without_an_object();
    service_codes();
    doubt();
    real_errors();
}
