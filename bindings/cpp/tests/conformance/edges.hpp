// edges.hpp - reasons, what is left out, short memory, the program's end, other locales. Included once: it replaces
// operator new.

#ifndef CONFORMANCE_EDGES_HPP
#define CONFORMANCE_EDGES_HPP

#include "stage.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <locale>
#include <new>
#include <string>
#include <thread>
#include <vector>

inline thread_local long allocations_left = -1; // below 0: as many as there are

void *operator new(std::size_t size)
{
    if (allocations_left != 0)
        if (void *const block = std::malloc(size == 0 ? 1 : size)) {
            allocations_left -= allocations_left > 0 ? 1 : 0;
            return block;
        }
    throw std::bad_alloc();
}

// Inlined, g++ takes std::free for a mistake.
[[gnu::noinline]] void operator delete(void *block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void *block, std::size_t) noexcept { std::free(block); }

inline report run_reason_and_entry(const stage &stage)
{
    chain chain(stage);
    std::vector<std::string> reasons;
    const auto refused = [&](const std::string &token, bool confirmed) {
        try {
            if (confirmed)
                chain.session.pin_retry_allow(token);
            chain.session.login(token, stage.text("wrong_pin"));
        } catch (const hr::error &error) {
            const auto &reason = error.details().reason;
            reasons.push_back(reason ? hr::json::of(reason->word()).text() : "null");
        }
    };
    chain.session.ticket();
    std::string token = find_card(chain.session.ready(), stage);
    refused(token, false);
    refused(token, false);
    token = find_card(chain.session.ready(), stage);
    refused(token, false);
    refused("another", true);
    refused(token, false);
    refused(token, true);
    chain.to_record();
    std::vector<std::string> entries;
    for (int i = 0; i < 2; i++)
        try {
            chain.send();
        } catch (const hr::error &error) {
            entries.push_back(error.details().entry.value_or(""));
        }
    chain.session.dmp_resend_allow(entries.at(0));
    chain.send();
    return report().list("reasons", reasons).text("entry", entries[0]).flag("same_entry", entries.at(1) == entries[0]);
}

inline report run_null_optional_text(const stage &stage)
{
    chain chain(stage);
    chain.to_login();
    const char *const null = nullptr;
    const hr::answered found = chain.session.patient_search(stage.text("nom"), null, null, null);
    return report().text("nom", found.raw.get("/nom"));
}

inline report run_callback_ends_accepted_upload(const stage &stage)
{
    chain chain(stage);
    chain.to_record();
    chain.session.progress([](std::int64_t done, std::int64_t total) {
        if (done == total)
            throw 42;
    });
    try {
        chain.send();
    } catch (int) {
        const auto sent = chain.session.last().as<hr::upload>();
        return report().text("outcome", sent.outcome).text("sha256", sent.sha256);
    }
    return report();
}

/// The last report comes when the server has answered: what is allocated after it is the wrapper's. What it could not
/// hand over is in last().
inline report run_out_of_memory_after_accept(const stage &stage)
{
    chain chain(stage);
    chain.to_record();
    std::int64_t accepted = 0, unreadable = 0, hidden = 0;
    chain.session.progress([&](std::int64_t done, std::int64_t total) {
        allocations_left = done == total ? static_cast<long>(unreadable) : -1;
    });
    while (accepted + hidden == 0)
        try {
            chain.send();
            allocations_left = -1;
            accepted++;
        } catch (const std::bad_alloc &) {
            allocations_left = -1;
            ++(chain.session.last().as<hr::upload>().outcome == "accepted" ? unreadable : hidden);
        }
    return report().number("accepted", accepted).number("unreadable", unreadable).number("hidden", hidden);
}

/// Starts threads that never end, and returns when they run.
template <class Work>
report keep_running(Work work)
{
    static std::atomic<long> rounds{0};
    for (int i = 0; i < 4; i++)
        std::thread([work] {
            for (;;) {
                work();
                rounds++;
            }
        }).detach();
    while (rounds < 1000)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return report().flag("running", true);
}

inline report run_exit_while_logging(const stage &)
{
    hr::set_log([lines = std::make_shared<std::atomic<long>>(0)](hr::log_level, std::string_view) { ++*lines; },
                hr::log_level::debug);
    return keep_running([session = std::make_shared<hr::session>("{}")] { hr_ready(session->handle(), nullptr); });
}

inline report run_exit_while_closing(const stage &)
{
    hr::set_log([](hr::log_level, std::string_view) {}, hr::log_level::debug);
    return keep_running([] { hr::session("{}").close(); });
}

/// Groups of three digits, and a decimal comma.
struct other_numbers : std::numpunct<char> {
    char do_thousands_sep() const override { return ' '; }
    std::string do_grouping() const override { return "\3"; }
    char do_decimal_point() const override { return ','; }
};

inline report run_negative_sign_culture(const stage &)
{
    std::locale::global(std::locale(std::locale(), new other_numbers));
    hr::configuration settings;
    settings.timeouts.emplace().call_ms = 1234567;
    settings.card_codes.emplace().pin_refused = {-1234};
    const hr::session session(settings);
    const auto call_ms = session.opened().timeouts.call_ms;
    try {
        hr::check(-12345, "hr_state");
    } catch (const hr::error &error) {
        return report().number("call_ms", call_ms).text("message", error.details().message);
    }
    return report();
}

#endif
