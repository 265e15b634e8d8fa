// conversation.cpp - makes the calls of a script with one client, and prints one JSON line a call:
//     conversation CONFIGURATION SCRIPT
// Both are files. A call of the script is {"call", "request", "answers"}; each question takes the next answer.

#include "hr.hpp"

#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

static hr::answer given(const hr::json &script, const hr::question &asked)
{
    if (const auto code = script.get("/code"))
        return *code;
    if (const auto part = script.get("/choice")) {
        for (const hr::choice &choice : asked.choices)
            if (choice.label_fr.find(*part) != std::string::npos)
                return choice;
        throw std::runtime_error("no choice has " + *part);
    }
    return script.is_null() ? hr::answer() : script.member("enter");
}

static hr::result made(hr::client &dmp, const hr::json &call)
{
    const auto request = call.member("request");
    if (call.get("/call") == "login")
        return dmp.login({}, request.as<hr::connect_request>());
    if (call.get("/call") == "find")
        return dmp.find(request.as<hr::find_request>());
    return dmp.deposit(request.as<hr::deposit_request>());
}

static std::string line(const hr::result &made, const std::string &asked)
{
    std::string documents;
    for (const hr::document &one : made.documents) {
        documents += documents.empty() ? "" : ",";
        documents += "{\"ending\":" + hr::json::of(one.ending.word()).text();
        documents += ",\"outcome\":" + hr::json::of(one.outcome.word()).text();
        documents += ",\"already\":" + std::string(one.already ? "true" : "false") + '}';
    }
    const bool done = made.is_open() || made.is_found() || made.is_complete();
    return "{\"ending\":" + hr::json::of(made.ending.word()).text() +
           ",\"sentence_fr\":" + hr::json::of(made.sentence_fr).text() + ",\"asked\":[" + asked +
           "],\"done\":" + (done ? "true" : "false") + ",\"documents\":[" + documents + "]}";
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    std::ifstream file(arguments[2], std::ios::binary);
    const hr::json script(std::string((std::istreambuf_iterator<char>(file)), {}));
    std::string kinds;
    std::vector<hr::json> answers;
    hr::client dmp(std::filesystem::path(arguments[1]), [&](const hr::question &asked) {
        kinds += (kinds.empty() ? "" : ",") + hr::json::of(asked.kind.word()).text();
        if (answers.empty())
            return hr::answer();
        const hr::json next = answers.front();
        answers.erase(answers.begin());
        return given(next, asked);
    });
    for (const hr::json &call : script.items()) {
        kinds.clear();
        answers = call.member("answers").items();
        try {
            const hr::result ended = made(dmp, call);
            std::cout << line(ended, kinds) << std::endl;
        } catch (const hr::error &mistake) {
            std::cout << "{\"raised\":" << hr::json::of(mistake.details().name).text() << '}' << std::endl;
        }
    }
    return 0;
}
