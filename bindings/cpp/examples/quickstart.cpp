/* quickstart.cpp - logs in with a card and deposits a document; a person answers on standard input.
 *     c++ -std=c++17 -I../../include -I. examples/quickstart.cpp -o ../../target/quickstart \
 *         -L../../target/release -lhr -Wl,-rpath,$PWD/../../target/release
 *     ../../target/quickstart CONFIGURATION.json NOM PRENOM FILE */
#include "hr.hpp"

#include <chrono>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>

static hr::answer ask(const hr::question &question)
{
    std::cout << question.sentence_fr << '\n';
    for (const hr::choice &choice : question.choices)
        std::cout << "  " << 1 + (&choice - question.choices.data()) << "  " << choice.label_fr << '\n';
    std::cout << (question.kind == hr::ask::pin ? "Code : " : "Numéro, ou rien : ") << std::flush;
    std::string line;
    if (!std::getline(std::cin, line) || line.empty())
        return {};
    if (question.kind == hr::ask::pin)
        return line;
    for (std::size_t at = 0; at < question.choices.size(); at++)
        if (line == std::to_string(at + 1))
            return question.choices[at];
    return {};
}

int main(int count, char **arguments)
try {
    if (count != 5)
        return 2;
    hr::client dmp(std::filesystem::path(arguments[1]), ask);
    const hr::result login = dmp.login(std::chrono::seconds(60));
    std::cout << login.sentence_fr << '\n';
    if (!login.is_open())
        return 1;
    hr::deposit_request request;
    request.patient.emplace();
    request.patient->nom = arguments[2];
    request.patient->prenom = arguments[3];
    request.documents.emplace_back();
    request.documents[0].path = arguments[4];
    request.documents[0].activity_type = "10";
    request.documents[0].type_code = "11503-0";
    const hr::result sent = dmp.deposit(request);
    std::cout << sent.sentence_fr << '\n';
    return sent.is_complete() ? 0 : 1;
} catch (const std::exception &error) { // the configuration, or a mistake of this program
    std::cerr << error.what() << '\n';
    return 2;
}
