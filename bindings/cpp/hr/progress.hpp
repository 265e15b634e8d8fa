// progress.hpp - how an upload reports its progress, and what happens when a callback throws.

#ifndef HR_PROGRESS_HPP
#define HR_PROGRESS_HPP

#include "hr/call.hpp"
#include "hr/error.hpp"
#include "hr/results.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

namespace hr {

/// Told how far an upload is: with 0 at its start (again and again while the document is compared with one in
/// doubt), at every hundredth or 100 ms, and with done equal to total once the server has answered. Both are bytes up to
/// 2,147,483,647 bytes, above that units of 1,024 bytes.
///
/// Returns true to go on; false stops the upload, which then ends with HR_E_CANCELLED, or with HR_E_IN_DOUBT
/// when everything was sent. It runs on the thread that called dmp_send or dmp_send_bytes. It may call cancel
/// and close, and anything on other sessions.
///
/// It may throw: the upload is stopped, and that very exception comes out of dmp_send or dmp_send_bytes, unless the
/// document was accepted or may have been: what has taken effect is never hidden. Then the result, or the hr::error
/// that is in_doubt(), comes out as if the callback had returned false. session::end_of_upload() has both.
using progress_function = std::function<bool(std::int64_t done, std::int64_t total)>;

namespace detail {
class upload_scope;
}

/// The library's own end of an upload whose callback threw.
class upload_end {
public:
    /// The document was accepted all the same: the exception came with the last report.
    bool accepted() const noexcept { return sent_.has_value(); }

    /// The result when accepted; otherwise throws what the library ended with, an hr::error.
    const send_result &get() const
    {
        if (!sent_)
            std::rethrow_exception(error_);
        return *sent_;
    }

    /// What the callback threw.
    const std::exception_ptr &thrown() const noexcept { return thrown_; }

    explicit upload_end(send_result sent) : sent_(std::move(sent)) {}
    explicit upload_end(std::exception_ptr failure) noexcept : error_(std::move(failure)) {}

private:
    friend class detail::upload_scope;

    std::optional<send_result> sent_;
    std::exception_ptr error_;
    std::exception_ptr thrown_;
};

namespace detail {

/// What a session and its running upload share, so that neither needs the other to live on.
struct progress_slot {
    std::mutex guard;
    std::shared_ptr<const progress_function> function;
    std::shared_ptr<const upload_end> end;
};

/// An upload that runs on this thread. Reports come on the thread of the call, so the innermost scope of the
/// thread is the upload that they are about.
class upload_scope {
public:
    explicit upload_scope(std::shared_ptr<progress_slot> slot) : slot_(std::move(slot)), outer_(innermost())
    {
        if (slot_) {
            const std::lock_guard<std::mutex> lock(slot_->guard);
            function_ = slot_->function;
        }
        if (function_) // afterwards there may be no memory for it
            end_ = std::make_shared<upload_end>(std::exception_ptr());
        innermost() = this;
    }

    ~upload_scope() { innermost() = outer_; }
    upload_scope(const upload_scope &) = delete;
    upload_scope &operator=(const upload_scope &) = delete;

    /// What the callback threw.
    const std::exception_ptr &thrown() const noexcept { return thrown_; }

    static std::int32_t report(void *user, std::int32_t done, std::int32_t total) noexcept
    {
        upload_scope *const upload = innermost();
        if (upload == nullptr || upload->slot_.get() != user || !upload->function_)
            return 0;
        if (upload->thrown_)
            return 1;
        try {
            return (*upload->function_)(done, total) ? 0 : 1;
        } catch (...) {
            upload->thrown_ = std::current_exception();
            return 1;
        }
    }

    /// Runs the upload. An exception of the callback takes the place of the library's answer, which is kept, unless
    /// the document was accepted or may have been.
    template <class Run>
    send_result run(const char *operation, Run &&call_library)
    {
        try {
            send_result sent = change<send_result>(operation, std::forward<Run>(call_library));
            if (!thrown_)
                return sent;
            return keep_accepted(std::move(sent));
        } catch (const error &failure) {
            if (!thrown_)
                throw;
            end_->error_ = std::current_exception();
            keep();
            if (failure.in_doubt())
                throw;
        }
        std::rethrow_exception(thrown_);
    }

private:
    std::shared_ptr<progress_slot> slot_;
    std::shared_ptr<const progress_function> function_;
    std::exception_ptr thrown_;
    std::shared_ptr<upload_end> end_;
    upload_scope *outer_;

    static upload_scope *&innermost() noexcept
    {
        static thread_local upload_scope *scope = nullptr;
        return scope;
    }

    /// Without memory for a second copy the caller gets the only one, and the end has none.
    send_result keep_accepted(send_result sent)
    {
        try {
            end_->sent_ = sent;
        } catch (const std::bad_alloc &) {
            return sent;
        }
        keep();
        return sent;
    }

    void keep() noexcept
    {
        end_->thrown_ = thrown_;
        const std::lock_guard<std::mutex> lock(slot_->guard);
        slot_->end = std::move(end_);
    }
};

} // namespace detail
} // namespace hr

/// The receiver that is handed to hr_set_progress.
extern "C" inline std::int32_t hr_cpp_on_progress(void *user, std::int32_t done, std::int32_t total) noexcept
{
    return hr::detail::upload_scope::report(user, done, total);
}

namespace hr {
namespace detail {

/// The receiver of one call, where it has one: it takes the place of the session's until the call has ended.
class progress_of_call {
public:
    progress_of_call(std::int32_t handle, const std::shared_ptr<progress_slot> &slot, const progress_function &receiver)
    {
        if (!receiver)
            return;
        auto own = std::make_shared<const progress_function>(receiver);
        check(hr_set_progress(handle, hr_cpp_on_progress, slot.get()), "hr_set_progress");
        slot_ = slot;
        function_ = std::move(own);
        swap();
    }

    ~progress_of_call()
    {
        if (slot_)
            swap();
    }

    progress_of_call(const progress_of_call &) = delete;
    progress_of_call &operator=(const progress_of_call &) = delete;

private:
    std::shared_ptr<progress_slot> slot_;
    std::shared_ptr<const progress_function> function_;

    void swap() noexcept
    {
        const std::lock_guard<std::mutex> lock(slot_->guard);
        slot_->function.swap(function_);
    }
};

} // namespace detail
} // namespace hr

#endif
