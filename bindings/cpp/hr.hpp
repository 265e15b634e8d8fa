// hr.hpp - the C++17 wrapper of hr.h: puts a document into a patient's shared health record (DMP).
//
//     #include "hr.hpp"                                 // with -I for hr.h and for this file; link with -lhr
//     hr::settings settings;
//     settings.license_url = "https://...";
//     settings.license_bearer = "...";
//     hr::dmp_client dmp(settings);                     // log in, find a patient, send: see hr/client.hpp
//
// CALL ORDER of hr::session, step by step; dmp.session() is one, and both mix freely
//   1 ticket (or ticket_set)           license ticket
//   2 ready                            cards in the reader
//   3 login (or session_set)           PIN, opens the session
//   4 profile_put, profile_select      only when the login did not identify the professional
//   5 patient_search                   identity by traits
//   6 patient_get                      parameters
//   7 patient_update                   only when 6 says updateNeeded
//   8 dmp_open                         the patient's shared record
//   9 dmp_send (or dmp_send_bytes)     the document
// Every result has `next`: the C function to call next. A call out of order sends nothing and throws.
//
// ERRORS are exceptions derived from hr::error, one type per family of codes; see hr/error.hpp. Arguments that
// cannot be handed over (a NUL character inside) are refused with std::invalid_argument before the call.
//
// TEXTS are UTF-8, in and out. RESULTS are structures; the whole text and the service's own reply are in
// `json` and `raw`, to be read with hr::json_view or with a JSON library.
//
// Everything is header-only and inline. Neither RTTI nor threads of its own are used; exceptions are.

#ifndef HR_HPP
#define HR_HPP

#include "hr/argument.hpp" // IWYU pragma: export
#include "hr/client.hpp"   // IWYU pragma: export
#include "hr/codes.hpp"    // IWYU pragma: export
#include "hr/connect.hpp"  // IWYU pragma: export
#include "hr/deposit.hpp"  // IWYU pragma: export
#include "hr/error.hpp"    // IWYU pragma: export
#include "hr/handle.hpp"   // IWYU pragma: export
#include "hr/json.hpp"     // IWYU pragma: export
#include "hr/library.hpp"  // IWYU pragma: export
#include "hr/log.hpp"      // IWYU pragma: export
#include "hr/patient.hpp"  // IWYU pragma: export
#include "hr/progress.hpp" // IWYU pragma: export
#include "hr/results.hpp"  // IWYU pragma: export
#include "hr/session.hpp"  // IWYU pragma: export
#include "hr/settings.hpp" // IWYU pragma: export
#include "hr/stop.hpp"     // IWYU pragma: export
#include "hr/text.hpp"     // IWYU pragma: export
#include "hr/words.hpp"    // IWYU pragma: export

#endif
