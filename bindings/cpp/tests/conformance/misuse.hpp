// misuse.hpp - closed and abandoned sessions, bad arguments, calls out of order.

#ifndef CONFORMANCE_MISUSE_HPP
#define CONFORMANCE_MISUSE_HPP

#include "stage.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

inline report run_use_after_close(const stage &stage)
{
    hr::session session(stage.config());
    session.close();
    session.close();
    const std::string refused = error_of([&] { (void)session.state(); });
    try {
        session.cancel();
    } catch (const hr::caller_error &error) {
        if (error.code() != hr::code::handle)
            throw;
    }
    return report().list("errors", {refused});
}

inline report run_collected(const stage &stage)
{
    std::int32_t number = 0;
    {
        const hr::session abandoned(stage.config());
        number = abandoned.handle();
    }
    return report().number("code", hr_state(number, nullptr));
}

inline report run_bad_config(const stage &)
{
    return report().list("errors", {error_of([] { hr::session session(R"({"unknown_key":1})"); })});
}

inline report run_interior_nul(const stage &stage)
{
    hr::session session(stage.config());
    bool refused = false;
    try {
        session.patient_search(std::string_view("A\0B", 3), std::nullopt);
    } catch (const std::invalid_argument &) {
        refused = true;
    } catch (const hr::error &) {
    }
    return report().flag("refused", refused);
}

inline report run_unknown_code(const stage &)
{
    return report().list("errors", {error_of([] { hr::check(-12345, "hr_state"); })});
}

template <class Call>
std::string name_of_error(Call &&call)
{
    try {
        call();
        return "HR_OK";
    } catch (const hr::error &error) {
        return error.details().name;
    }
}

inline report run_all_methods(const stage &stage)
{
    hr::session s("{}");
    report names;
    const auto one = [&](const char *name, auto &&call) { names.text(name, name_of_error(call)); };
    one("ticket", [&] { s.ticket(); });
    one("ready", [&] { s.ready(); });
    one("login", [&] { s.login("token", "0"); });
    one("pin_retry_allow", [&] { s.pin_retry_allow("token"); });
    one("session_set", [&] { s.session_set("", "bearer"); });
    one("profile_put", [&] { s.profile_put("{}"); });
    one("profile_select", [&] { s.profile_select("1"); });
    one("patient_search", [&] { s.patient_search("A", "B"); });
    one("patient_get", [&] { s.patient_get(); });
    one("patient_update", [&] { s.patient_update("{}"); });
    one("request", [&] { s.request("GET", "/"); });
    one("dmp_open", [&] { s.dmp_open("1"); });
    one("dmp_send", [&] { s.dmp_send("1", stage.text("document"), std::nullopt, "10", "11503-0"); });
    one("dmp_send_bytes", [&] { s.dmp_send_bytes("1", std::string("a"), "a.txt", "10", "11503-0"); });
    one("dmp_resend_allow", [&] { s.dmp_resend_allow(""); });
    one("dmp_found", [&] { s.dmp_found(""); });
    one("journal", [&] { (void)s.journal(); });
    one("ticket_set", [&] { s.ticket_set(""); });
    return report().raw("names", names.json());
}

#endif
