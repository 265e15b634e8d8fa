/* send_document.cpp - from the license ticket to an accepted document, step by step.
 *     c++ -std=c++17 -I../../include -I. examples/send_document.cpp -o ../../target/send_document \
 *         -L../../target/release -lhr -Wl,-rpath,$PWD/../../target/release
 *     ../../target/send_document CONFIGURATION CARD_SERIAL NOM PRENOM FILE
 * The PIN, and what a person answers before an update, come on standard input. */
#include "hr.hpp"

#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>

static std::string find_card(const hr::cards &ready, const std::string &serial)
{
    for (const hr::card &card : ready.cards)
        if (card.json.get("/serial") == serial)
            return card.token;
    throw std::runtime_error("the card " + serial + " is not in the reader");
}

// Step 4, only when the login did not identify the professional: here the first situation is taken.
static void choose_situation(hr::session &session)
{
    const hr::done profiles = session.profile_put("{}");
    session.profile_select(profiles.raw.get("/situations/0/id").value_or(""));
}

// Step 7 is signed for by who checks the identity and by the patient, never by a program.
static void confirm(bool already, const char *statement)
{
    std::string answer = already ? "y" : "";
    if (!already && std::cerr << "You sign for this: " << statement << " [y/N] ")
        std::getline(std::cin, answer);
    if (answer != "y" && answer != "y\r")
        throw std::runtime_error("nobody signed for it: nothing was sent");
}

static hr::upload send(hr::session &session, char **arguments, const std::string &pin)
{
    session.ticket();
    const std::string token = find_card(session.ready(), arguments[2]);
    const hr::login login = session.login(token, pin);
    if (login.next == "hr_profile_put" && !login.masterData.get("/situation"))
        choose_situation(session);
    session.patient_search(arguments[3], arguments[4]);
    const hr::patient patient = session.patient_get();
    confirm(patient.insQualified, "I have checked this patient's identity document.");
    confirm(patient.alimentationConsent, "The patient agrees that documents are added to their record.");
    if (patient.updateNeeded) // each was read so, or signed for
        session.patient_update(R"({"insQualified":true,"alimentationConsent":true})");
    session.dmp_open(patient.patient_id);
    return session.dmp_send(patient.patient_id, arguments[5], std::nullopt, "10", "11503-0");
}

int main(int count, char **arguments)
{
    if (count != 6) {
        std::cerr << "usage: send_document CONFIGURATION CARD_SERIAL NOM PRENOM FILE\n";
        return 2;
    }
    std::string pin;
    std::getline(std::cin, pin);
    int ended = 1;
    try {
        hr::session session(arguments[1]);
        const hr::upload sent = send(session, arguments, pin);
        std::cout << "sent, sha256 " << sent.sha256 << '\n';
        ended = 0;
    } catch (const hr::error &error) {
        const hr::error_details &details = error.details();
        std::cerr << details.message << ' ' << details.remedy << '\n' << details.message_fr << '\n';
        std::cerr << details.service_message.value_or("") << '\n'; // such as "wrong PIN"
        std::cerr << "outcome: " << (details.outcome ? details.outcome->word() : "none") << '\n';
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
    }
    hr::wipe(pin);
    return ended;
}
