// client.hpp - a session in three calls: log in, find a patient, deposit documents. The library asks, a person answers.

#ifndef HR_CLIENT_HPP
#define HR_CLIENT_HPP

#include "hr.h"
#include "hr/argument.hpp"
#include "hr/error.hpp"
#include "hr/handle.hpp"
#include "hr/json.hpp"
#include "hr/requests.hpp"
#include "hr/result.hpp"
#include "hr/results.hpp"
#include "hr/session.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace hr {

namespace detail {

/// Runs at the end of a scope.
template <class Run>
struct at_end {
    Run run;
    ~at_end() { run(); }
};

template <class Run>
at_end(Run) -> at_end<Run>;

} // namespace detail

/// Asks a person. It runs on the thread of the call, between two calls of the library; what it throws comes out.
/// Give only a PIN that a person typed for this question, never one that is kept somewhere: the card would lock.
using ask_function = std::function<answer(const question &asked)>;

/// Logs in, finds patients and deposits documents. Each of these calls is made again with what a person answered, until
/// nothing is asked or nothing was answered: what is asked, which answers there are and every sentence is the
/// library's. How it ended is a result. Thrown is a mistake alone: HR_E_ARGUMENT, HR_E_HANDLE, HR_E_CONFIG,
/// HR_E_TOO_LARGE and HR_E_PANIC as hr::error, an answer that does not fit as std::invalid_argument, what a callback
/// throws, and what the library had no memory to tell.
///
/// One call at a time, from any thread; stop() comes from any thread at any time.
class client {
public:
    /// Opens a session with these settings. Without `person` each question ends its call.
    explicit client(const configuration &settings, ask_function person = {}, progress_function progress = {})
        : client(hr::session(settings), std::move(person), std::move(progress))
    {
    }

    /// The same with the JSON text that hr_open takes.
    explicit client(const needed_text &settings_json, ask_function person = {}, progress_function progress = {})
        : client(hr::session(settings_json), std::move(person), std::move(progress))
    {
    }

    /// The same with a file that holds this text: a std::filesystem::path. std::runtime_error: it cannot be read.
    template <class Path, class = std::enable_if_t<std::is_same_v<Path, std::filesystem::path>>>
    explicit client(const Path &settings_file, ask_function person = {}, progress_function progress = {})
        : client(opened(settings_file), std::move(person), std::move(progress))
    {
    }

    /// Takes a session over.
    explicit client(hr::session opened, ask_function person = {}, progress_function progress = {})
        : session_(std::move(opened)), ask_(std::move(person))
    {
        session_.progress(std::move(progress));
    }

    client(const client &) = delete;

    /// Waits for a card, asks for its PIN and whatever else is asked, and logs in (steps 1 to 4). A PIN is presented
    /// once for each time that a person typed it or said so; it goes with each repetition until a session is open or
    /// one is asked for again, and is wiped then.
    result login(std::chrono::milliseconds wait_card = {}, connect_request request = {})
    {
        if (wait_card.count() > 0)
            request.wait_card_ms = wait_card.count();
        detail::wiped pin;
        return converse(json::from(request), &pin, [&](const json &asked) {
            return session_.connect(asked, pin.text.empty() ? optional_text() : optional_text(pin.text));
        });
    }

    /// Looks for a patient (steps 5 and 6), and changes nothing. What was found: `json.as<hr::found_patient>()`.
    result find(const find_request &request)
    {
        return converse(json::from(request), nullptr, [&](const json &asked) { return session_.patient_find(asked); });
    }

    /// Finds the patient, makes the update that is asked for and given, opens the record and sends the documents, each
    /// once (steps 5 to 9). The same call may be made again after any ending: what was accepted is not sent again.
    result deposit(const deposit_request &request)
    {
        return converse(json::from(request), nullptr, [&](const json &asked) { return session_.deposit(asked); });
    }

    /// The same for one document from memory, which is not copied. std::length_error: more than 2,147,483,647 bytes.
    result deposit_bytes(const deposit_bytes_request &request, const bytes &document)
    {
        const auto call = [&](const json &asked) { return session_.deposit_bytes(asked, document); };
        return converse(json::from(request), nullptr, call);
    }

    /// The uploads that the configuration's journal knows, the newest first. It throws what fails, as HR_E_BUSY while a
    /// call runs.
    [[nodiscard]] hr::journal journal(const journal_filter &filter = {}) { return session_.journal(filter); }

    /// How the last call that changes something ended, for who lost it to an exception; nothing before the first. Of one
    /// that was repeated with answers, the last repetition alone: what had its turn before is "not_sent" there.
    [[nodiscard]] std::optional<result> last()
    {
        try {
            return result(session_.last());
        } catch (const error &failure) {
            if (failure.code() != code::absent)
                throw;
            return std::nullopt;
        }
    }

    /// Ends login, find or deposit where one runs, also while a person is asked: the ending is `cancelled`, or
    /// `in_doubt` where a document may have arrived. No other call is touched, and the next one runs. Any thread, at
    /// any time, also from callbacks.
    void stop() noexcept { running_.stop_joined(); }

    /// The same session step by step; both mix freely.
    [[nodiscard]] hr::session &session() & noexcept { return session_; }
    hr::session &session() && = delete;

    /// Ends the session. A call that runs in another thread is cancelled.
    void close() { session_.close(); }

private:
    hr::session session_;
    ask_function ask_;
    stop_source running_; ///< the stop of each call has joined it

    static hr::session opened(const std::filesystem::path &settings_file)
    {
        std::ifstream file;
        file.rdbuf()->pubsetbuf(nullptr, 0); // it would keep the license bearer
        file.open(settings_file, std::ios::binary);
        detail::writer text;
        for (char c = 0; file.get(c);)
            text.add(std::string_view(&c, 1));
        if (!file.eof())
            throw std::runtime_error("the file with the settings cannot be read");
        return hr::session(needed_text(text.text));
    }

    /// Makes the call until nothing is asked or nothing was answered, under a stop of its own and what the thread has.
    template <class Call>
    result converse(json request, detail::wiped *pin, Call &&call)
    {
        const stop_source own;
        own.join(running_);
        const std::optional<stop_source> before = session_.stop_on(own);
        const detail::at_end put_back{[&] {
            try {
                session_.stop_on(before);
            } catch (...) { // the session was closed
            }
        }};
        if (before)
            own.join(*before);
        std::vector<document> known;
        for (bool stopped = false;; stopped = own.stop_requested()) {
            result made = call(request); // a stopped one sends nothing, and says so
            if (made.documents.size() < known.size())
                made.documents.resize(known.size());
            for (std::size_t i = 0; i < known.size(); i++)
                if (!made.documents[i].code) // its turn did not come again
                    made.documents[i] = std::move(known[i]);
            const bool asks_pin = made.question && made.question->kind == ask::pin;
            if (pin != nullptr && (asks_pin || made.json.get("/session") == "true"))
                *pin = {};
            if (stopped || !made.question || !ask_)
                return made;
            answer given = ask_(*made.question);
            const detail::at_end wiped{[&] {
                if (auto *const typed = std::get_if<std::string>(&given))
                    wipe(*typed);
            }};
            if (!own.stop_requested()) {
                std::optional<json> next = answered(request, *made.question, given, pin);
                if (!next)
                    return made;
                request = std::move(*next);
            }
            known = std::move(made.documents);
        }
    }

    /// The member that what the host has goes into.
    static constexpr std::pair<ask::value, const char *> entered[] = {
        {ask::traits, "patient"}, {ask::update, "update"}, {ask::profile, "profile"}, {ask::situation, "situation_id"}};

    /// The next request: what was chosen or entered takes the place of the members of the same name. What is entered
    /// goes with the value of the only choice.
    static std::optional<json> answered(json request, const question &asked, const answer &given, detail::wiped *pin)
    {
        if (const auto *const chosen = std::get_if<choice>(&given)) {
            const bool can_choose = asked.kind != ask::pin && asked.kind != ask::update;
            for (const choice &one : asked.choices)
                if (can_choose && !one.value.is_null() && one.value.text() == chosen->value.text())
                    return detail::merged(request, one.value);
            throw std::invalid_argument("the answer is none of the choices that can be chosen");
        }
        const auto *const typed = std::get_if<std::string>(&given);
        const json value = std::holds_alternative<json>(given) ? std::get<json>(given) : json();
        if (typed == nullptr ? value.is_null() || value.text().empty() : typed->empty())
            return std::nullopt;
        if (asked.choices.size() == 1 && !asked.choices[0].value.is_null())
            request = detail::merged(request, asked.choices[0].value);
        if (typed != nullptr && asked.kind == ask::pin && pin != nullptr) {
            pin->text = *typed;
            return request;
        }
        for (const auto &[kind, name] : entered)
            if (typed == nullptr && kind == asked.kind && detail::is_value(value.text()))
                return detail::merged(request, json(std::string("{\"") + name + "\":" + value.text() + '}'));
        throw std::invalid_argument("the answer is none of what the question takes");
    }
};

} // namespace hr

#endif
