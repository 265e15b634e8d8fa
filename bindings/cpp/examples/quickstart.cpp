/* quickstart.cpp - logs in with a card and sends a document, for a professional whom the card identifies.
 *     c++ -std=c++17 -I../../include -I. examples/quickstart.cpp -o ../../target/quickstart \
 *         -L../../target/release -lhr -Wl,-rpath,$PWD/../../target/release
 *     ../../target/quickstart CONFIGURATION CARD_SERIAL NOM PRENOM FILE
 * A person answers on standard input. outbox.cpp has every choice and every ending. */
#include "hr.hpp"

#include <iostream>
#include <optional>
#include <string>

static std::optional<std::string> ask(const std::string &question)
{
    std::cerr << question << '\n';
    std::string answer;
    return std::getline(std::cin, answer) ? std::optional<std::string>(answer) : std::nullopt;
}

int main(int count, char **arguments)
try {
    if (count != 6)
        return 2;
    hr::login_dialog dialog;
    dialog.card = "{\"serial\":" + hr::json_string(arguments[2]) + '}';
    dialog.ask_pin = [](const hr::card &card, const std::string &why_fr) { // asked again after a wrong one
        return ask(why_fr + " Code de la carte de " + card.lastName + " ?");
    };
    hr::traits traits;
    traits.nom = arguments[3];
    traits.prenom = arguments[4];
    hr::document document;
    document.path = arguments[5];
    document.activity_type = "10";
    document.type_code = "11503-0";

    hr::dmp_client dmp(arguments[1]);
    const hr::connect_result login = dmp.login(dialog);
    if (!login)
        return std::cerr << login.sentence_fr << '\n', 1;
    const hr::find_result found = dmp.find(traits);
    const auto *const one = std::get_if<hr::found_one>(&found);
    if (one == nullptr) // several, nobody, or one whom a person has to compare
        return std::cerr << "Le patient n'est pas désigné avec certitude.\n", 1;
    const hr::deposit_result sent = dmp.send(one->patient, document);
    std::cout << sent.sentence_fr << '\n';
    return sent ? 0 : 1;
} catch (const hr::error &error) { // an outage or a defect
    return std::cerr << error.message_fr() << '\n', 1;
}
