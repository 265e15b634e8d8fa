// hr.hpp - the C++17 wrapper of hr.h: puts a document into a patient's shared health record (DMP).
//
//     #include "hr.hpp"                                 // with -I for hr.h and for this file; link with -lhr
//     hr::client dmp(std::filesystem::path("settings.json"), ask, progress);
//     hr::result login = dmp.login(std::chrono::seconds(60));   // then find and deposit: see hr/client.hpp
//
// hr::session has each function of hr.h as a method; dmp.session() is one, and both mix freely. Words, requests,
// results and the session are generated from hr.h and schema/, which have all about each member. Texts are UTF-8, in
// and out. Everything is header-only and inline. Neither RTTI nor threads of its own are used; exceptions are.

#ifndef HR_HPP
#define HR_HPP

#include "hr/argument.hpp" // IWYU pragma: export
#include "hr/client.hpp" // IWYU pragma: export
#include "hr/codes.hpp" // IWYU pragma: export
#include "hr/error.hpp" // IWYU pragma: export
#include "hr/handle.hpp" // IWYU pragma: export
#include "hr/json.hpp" // IWYU pragma: export
#include "hr/log.hpp" // IWYU pragma: export
#include "hr/open_enum.hpp" // IWYU pragma: export
#include "hr/requests.hpp" // IWYU pragma: export
#include "hr/result.hpp" // IWYU pragma: export
#include "hr/results.hpp" // IWYU pragma: export
#include "hr/session.hpp" // IWYU pragma: export
#include "hr/words.hpp" // IWYU pragma: export

#endif
