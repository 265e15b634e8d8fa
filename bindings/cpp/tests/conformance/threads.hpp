// threads.hpp - cancel, progress, callbacks that throw, the log, two threads.

#ifndef CONFORMANCE_THREADS_HPP
#define CONFORMANCE_THREADS_HPP

#include "stage.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

inline report run_cancel(const stage &stage)
{
    chain chain(stage);
    chain.to_record();
    bool first = true;
    chain.session.progress([&](std::int64_t, std::int64_t) {
        if (std::exchange(first, false))
            std::thread([number = chain.session.handle()] { hr_cancel(number); }).join();
    });
    return report().list("errors", {error_of([&] { chain.send(); })});
}

inline report run_cancel_waiting(const stage &stage)
{
    hr::session session(stage.config());
    std::atomic<bool> back{false};
    std::thread other([&back, number = session.handle()] {
        while (!back) {
            hr_cancel(number);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
    const std::string stopped = error_of([&] { session.ticket(); });
    back = true;
    other.join();
    return report().list("errors", {stopped});
}

inline report run_progress(const stage &stage)
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
    });
    const hr::upload sent = chain.send();
    report out;
    out.number("calls", static_cast<std::int64_t>(seen.size()));
    out.number("first_done", seen.at(0).first).number("last_done", seen.back().first);
    out.number("total", seen.back().second).flag("rising", rising).flag("same_thread", same_thread);
    return out.number("bytes", sent.bytes);
}

struct own_exception {
    int number;
};

inline report run_callback_exception(const stage &stage)
{
    chain chain(stage);
    chain.to_record();
    chain.session.progress([](std::int64_t, std::int64_t) { throw own_exception{42}; });
    std::string raised = "none", library = "null";
    try {
        chain.send();
    } catch (const own_exception &own) {
        raised = own.number == 42 ? "own" : "another";
        const hr::json ended = chain.session.last();
        const auto code = std::stoi(ended.get("/code").value_or("0"));
        library = error_of([&] { hr::check(code, "hr_dmp_send", ended.text()); });
    } catch (const hr::error &) {
        raised = "library";
    }
    chain.session.progress(nullptr);
    const std::string sha256 = chain.send().sha256;
    return report().text("raised", raised).raw("library_error", library).text("sha256", sha256);
}

inline report run_log(const stage &stage)
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
    (void)chain.session.state();
    const auto any_has = [&](const std::string &wanted) {
        for (const std::string &line : lines)
            if (line.find(wanted) != std::string::npos)
                return true;
        return false;
    };
    const bool leak = any_has(stage.text("pin")) || any_has(stage.text("nom")) || any_has(stage.text("document_name"));
    report out;
    out.number("lines", static_cast<std::int64_t>(while_on)).flag("has_dmp_send", any_has("hr_dmp_send"));
    return out.number("after_off", static_cast<std::int64_t>(lines.size() - while_on)).flag("leak", leak);
}

/// Waits until the sandbox has seen a request for a ticket. Its list is asked for with the library itself.
inline bool ticket_arrives(const stage &stage)
{
    hr::session control(stage.config());
    control.session_set(stage.text("control_url"), "none");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
        const hr::response requests = control.request("GET", "/requests");
        for (const hr::json &seen : requests.raw.items())
            if (seen.get("/call") == "ticket")
                return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

/// Ends the call that another thread makes, whatever happens in this one.
struct closed_at_the_end {
    const hr::session &session;

    ~closed_at_the_end() { hr_close(session.handle()); }
};

/// The call of the thread is known to run when its request has arrived. Until then nothing else is called: any
/// other call of the session could be the one that runs, and the other session's request could be the first.
inline report run_two_threads(const stage &stage)
{
    hr::session held(stage.config()), free(stage.config());
    std::future<std::string> first =
        std::async(std::launch::async, [&] { return error_of([&] { held.ticket(); }); });
    const closed_at_the_end end{held};
    if (!ticket_arrives(stage))
        throw std::runtime_error("no request for a ticket arrives");
    const std::string busy = error_of([&] { held.ticket(); });
    free.ticket();
    held.cancel();
    return report().list("errors", {busy, first.get()}).text("other", "ok");
}

#endif
