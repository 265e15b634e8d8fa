// errors.cpp - one exception for each code, with everything in the error object but names.

#include "../unit.hpp"

#include "../check.hpp"
#include "hr.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

static_assert(std::is_nothrow_copy_constructible_v<hr::error>);
static_assert(std::is_base_of_v<std::runtime_error, hr::error>);
static_assert(hr::code::ok == hr::code{0} && hr::code::in_doubt == hr::code{-106} && hr::code::panic == hr::code{-900});
static_assert(hr::abi_version == HR_ABI_VERSION);
// None of these is a std::optional: a test for a value must not be one for its presence.
static_assert(!std::is_base_of_v<std::optional<std::string_view>, hr::optional_text>);
static_assert(!std::is_convertible_v<hr::optional_text, bool> && !std::is_constructible_v<bool, hr::needed_text>);

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
    CHECK(throws<hr::cancelled_error>([] { hr::check(HR_E_CANCELLED, "hr_ready"); }));
}

/// An error of the library's, with a name among its choices.
static const char *const object =
    R"({"code":-106,"name":"HR_E_IN_DOUBT","operation":"hr_dmp_send","at":"service","message":"m",)"
    R"("message_fr":"\u00e9","remedy":"r","remedy_fr":"rf","reason":"pin_held","http_status":503,"service_code":-12,)"
    R"("service_message":"***","outcome":"unknown","phase":"wait","cause":"HR_E_TIMEOUT","retry_after_s":86400,)"
    R"("sha256":"ab","bytes":5000000000,"entry":"0123","journal":"not_completed","step":"hr_ready","session":true,)"
    R"("ending":"of a newer library","ask":"card","choices":[{"label":"EXEMPLE","label_fr":"EXEMPLE","value":null,)"
    R"("raw":{"nom":"EXEMPLE"}}],"documents":null})";

static void error_objects()
{
    try {
        hr::check(-106, "hr_other", object);
        CHECK(false);
    } catch (const hr::error &error) {
        const hr::error_details &said = error.details();
        CHECK(error.code() == hr::code::in_doubt && said.name == "HR_E_IN_DOUBT" && error.in_doubt());
        CHECK(said.operation == "hr_dmp_send" && said.at == hr::at::service && said.step == "hr_ready");
        CHECK(said.session == true && said.ask == hr::ask::card && said.phase == hr::phase::wait);
        CHECK(said.outcome == hr::outcome::unknown && said.reason == hr::reason::pin_held);
        CHECK(said.message == "m" && said.message_fr == "\xC3\xA9" && said.remedy == "r" && said.remedy_fr == "rf");
        CHECK(said.http_status == 503 && said.service_code.text() == "-12" && said.service_message == "***");
        CHECK(said.cause == "HR_E_TIMEOUT" && said.retry_after_s == 86400 && said.sha256 == "ab");
        CHECK(said.bytes == 5000000000 && said.entry == "0123" && said.journal == "not_completed");
        CHECK(said.ending == hr::ending::unlisted && said.ending->word() == "of a newer library");
        CHECK(error.what() == std::string("hr_dmp_send: HR_E_IN_DOUBT: m"));
        CHECK(hr::json::from(said).text().find("EXEMPLE") == std::string::npos);
    }
}

struct told : hr::session {
    using session::session;
    using session::concluded;
};

/// The same object as the result of a call that asks: there the names are, for the person.
static void results_that_ask()
{
    const hr::result made{hr::json(object)};
    CHECK(made.error && made.error->code == -106 && made.ending.word() == "of a newer library");
    CHECK(made.question && made.question->kind == hr::ask::card && made.question->sentence_fr == made.sentence_fr);
    CHECK(made.question->choices.at(0).label_fr == "EXEMPLE" && made.question->choices[0].value.is_null());
    CHECK(made.question->choices[0].raw.get("/nom") == "EXEMPLE" && made.json.text() == object);
    CHECK(!made.is_open() && !made.is_found() && !made.is_complete());

    const hr::result half(hr::json(R"({"operation":"hr_connect","code":-10,"ending":"open","ask":"situation"})"));
    CHECK(half.ending == hr::ending::open && !half.is_open());

    told session("{}");
    for (const std::int32_t mistake : {-1, -2, -5, -7, -900})
        CHECK(throws<hr::error>([&] {
            (void)session.concluded("hr_deposit", [&](char **out) {
                hr_state(0, out);
                return mistake;
            });
        }));
}

static void errors_without_an_object()
{
    for (const char *nothing : {"", "{}", "null", "no JSON"})
        try {
            hr::check(-12345, "hr_state", nothing);
            CHECK(false);
        } catch (const hr::error &error) {
            const hr::error_details &said = error.details();
            CHECK(error.code() == hr::code{-12345} && said.name == "HR_E_UNKNOWN_CODE");
            CHECK(said.operation == "hr_state" && said.at == hr::at::library);
            CHECK(!said.message.empty() && !said.message_fr.empty() && !said.remedy.empty() && !said.remedy_fr.empty());
            CHECK(!said.reason && !said.entry && !said.outcome && !said.http_status && !error.in_doubt());
        }
}

void test_errors()
{
    families();
    error_objects();
    results_that_ask();
    errors_without_an_object();
    CHECK(hr::version() == std::string(hr_version()));
}
