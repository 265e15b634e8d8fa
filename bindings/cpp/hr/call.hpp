// call.hpp - one call of a function that gives a text: its code, its text, and what a callback threw meanwhile.

#ifndef HR_CALL_HPP
#define HR_CALL_HPP

#include "hr.h"
#include "hr/error.hpp"
#include "hr/json.hpp"
#include "hr/result.hpp"

#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <utility>

namespace hr {
namespace detail {

/// A call that runs on this thread. Callbacks come on the thread of the call, so the innermost is the one that they are
/// about.
class running_call {
public:
    running_call() : outer_(std::exchange(innermost(), this)) {}
    ~running_call() { innermost() = outer_; }
    running_call(const running_call &) = delete;
    running_call &operator=(const running_call &) = delete;

    /// Runs a callback, and keeps what it throws. False: the call must end.
    template <class Callback>
    static bool enter(Callback &&callback) noexcept
    {
        running_call *const call = innermost();
        if (call == nullptr || call->thrown_)
            return call == nullptr;
        try {
            callback();
        } catch (...) {
            call->thrown_ = std::current_exception();
        }
        return !call->thrown_;
    }

    void rethrow() const
    {
        if (thrown_)
            std::rethrow_exception(thrown_);
    }

private:
    std::exception_ptr thrown_;
    running_call *outer_;

    static running_call *&innermost() noexcept
    {
        static thread_local running_call *call = nullptr;
        return call;
    }
};

/// `run` is handed the place for the text. What a callback threw comes out, and std::bad_alloc may: what became of the
/// call is in hr_last then.
template <class Run>
std::int32_t call(std::string &given, Run &&run)
{
    const running_call running;
    char *text = nullptr;
    const std::int32_t code = std::forward<Run>(run)(&text);
    const owned_text owned(text);
    running.rethrow();
    if (text == nullptr && code == HR_OK)
        throw std::bad_alloc(); // the library had no memory for it
    given = text == nullptr ? "" : text;
    return code;
}

/// A call whose failure is thrown.
template <class Result, class Run>
Result fetched(const char *operation, Run &&run)
{
    std::string given;
    const std::int32_t code = call(given, std::forward<Run>(run));
    check(code, operation, given);
    return json(std::move(given)).template as<Result>();
}

/// A call that asks: its failure is a result as well, but for a mistake of the program's.
template <class Run>
result concluded(const char *operation, Run &&run)
{
    std::string given;
    const std::int32_t code = call(given, std::forward<Run>(run));
    if (given.empty() || is_mistake(code))
        check(code, operation, given);
    return result(json(std::move(given)));
}

} // namespace detail
} // namespace hr

#endif
