// threads.hpp - cancel, progress, callbacks that throw, the log, two threads.

#ifndef CONFORMANCE_THREADS_HPP
#define CONFORMANCE_THREADS_HPP

#include "stage.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

inline told run_cancel(const stage &stage)
{
    chain chain(stage);
    chain.to_record();
    bool first = true;
    chain.session.progress([&](std::int64_t, std::int64_t) {
        if (std::exchange(first, false))
            std::thread([token = chain.session.canceller()] { token.cancel(); }).join();
        return true;
    });
    return told().list("errors", {error_of([&] { chain.send(); })});
}

inline told run_cancel_waiting(const stage &stage)
{
    hr::session session(stage.config());
    std::atomic<bool> back{false};
    std::thread other([&back, token = session.canceller()] {
        while (!back) {
            token.cancel();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
    const std::string stopped = error_of([&] { session.ticket(); });
    back = true;
    other.join();
    return told().list("errors", {stopped});
}

inline told run_progress(const stage &stage)
{
    chain chain(stage);
    chain.to_record();
    std::vector<std::pair<std::int64_t, std::int64_t>> seen;
    const auto here = std::this_thread::get_id();
    bool same_thread = true, rising = true;
    chain.session.progress([&](std::int64_t done, std::int64_t total) {
        same_thread = same_thread && std::this_thread::get_id() == here;
        rising = rising && (seen.empty() || seen.back().first <= done);
        seen.emplace_back(done, total);
        return true;
    });
    const hr::send_result sent = chain.send();
    told out;
    out.number("calls", static_cast<std::int64_t>(seen.size()));
    out.number("first_done", seen.at(0).first).number("last_done", seen.back().first);
    out.number("total", seen.back().second).flag("rising", rising).flag("same_thread", same_thread);
    return out.number("bytes", sent.bytes);
}

struct own_exception {
    int number;
};

inline told run_callback_exception(const stage &stage)
{
    chain chain(stage);
    chain.to_record();
    chain.session.progress([](std::int64_t, std::int64_t) -> bool { throw own_exception{42}; });
    std::string raised = "none", library = "null";
    try {
        chain.send();
    } catch (const own_exception &own) {
        raised = own.number == 42 ? "own" : "another";
        if (const auto end = chain.session.end_of_upload())
            library = error_of([&] { end->get(); });
    } catch (const hr::error &) {
        raised = "library";
    }
    chain.session.progress(nullptr);
    const std::string sha256 = chain.send().sha256;
    return told().text("raised", raised).raw("library_error", library).text("sha256", sha256);
}

inline told run_log(const stage &stage)
{
    std::mutex guard;
    std::vector<std::string> lines;
    hr::set_log(
        [&](hr::log_level, std::string_view line) {
            const std::lock_guard<std::mutex> lock(guard);
            lines.emplace_back(line);
        },
        hr::log_level::debug);
    chain chain(stage);
    chain.to_record().send();
    hr::set_log(nullptr);
    const std::size_t while_on = lines.size();
    chain.session.state();
    const auto any_has = [&](const std::string &wanted) {
        for (const std::string &line : lines)
            if (line.find(wanted) != std::string::npos)
                return true;
        return false;
    };
    const bool leak = any_has(stage.text("pin")) || any_has(stage.text("nom")) || any_has(stage.text("document_name"));
    told out;
    out.number("lines", static_cast<std::int64_t>(while_on)).flag("has_dmp_send", any_has("hr_dmp_send"));
    return out.number("after_off", static_cast<std::int64_t>(lines.size() - while_on)).flag("leak", leak);
}

/// Waits until a call runs on a session. state() is asked because, unlike ticket(), it cannot become the call
/// that is held.
inline void wait_until_busy(hr::session &session)
{
    for (;;) {
        try {
            session.state();
        } catch (const hr::error &error) {
            if (error.code() == hr::code::busy)
                return;
            throw;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

inline told run_two_threads(const stage &stage)
{
    hr::session held(stage.config()), free(stage.config());
    std::string cancelled;
    std::thread first([&] { cancelled = error_of([&] { held.ticket(); }); });
    wait_until_busy(held);
    const std::string busy = error_of([&] { held.ticket(); });
    free.ticket();
    held.cancel();
    first.join();
    return told().list("errors", {busy, cancelled}).text("other", "ok");
}

#endif
