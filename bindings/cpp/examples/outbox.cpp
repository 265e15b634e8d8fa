/* outbox.cpp - sends the documents of a list to their patients' records.
 *     outbox CONFIGURATION.json LIST.csv
 * The list has the columns path, type_code, activity_type, nom, prenom, date_naissance, sexe, patient_id.
 * A person answers on standard input. With a journal in the configuration another run sends what is missing,
 * and nothing twice. Status 0: all is in the records. */
#include "hr.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/// The cells of the next record; those in quotation marks may hold commas, line ends and doubled marks.
static std::vector<std::string> cells(std::istream &list)
{
    std::vector<std::string> found;
    bool quoted = false;
    for (char c; list.get(c) && (quoted || c != '\n');) {
        if (found.empty())
            found.emplace_back();
        if (c == '"' && quoted && list.peek() == '"')
            found.back() += static_cast<char>(list.get());
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            found.emplace_back();
        else if (c != '\r' || quoted)
            found.back() += c;
    }
    return found;
}

static std::vector<hr::deposit_request> read(const std::filesystem::path &path)
{
    std::ifstream list(path, std::ios::binary);
    const std::vector<std::string> names = cells(list);
    if (names.empty())
        throw std::runtime_error("the list cannot be read, or is empty");
    std::vector<hr::deposit_request> requests;
    while (list.peek() != std::ifstream::traits_type::eof()) {
        std::map<std::string, std::optional<std::string>> row;
        const std::vector<std::string> found = cells(list);
        for (std::size_t at = 0; at < found.size(); at++)
            if (!found[at].empty())
                row[names.at(at)] = found[at];
        if (row.empty())
            continue;
        hr::deposit_request &request = requests.emplace_back();
        request.patient_id = row["patient_id"];
        hr::traits &patient = request.patient.emplace();
        hr::traits::each(patient, [&](const char *name, auto &trait) { trait = row[name]; });
        request.documents.emplace_back().path = row["path"];
        request.documents[0].type_code = row["type_code"];
        request.documents[0].activity_type = row["activity_type"];
    }
    return requests;
}

static hr::answer ask(const hr::question &asked, hr::traits patient)
{
    static const std::map<int, const char *> what = {
        {hr::ask::pin, "Code de la carte"},
        {hr::ask::traits, "Date de naissance du patient"},
        {hr::ask::update, "Identité vérifiée, et accord du patient : oui"}}; // who says so signs for it
    std::cout << '\n' << asked.sentence_fr << '\n';
    for (const hr::choice &choice : asked.choices)
        std::cout << "  " << 1 + (&choice - asked.choices.data()) << "  " << choice.label_fr << '\n';
    const auto found = what.find(asked.kind);
    std::cout << (found == what.end() ? "Numéro" : found->second) << ", ou rien : " << std::flush;
    std::string line;
    if (!std::getline(std::cin, line) || line.empty())
        return {};
    if (asked.kind == hr::ask::pin)
        return line;
    if (asked.kind == hr::ask::update && line == "oui")
        return hr::json(R"({"insQualified":true,"alimentationConsent":true})");
    patient.date_naissance = line;
    if (asked.kind == hr::ask::traits)
        return hr::json::from(patient);
    for (std::size_t at = 0; at < asked.choices.size(); at++)
        if (line == std::to_string(at + 1) && found == what.end())
            return asked.choices[at];
    return {};
}

int main(int count, char **arguments)
try {
    hr::traits patient;
    const auto person = [&](const hr::question &asked) { return ask(asked, patient); };
    const auto progress = [](std::int64_t done, std::int64_t total) {
        std::cerr << '\r' << 100 * done / std::max<std::int64_t>(total, 1) << " %" << std::flush;
    };
    const std::vector<hr::deposit_request> requests = read(count == 3 ? arguments[2] : "");
    hr::client dmp(std::filesystem::path(arguments[1]), person, progress);
    const hr::result login = dmp.login(std::chrono::seconds(60));
    std::cout << login.sentence_fr << '\n';
    std::size_t stored = 0;
    std::string left;
    for (std::size_t at = 0; login.is_open() && at < requests.size(); at++) {
        patient = *requests[at].patient;
        const hr::result sent = dmp.deposit(requests[at]);
        const std::string line = *requests[at].documents[0].path + " : " + sent.sentence_fr + '\n';
        std::cout << '\n' << line << std::flush;
        stored += sent.is_complete() ? 1 : 0;
        left += sent.is_complete() ? "" : line;
    }
    std::cout << stored << " sur " << requests.size() << " dans les dossiers.\n" << left;
    return stored == requests.size() ? 0 : 1;
} catch (const std::exception &error) { // the configuration, the list, or a mistake of this program
    std::cerr << error.what() << '\n';
    return 2;
}
