/* send_document.cpp - from the license ticket to an accepted document, step by step.
 *     c++ -std=c++17 -I../../include -I. examples/send_document.cpp -o ../../target/send_document \
 *         -L../../target/release -lhr -Wl,-rpath,$PWD/../../target/release
 *     ../../target/send_document CONFIGURATION CARD_SERIAL NOM PRENOM FILE
 * The PIN, the number of a situation, and what a person answers before an update come on standard input. CONFIGURATION is
 * JSON; with patients_pointer in it the library counts who has these traits, without it this program stops before the record. */
#include "hr.hpp"

#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

static std::string find_card(const hr::cards &ready, const std::string &serial)
{
    for (const hr::card &card : ready.cards)
        if (card.json.get("/serial") == serial)
            return card.token;
    throw std::runtime_error("the card " + serial + " is not in the reader");
}

static std::string typed(const std::string &prompt)
{
    std::string line;
    std::cerr << prompt;
    std::getline(std::cin, line);
    if (!line.empty() && line.back() == '\r')
        line.pop_back();
    return line;
}

// Step 4, only when the login did not identify the professional: a person chooses, also where there is one situation.
static void choose_situation(hr::session &session)
{
    const hr::done profiles = session.profile_put("{}");
    std::vector<std::string> ids;
    const auto read = [&](const char *member) {
        return profiles.raw.get(("/situations/" + std::to_string(ids.size()) + member).c_str());
    };
    while (const std::optional<std::string> id = read("/id")) {
        const std::string label = read("/label").value_or("");
        ids.push_back(*id);
        std::cerr << "  " << ids.size() << "  " << label << '\n';
    }
    const std::string number = typed("Number of the situation: ");
    for (std::size_t at = 0; at < ids.size(); at++)
        if (number == std::to_string(at + 1)) {
            session.profile_select(ids[at]);
            return;
        }
    throw std::runtime_error("no situation was chosen: nothing was sent");
}

// Step 7 is signed for by who checks the identity and by the patient, never by a program.
static void confirm(bool already, const char *statement)
{
    if (!already && typed(std::string("You sign for this: ") + statement + " [y/N] ") != "y")
        throw std::runtime_error("nobody signed for it: nothing was sent");
}

static hr::upload send(hr::session &session, char **arguments, const std::string &pin)
{
    session.ticket();
    const std::string token = find_card(session.ready(), arguments[2]);
    const hr::login login = session.login(token, pin);
    if (login.next == "hr_profile_put" && !login.masterData.get("/situation"))
        choose_situation(session);
    hr::find_request sought;
    sought.patient.emplace();
    sought.patient->nom = arguments[3];
    sought.patient->prenom = arguments[4];
    const hr::result found = session.patient_find(sought); // steps 5 and 6
    if (!found.is_found()) // also where others have these traits, or may have them: then a person compares
        throw std::runtime_error(found.sentence + '\n' + found.sentence_fr);
    const auto patient = found.json.as<hr::found_patient>();
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
