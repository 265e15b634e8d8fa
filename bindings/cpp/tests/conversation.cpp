// conversation.cpp - makes the calls of a script, and prints a line of JSON for each:
//     conversation CONFIGURATION SCRIPT
// tests/bindings/conversations of the project says what a script may hold, and what must come of it.

#include "hr.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

/// What the host's callbacks throw.
struct own_exception {};

static std::filesystem::path settings;
static std::map<std::string, std::string, std::less<>> remembered; // what calls have given: token, patient_id...
static std::mutex guard;
static std::string lines; // of the log, since the last step

static std::string text_of(const std::optional<std::string> &text)
{
    return text ? hr::json::of(*text).text() : "null";
}

/// An object of members with their JSON.
static std::string object(std::initializer_list<std::pair<const char *, std::string>> members)
{
    std::string all;
    for (const auto &[name, json] : members)
        all += (all.empty() ? "\"" : ",\"") + std::string(name) + "\":" + json;
    return '{' + all + '}';
}

static std::string listed(const std::vector<std::string> &values)
{
    std::string all;
    for (const std::string &value : values)
        all += (all.empty() ? "" : ",") + value;
    return '[' + all + ']';
}

static void remember(const hr::json &given)
{
    for (const char *const name : {"token", "patient_id", "entry", "serviceUrl", "bearer"})
        for (const char *const place : {"/cards/0/", "/"})
            if (const auto value = given.get((std::string(place) + name).c_str()))
                remembered[name] = *value;
}

/// The arguments of a function: "$entry" is what a call has given, and a picture stands for NUL.
class arguments {
public:
    explicit arguments(hr::json with) : with_(std::move(with)) {}

    std::optional<std::string> maybe(std::string_view name) const
    {
        auto value = with_.member(name).get();
        if (value && value->rfind('$', 0) == 0)
            return remembered.at(value->substr(1));
        const std::string picture = "\xE2\x90\x80";
        if (const auto at = value.value_or("").find(picture); at != std::string::npos)
            value->replace(at, picture.size(), 1, '\0');
        return value;
    }

    std::string operator[](std::string_view name) const { return maybe(name).value_or(""); }

private:
    hr::json with_;
};

using function = std::function<hr::json(hr::session &s, const arguments &a)>;

template <class Call>
static function gives(Call call)
{
    return [call](hr::session &s, const arguments &a) { return call(s, a).json; };
}

template <class Call>
static function does(Call call)
{
    return [call](hr::session &s, const arguments &a) {
        call(s, a);
        return hr::json();
    };
}

static const std::map<std::string, function, std::less<>> functions = {
    {"ticket", gives([](auto &s, auto &) { return s.ticket(); })},
    {"ticket_set", does([](auto &s, auto &a) { s.ticket_set(a["ticket"]); })},
    {"ready", gives([](auto &s, auto &) { return s.ready(); })},
    {"login", gives([](auto &s, auto &a) { return s.login(a["card_token"], a["pin_code"]); })},
    {"pin_retry_allow", does([](auto &s, auto &a) { s.pin_retry_allow(a["card_token"]); })},
    {"session_set", does([](auto &s, auto &a) { s.session_set(a["service_url"], a["bearer"]); })},
    {"profile_put", gives([](auto &s, auto &a) { return s.profile_put(a["payload_json"]); })},
    {"profile_select", gives([](auto &s, auto &a) { return s.profile_select(a["situation_id"]); })},
    {"patient_search", gives([](auto &s, auto &a) {
         return s.patient_search(a.maybe("nom"), a.maybe("prenom"), a.maybe("date_naissance"), a.maybe("sexe"));
     })},
    {"patient_get", gives([](auto &s, auto &) { return s.patient_get(); })},
    {"patient_update", gives([](auto &s, auto &a) { return s.patient_update(a["body_json"]); })},
    {"request", gives([](auto &s, auto &a) { return s.request(a["method"], a["path"], a.maybe("body_json")); })},
    {"dmp_open", gives([](auto &s, auto &a) { return s.dmp_open(a["patient_id"], a.maybe("body_json")); })},
    {"dmp_send", gives([](auto &s, auto &a) {
         return s.dmp_send(a["patient_id"], a["path"], a.maybe("filename"), a["activity_type"], a["type_code"]);
     })},
    {"dmp_send_bytes", gives([](auto &s, auto &a) {
         return s.dmp_send_bytes(a["patient_id"], a["data"], a["filename"], a["activity_type"], a["type_code"]);
     })},
    {"dmp_resend_allow", does([](auto &s, auto &a) { s.dmp_resend_allow(a["entry"]); })},
    {"dmp_found", does([](auto &s, auto &a) { s.dmp_found(a["entry"]); })},
    {"journal", gives([](auto &s, auto &) { return s.journal(); })},
    {"state", gives([](auto &s, auto &) { return s.state(); })},
    {"cancel", does([](auto &s, auto &) { s.cancel(); })},
};

static std::string line(const hr::json &step);

/// A client, the person who answers, and what the progress reports.
class host {
public:
    template <class Settings>
    explicit host(const Settings &given)
        : dmp(given, [this](const hr::question &asked) { return answer(asked); },
              [this](std::int64_t done, std::int64_t total) { report(done, total); })
    {
    }

    std::string made(const hr::json &step)
    {
        const std::string call = *step.get("/call");
        const hr::json request = step.member("request");
        if (call == "stop")
            return dmp.stop(), "{}";
        if (call == "close")
            return dmp.close(), "{}";
        if (request.is_null()) {
            const hr::json given = functions.at(call)(dmp.session(), arguments(step.member("with")));
            remember(given);
            return object({{"text", text_of(given.text())}});
        }
        if (call == "journal")
            return object({{"text", text_of(dmp.journal(request.as<hr::journal_filter>()).json.text())}});
        if (!step.member("stopped").is_null())
            return stopped(request);
        step_ = step;
        answers_ = step.items("/answers");
        asked_.clear();
        reports_.clear();
        beside_.clear();
        try {
            if (step.member("interrupt").is_null())
                return said(ended(call, request));
            auto running = std::async(std::launch::async, [&] { return ended(call, request); });
            if (step.get("/interrupt") == "line")
                std::cin.get();
            else
                happened_.get_future().wait();
            dmp.stop();
            interrupted_.set_value();
            running.wait();
            return said(running.get());
        } catch (const own_exception &) {
            return said(*dmp.last(), "own");
        }
    }

private:
    hr::client dmp;
    hr::json step_;
    std::vector<hr::json> answers_;
    std::vector<std::string> asked_, beside_, reports_;
    bool here_ = true;
    std::thread::id home_;
    std::promise<void> happened_, interrupted_;

    hr::answer answer(const hr::question &asked)
    {
        asked_.push_back(hr::json::of(asked.kind.word()).text());
        if (answers_.empty())
            return {};
        const hr::json next = answers_.front();
        answers_.erase(answers_.begin());
        if (!next.member("raise").is_null())
            throw own_exception();
        if (!next.member("stop").is_null())
            dmp.stop();
        if (const auto code = next.get("/code"))
            return *code;
        if (const auto part = next.get("/choice"))
            for (const hr::choice &choice : asked.choices)
                if (choice.label_fr.find(*part) != std::string::npos)
                    return choice;
        return next.is_null() ? hr::answer() : next.member("enter");
    }

    void report(std::int64_t done, std::int64_t total)
    {
        reports_.push_back('[' + std::to_string(done) + ',' + std::to_string(total) + ']');
        here_ = here_ && std::this_thread::get_id() == home_;
        const auto at = step_.get("/at");
        if (!(at == "last" ? done == total : at == "begun" ? done > 0 : at == "first" && reports_.size() == 1))
            return;
        const auto act = step_.get("/do");
        if (act == "raise")
            throw own_exception();
        if (act == "stop")
            dmp.stop();
        if (act == "interrupt") {
            happened_.set_value();
            interrupted_.get_future().wait();
        }
        for (const hr::json &step : step_.items("/do"))
            std::thread([&] { beside_.push_back(line(step)); }).join();
    }

    hr::result ended(const std::string &call, const hr::json &request)
    {
        home_ = std::this_thread::get_id();
        here_ = true;
        if (call == "login")
            return dmp.login({}, request.as<hr::connect_request>());
        if (call == "find")
            return dmp.find(request.as<hr::find_request>());
        return dmp.deposit(request.as<hr::deposit_request>());
    }

    /// A search under a stop that was requested before.
    std::string stopped(const hr::json &request)
    {
        const hr::stop_source stop;
        stop.request_stop();
        dmp.session().stop_on(stop);
        return said(dmp.session().patient_find(request));
    }

    std::string said(const hr::result &made, const std::optional<std::string> &raised = std::nullopt) const
    {
        std::vector<std::string> documents;
        for (const hr::document &one : made.documents)
            documents.push_back(object({{"ending", text_of(one.ending.word())},
                                        {"outcome", text_of(one.outcome.word())},
                                        {"already", one.already ? "true" : "false"},
                                        {"sentence_fr", text_of(one.message_fr)}}));
        const bool done = made.is_open() || made.is_found() || made.is_complete();
        return object({{"raised", text_of(raised)}, {"ending", text_of(made.ending.word())},
                       {"sentence_fr", text_of(made.sentence_fr)}, {"asked", listed(asked_)},
                       {"done", done ? "true" : "false"}, {"documents", listed(documents)}, {"beside", listed(beside_)},
                       {"reports", listed(reports_)}, {"here", here_ ? "true" : "false"}});
    }
};

static std::map<std::string, std::unique_ptr<host>> hosts;

/// Returns when threads call the library, which they do to the program's end.
static std::string keep_running()
{
    static std::atomic<long> heard{0};
    hr::set_log([](hr::log_level, std::string_view) { heard++; }, hr::log_level::debug);
    for (int i = 0; i < 4; i++)
        std::thread([] {
            for (;;)
                hr_ready(hr::session("{}").handle(), nullptr);
        }).detach();
    while (heard < 1000)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return object({{"running", "true"}});
}

static std::string log_on(const hr::json &step)
{
    const bool raises = !step.member("raise").is_null();
    const auto receive = [raises](hr::log_level level, std::string_view line) {
        const std::lock_guard<std::mutex> lock(guard);
        lines += (lines.empty() ? "[" : ",[") + std::to_string(static_cast<int>(level)) + ',';
        lines += hr::json::of(line).text() + ']';
        if (raises)
            throw own_exception();
    };
    hr::set_log(receive, static_cast<hr::log_level>(std::stoi(*step.get("/level"))));
    return "{}";
}

static std::string seen(const hr::json &step)
{
    const auto call = step.get("/call");
    const std::string name = step.get("/client").value_or("");
    try {
        if (call == "log")
            return log_on(step);
        if (call == "keep_running")
            return keep_running();
        if (call == "open") {
            hosts[name] = std::make_unique<host>(hr::needed_text(step.member("config").text()));
            return "{}";
        }
        if (!hosts[name])
            hosts[name] = std::make_unique<host>(settings);
        return hosts[name]->made(step);
    } catch (const hr::error &failure) {
        const hr::json said = hr::json::from(failure.details());
        remember(said);
        return object({{"raised", text_of(failure.details().name)}, {"text", text_of(said.text())}});
    } catch (const std::invalid_argument &) {
        return object({{"raised", text_of("argument")}});
    }
}

static std::string line(const hr::json &step)
{
    std::string all = seen(step);
    const std::lock_guard<std::mutex> lock(guard);
    if (!lines.empty())
        all.replace(all.size() - 1, 1, (all.size() > 2 ? ",\"log\":[" : "\"log\":[") + std::exchange(lines, "") + "]}");
    return all;
}

int main(int count, char **given)
{
    if (count != 3)
        return 2;
    settings = given[1];
    std::ifstream file(given[2], std::ios::binary);
    const hr::json script(std::string((std::istreambuf_iterator<char>(file)), {}));
    for (const hr::json &step : script.items())
        std::cout << line(step) << std::endl;
    return 0;
}
