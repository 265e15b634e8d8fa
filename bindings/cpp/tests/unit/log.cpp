// log.cpp - the log of the process: off, replaced, thrown out of.

#include "../unit.hpp"

#include "../check.hpp"
#include "hr.hpp"

#include <atomic>
#include <exception>
#include <future>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

struct own_exception {
    int number;
};

static void fail(hr::session &session)
{
    CHECK(throws<hr::caller_error>([&] { session.ready(); }));
}

static void exceptions()
{
    hr::session session("{}");
    int calls = 0;
    hr::set_log([&](hr::log_level, std::string_view) { throw own_exception{++calls}; }, hr::log_level::error);
    CHECK(!hr::take_log_exception());
    fail(session);
    fail(session);
    hr::set_log(nullptr);
    fail(session);
    const std::exception_ptr kept = hr::take_log_exception();
    CHECK(calls == 2 && kept && !hr::take_log_exception());
    try {
        std::rethrow_exception(kept);
    } catch (const own_exception &own) {
        CHECK(own.number == 1);
    }
}

/// What a receiver holds lives until its last line has ended.
static void replaced_while_it_runs()
{
    std::promise<void> entered, replaced;
    std::atomic<bool> destroyed{false}, survived{false};
    std::shared_ptr<void> held(nullptr, [&](void *) { destroyed = true; });
    hr::set_log([&, held = std::move(held)](hr::log_level, std::string_view) {
        entered.set_value();
        replaced.get_future().wait();
        survived = !destroyed;
    }, hr::log_level::error);
    hr::session session("{}");
    std::thread other([&] { hr_ready(session.handle(), nullptr); });
    entered.get_future().wait();
    hr::set_log(nullptr);
    replaced.set_value();
    other.join();
    CHECK(survived && destroyed);
}

static void replaced_under_load()
{
    std::atomic<bool> stop{false};
    std::atomic<long> heard{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&] {
            hr::session session("{}");
            while (!stop) {
                hr_ready(session.handle(), nullptr);
                std::this_thread::yield(); // valgrind runs one thread at a time
            }
        });
    for (int round = 0; heard < 1000 || round < 300; round++) {
        const auto own = std::make_shared<std::atomic<long>>(0); // dies with its receiver
        hr::set_log([own, &heard](hr::log_level, std::string_view) { heard += ++*own > 0; }, hr::log_level::error);
        if (round % 3 == 0)
            hr::set_log(nullptr);
        std::this_thread::yield();
    }
    stop = true;
    for (std::thread &thread : threads)
        thread.join();
    hr::set_log(nullptr);
    CHECK(heard >= 1000 && !hr::take_log_exception());
}

void test_log()
{
    exceptions();
    replaced_while_it_runs();
    replaced_under_load();
}
