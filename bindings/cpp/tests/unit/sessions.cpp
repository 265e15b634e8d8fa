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
static_assert(std::is_nothrow_destructible_v<hr::session> && std::is_copy_constructible_v<hr::stop_source>);

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
    CHECK(number > 0 && hr_state(number, nullptr) == HR_OK);

    hr::session second(std::move(*first));
    CHECK(second.handle() == number && first->handle() == 0);
    CHECK(has_no_handle([&] { (void)first->state(); }) && has_no_handle([&] { first->progress(nullptr); }));
    CHECK(has_no_handle([&] { first->dmp_send("1", "a", std::nullopt, "b", "c"); }));
    CHECK(has_no_handle([&] { first->cancel(); }) && has_no_handle([&] { first->stop_on(std::nullopt); }));
    first.reset();
    CHECK(second.state().next == "hr_ticket_set");

    hr::session third("{}");
    const std::int32_t replaced = third.handle();
    third = std::move(second);
    CHECK(third.handle() == number && hr_state(replaced, nullptr) == HR_E_HANDLE);
    hr::session &same = third;
    third = std::move(same);
    CHECK(third.handle() == number && third.state().open_records == 0 && !third.opened().user_agent.empty());
    {
        const hr::session last(std::move(third));
    }
    CHECK(hr_state(number, nullptr) == HR_E_HANDLE);
}

/// A stopped source ends what this thread begins under it, and nothing of another.
static void stops()
{
    hr::session session("{}"), other("{}");
    session.session_set("http://127.0.0.1:9/service", "bearer");
    const hr::stop_source source, copy = source;
    CHECK(!session.stop_on(source) && !source.stop_requested());
    copy.request_stop();
    const auto cancelled = [&] { return throws<hr::cancelled_error>([&] { session.patient_search("A"); }); };
    CHECK(cancelled() && source.number() == copy.number() && source.number() != hr::stop_source().number());
    bool elsewhere = true;
    std::thread([&] { elsewhere = cancelled(); }).join();
    CHECK(!elsewhere && session.state().session);
    CHECK(session.stop_on(std::nullopt)->number() == source.number() && source.stop_requested());
    CHECK(!cancelled());

    // A client's call ends with the stop that its thread had set, and leaves it where it was.
    hr::client client(std::move(session));
    const hr::stop_source own;
    hr::find_request known;
    known.patient.emplace().nom = "A";
    const auto ending = [&] { return client.find(known).ending; };
    client.stop();
    client.session().stop_on(own);
    CHECK(ending() != hr::ending::cancelled);
    own.request_stop();
    CHECK(ending() == hr::ending::cancelled);
    CHECK(throws<hr::cancelled_error>([&] { client.session().patient_search("A"); }));
    CHECK(client.session().stop_on(std::nullopt)->number() == own.number());
    CHECK(ending() != hr::ending::cancelled);
}

void test_sessions()
{
    ownership();
    CHECK(!hr::client("{}").last());
    stops();
    hr::check_abi();
}
