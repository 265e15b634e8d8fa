/* outbox.cpp - puts the documents of a list into their patients' shared records (DMP); a person answers.
 *     outbox CONFIGURATION.json LIST.csv
 * The list has the columns path, type_code, activity_type, nom, prenom, date_naissance, sexe, patient_id.
 * Killed at any moment, it may be started again: the journal knows what was sent. Status 0: all is stored. */
#include "host.hpp" // in the same folder
#include "hr.hpp"

#include <fstream>
#include <map>
#include <set>

/// The cells of the next line; those in quotation marks may hold commas and doubled marks, and end with the line at the latest.
static std::vector<std::string> cells(std::istream &list, int line)
{
    std::vector<std::string> found(1);
    bool quoted = false;
    for (char c = 0; list.get(c) && c != '\n' && (c != '\r' || !quoted);) {
        if (c == ',' && !quoted)
            found.emplace_back();
        else if (c == '"' && !(quoted && list.peek() == '"' && list.get(c)))
            quoted = !quoted;
        else if (c != '\r')
            found.back() += c;
    }
    if (quoted)
        throw std::runtime_error("line " + std::to_string(line) + " of the list: a quotation mark is open at a line end");
    return found;
}

/// Without the mark that editors put before UTF-8.
static std::string unmarked(const std::string &text)
{
    return text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? text.substr(3) : text;
}

/// The documents. A row that was cut could be of another patient: it ends the program before the login.
static std::vector<hr::deposit_request> read(const std::filesystem::path &path)
{
    std::ifstream list(path, std::ios::binary);
    std::vector<std::string> names = cells(list, 1);
    names[0] = unmarked(names[0]);
    const std::set<std::string> known{"path", "type_code", "activity_type", "nom", "prenom", "date_naissance", "sexe", "patient_id"};
    if (names.size() != known.size() || std::set<std::string>(names.begin(), names.end()) != known)
        throw std::runtime_error("the list cannot be read, or line 1 does not name its eight columns and no other");
    std::vector<hr::deposit_request> requests;
    for (int line = 2; list.peek() != std::ifstream::traits_type::eof(); line++) {
        std::map<std::string, std::optional<std::string>> row;
        const std::vector<std::string> found = cells(list, line);
        if (found == std::vector<std::string>{""})
            continue;
        if (found.size() != names.size())
            throw std::runtime_error("line " + std::to_string(line) + " of the list: not as many fields as names");
        for (std::size_t at = 0; at < found.size(); at++)
            if (!found[at].empty())
                row[names[at]] = found[at];
        if (row.empty())
            continue;
        hr::deposit_request &request = requests.emplace_back();
        request.patient_id = row["patient_id"];
        const auto take = [&](const char *name, auto &trait) { trait = row[name]; };
        hr::traits::each(request.patient.emplace(), take);
        request.documents.emplace_back().path = row["path"];
        request.documents[0].type_code = row["type_code"];
        request.documents[0].activity_type = row["activity_type"];
        request.documents[0].reference = hr::utf8(path.filename()) + ':' + std::to_string(line); // for the journal: no name
    }
    if (requests.empty())
        throw std::runtime_error("there is no document in the list");
    return requests;
}

/// The settings; where they name no journal, with this user's.
static std::string settings(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text = unmarked({std::istreambuf_iterator<char>(file), {}});
    if (!hr::json(text).get("/journal"))
        text.insert(text.find('{') + 1, "\"journal\":" + hr::json::of(hr::utf8(journal())).text() + ',');
    return text;
}

/// Identity and consent are signed for one by one; what the patient's details state already is not asked for.
static bool signs(const hr::json &details, const char *member, const std::string &sentence)
{
    return details.get(member) == "true" || typed(sentence + " : oui") == "oui";
}

static hr::answer ask(const hr::question &asked, hr::traits &patient)
{
    const std::vector<hr::choice> offered = shown(asked);
    std::string given;
    if (asked.kind == hr::ask::pin)
        return typed_pin();
    if (asked.kind == hr::ask::update && signs(asked.choices.at(0).raw, "/insQualified", "Identité vérifiée")
        && signs(asked.choices.at(0).raw, "/alimentationConsent", "Accord du patient"))
        return hr::json(R"({"insQualified":true,"alimentationConsent":true})");
    if (asked.kind == hr::ask::traits)
        hr::traits::each(patient, [&](const std::string &name, auto &trait) { // nothing typed: it stays as it is
            if (const std::string line = typed(name); !line.empty())
                given = *(trait = line);
        });
    if (!given.empty())
        return hr::json::from(patient);
    if (asked.kind == hr::ask::profile)
        return hr::json(typed("Profil, en JSON"));
    if (asked.kind == hr::ask::situation && offered.empty() && !(given = typed("Situation")).empty())
        return hr::json::of(given);
    return chosen(offered);
}

int main(int count, char **arguments)
try {
    const std::vector<std::filesystem::path> given = given_to_main(count, arguments);
    std::vector<hr::deposit_request> requests = read(count == 3 ? given[2] : "");
    std::size_t at = 0;
    const auto person = [&](const hr::question &asked) { return ask(asked, *requests[at].patient); };
    hr::client dmp(settings(given[1]), person, [](std::int64_t done, std::int64_t total) {
        std::cerr << '\r' << (total > 0 ? 100 * done / total : 100) << " %" << std::flush;
    });
    const hr::result login = dmp.login(std::chrono::seconds(60));
    std::cout << login.sentence_fr << '\n';
    std::size_t stored = 0;
    std::string left;
    for (; login.is_open() && at < requests.size(); at++) {
        const std::string document = requests[at].documents[0].path.value_or("?");
        std::cout << "\n" << at + 1 << " : " << document << std::endl;
        std::string said;
        bool is_stored = false;
        try {
            const hr::result ended = dmp.deposit(requests[at]);
            said = ended.sentence_fr + '\n';
            is_stored = ended.is_complete();
        } catch (const hr::error &mistake) { // of this line of the list
            said = mistake.details().message_fr + '\n';
        } catch (const std::invalid_argument &mistake) { // a text in it, or an answer about it, is no UTF-8 or no JSON
            said = std::string(mistake.what()) + '\n';
        }
        std::cout << said;
        stored += is_stored ? 1 : 0;
        left += is_stored ? "" : document + " : " + said;
    }
    std::cout << '\n' << stored << " sur " << requests.size() << " dans les dossiers.\n" << left;
    return login.is_open() && stored == requests.size() ? 0 : 1;
} catch (const std::exception &error) { // the configuration, the list, or a mistake of this program
    std::cerr << error.what() << '\n';
    return 2;
}
