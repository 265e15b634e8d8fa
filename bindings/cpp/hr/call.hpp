// call.hpp - one call of a function that gives a text: the result that it makes, or the exception.

#ifndef HR_CALL_HPP
#define HR_CALL_HPP

#include "hr.h"
#include "hr/error.hpp"
#include "hr/json.hpp"

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace hr {
namespace detail {

/// Frees a text of the library's, with the library's own function.
struct free_text {
    void operator()(char *text) const noexcept { hr_free(text); }
};

using owned_text = std::unique_ptr<char, free_text>;

/// What a call that changes something throws when there is no memory for its result or its error. It is made before
/// the call, once for each operation (each has a Run of its own), since afterwards there may be no memory for it
/// either. It is never destroyed: a thread may still call while the process ends.
struct without_memory {
    caller_error accepted; ///< it took effect
    caller_error failed;   ///< it failed, and may have taken effect

    static caller_error make(const char *operation, const char *message, const char *message_fr, const char *outcome)
    {
        error_details details;
        details.code = HR_E_TOO_LARGE;
        details.name = hr_code_name(HR_E_TOO_LARGE);
        details.operation = operation;
        details.at = "library";
        details.message = message;
        details.message_fr = message_fr;
        details.remedy = "Do not repeat the call; free memory.";
        details.remedy_fr = "Ne répétez pas l'opération ; libérez de la mémoire.";
        details.outcome = outcome;
        return caller_error(std::move(details));
    }

    explicit without_memory(const char *operation)
        : accepted(make(operation, "the call took effect, but there is no memory for its result",
                        "L'opération a été acceptée, mais la mémoire manque pour son résultat.",
                        "accepted_unreadable")),
          failed(make(operation, "the call failed, and there is no memory for its error",
                      "L'opération a échoué, et la mémoire manque pour dire comment.", "unknown"))
    {
    }

    template <class Run>
    static const without_memory &of(const char *operation)
    {
        static const without_memory &only = *new without_memory(operation);
        return only;
    }
};

template <class Result>
Result result_of(std::int32_t code, const char *operation, const char *text)
{
    if (text == nullptr)
        throw std::bad_alloc(); // the library had no memory for it
    std::string json(text);
    check(code, operation, json);
    return Result(std::move(json));
}

/// A call that changes nothing at the other side. `run` is handed the place for the text.
template <class Result, class Run>
Result ask(const char *operation, Run &&run)
{
    char *text = nullptr;
    const std::int32_t code = std::forward<Run>(run)(&text);
    const owned_text owned(text);
    if (text == nullptr)
        check(code, operation);
    return result_of<Result>(code, operation, text);
}

/// Whether a result is of a call that changed something; without its text it may be.
inline bool may_have_changed(const char *text)
{
    return text == nullptr || json_view(text)["outcome"].is_text();
}

/// A call that changes something: what comes out after the library's return has an outcome. std::bad_alloc comes out
/// before it alone, or of a call that only reads.
template <class Result, class Run>
Result change(const char *operation, Run &&run)
{
    const without_memory &spare = without_memory::of<Run>(operation);
    char *text = nullptr;
    const std::int32_t code = std::forward<Run>(run)(&text);
    const owned_text owned(text);
    try {
        return result_of<Result>(code, operation, text);
    } catch (const std::bad_alloc &) {
        if (!may_have_changed(text))
            throw;
    }
    throw code == HR_OK ? spare.accepted : spare.failed;
}

} // namespace detail
} // namespace hr

#endif
