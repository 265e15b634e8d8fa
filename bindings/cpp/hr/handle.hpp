// handle.hpp - who owns a handle of the library: opening, closing, calls, stops, the progress of uploads.

#ifndef HR_HANDLE_HPP
#define HR_HANDLE_HPP

#include "hr.h"
#include "hr/argument.hpp"
#include "hr/error.hpp"
#include "hr/json.hpp"
#include "hr/requests.hpp"
#include "hr/result.hpp"
#include "hr/results.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace hr {

/// Ends the calls that run under it, and each that begins under it later before it sends anything. There is no way
/// back: make another one. Copies are the same source. In C++20 a std::stop_callback may request the stop.
class stop_source {
public:
    stop_source() : state_(std::make_shared<state>()) {}

    /// Any thread, at any time, also from callbacks. Never waits.
    void request_stop() const noexcept { state_->stop(true); }

    [[nodiscard]] bool stop_requested() const noexcept { return state_->stopped; }

    /// The number for functions of hr.h.
    [[nodiscard]] std::int32_t number() const noexcept { return state_->number; }

private:
    friend class client;

    struct state {
        std::int32_t number = 0;
        std::atomic<bool> stopped{false};
        std::mutex guard;
        std::list<std::weak_ptr<state>> joined;

        state() { check(hr_stop_new(&number), "hr_stop_new"); }
        ~state() { hr_stop_free(number); }

        void add(const std::shared_ptr<state> &one)
        {
            const std::lock_guard<std::mutex> lock(guard);
            joined.remove_if([](const std::weak_ptr<state> &other) { return other.expired(); });
            joined.push_back(one);
            if (stopped)
                one->stop(true);
        }

        void stop(bool itself) noexcept
        {
            const std::lock_guard<std::mutex> lock(guard);
            if (itself) {
                stopped = true;
                hr_stop(number);
            }
            for (const std::weak_ptr<state> &one : joined)
                if (const std::shared_ptr<state> living = one.lock())
                    living->stop(true);
        }
    };

    std::shared_ptr<state> state_;

    /// From now on the end of another source ends this one as well, but not the other way round.
    void join(const stop_source &other) const { other.state_->add(state_); }

    /// Ends those that have joined this one. It is not ended itself, nor is one that joins it later.
    void stop_joined() const noexcept { state_->stop(false); }
};

/// Receives how far an upload is; see hr_set_progress in hr.h. It runs on the thread that made the call. It may stop
/// the call, cancel and close, and call anything on other sessions. It may throw: the upload is stopped, and that very
/// exception comes out of the call, unless hr.h itself was called. The document may have been accepted all the same:
/// last() has what became of it.
using progress_function = std::function<void(std::int64_t done, std::int64_t total)>;

namespace detail {

/// It lies at one address as long as its session is open.
struct session_state {
    std::int32_t number = 0;
    settings opened;
    std::mutex guard;
    std::shared_ptr<const progress_function> receiver;
    std::exception_ptr thrown; ///< by the receiver, in a call of `thread`
    std::thread::id thread;

    ~session_state() { hr_close(number); }

    /// False: the call must end.
    bool receive(std::int32_t done, std::int32_t total) noexcept
    {
        try {
            std::unique_lock<std::mutex> lock(guard);
            const std::shared_ptr<const progress_function> to = receiver;
            lock.unlock();
            if (to)
                (*to)(done, total);
            return true;
        } catch (...) {
            const std::lock_guard<std::mutex> lock(guard);
            thrown = std::current_exception();
            thread = std::this_thread::get_id();
            return false;
        }
    }

    /// What was thrown in a call of this thread.
    std::exception_ptr take()
    {
        const std::lock_guard<std::mutex> lock(guard);
        return thread == std::this_thread::get_id() ? std::exchange(thrown, nullptr) : nullptr;
    }
};

/// The receiver that is handed to hr_set_progress.
extern "C" inline std::int32_t hr_cpp_on_progress(void *user, std::int32_t done, std::int32_t total) noexcept
{
    return static_cast<session_state *>(user)->receive(done, total) ? 0 : 1;
}

/// A handle that is closed with this. It can be moved, not copied; after close(), and when it was moved from, a call
/// gives HR_E_HANDLE.
///
/// THREADS. On one session one call runs at a time: a second one gets HR_E_BUSY at once. cancel(), close(), stop_on()
/// and handle() may come from any thread at any time; moving is for the time when no other thread uses it, destroying
/// for that when no call runs.
class open_handle {
public:
    /// Opens a session. The configuration is checked, nothing is sent.
    /// HR_E_CONFIG: the remedy names the key. hr::abi_error: this wrapper and the library do not fit.
    explicit open_handle(const configuration &settings)
    {
        writer json;
        json.write(settings);
        open(json.text);
    }

    /// The same with the JSON text that hr_open takes.
    explicit open_handle(const needed_text &settings_json) { open(settings_json); }

    open_handle(open_handle &&) noexcept = default;
    open_handle &operator=(open_handle &&) noexcept = default;

    /// Closes the session and drops its secrets; twice is fine. A call that runs in another thread is cancelled
    /// and ends with HR_E_CANCELLED or a truthful outcome; this does not wait for it.
    void close()
    {
        if (const std::int32_t ended = hr_close(handle()); ended != HR_E_HANDLE)
            check(ended, "hr_close");
    }

    /// Stops the call that runs; without one nothing happens. It ends with HR_E_CANCELLED, or with HR_E_IN_DOUBT
    /// when everything was sent. Never waits. HR_E_HANDLE: the session is closed.
    void cancel() const { check(hr_cancel(handle()), "hr_cancel"); }

    /// From now on the calls that this thread begins end when the source says so; those of other threads do not.
    /// std::nullopt: they have no stop any more. Gives what this set before.
    std::optional<stop_source> stop_on(const std::optional<stop_source> &source)
    {
        static thread_local std::map<std::weak_ptr<session_state>, std::optional<stop_source>, std::owner_less<>> all;
        for (auto at = all.begin(); at != all.end();)
            at = at->first.expired() ? all.erase(at) : std::next(at);
        std::optional<stop_source> &own = all[state_];
        check(hr_set_stop(handle(), source ? source->number() : 0), "hr_set_stop");
        return std::exchange(own, source);
    }

    /// Sets who receives the progress of an upload; an empty function: nobody.
    /// HR_E_BUSY: a call runs, the receiver was not changed.
    void progress(progress_function receiver)
    {
        auto next = receiver ? std::make_shared<const progress_function>(std::move(receiver)) : nullptr;
        check(hr_set_progress(handle(), next ? hr_cpp_on_progress : nullptr, state_.get()), "hr_set_progress");
        const std::lock_guard<std::mutex> lock(state_->guard);
        state_->receiver.swap(next);
    }

    /// The number for functions of hr.h. It stays this session's.
    [[nodiscard]] std::int32_t handle() const noexcept { return state_ ? state_->number : 0; }

    /// The settings in force, without secrets. Not of a session that was moved from.
    [[nodiscard]] const settings &opened() const & noexcept { return state_->opened; }

protected:
    /// A call whose failure is thrown. `run` is handed the place for the text.
    template <class Result, class Run>
    Result fetched(const char *operation, Run &&run) const
    {
        const auto [code, text] = called(std::forward<Run>(run));
        check(code, operation, text.text());
        return text.template as<Result>();
    }

    /// A call that asks: its failure is a result as well, but for a mistake of the program's.
    template <class Run>
    result concluded(const char *operation, Run &&run) const
    {
        auto [code, text] = called(std::forward<Run>(run));
        if (text.text().empty() || is_mistake(code))
            check(code, operation, text.text());
        return result(std::move(text));
    }

private:
    std::shared_ptr<session_state> state_ = std::make_shared<session_state>();

    /// Code and text of a call. What the progress receiver threw comes out, and std::bad_alloc may: what became of the
    /// call is in hr_last then.
    template <class Run>
    std::pair<std::int32_t, json> called(Run &&run) const
    {
        const std::shared_ptr<session_state> state = state_; // a callback may move the session
        if (state)
            state->take();
        char *text = nullptr;
        const std::int32_t code = std::forward<Run>(run)(&text);
        const owned_text owned(text);
        if (const std::exception_ptr thrown = state ? state->take() : nullptr)
            std::rethrow_exception(thrown);
        if (text == nullptr && code == HR_OK)
            throw std::bad_alloc(); // the library had no memory for it
        return {code, json(std::string(text == nullptr ? "" : text))};
    }

    void open(const needed_text &settings_json)
    {
        constexpr const char *operation = "hr_open";
        check_abi();
        const c_text given(operation, "config_json", settings_json);
        const auto call = [&](char **out) { return hr_open(given.get(), &state_->number, out); };
        state_->opened = fetched<settings>(operation, call);
    }
};

} // namespace detail
} // namespace hr

#endif
