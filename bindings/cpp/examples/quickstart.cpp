/* quickstart.cpp - logs in with a card and deposits a document; a person answers on standard input.
 *     c++ -std=c++17 -I../../include -I. examples/quickstart.cpp -o ../../target/quickstart \
 *         -L../../target/release -lhr -Wl,-rpath,$PWD/../../target/release
 *     ../../target/quickstart CONFIGURATION.json NOM PRENOM FILE */
#include "host.hpp" // in the same folder
#include "hr.hpp"

#include <chrono>
#include <exception>
#include <filesystem>
#include <iostream>
#include <vector>

static hr::answer ask(const hr::question &question)
{
    const auto offered = shown(question);
    if (question.kind == hr::ask::pin)
        return typed_pin();
    return chosen(offered);
}

int main(int count, char **arguments)
try {
    if (count != 5) {
        std::cerr << "quickstart CONFIGURATION.json NOM PRENOM FILE\n";
        return 2;
    }
    const std::vector<std::filesystem::path> given = given_to_main(count, arguments);
    hr::client dmp(given[1], ask);
    const hr::result login = dmp.login(std::chrono::seconds(60));
    std::cout << login.sentence_fr << '\n';
    if (!login.is_open())
        return 1;
    hr::deposit_request request;
    request.patient.emplace();
    request.patient->nom = hr::utf8(given[2]); // Windows has it in UTF-16
    request.patient->prenom = hr::utf8(given[3]);
    request.documents.emplace_back();
    request.documents[0].path = hr::utf8(given[4]);
    request.documents[0].activity_type = "10";
    request.documents[0].type_code = "11503-0";
    const hr::result sent = dmp.deposit(request);
    std::cout << sent.sentence_fr << '\n';
    return sent.is_complete() ? 0 : 1;
} catch (const std::exception &error) { // the configuration, or a mistake of this program
    std::cerr << error.what() << '\n';
    return 2;
}
