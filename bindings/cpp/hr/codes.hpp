// codes.hpp - the codes of hr.h as constants: HR_E_PIN_GUARD is hr::code::pin_guard. What each means is explained
// in hr.h. A newer library may have more.

#ifndef HR_CODES_HPP
#define HR_CODES_HPP

#include "hr.h"

#include <cstdint>

namespace hr {
namespace code {

inline constexpr std::int32_t ok = HR_OK;

inline constexpr std::int32_t argument = HR_E_ARGUMENT;
inline constexpr std::int32_t handle = HR_E_HANDLE;
inline constexpr std::int32_t busy = HR_E_BUSY;
inline constexpr std::int32_t state = HR_E_STATE;
inline constexpr std::int32_t config = HR_E_CONFIG;
inline constexpr std::int32_t file = HR_E_FILE;
inline constexpr std::int32_t too_large = HR_E_TOO_LARGE;
inline constexpr std::int32_t pin_guard = HR_E_PIN_GUARD;
inline constexpr std::int32_t cancelled = HR_E_CANCELLED;
inline constexpr std::int32_t choice = HR_E_CHOICE;
inline constexpr std::int32_t absent = HR_E_ABSENT;

inline constexpr std::int32_t card_client_absent = HR_E_CARD_CLIENT_ABSENT;
inline constexpr std::int32_t connect = HR_E_CONNECT;
inline constexpr std::int32_t timeout = HR_E_TIMEOUT;
inline constexpr std::int32_t tls = HR_E_TLS;
inline constexpr std::int32_t proxy = HR_E_PROXY;
inline constexpr std::int32_t interrupted = HR_E_INTERRUPTED;
inline constexpr std::int32_t in_doubt = HR_E_IN_DOUBT;

inline constexpr std::int32_t reply = HR_E_REPLY;
inline constexpr std::int32_t refused = HR_E_REFUSED;
inline constexpr std::int32_t unauthorized = HR_E_UNAUTHORIZED;
inline constexpr std::int32_t not_found = HR_E_NOT_FOUND;
inline constexpr std::int32_t conflict = HR_E_CONFLICT;
inline constexpr std::int32_t rate_limited = HR_E_RATE_LIMITED;
inline constexpr std::int32_t server = HR_E_SERVER;
inline constexpr std::int32_t card_status = HR_E_CARD_STATUS;
inline constexpr std::int32_t redirect = HR_E_REDIRECT;

inline constexpr std::int32_t panic = HR_E_PANIC;

} // namespace code

/// The version of the binary contract that this wrapper was compiled for.
inline constexpr std::int32_t abi_version = HR_ABI_VERSION;

/// How much the log contains; each level includes those before it.
enum class log_level : std::int32_t {
    off = HR_LOG_OFF,
    error = HR_LOG_ERROR,
    info = HR_LOG_INFO,
    debug = HR_LOG_DEBUG,
};

} // namespace hr

#endif
