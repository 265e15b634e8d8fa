// client.cpp - a client against a sandbox whose reader has one card, with the PIN 1234:
//     client CONFIGURATION.json FILE
// For every document that the library calls accepted its SHA-256 is printed, one a line, so that the caller can compare
// them with what was stored. The card gets four presentations.

#include "check.hpp"
#include "hr.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#if defined(__cpp_lib_jthread)
#include <stop_token>
#endif

namespace {

struct own_exception {
    int number;
};

std::filesystem::path settings, document_path;

hr::answer typed(const hr::question &asked)
{
    return asked.kind == hr::ask::pin ? hr::answer(std::string("1234")) : hr::answer();
}

hr::deposit_request request(bool again = false)
{
    hr::deposit_request made;
    made.patient.emplace().nom = "EXEMPLE";
    made.patient->prenom = "Hélène";
    hr::document_file &document = made.documents.emplace_back();
    document.path = hr::utf8(document_path);
    document.activity_type = "10";
    document.type_code = "11503-0";
    document.again = again;
    return made;
}

hr::find_request who()
{
    hr::find_request made;
    made.patient = request().patient;
    return made;
}

void accepted(const hr::result &sent)
{
    for (const hr::document &one : sent.documents)
        if (one.outcome == hr::outcome::accepted && !one.already)
            std::cout << one.sha256.value_or("") << '\n';
}

/// The number that a callback throws out of a deposit.
int thrown(hr::client &dmp)
{
    try {
        accepted(dmp.deposit(request(true)));
    } catch (const own_exception &own) {
        return own.number;
    }
    return 0;
}

void nothing_is_asked_of_a_card_that_is_not_there()
{
    hr::client dmp(settings, [](const hr::question &) -> hr::answer { throw own_exception{1}; });
    hr::connect_request absent;
    absent.card = hr::json(R"({"serial":"nobody's"})");
    const hr::result end = dmp.login({}, absent);
    CHECK(end.ending == hr::ending::no_card && !end.is_open() && !end.sentence_fr.empty() && !end.question);
    CHECK(throws<own_exception>([&] { (void)dmp.login(); }));
    absent.card = hr::json("7");
    CHECK(throws<hr::caller_error>([&] { (void)dmp.login({}, absent); }));
    CHECK(dmp.find(who()).ending == hr::ending::login_needed);
}

/// Two presentations: the second because the person typed the PIN again. The third time the library asks otherwise, and
/// nobody answers: this wrapper lifts no hold by itself.
void a_program_that_answers_by_itself_presents_a_held_pin_once()
{
    std::vector<std::string> asked;
    hr::client dmp(settings, [&](const hr::question &question) {
        asked.push_back(question.kind.word());
        CHECK(question.sentence_fr.find("9875") == std::string::npos && question.choices.size() == 1);
        return question.kind == hr::ask::pin ? hr::answer(std::string("9875")) : hr::answer();
    });
    const hr::result end = dmp.login();
    CHECK(!end.is_open() && end.question && end.question->kind == hr::ask::retry);
    CHECK(asked.size() >= 3 && asked.back() == "retry" && end.json.text().find("9875") == std::string::npos);
}

/// What a question takes, the library's own choices included, and nothing else.
bool refused(hr::ask::value kind, const hr::answer &given)
{
    hr::client dmp(settings, [&](const hr::question &asked) {
        return asked.kind == kind ? given : asked.kind == hr::ask::pin ? typed(asked) : hr::answer();
    });
    return throws<std::invalid_argument>([&] { (void)dmp.login(); });
}

/// An answer that does not fit the question is the program's mistake, and an empty one is none.
void answers_that_do_not_fit()
{
    for (const hr::answer &none : {hr::answer(), hr::answer(std::string()), hr::answer(hr::json()), hr::answer(hr::json(""))})
        CHECK(!refused(hr::ask::pin, none));
    CHECK(refused(hr::ask::pin, hr::json("1")) && refused(hr::ask::pin, hr::choice()));
}

/// A malformed body was once completed, or cut, and posted.
void an_update_is_one_json_value(const hr::login &opened)
{
    for (const char *body : {R"({"insQualified":true,"alimentationConsent":true)", R"({"insQualified":true} {})",
                             R"({"insQualified":true},"patient_id":"999")", "yes"}) {
        hr::client same(hr::session("{}"), [&](const hr::question &asked) {
            return asked.kind == hr::ask::update ? hr::answer(hr::json(body)) : hr::answer(asked.choices.at(0));
        });
        same.session().session_set(opened.serviceUrl, opened.bearer);
        hr::deposit_request sent = request();
        sent.patient->nom = "MODÈLE";
        sent.patient->prenom = "Étienne";
        CHECK(throws<std::invalid_argument>([&] { (void)same.deposit(sent); }));
    }
}

/// What a callback throws comes out, and what became of the call is in last().
void callbacks_that_throw(hr::client &dmp)
{
    const auto at = [&](bool last, int number) {
        dmp.session().progress([last, number](std::int64_t done, std::int64_t total) {
            if (last ? done == total : done > 0)
                throw own_exception{number};
        });
    };
    at(false, 7);
    CHECK(thrown(dmp) == 7 && dmp.last()->ending == hr::ending::cancelled);
    CHECK(dmp.last()->documents.at(0).outcome == hr::outcome::incomplete);
    at(true, 8);
    CHECK(thrown(dmp) == 8 && dmp.last()->is_complete());
    accepted(*dmp.last());
    dmp.session().progress(nullptr);
    const hr::result again = dmp.deposit(request());
    CHECK(again.is_complete() && again.documents[0].already);
}

/// A second call that finds the session busy must not take the exception of the first.
void thrown_beside_a_busy_call(hr::client &dmp)
{
    bool first = true, busy = false, unchanged = false;
    dmp.session().progress([&](std::int64_t, std::int64_t) {
        if (!std::exchange(first, false))
            return;
        std::thread([&] { busy = dmp.deposit(request()).ending == hr::ending::in_use; }).join();
        unchanged = throws<hr::caller_error>([&] { dmp.session().progress(nullptr); });
        throw own_exception{9};
    });
    CHECK(thrown(dmp) == 9 && busy && unchanged);
    dmp.session().progress(nullptr);
}

/// An upload inside the callback of another one, on the same thread, by a session that was moved.
void nested(hr::client &dmp, hr::session inner)
{
    inner.patient_search("EXEMPLE", "Hélène");
    const std::string patient_id = inner.patient_get().patient_id;
    inner.dmp_open(patient_id);
    inner.progress([](std::int64_t, std::int64_t) { throw own_exception{10}; });
    hr::session moved = std::move(inner);
    int from_inner = 0, calls = 0;
    dmp.session().progress([&](std::int64_t, std::int64_t) {
        if (calls++ != 1)
            return;
        try {
            moved.dmp_send(patient_id, hr::utf8(document_path), std::nullopt, "10", "another");
        } catch (const own_exception &own) {
            from_inner = own.number;
        }
    });
    accepted(dmp.deposit(request(true)));
    CHECK(calls > 10 && from_inner == 10);
    dmp.session().progress(nullptr);
}

void from_memory(hr::client &dmp)
{
    std::ifstream source(document_path, std::ios::binary);
    const std::string content((std::istreambuf_iterator<char>(source)), std::istreambuf_iterator<char>());
    hr::deposit_bytes_request known;
    known.patient = request().patient;
    hr::document_in_memory &document = known.documents.emplace_back();
    document.filename = "copy.pdf";
    document.activity_type = "10";
    document.type_code = "11503-0";
    const hr::result again = dmp.deposit_bytes(known, content);
    CHECK(again.is_complete() && again.documents.at(0).already);
    const hr::result other = dmp.deposit_bytes(known, std::string("a note\0with a NUL", 17));
    CHECK(other.is_complete() && other.documents.at(0).bytes == 17);
    accepted(other);
}

/// Runs a call on the session in another thread, meanwhile what is given, and gives the call's code.
template <class Meanwhile>
std::int32_t beside_a_call(hr::session &session, int wait_ms, Meanwhile &&meanwhile)
{
    std::int32_t code = HR_OK;
    std::thread other([&] { code = hr_wait_card(session.handle(), R"({"serial":"nobody's"})", wait_ms, nullptr); });
    while (hr_set_progress(session.handle(), nullptr, nullptr) != HR_E_BUSY)
        std::this_thread::yield();
    meanwhile();
    other.join();
    return code;
}

/// With no call of the client's a stop does nothing: not to the thread's own calls, another thread's, or later ones.
void a_stop_touches_no_call_of_others(hr::client &dmp)
{
    hr::result found = hr::result(hr::json());
    const auto meanwhile = [&] {
        dmp.stop();
        found = dmp.deposit(request(true));
    };
    CHECK(beside_a_call(dmp.session(), 700, meanwhile) == HR_E_NO_CARD);
    CHECK(found.ending == hr::ending::in_use);
    dmp.stop();
    CHECK(dmp.find(who()).is_found());
    CHECK(!throws<hr::error>([&] { dmp.session().patient_search("EXEMPLE", "Hélène"); }));
    CHECK(beside_a_call(dmp.session(), 60'000, [&] { dmp.session().cancel(); }) == HR_E_CANCELLED);
}

/// A stop while a person is asked counts, whatever is answered then, and for this call alone.
void stopped_while_a_person_is_asked()
{
    for (const hr::answer &given : {hr::answer(), hr::answer(std::string("1234"))}) {
        hr::client *self = nullptr;
        hr::client asking(settings, [&](const hr::question &) {
            self->stop();
            return given;
        });
        self = &asking;
        CHECK(asking.login().ending == hr::ending::cancelled);
        CHECK(!throws<hr::error>([&] { asking.session().ready(); }));
    }
}

/// The progress of a call that hr.h is asked for directly; what is thrown there only stops it.
void called_without_the_wrapper(hr::client &dmp)
{
    int calls = 0;
    const std::string asked = hr::json::from(request(true)).text();
    dmp.session().progress([&](std::int64_t, std::int64_t) {
        calls++;
        throw own_exception{11};
    });
    CHECK(hr_deposit(dmp.session().handle(), asked.c_str(), nullptr) == HR_E_CANCELLED && calls == 1);
    dmp.session().progress(nullptr);
    CHECK(dmp.find(who()).is_found());
}

/// Stopped from another thread while a call waits, and from the callback of the call itself.
void stopped_while_it_runs(hr::client &dmp)
{
    hr::client waiting(settings);
    hr::connect_request absent;
    absent.card = hr::json(R"({"serial":"nobody's"})");
#if defined(__cpp_lib_jthread)
    std::stop_source source;
    const std::stop_callback stops(source.get_token(), [&] { waiting.stop(); });
    std::thread other([&] { source.request_stop(); });
#else
    std::thread other([&] { waiting.stop(); });
#endif
    CHECK(waiting.login(std::chrono::minutes(1), absent).ending == hr::ending::cancelled);
    other.join();

    dmp.session().progress([&](std::int64_t, std::int64_t) { dmp.stop(); });
    const hr::result sent = dmp.deposit(request(true));
    CHECK(sent.ending == hr::ending::cancelled && sent.documents.at(0).outcome != hr::outcome::accepted);
    dmp.session().progress(nullptr);
    CHECK(dmp.find(who()).is_found());
}

void closed_by_the_callback(hr::client &dmp)
{
    dmp.session().progress([&](std::int64_t, std::int64_t) { dmp.close(); });
    CHECK(dmp.deposit(request(true)).ending == hr::ending::cancelled);
    CHECK(throws<hr::caller_error>([&] { (void)dmp.deposit(request()); }));
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    settings = arguments[1];
    document_path = arguments[2];
    try {
        nothing_is_asked_of_a_card_that_is_not_there();
        answers_that_do_not_fit();
        a_program_that_answers_by_itself_presents_a_held_pin_once();
        hr::client dmp(settings, typed);
        const hr::result login = dmp.login();
        CHECK(login.is_open() && login.json.as<hr::connection>().login->raw.get("/serviceUrl"));
        const hr::login opened = *login.json.as<hr::connection>().login;
        an_update_is_one_json_value(opened);
        hr::session same("{}");
        same.session_set(opened.serviceUrl, opened.bearer);
        callbacks_that_throw(dmp);
        thrown_beside_a_busy_call(dmp);
        nested(dmp, std::move(same));
        from_memory(dmp);
        a_stop_touches_no_call_of_others(dmp);
        stopped_while_it_runs(dmp);
        stopped_while_a_person_is_asked();
        called_without_the_wrapper(dmp);
        closed_by_the_callback(dmp);
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        CHECK(false);
    }
    return report_checks("client");
}
