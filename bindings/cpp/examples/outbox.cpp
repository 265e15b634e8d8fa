/* outbox.cpp - sends each document of a folder to the patient whom patients.csv, in that folder, names for it.
 *     outbox CONFIGURATION FOLDER
 * A line is FILE;NOM;PRENOM;DATE_NAISSANCE;SEXE. A person answers on standard input; Ctrl-C stops. Where the
 * configuration names a journal, another run sends what is missing, and nothing twice. */
#include "hr.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

static volatile std::sig_atomic_t interrupted = 0;

static std::nullopt_t say(const std::string &line) { return std::cout << line << std::endl, std::nullopt; }

static std::optional<std::string> ask(const std::string &question)
{
    say(question);
    std::string answer;
    const bool given = std::getline(std::cin, answer) && !answer.empty();
    return given ? std::optional<std::string>(answer) : std::nullopt;
}

static bool yes(const std::string &question) { return ask(question + " (oui, non)") == "oui"; }

static hr::login_dialog dialog()
{
    hr::login_dialog with;
    with.ask_pin = [](const hr::card &card, const std::string &why_fr) {
        return ask(why_fr + " Code de la carte de " + card.lastName + " ?");
    };
    with.choose_card = [](const std::vector<hr::card> &cards) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < cards.size(); i++)
            if (yes("Utiliser la carte " + cards[i].serial + " de " + cards[i].lastName + " ?"))
                return i;
        return std::nullopt;
    };
    with.choose_situation = [](const std::string &choices) -> std::optional<std::string> {
        for (const hr::json_view choice : hr::json_view(choices))
            if (yes("Exercez-vous ici : " + choice["label_fr"].text().value_or("") + " ?"))
                return choice["value"]["situation_id"].text();
        return std::nullopt;
    };
    return with;
}

static std::map<std::string, hr::traits> read_patients(const std::filesystem::path &file)
{
    std::map<std::string, hr::traits> patients;
    std::ifstream lines(file);
    for (std::string line, name, text; std::getline(lines, line);) {
        std::istringstream cells(line);
        std::getline(cells, name, ';');
        hr::traits &patient = patients[name];
        for (hr::setting_text *cell : {&patient.nom, &patient.prenom, &patient.date_naissance, &patient.sexe})
            if (std::getline(cells, text, ';') && !text.empty())
                *cell = text;
    }
    return patients;
}

static void send(hr::dmp_client &dmp, const std::filesystem::path &file, const hr::traits &traits)
{
    using chosen = std::optional<hr::patient>;
    const chosen patient = hr::match(
        dmp.find(traits), [](const hr::found_one &one) -> chosen { return one.patient; },
        [](const hr::found_unverified &seen) -> chosen {
            return yes("Est-ce bien ce patient : " + seen.parameters() + " ?") ? chosen(seen.confirm()) : std::nullopt;
        },
        [](const hr::found_several &several) -> chosen { return say(several.sentence_fr); },
        [](const hr::found_nobody &nobody) -> chosen { return say(nobody.sentence_fr); });
    hr::document document;
    document.path = file;
    document.activity_type = "10";
    document.type_code = "11503-0";
    hr::deposit_options options;
    if (patient && !patient->may_receive() && yes("Identité vérifiée, et accord du patient pour ses documents ?"))
        options.update = R"({"insQualified":true,"alimentationConsent":true})"; // signed for by a person
    say(patient ? dmp.send(*patient, document, options).sentence_fr : "Le document n'a pas été envoyé.");
}

static bool send_all(hr::dmp_client &dmp, const std::filesystem::path &folder)
{
    const hr::connect_result login = dmp.login(dialog());
    say(login.sentence_fr);
    const std::set<std::filesystem::path> files(std::filesystem::directory_iterator(folder), {});
    const std::map<std::string, hr::traits> patients = read_patients(folder / "patients.csv");
    for (auto file = files.begin(); login && file != files.end(); ++file)
        if (const auto patient = patients.find(hr::utf8(file->filename())); patient != patients.end()) {
            say(patient->first + " :");
            send(dmp, *file, patient->second);
        }
    return bool(login);
}

int main(int count, char **arguments)
try {
    hr::dmp_client dmp(count == 3 ? arguments[1] : "");
    hr::stop_source stop;
    dmp.stop_on(stop.token());
    std::signal(SIGINT, [](int) { interrupted = 1; });
    std::future<bool> work = std::async(std::launch::async, [&] { return send_all(dmp, arguments[2]); });
    while (work.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready)
        if (interrupted && stop.request_stop())
            say("Arrêt demandé.");
    return work.get() ? 0 : 1;
} catch (const hr::error &error) { // stopped, an outage or a defect
    say(error.message_fr());
    return 1;
}
