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

/// An error that the library reports must come out as itself once there is memory for it; until then as one that says
/// that nobody knows.
template <class Call>
static long fail_each_error(Call &&call)
{
    return fail_each([&] {
        try {
            call();
        } catch (const hr::error &error) {
            if (error.code() != hr::code::too_large)
                return;
            allow_allocations(-1);
            CHECK(error.outcome() == "unknown");
            throw std::bad_alloc();
        }
    });
}

/// A library's answer without a service: a text of the library's with an outcome in it, and HR_OK. From the return on
/// only so many allocations succeed. A type for each operation, as the calls of a session have.
template <class Result>
struct answer {
    long allowed;
    std::int32_t code = HR_OK;

    std::int32_t operator()(char **out) const
    {
        hr_dmp_open(0, "1", nullptr, out);
        allow_allocations(allowed);
        return code;
    }
};

/// How a call ends with each allocation failing that comes after the library's return.
template <class Result>
static void took_effect(const char *operation)
{
    long unreadable = 0;
    bool hidden = false;
    for (bool ended = false; !ended; ) {
        try {
            hr::detail::change<Result>(operation, answer<Result>{unreadable});
            ended = true;
        } catch (const hr::caller_error &error) {
            allow_allocations(-1);
            CHECK(error.operation() == operation && error.code() == hr::code::too_large && error.in_doubt());
            CHECK(error.outcome() == "accepted_unreadable" && !error.remedy_fr().empty() && error.what() != nullptr);
            unreadable++;
        } catch (const std::bad_alloc &) {
            allow_allocations(-1);
            hidden = ended = true;
        }
        allow_allocations(-1);
    }
    CHECK(unreadable > 0 && !hidden);
}

/// Issue 12, point 28: without memory for the result a document that was accepted came out as std::bad_alloc.
static void what_took_effect_is_reported()
{
    took_effect<hr::send_result>("hr_dmp_send");
    took_effect<hr::result>("hr_dmp_open");
    took_effect<hr::login_result>("hr_login");

    const auto without_a_text = [](char **) { return HR_OK; };
    CHECK(throws<hr::caller_error>([&] { hr::detail::change<hr::result>("hr_dmp_open", without_a_text); }));
    CHECK(throws<std::bad_alloc>([&] { hr::detail::ask<hr::result>("hr_state", without_a_text); }));
    const auto failed = [&](auto &&run) {
        try {
            hr::detail::change<hr::result>("hr_dmp_open", run);
        } catch (const hr::error &error) {
            allow_allocations(-1);
            return error.operation() == "hr_dmp_open" && error.outcome() == "unknown";
        }
        return false;
    };
    CHECK(failed([](char **) { return HR_E_IN_DOUBT; }) && failed(answer<void>{0, HR_E_IN_DOUBT}));
    hr::session session("{}");
    const auto reads = [&](char **out) {
        const std::int32_t code = hr_state(session.handle(), out);
        allow_allocations(0);
        return code;
    };
    CHECK(throws<std::bad_alloc>([&] { hr::detail::change<hr::result>("hr_request", reads); }));
    allow_allocations(-1);
}

void test_memory()
{
    what_took_effect_is_reported();
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
