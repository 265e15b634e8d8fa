// log.hpp - the log of the whole process.

#ifndef HR_LOG_HPP
#define HR_LOG_HPP

#include "hr.h"
#include "hr/codes.hpp"
#include "hr/error.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace hr {

/// Receives log lines, without their end. Called on the thread that makes a call, while that call runs, with no
/// lock held: several threads may be in it at once. It may call functions of the library, which are not logged
/// then. What it throws is swallowed and kept for take_log_exception().
using log_function = std::function<void(log_level level, std::string_view line)>;

namespace detail {

struct log_slot {
    std::mutex setting;
    std::mutex guard;
    std::shared_ptr<const log_function> receiver;
    std::exception_ptr thrown;

    /// Never destroyed: a thread may still log while the process ends.
    static log_slot &only()
    {
        static log_slot &slot = *new log_slot;
        return slot;
    }

    /// Gives the receiver that was there.
    std::shared_ptr<const log_function> replace(std::shared_ptr<const log_function> next)
    {
        const std::lock_guard<std::mutex> lock(guard);
        return std::exchange(receiver, std::move(next));
    }

    static void receive(std::int32_t level, const char *text) noexcept
    {
        log_slot &slot = only();
        try {
            std::unique_lock<std::mutex> lock(slot.guard);
            const std::shared_ptr<const log_function> receiver = slot.receiver;
            lock.unlock();
            if (receiver)
                (*receiver)(static_cast<log_level>(level), text);
        } catch (...) {
            const std::lock_guard<std::mutex> lock(slot.guard);
            if (!slot.thrown)
                slot.thrown = std::current_exception();
        }
    }
};

/// The receiver that is handed to hr_set_log.
extern "C" inline void hr_cpp_on_log(void *, std::int32_t level, const char *text) noexcept
{
    log_slot::receive(level, text);
}

} // namespace detail

/// Sets who receives log lines, for the whole process, and the most detailed level wanted. An empty function or
/// log_level::off turns the log off; from then on no receiver is called, but one that is inside a line finishes
/// it. No secret, address, patient's data or file name is in a line.
///
/// The receiver that was set before is destroyed with no lock held; its destructor may call this too.
/// std::invalid_argument: the level is none. Any thread, at any time. A module that will be unloaded turns the
/// log off before.
inline void set_log(log_function receiver, log_level level = log_level::info)
{
    if (level < log_level::off || level > log_level::debug)
        throw std::invalid_argument("hr_set_log: there is no such level");
    detail::log_slot &slot = detail::log_slot::only();
    const bool on = receiver && level != log_level::off;
    auto next = on ? std::make_shared<const log_function>(std::move(receiver)) : nullptr;
    std::shared_ptr<const log_function> before; // outlives the lock: its end may set another receiver
    const std::lock_guard<std::mutex> lock(slot.setting);
    if (!on)
        before = slot.replace(nullptr);
    const std::int32_t wanted = static_cast<std::int32_t>(on ? level : log_level::off);
    check(hr_set_log(on ? detail::hr_cpp_on_log : nullptr, nullptr, wanted), "hr_set_log");
    if (on)
        before = slot.replace(std::move(next));
}

/// The first exception that a log receiver has thrown since this was asked last, or nothing.
[[nodiscard]] inline std::exception_ptr take_log_exception() noexcept
{
    detail::log_slot &slot = detail::log_slot::only();
    const std::lock_guard<std::mutex> lock(slot.guard);
    return std::exchange(slot.thrown, nullptr);
}

} // namespace hr

#endif
