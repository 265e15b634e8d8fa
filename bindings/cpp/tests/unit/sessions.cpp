// sessions.cpp - who owns a handle, and what is left of it.

#include "../unit.hpp"

#include "../check.hpp"
#include "hr.hpp"

#include <cstdint>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

static_assert(!std::is_copy_constructible_v<hr::session> && !std::is_copy_assignable_v<hr::session>);
static_assert(std::is_nothrow_move_constructible_v<hr::session> && std::is_nothrow_move_assignable_v<hr::session>);
static_assert(std::is_nothrow_destructible_v<hr::session> && std::is_copy_constructible_v<hr::canceller>);

template <class Call>
static bool has_no_handle(Call &&call)
{
    try {
        call();
    } catch (const hr::caller_error &error) {
        return error.code() == hr::code::handle;
    }
    return false;
}

static void ownership()
{
    std::optional<hr::session> first(std::in_place, "{}");
    const std::int32_t number = first->handle();
    const hr::canceller token = first->canceller();
    CHECK(number > 0 && hr_state(number, nullptr) == HR_OK && token.cancel());

    hr::session second(std::move(*first));
    CHECK(second.handle() == number && first->handle() == 0);
    CHECK(has_no_handle([&] { first->state(); }) && has_no_handle([&] { first->progress(nullptr); }));
    CHECK(has_no_handle([&] { first->dmp_send("1", "a", std::nullopt, "b", "c"); }));
    CHECK(has_no_handle([&] { first->cancel(); }) && !first->end_of_upload());
    first.reset();
    CHECK(second.state().next == "hr_ticket_set");

    hr::session third("{}");
    const std::int32_t replaced = third.handle();
    third = std::move(second);
    CHECK(third.handle() == number && hr_state(replaced, nullptr) == HR_E_HANDLE);
    hr::session &same = third;
    third = std::move(same);
    CHECK(third.handle() == number && third.state().open_records == 0);
    {
        const hr::session last(std::move(third));
    }
    CHECK(hr_state(number, nullptr) == HR_E_HANDLE && !token.cancel() && !hr::canceller().cancel());
}

static void closing()
{
    hr::session session("{}");
    const std::int32_t number = session.handle();
    session.close();
    session.close();
    CHECK(session.handle() == number);
    CHECK(has_no_handle([&] { session.state(); }) && has_no_handle([&] { session.cancel(); }));
    CHECK(has_no_handle([&] { session.progress([](auto, auto) { return true; }); }));
    CHECK(has_no_handle([&] { session.dmp_resend_allow("a"); }));
    hr::session other("{}");
    std::thread([&] { other.close(); }).join();
    CHECK(has_no_handle([&] { other.ready(); }));
}

static void state()
{
    hr::session session("{}");
    hr::state_result before = session.state();
    CHECK(!before.ticket && !before.cards && !before.session && !before.patient && !before.updateNeeded);
    CHECK(before.raw.empty() && !before.http_status);
    session.ticket_set("ticket");
    session.session_set("http://127.0.0.1:9/service", "bearer");
    const hr::state_result after = session.state();
    CHECK(after.ticket && after.session && !after.identified && after.open_records == 0);
    session.progress([](auto, auto) { return true; });
    session.progress(nullptr);
    CHECK(!session.end_of_upload());
}

void test_sessions()
{
    ownership();
    closing();
    state();
    hr::check_abi();
}
