// stop.hpp - a request to stop that lasts: what runs ends, and what would come next does not begin.

#ifndef HR_STOP_HPP
#define HR_STOP_HPP

#include "hr.h"
#include "hr/progress.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_jthread)
#include <stop_token>
#endif

namespace hr {

namespace detail {

/// A call that is about to run, runs or has ended. hr_cancel stops a call that runs, and has no effect on one that is
/// about to: so whoever interrupts waits until it runs, which is a matter of microseconds.
class running_call {
public:
    running_call(std::int32_t handle, std::shared_ptr<progress_slot> slot) : handle_(handle), slot_(std::move(slot)) {}

    void end() noexcept
    {
        const std::lock_guard<std::mutex> lock(guard_);
        ended_ = true;
    }

    void interrupt() noexcept
    {
        while (!reached())
            std::this_thread::yield();
    }

private:
    const std::int32_t handle_;
    const std::shared_ptr<progress_slot> slot_;
    const std::thread::id caller_ = std::this_thread::get_id();
    std::mutex guard_;
    bool ended_ = false;

    /// The calling thread itself is in a callback of the call, or has not begun it and will look. For any other
    /// hr_set_progress, which changes nothing here, says whether the call runs.
    bool reached() noexcept
    {
        const std::lock_guard<std::mutex> lock(guard_);
        if (ended_)
            return true;
        const bool own = std::this_thread::get_id() == caller_;
        if (!own && hr_set_progress(handle_, hr_cpp_on_progress, slot_.get()) == HR_OK)
            return false;
        hr_cancel(handle_);
        return true;
    }
};

class stop_state {
public:
    bool requested() const noexcept { return requested_; }

    bool request() noexcept
    {
        std::vector<std::shared_ptr<running_call>> calls;
        {
            const std::lock_guard<std::mutex> lock(guard_);
            if (requested_.exchange(true))
                return false;
            calls.swap(calls_);
        }
        for (const auto &call : calls)
            call->interrupt();
        return true;
    }

    void add(const std::shared_ptr<running_call> &call)
    {
        const std::lock_guard<std::mutex> lock(guard_);
        calls_.push_back(call);
    }

    void remove(const std::shared_ptr<running_call> &call) noexcept
    {
        const std::lock_guard<std::mutex> lock(guard_);
        calls_.erase(std::remove(calls_.begin(), calls_.end(), call), calls_.end());
    }

private:
    std::mutex guard_;
    std::atomic<bool> requested_{false};
    std::vector<std::shared_ptr<running_call>> calls_;
};

class stoppable_call;

} // namespace detail

/// Says whether to stop: of an hr::stop_source, or in C++20 of a std::stop_source or std::jthread. Copies are cheap.
class stop_token {
public:
    /// Never stops.
    stop_token() = default;

#if defined(__cpp_lib_jthread)
    stop_token(std::stop_token token) noexcept : standard_(std::move(token)) {}
#endif

    bool stop_requested() const noexcept
    {
#if defined(__cpp_lib_jthread)
        if (standard_.stop_requested())
            return true;
#endif
        return own_ && own_->requested();
    }

private:
    friend class stop_source;
    friend class detail::stoppable_call;

    std::shared_ptr<detail::stop_state> own_;
#if defined(__cpp_lib_jthread)
    std::stop_token standard_{};
#endif
};

/// Asks to stop, from any thread, at any time, also from a callback. There is no way back: make another one. Copies
/// are the same source, and may outlive what they stop.
class stop_source {
public:
    stop_source() : state_(std::make_shared<detail::stop_state>()) {}

    /// Stops the call that runs, and every later one before it begins. False when it was asked for before. Does not
    /// wait for the end of the call.
    bool request_stop() const noexcept { return state_->request(); }

    bool stop_requested() const noexcept { return state_->requested(); }

    stop_token token() const noexcept
    {
        stop_token token;
        token.own_ = state_;
        return token;
    }

private:
    std::shared_ptr<detail::stop_state> state_;
};

namespace detail {

/// From before the look at the token to behind the call.
class stoppable_call {
public:
    stoppable_call(const stop_token &token, std::int32_t handle, const std::shared_ptr<progress_slot> &slot)
        : own_(token.own_), call_(std::make_shared<running_call>(handle, slot))
    {
        if (own_)
            own_->add(call_);
#if defined(__cpp_lib_jthread)
        standard_.emplace(token.standard_, interrupter{call_});
#endif
    }

    ~stoppable_call()
    {
        call_->end();
        if (own_)
            own_->remove(call_);
    }

    stoppable_call(const stoppable_call &) = delete;
    stoppable_call &operator=(const stoppable_call &) = delete;

private:
    std::shared_ptr<stop_state> own_;
    std::shared_ptr<running_call> call_;
#if defined(__cpp_lib_jthread)
    struct interrupter {
        std::shared_ptr<running_call> call;

        void operator()() const noexcept { call->interrupt(); }
    };

    std::optional<std::stop_callback<interrupter>> standard_;
#endif
};

} // namespace detail
} // namespace hr

#endif
