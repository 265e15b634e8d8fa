// client.cpp - a client against a sandbox whose reader has one card, with the PIN 1234:
//     client CONFIGURATION.json FILE
// For every document that the library calls accepted its SHA-256 is printed, one a line, so that the caller can compare
// them with what was stored. The card gets one presentation.

#include "check.hpp"
#include "hr.hpp"

#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace {

struct own_exception {
    int number;
};

std::filesystem::path settings, document_path;
std::string update; // what the person has as the patient's update

hr::answer person(const hr::question &asked)
{
    if (asked.kind == hr::ask::update)
        return hr::json(update);
    return asked.kind == hr::ask::pin ? hr::answer(std::string("1234")) : hr::answer();
}

hr::deposit_request request(bool again = false)
{
    hr::deposit_request made;
    made.patient.emplace().nom = "EXEMPLE";
    made.patient->prenom = "Hélène";
    hr::document_file &document = made.documents.emplace_back();
    document.path = hr::utf8(document_path);
    document.activity_type = "10";
    document.type_code = "11503-0";
    document.again = again;
    return made;
}

void accepted(const hr::result &sent)
{
    for (const hr::document &one : sent.documents)
        if (one.outcome == hr::outcome::accepted && !one.already)
            std::cout << one.sha256.value_or("") << '\n';
}

/// What the person has is one JSON value, or nothing: a malformed body was once completed, or cut, and posted.
void an_update_is_one_json_value(hr::client &dmp)
{
    hr::deposit_request sent = request();
    sent.patient->nom = "MODÈLE";
    sent.patient->prenom = "Étienne";
    for (const char *body : {R"({"insQualified":true,"alimentationConsent":true)", R"({"insQualified":true} {})",
                             R"({"insQualified":true},"patient_id":"999")", "yes"}) {
        update = body;
        CHECK(throws<std::invalid_argument>([&] { (void)dmp.deposit(sent); }));
    }
    update.clear();
    CHECK(dmp.deposit(sent).ending == hr::ending::consent_needed);
}

/// An upload inside the callback of another one, on the same thread, by a session that was moved.
void nested(hr::client &dmp, hr::session inner)
{
    inner.patient_search("EXEMPLE", "Hélène");
    const std::string patient_id = inner.patient_get().patient_id;
    inner.dmp_open(patient_id);
    inner.progress([](std::int64_t, std::int64_t) { throw own_exception{10}; });
    hr::session moved = std::move(inner);
    int from_inner = 0, calls = 0;
    dmp.session().progress([&](std::int64_t, std::int64_t) {
        if (calls++ != 1)
            return;
        try {
            moved.dmp_send(patient_id, hr::utf8(document_path), std::nullopt, "10", "another");
        } catch (const own_exception &own) {
            from_inner = own.number;
        }
    });
    accepted(dmp.deposit(request(true)));
    CHECK(calls > 10 && from_inner == 10);
    dmp.session().progress(nullptr);
}

void from_memory(hr::client &dmp)
{
    hr::deposit_bytes_request known;
    known.patient = request().patient;
    hr::document_in_memory &document = known.documents.emplace_back();
    document.filename = "copy.pdf";
    document.activity_type = "10";
    document.type_code = "11503-0";
    const std::string text("a note\0with a NUL", 17);
    for (const bool already : {false, true}) {
        const hr::result sent = dmp.deposit_bytes(known, text);
        CHECK(sent.is_complete() && sent.documents.at(0).already == already && sent.documents[0].bytes == 17);
        accepted(sent);
    }
}

/// Calls that hr.h is asked for directly: what progress throws only stops them. Meanwhile the client is in use, and
/// neither a stop of the client, which makes no call, nor another receiver, which is refused, touches them.
void called_without_the_wrapper(hr::client &dmp)
{
    int calls = 0;
    const std::int32_t handle = dmp.session().handle();
    const auto receiver = [&](std::int64_t, std::int64_t) {
        calls++;
        throw own_exception{11};
    };
    dmp.session().progress(receiver);
    std::int32_t code = HR_OK;
    // It is busy, too, where the receiver is being set just then.
    std::thread other([&] {
        do
            code = hr_wait_card(handle, R"({"serial":"nobody's"})", 700, nullptr);
        while (code == HR_E_BUSY);
    });
    while (!throws<hr::caller_error>([&] { dmp.session().progress(receiver); }))
        std::this_thread::yield();
    dmp.stop();
    CHECK(throws<hr::caller_error>([&] { dmp.session().progress(nullptr); }));
    CHECK(dmp.deposit(request(true)).ending == hr::ending::in_use);
    other.join();
    CHECK(code == HR_E_NO_CARD);
    CHECK(hr_deposit(handle, hr::json::from(request(true)).text().c_str(), nullptr) == HR_E_CANCELLED && calls == 1);
    hr::find_request same;
    same.patient = request().patient;
    CHECK(dmp.find(same).is_found());
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    settings = arguments[1];
    document_path = arguments[2];
    try {
        hr::client dmp(settings, person);
        CHECK(throws<hr::caller_error>([&] { (void)dmp.login(std::chrono::hours(1000)); })); // longer than is possible
        const hr::result login = dmp.login();
        const hr::login opened = *login.json.as<hr::connection>().login;
        hr::session same("{}");
        same.session_set(opened.serviceUrl, opened.bearer);
        nested(dmp, std::move(same));
        from_memory(dmp);
        an_update_is_one_json_value(dmp);
        called_without_the_wrapper(dmp);
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        CHECK(false);
    }
    return report_checks("client");
}
