// library.hpp - which library this program runs with.

#ifndef HR_LIBRARY_HPP
#define HR_LIBRARY_HPP

#include "hr.h"
#include "hr/codes.hpp"
#include "hr/error.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace hr {

/// The version of the library that is loaded, such as "0.1.0". Any thread, at any time.
inline const char *version() noexcept
{
    return hr_version();
}

/// The name of a code, such as "HR_E_TIMEOUT"; "HR_E_UNKNOWN_CODE" for any other number. Any thread, at any time.
inline const char *code_name(std::int32_t code) noexcept
{
    return hr_code_name(code);
}

/// Throws hr::abi_error when the library that is loaded has another binary contract than this wrapper was
/// compiled for. Opening a session does it first of all.
inline void check_abi()
{
    const std::int32_t loaded = hr_abi_version();
    if (loaded == abi_version)
        return;
    const std::string ours = std::to_string(abi_version), theirs = std::to_string(loaded);
    error_details details;
    details.name = "ABI";
    details.operation = "hr_abi_version";
    details.at = "library";
    details.message = "this program was compiled for ABI version " + ours + ", the library that is loaded has " + theirs;
    details.message_fr = "ce programme attend la version d'ABI " + ours + ", la bibliothèque chargée a la " + theirs;
    details.remedy = "Install the library that this program was built with, or build the program again.";
    details.remedy_fr = "Installer la bibliothèque fournie avec ce programme, ou recompiler le programme.";
    throw abi_error(std::move(details));
}

} // namespace hr

#endif
