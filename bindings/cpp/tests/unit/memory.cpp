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

/// Runs a call with the first, then the second allocation failing, and so on until it succeeds.
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
        }
    }
    return -1;
}

/// An error that the library reports must come out as itself once there is memory for it.
template <class Call>
static long fail_each_error(Call &&call)
{
    return fail_each([&] {
        try {
            call();
        } catch (const hr::error &) {
        }
    });
}

void test_memory()
{
    hr_set_log(count_handles, nullptr, HR_LOG_DEBUG);
    CHECK(fail_each([] { hr::session session("{ \"language\" : \"fr\" }"); }) > 2);
    CHECK(opened == 0);
    hr_set_log(nullptr, nullptr, HR_LOG_OFF);

    hr::session session("{}");
    CHECK(fail_each([&] { session.state(); }) > 0);
    CHECK(fail_each_error([&] { session.login("a token that does not fit into a small string", "1"); }) > 5);
    CHECK(fail_each([&] { session.progress([&session](auto, auto) { return session.handle() > 0; }); }) > 0);
    CHECK(fail_each_error([&] { session.dmp_send("1", "no such file", std::nullopt, "10", "11503-0"); }) > 5);
    CHECK(session.state().next == "hr_ticket_set");
}
