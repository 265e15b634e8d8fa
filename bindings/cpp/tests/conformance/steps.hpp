// steps.hpp - the chain, texts and numbers, the PIN, the document in doubt.

#ifndef CONFORMANCE_STEPS_HPP
#define CONFORMANCE_STEPS_HPP

#include "stage.hpp"

#include <string>
#include <string_view>

inline report run_chain(const stage &stage)
{
    chain chain(stage);
    return chain.sent(chain.to_record().send());
}

inline report run_chain_bearer(const stage &stage)
{
    chain chain(stage, "config_bearer_form");
    chain.to_record();
    const std::string document = content_of(stage.text("document"));
    return chain.sent(chain.session.dmp_send_bytes(chain.patient->patient_id, document, stage.text("document_name"),
                                                   stage.text("activity_type"), stage.text("type_code")));
}

inline report run_accents(const stage &stage)
{
    constexpr std::string_view echoed = "Ünïcödé ☃ 🩺";
    chain chain(stage);
    const hr::upload sent = chain.to_record().send(stage.text("document_name"));
    const std::string body = "{\"text\":" + hr::json::of(echoed).text() + '}';
    const hr::response echo = chain.session.request("POST", "/echo", body);
    const hr::json &found = chain.search->raw;
    report out;
    out.text("nom", found.get("/nom")).text("prenom", found.get("/prenom"));
    out.flag("echo", echo.raw.text().find(echoed) != std::string::npos).text("sha256", sent.sha256);
    return out;
}

inline report run_big_number(const stage &stage)
{
    chain chain(stage);
    chain.to_patient();
    const char *body = R"({"n":123456789012345678901234567890.12345,"e":1.797e309})";
    return report().text("raw", chain.session.request("POST", "/echo", body).raw.text());
}

inline report run_wrong_pin(const stage &stage)
{
    hr::session session(stage.config());
    session.ticket();
    std::string token = find_card(session.ready(), stage);
    const auto present_wrong = [&] { session.login(token, stage.text("wrong_pin")); };
    const std::string first = error_of(present_wrong), again = error_of(present_wrong);
    token = find_card(session.ready(), stage);
    const std::string after_ready = error_of(present_wrong);
    session.pin_retry_allow(token);
    return report().list("errors", {first, again, after_ready});
}

inline report run_right_pin_after(const stage &stage)
{
    hr::session session(stage.config());
    session.ticket();
    const std::string token = find_card(session.ready(), stage);
    const std::string wrong = error_of([&] { session.login(token, stage.text("wrong_pin")); });
    const hr::login login = session.login(find_card(session.ready(), stage), stage.text("pin"));
    return report().list("errors", {wrong}).text("next", login.next);
}

inline report run_opposed(const stage &stage)
{
    chain chain(stage);
    const hr::patient &patient = *chain.to_patient().patient;
    const std::string refused = error_of([&] { chain.session.dmp_open(patient.patient_id); });
    report out;
    out.flag("updateNeeded", patient.updateNeeded).flag("alimentationConsent", patient.alimentationConsent);
    return out.list("errors", {refused});
}

inline report run_lost_reply(const stage &stage)
{
    chain chain(stage);
    chain.to_record();
    std::string sha256, entry;
    const std::string lost = error_of([&] {
        try {
            chain.send();
        } catch (const hr::error &error) {
            sha256 = error.details().sha256.value_or("");
            entry = error.details().entry.value_or("");
            throw;
        }
    });
    const std::string held_back = error_of([&] { chain.send(); });
    chain.session.dmp_resend_allow(entry);
    const hr::upload sent = chain.send();
    report out;
    return out.list("errors", {lost, held_back}).text("sha256", sha256).text("sha256_sent", sent.sha256);
}

#endif
