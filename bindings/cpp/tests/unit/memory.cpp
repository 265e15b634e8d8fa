// memory.cpp - every allocation of the wrapper fails once: no text and no handle may be lost. Lost texts are
// found by the leak checkers that this runs under.

#include "../unit.hpp"

#include "../check.hpp"
#include "allocations.hpp"
#include "hr.hpp"

#include <cstdint>
#include <cstring>
#include <new>
#include <optional>

static long opened = 0;

/// Counts handles without allocating: the lines are those of hr_open and hr_close.
static void count_handles(void *, std::int32_t, const char *line)
{
    opened += std::strstr(line, " opened") != nullptr ? 1 : 0;
    opened -= std::strstr(line, " closed") != nullptr ? 1 : 0;
}

/// Runs a call with the first, then the second allocation failing, and so on until it succeeds or ends with an error of
/// the library's.
template <class Call>
static long fail_each(Call &&call)
{
    for (long n = 0; n < 1000; n++) {
        allow_allocations(n);
        try {
            call();
            allow_allocations(-1);
            return n;
        } catch (const std::bad_alloc &) {
            allow_allocations(-1);
        } catch (const hr::error &) {
            allow_allocations(-1);
            return n;
        }
    }
    return -1;
}

/// Calls that fail as they are told to.
struct told : hr::session {
    using session::session;
    using session::fetched;
    using session::concluded;
};

/// What a call did that took effect is in last() when there was no memory for its result.
static void what_took_effect_is_kept()
{
    told session("{}");
    session.session_set("http://127.0.0.1:9/service", "bearer");
    const auto opens = [&](char **out) {
        const std::int32_t code = hr_dmp_open(session.handle(), "1", nullptr, out);
        allow_allocations(0);
        return code;
    };
    CHECK(throws<std::bad_alloc>([&] { session.fetched<hr::done>("hr_dmp_open", opens); }));
    allow_allocations(-1);
    CHECK(session.last().get("/operation") == "hr_dmp_open");
    const auto without_a_text = [](char **) { return HR_OK; };
    CHECK(throws<std::bad_alloc>([&] { session.fetched<hr::state>("hr_state", without_a_text); }));
    const auto failed = [](char **) { return HR_E_IN_DOUBT; };
    CHECK(throws<hr::network_error>([&] { session.fetched<hr::done>("hr_dmp_open", failed); }));
    try {
        (void)session.concluded("hr_deposit", failed);
        CHECK(false);
    } catch (const hr::network_error &lost) {
        CHECK(lost.in_doubt() && !lost.details().outcome);
    }
}

void test_memory()
{
    what_took_effect_is_kept();
    hr_set_log(count_handles, nullptr, HR_LOG_DEBUG);
    CHECK(fail_each([] { hr::session session("{ \"language\" : \"fr\" }"); }) > 2);
    CHECK(fail_each([] { hr::client client("{}", {}, [](auto, auto) {}); }) > 2);
    CHECK(opened == 0);
    hr_set_log(nullptr, nullptr, HR_LOG_OFF);

    hr::session session("{}");
    CHECK(fail_each([&] { (void)session.state(); }) > 0);
    CHECK(fail_each([&] { session.login("a token that does not fit into a small string", "1"); }) > 5);
    CHECK(fail_each([&] { session.progress([&session](auto, auto) { (void)session.handle(); }); }) > 0);
    CHECK(fail_each([&] { session.dmp_send("1", "no such file", std::nullopt, "10", "11503-0"); }) > 5);
    CHECK(fail_each([&] { (void)session.deposit(hr::deposit_request()); }) > 5);
    CHECK(session.state().next == "hr_ticket_set");
}
