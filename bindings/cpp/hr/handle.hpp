// handle.hpp - who owns a handle of the library: opening, closing, stops, the progress of uploads.

#ifndef HR_HANDLE_HPP
#define HR_HANDLE_HPP

#include "hr.h"
#include "hr/argument.hpp"
#include "hr/call.hpp"
#include "hr/error.hpp"
#include "hr/requests.hpp"
#include "hr/results.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace hr {

/// Ends the calls that run under it, and each that begins under it later before it sends anything. There is no way
/// back: make another one. Copies are the same source. In C++20 a std::stop_callback may request the stop.
class stop_source {
public:
    stop_source() : number_(std::make_shared<const owned>()) {}

    /// Any thread, at any time, also from callbacks. Never waits.
    void request_stop() const noexcept { hr_stop(number()); }

    /// The number for functions of hr.h.
    [[nodiscard]] std::int32_t number() const noexcept { return number_->value; }

private:
    struct owned {
        std::int32_t value = 0;

        owned() { check(hr_stop_new(&value), "hr_stop_new"); }
        ~owned() { hr_stop_free(value); }
        owned(const owned &) = delete;
        owned &operator=(const owned &) = delete;
    };

    std::shared_ptr<const owned> number_;
};

/// Receives how far an upload is; see hr_set_progress in hr.h. It runs on the thread that made the call. It may stop
/// the call, cancel and close, and call anything on other sessions. It may throw: the upload is stopped, and that very
/// exception comes out of the call. The document may have been accepted all the same: last() has what became of it.
using progress_function = std::function<void(std::int64_t done, std::int64_t total)>;

namespace detail {

/// It lies at one address as long as its session is open.
struct progress_slot {
    std::mutex guard;
    std::shared_ptr<const progress_function> receiver;
};

} // namespace detail
} // namespace hr

/// The receiver that is handed to hr_set_progress.
extern "C" inline std::int32_t hr_cpp_on_progress(void *user, std::int32_t done, std::int32_t total) noexcept
{
    const bool go_on = hr::detail::running_call::enter([&] {
        auto &slot = *static_cast<hr::detail::progress_slot *>(user);
        std::unique_lock<std::mutex> lock(slot.guard);
        const std::shared_ptr<const hr::progress_function> receiver = slot.receiver;
        lock.unlock();
        if (receiver)
            (*receiver)(done, total);
    });
    return go_on ? 0 : 1;
}

namespace hr {
namespace detail {

/// A handle that is closed with this. It can be moved, not copied; after close(), and when it was moved from, a call
/// gives HR_E_HANDLE.
///
/// THREADS. On one session one call runs at a time: a second one gets HR_E_BUSY at once. cancel(), close(), stop_on()
/// and handle() may come from any thread at any time; moving and destroying are for the time when no other thread uses
/// it.
class open_handle {
public:
    /// Opens a session. The configuration is checked, nothing is sent.
    /// HR_E_CONFIG: the remedy names the key. hr::abi_error: this wrapper and the library do not fit.
    explicit open_handle(const configuration &settings)
    {
        writer json;
        json.write(settings);
        open(json.text());
    }

    /// The same with the JSON text that hr_open takes.
    explicit open_handle(const needed_text &settings_json) { open(settings_json); }

    open_handle(open_handle &&other) noexcept
        : opened_(std::move(other.opened_)), slot_(std::move(other.slot_)), number_(std::exchange(other.number_, 0))
    {
    }

    open_handle &operator=(open_handle &&other) noexcept
    {
        hr_close(std::exchange(number_, std::exchange(other.number_, 0)));
        slot_ = std::move(other.slot_);
        opened_ = std::move(other.opened_);
        return *this;
    }

    ~open_handle() { hr_close(number_); }

    /// Closes the session and drops its secrets; twice is fine. A call that runs in another thread is cancelled
    /// and ends with HR_E_CANCELLED or a truthful outcome; this does not wait for it.
    void close()
    {
        const std::int32_t ended = hr_close(number_);
        if (ended != HR_E_HANDLE)
            check(ended, "hr_close");
    }

    /// Stops the call that runs; without one nothing happens. It ends with HR_E_CANCELLED, or with HR_E_IN_DOUBT
    /// when everything was sent. Never waits. HR_E_HANDLE: the session is closed.
    void cancel() const { check(hr_cancel(number_), "hr_cancel"); }

    /// From now on the calls that this thread begins end when the source says so; those of other threads do not.
    /// std::nullopt: they have no stop any more.
    void stop_on(const std::optional<stop_source> &source)
    {
        check(hr_set_stop(number_, source ? source->number() : 0), "hr_set_stop");
    }

    /// Sets who receives the progress of an upload; an empty function: nobody.
    /// HR_E_BUSY: a call runs, the receiver was not changed.
    void progress(progress_function receiver)
    {
        auto next = receiver ? std::make_shared<const progress_function>(std::move(receiver)) : nullptr;
        check(hr_set_progress(number_, next ? hr_cpp_on_progress : nullptr, slot_.get()), "hr_set_progress");
        const std::lock_guard<std::mutex> lock(slot_->guard);
        slot_->receiver.swap(next);
    }

    /// The number for functions of hr.h. It stays this session's.
    [[nodiscard]] std::int32_t handle() const noexcept { return number_; }

    /// The settings in force, without secrets.
    [[nodiscard]] const settings &opened() const & noexcept { return opened_; }

private:
    settings opened_;
    std::shared_ptr<progress_slot> slot_ = std::make_shared<progress_slot>();
    std::int32_t number_ = 0;

    void open(const needed_text &settings_json)
    {
        constexpr const char *operation = "hr_open";
        check_abi();
        const c_text given(operation, "config_json", settings_json);
        try {
            opened_ = fetched<settings>(operation, [&](char **out) { return hr_open(given.get(), &number_, out); });
        } catch (...) {
            hr_close(number_);
            throw;
        }
    }
};

} // namespace detail
} // namespace hr

#endif
