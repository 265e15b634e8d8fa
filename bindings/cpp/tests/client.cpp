// client.cpp - what the larger example does not show of a client, against a sandbox whose reader has one card:
//     client CONFIGURATION FILE
// The PIN of the card is 1234. What the sandbox received is compared by the caller: one document, presented PINs 3.

#include "check.hpp"
#include "hr.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#if defined(__cpp_lib_jthread)
#include <stop_token>
#endif

namespace {

constexpr auto at_once = std::chrono::milliseconds(0);

hr::login_dialog typed(std::vector<std::string> pins)
{
    hr::login_dialog dialog;
    dialog.wait = at_once;
    dialog.ask_pin = [pins = std::move(pins), next = std::size_t(0)](const hr::card &, const std::string &) mutable {
        return next < pins.size() ? std::optional<std::string>(pins[next++]) : std::nullopt;
    };
    return dialog;
}

hr::patient example(hr::dmp_client &dmp)
{
    hr::traits traits;
    traits.nom = "EXEMPLE";
    traits.prenom = "Hélène";
    return std::get<hr::found_one>(dmp.find(traits)).patient;
}

hr::document document(const std::filesystem::path &path)
{
    hr::document document;
    document.path = path;
    document.activity_type = "10";
    document.type_code = "11503-0";
    return document;
}

void nothing_is_asked_of_a_card_that_is_not_there(const std::string &config)
{
    hr::dmp_client dmp(config);
    hr::login_dialog dialog = typed({"1234"});
    dialog.card = R"({"serial":"nobody's"})";
    const hr::connect_result end = dmp.login(dialog);
    CHECK(!end && end.ending == hr::connect_ending::no_card && !end.card && !end.sentence_fr.empty());
    CHECK(throws<std::invalid_argument>([&] { dmp.login({}); }));
}

/// Two presentations: one wrong PIN, held back once, then the right one. No text of an error has either.
void a_refused_pin_is_nowhere(const std::string &config)
{
    hr::dmp_client dmp(config);
    std::vector<std::string> whys;
    hr::login_dialog dialog = typed({"9876", "9876"});
    dialog.ask_pin = [&, ask = dialog.ask_pin](const hr::card &card, const std::string &why_fr) {
        whys.push_back(why_fr);
        return ask(card, why_fr);
    };
    const hr::connect_result end = dmp.login(dialog);
    CHECK(end.ending == hr::connect_ending::given_up && whys.size() == 3 && whys[0].empty());
    CHECK(!whys[1].empty() && !whys[2].empty() && whys[1] != whys[2]);
    for (const std::string &why : whys)
        CHECK(why.find("9876") == std::string::npos);
    CHECK(dmp.login(typed({"1234"})));
}

/// Two presentations more.
void a_program_that_answers_by_itself_presents_a_held_pin_once(const std::string &config)
{
    hr::dmp_client dmp(config);
    std::size_t asked = 0;
    hr::login_dialog dialog = typed({"1234"});
    dialog.ask_pin = [&](const hr::card &, const std::string &) -> std::optional<std::string> {
        return ++asked < 10 ? std::optional<std::string>("9875") : std::nullopt;
    };
    CHECK(dmp.login(dialog).ending == hr::connect_ending::pin_held && asked == 4);
    CHECK(dmp.login(typed({"1234"})));
}

void a_patient_stays_with_its_client(const std::string &config, hr::dmp_client &dmp, const std::string &file)
{
    hr::dmp_client other(config);
    const hr::patient patient = example(dmp);
    CHECK(throws<std::invalid_argument>([&] { other.send(patient, document(file)); }));
    hr::document nameless = document(file);
    nameless.type_code.reset();
    CHECK(throws<std::invalid_argument>([&] { dmp.send(patient, nameless); }));
    CHECK(throws<std::invalid_argument>([&] { dmp.send(patient, hr::document()); }));
}

void a_document_from_memory_is_the_one_from_a_file(hr::dmp_client &dmp, const std::string &file)
{
    std::ifstream source(file, std::ios::binary);
    const std::string content((std::istreambuf_iterator<char>(source)), std::istreambuf_iterator<char>());
    const hr::patient patient = example(dmp);
    hr::document known = document(file), nameless = document(file);
    known.path = nameless.path = "";
    known.filename = "copy.pdf";
    CHECK(dmp.send(patient, document(file)));
    const hr::deposit_result again = dmp.send_bytes(patient, content, known);
    CHECK(again && again.documents.at(0).already);
    CHECK(throws<std::invalid_argument>([&] { dmp.send_bytes(patient, content, nameless); }));
    CHECK(throws<std::invalid_argument>([&] { dmp.send_bytes(patient, content, document(file)); }));
}

struct own_exception {
};

/// What a callback throws comes out, until a document was stored: then the result has it.
void a_callback_that_throws(hr::dmp_client &dmp, const std::string &file)
{
    const hr::patient patient = example(dmp);
    hr::deposit_options options;
    options.progress = [](std::int64_t, std::int64_t) -> bool { throw own_exception(); };
    CHECK(throws<own_exception>([&] { dmp.send(patient, document(file), options); }));
    std::int64_t last = -1;
    bool rising = true;
    options.progress = [&](std::int64_t done, std::int64_t total) -> bool {
        rising = rising && last <= done && done <= total;
        last = done;
        return done < total ? true : throw own_exception();
    };
    const hr::document absent = document(file + ".absent");
    const hr::deposit_result sent = dmp.deposit(patient, {document(file), absent}, options);
    CHECK(sent.ending == hr::deposit_ending::cancelled && sent.documents.size() == 2 && rising && last > 0);
    CHECK(sent.documents[0].accepted() && !sent.documents[0].already && sent.documents[0].sha256);
    CHECK(sent.documents[1].code == hr::code::cancelled && sent.documents[1].outcome == hr::outcome::not_sent);
    CHECK(sent.error && sent.error->code() == hr::code::cancelled && sent.sentence_fr.find("1 document") == 0);
    CHECK(sent.thrown && throws<own_exception>([&] { std::rethrow_exception(sent.thrown); }));
    const hr::deposit_result again = dmp.send(patient, document(file));
    CHECK(again && again.documents[0].already && !again.thrown && !again.error);
    const hr::deposit_result partly = dmp.deposit(patient, {absent, document(file)});
    CHECK(!partly && partly.documents[0].code == hr::code::file && partly.documents[1].already);
    CHECK(partly.error && partly.error->code() == hr::code::file && partly.sentence_fr.find("1 document") == 0);
    std::cout << *again.documents[0].sha256 << '\n';
}

/// Whoever interrupts a call that has not begun waits until it has. Without that the wait would take its minute.
void a_stop_just_before_a_call(const std::string &config)
{
    hr::session session(config);
    const auto slot = std::make_shared<hr::detail::progress_slot>();
    const auto call = std::make_shared<hr::detail::running_call>(session.handle(), slot);
    std::atomic<bool> interrupting{false}, through{false};
    std::thread other([&] {
        interrupting = true;
        call->interrupt();
        through = true;
    });
    while (!interrupting)
        std::this_thread::yield();
    for (int i = 0; i < 1000; i++)
        std::this_thread::yield();
    CHECK(!through);
    const auto begin = std::chrono::steady_clock::now();
    std::int32_t code = HR_E_BUSY; // of the other thread's look
    while (code == HR_E_BUSY)
        code = hr_wait_card(session.handle(), R"({"serial":"nobody's"})", 60'000, nullptr);
    CHECK(code == HR_E_CANCELLED && std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
    call->end();
    other.join();
}

template <class Source, class Token>
void stopped_with(hr::dmp_client &dmp, const std::string &file, Source &stop, Token token)
{
    const hr::patient patient = example(dmp);
    dmp.stop_on(token);
    hr::login_dialog dialog = typed({"1234"});
    dialog.ask_pin = [&, ask = dialog.ask_pin](const hr::card &card, const std::string &why_fr) {
        stop.request_stop();
        return ask(card, why_fr);
    };
    CHECK(throws<hr::cancelled_error>([&] { dmp.login(dialog); }));
    CHECK(throws<hr::cancelled_error>([&] { example(dmp); }));
    const hr::deposit_result sent = dmp.deposit(patient, {document(file), document(file)});
    CHECK(sent.ending == hr::deposit_ending::cancelled && sent.documents.size() == 2 && !sent.sentence_fr.empty());
    CHECK(sent.documents[1].index == 1 && sent.documents[1].outcome == hr::outcome::not_sent);
    dmp.stop_on({});
    CHECK(example(dmp).may_receive());
}

/// Stopped from the callback of the call itself, and from another thread while a call waits.
void stopped_while_it_runs(const std::string &config)
{
    hr::dmp_client dmp(config);
    hr::stop_source stop;
    dmp.stop_on(stop.token());
    hr::login_dialog dialog = typed({});
    dialog.card = R"({"serial":"nobody's"})";
    dialog.wait = std::chrono::minutes(1);
    std::thread other([stop] { stop.request_stop(); });
    CHECK(throws<hr::cancelled_error>([&] { dmp.login(dialog); }));
    other.join();
    CHECK(stop.stop_requested() && !stop.request_stop());
}

void stopped_by_its_callback(hr::dmp_client &dmp, const std::string &file)
{
    const hr::patient patient = example(dmp);
    hr::stop_source stop;
    dmp.stop_on(stop.token());
    hr::document again = document(file);
    again.again = true;
    hr::deposit_options options;
    options.progress = [&](std::int64_t, std::int64_t) { return stop.request_stop(), true; };
    const hr::deposit_result sent = dmp.send(patient, again, options);
    CHECK(sent.ending == hr::deposit_ending::cancelled && !sent.documents[0].accepted());
    dmp.stop_on({});
}

void mixed_with_the_steps(const std::string &config)
{
    hr::session session(config);
    hr::dmp_client dmp(std::move(session));
    CHECK(!dmp.session().state().session);
    dmp.session().ticket();
    CHECK(dmp.session().ready().cards.size() == 1);
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    const std::string config = arguments[1], file = arguments[2];
    try {
        nothing_is_asked_of_a_card_that_is_not_there(config);
        a_refused_pin_is_nowhere(config);
        a_program_that_answers_by_itself_presents_a_held_pin_once(config);
        hr::dmp_client dmp(config);
        CHECK(dmp.login(typed({"1234"})));
        a_patient_stays_with_its_client(config, dmp, file);
        a_callback_that_throws(dmp, file);
        a_stop_just_before_a_call(config);
        hr::stop_source own;
        stopped_with(dmp, file, own, own.token());
#if defined(__cpp_lib_jthread)
        std::stop_source standard;
        stopped_with(dmp, file, standard, standard.get_token());
#endif
        stopped_while_it_runs(config);
        stopped_by_its_callback(dmp, file);
        a_document_from_memory_is_the_one_from_a_file(dmp, file);
        mixed_with_the_steps(config);
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        CHECK(false);
    }
    return report_checks("client");
}
