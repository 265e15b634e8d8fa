// handle.hpp - who owns a handle of the library, and who may stop what runs on it.

#ifndef HR_HANDLE_HPP
#define HR_HANDLE_HPP

#include "hr.h"

#include <cstdint>
#include <utility>

namespace hr {

/// Stops the call that runs on a session, from another thread. It may be copied, and outlive the session: the
/// number that it holds is never given to another session.
class canceller {
public:
    /// Stops nothing.
    canceller() = default;

    explicit canceller(std::int32_t handle) noexcept : handle_(handle) {}

    /// Stops the call that runs; without one nothing happens. Never waits. False when the session is closed.
    /// Any thread, at any time, also from a callback.
    bool cancel() const noexcept { return hr_cancel(handle_) == HR_OK; }

private:
    std::int32_t handle_ = 0;
};

namespace detail {

/// A number from hr_open that is closed with this. It is kept after that, since a number stays a session's for
/// ever: the library itself then says HR_E_HANDLE.
class owned_handle {
public:
    owned_handle() = default;
    owned_handle(owned_handle &&other) noexcept : number_(std::exchange(other.number_, 0)) {}

    owned_handle &operator=(owned_handle &&other) noexcept
    {
        hr_close(std::exchange(number_, std::exchange(other.number_, 0)));
        return *this;
    }

    ~owned_handle() { hr_close(number_); }

    std::int32_t *place() noexcept { return &number_; }
    operator std::int32_t() const noexcept { return number_; }

private:
    std::int32_t number_ = 0;
};

} // namespace detail

} // namespace hr

#endif
