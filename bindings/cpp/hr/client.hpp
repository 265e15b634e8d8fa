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
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace hr {

/// Asks a person. It runs on the thread of the call, between two calls of the library; what it throws comes out.
/// Give only a PIN that a person typed for this question, never one that is kept somewhere: the card would lock.
using ask_function = std::function<answer(const question &asked)>;

/// Logs in, finds patients and deposits documents. Each of these calls is made again with what a person answered, until
/// nothing is asked or nothing was answered: what is asked, which answers there are and every sentence is the
/// library's. How it ended is a result. Thrown is a mistake alone: HR_E_ARGUMENT, HR_E_HANDLE, HR_E_CONFIG,
/// HR_E_TOO_LARGE and HR_E_PANIC as hr::error, an answer that does not fit as std::invalid_argument, and what a
/// callback throws.
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
    client &operator=(const client &) = delete;

    /// Waits for a card, asks for its PIN and whatever else is asked, and logs in (steps 1 to 4). A PIN is presented
    /// once for each time that a person typed it or said so; it goes with each repetition until a session is open, and
    /// is wiped then.
    result login(std::chrono::milliseconds wait_card = {}, connect_request request = {})
    {
        if (wait_card.count() > 0)
            request.wait_card_ms = wait_card.count();
        wiped_pin pin;
        return converse(json::from(request), &pin, [&](const json &asked) {
            result made = session_.connect(asked, pin.text.empty() ? optional_text() : optional_text(pin.text));
            if (made.json.get("/session") == "true")
                pin.take({});
            return made;
        });
    }

    /// Looks for a patient (steps 5 and 6). Nothing is changed. The text of what was found:
    /// `json.as<hr::found_patient>()`.
    result find(const find_request &request)
    {
        const auto call = [&](const json &asked) { return session_.patient_find(asked); };
        return converse(json::from(request), nullptr, call);
    }

    /// Finds the patient, makes the update that is asked for and given, opens the record and sends the documents, each
    /// once (steps 5 to 9). The same call may be made again after any ending: what was accepted is not sent again.
    result deposit(const deposit_request &request)
    {
        const auto call = [&](const json &asked) { return session_.deposit(asked); };
        return converse(json::from(request), nullptr, call);
    }

    /// The same for one document from memory, which is not copied. std::length_error: more than 2,147,483,647 bytes.
    result deposit_bytes(const deposit_bytes_request &request, const bytes &document)
    {
        const auto call = [&](const json &asked) { return session_.deposit_bytes(asked, document); };
        return converse(json::from(request), nullptr, call);
    }

    /// The uploads that the configuration's journal knows, the newest first.
    [[nodiscard]] hr::journal journal(const journal_filter &filter = {}) { return session_.journal(filter); }

    /// How the last call that changes something ended, for who lost it to an exception; nothing before the first.
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

    /// Ends the call that runs, and each later one before it sends anything: the ending is `cancelled`, or `in_doubt`
    /// where a document may have arrived. Any thread, at any time, also from callbacks; no call of another client or
    /// session is touched.
    void stop() noexcept
    {
        const std::lock_guard<std::mutex> lock(guard_);
        stop_.request_stop();
    }

    /// After stop(): later calls run again.
    void resume()
    {
        stop_source next;
        const std::lock_guard<std::mutex> lock(guard_);
        std::swap(stop_, next);
    }

    /// The same session step by step; both mix freely.
    [[nodiscard]] hr::session &session() & noexcept { return session_; }
    hr::session &session() && = delete;

    /// Ends the session. A call that runs in another thread is cancelled.
    void close() { session_.close(); }

private:
    hr::session session_;
    ask_function ask_;
    std::mutex guard_;
    stop_source stop_;

    /// What a person typed; empty: nothing.
    struct wiped_pin {
        std::string text;

        ~wiped_pin() { take({}); }

        void take(const std::string &typed)
        {
            wipe(text);
            text = typed;
        }
    };

    static hr::session opened(const std::filesystem::path &settings_file)
    {
        std::ifstream file(settings_file, std::ios::binary);
        std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        if (!file)
            throw std::runtime_error("the file with the settings cannot be read");
        const detail::c_text settings("hr_open", "config_json", optional_text(text));
        wipe(text);
        return hr::session(needed_text(settings.get()));
    }

    /// Makes the call, under this client's stop, until nothing is asked or nothing was answered.
    template <class Call>
    result converse(json request, wiped_pin *pin, Call &&call)
    {
        for (;;) {
            std::unique_lock<std::mutex> lock(guard_);
            const stop_source stop = stop_;
            lock.unlock();
            session_.stop_on(stop);
            result made = call(request);
            if (!made.question || !ask_)
                return made;
            answer given = ask_(*made.question);
            if (std::holds_alternative<std::monostate>(given))
                return made;
            request = answered(request, *made.question, given, pin);
        }
    }

    /// The member that what the host has goes into.
    static constexpr std::pair<ask::value, const char *> entered[] = {
        {ask::traits, "patient"}, {ask::update, "update"}, {ask::profile, "profile"}, {ask::situation, "situation_id"}};

    /// The next request: what was chosen or entered takes the place of the members of the same name. What is entered
    /// goes with the value of the only choice.
    static json answered(json request, const question &asked, answer &given, wiped_pin *pin)
    {
        if (const auto *const chosen = std::get_if<choice>(&given)) {
            if (chosen->value.is_null())
                throw std::invalid_argument("the answer is a choice that cannot be chosen");
            return detail::merged(request, chosen->value);
        }
        if (asked.choices.size() == 1 && !asked.choices[0].value.is_null())
            request = detail::merged(request, asked.choices[0].value);
        if (auto *const typed = std::get_if<std::string>(&given)) {
            if (asked.kind != ask::pin || pin == nullptr)
                throw std::invalid_argument("the answer is a PIN, and none was asked for");
            pin->take(*typed);
            wipe(*typed);
            return request;
        }
        const std::string &value = std::get<json>(given).text();
        for (const auto &[kind, name] : entered)
            if (kind == asked.kind)
                return detail::merged(request, json(std::string("{\"") + name + "\":" + value + '}'));
        throw std::invalid_argument("the answer is a JSON value, and none was asked for");
    }
};

} // namespace hr

#endif
