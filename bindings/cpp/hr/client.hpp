// client.hpp - a session in three calls: log in, find a patient, send.

#ifndef HR_CLIENT_HPP
#define HR_CLIENT_HPP

#include "hr.h"
#include "hr/call.hpp"
#include "hr/connect.hpp"
#include "hr/deposit.hpp"
#include "hr/error.hpp"
#include "hr/patient.hpp"
#include "hr/progress.hpp"
#include "hr/results.hpp"
#include "hr/session.hpp"
#include "hr/settings.hpp"
#include "hr/stop.hpp"
#include "hr/text.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace hr {

/// Logs in, finds patients and sends documents. What a program must handle is a value: connect_result, find_result,
/// deposit_result. What is an outage or a defect is an exception, as of a session. Nothing is retried, no PIN is presented
/// that nobody typed.
///
/// One call at a time, from any thread; stop_source::request_stop comes from any thread at any time.
class dmp_client {
public:
    explicit dmp_client(const settings &configuration) : session_(configuration) {}
    explicit dmp_client(const needed_text &configuration_json) : session_(configuration_json) {}
    explicit dmp_client(hr::session opened) : session_(std::move(opened)) {}

    /// The same session step by step; both mix freely.
    hr::session &session() & noexcept { return session_; }
    hr::session &session() && = delete;

    /// From now on calls end when this token says so: what runs is stopped, and a later call does not begin. login and
    /// find then throw hr::cancelled_error; send and deposit give deposit_ending::cancelled or, where a document may have
    /// arrived, in_doubt. Another token, or stop_token(), lifts it.
    void stop_on(stop_token token) { stop_ = std::move(token); }

    /// Waits for a card, asks the person for its PIN and logs in (steps 1 to 4). Each PIN is presented at most once. After
    /// one that is refused or held back the person is asked again; giving up is an ending. A hold is lifted once.
    connect_result login(const login_dialog &dialog)
    {
        if (!dialog.ask_pin)
            throw std::invalid_argument("login: ask_pin is empty");
        connect_result made;
        std::string why_fr;
        bool held = false, lifted = false;
        for (;;)
            try {
                if (!choose_card(dialog, made))
                    return given_up(std::move(made));
                std::optional<std::string> pin = dialog.ask_pin(*made.card, why_fr);
                const wiped_at_the_end wiping{pin};
                if (!pin)
                    return given_up(std::move(made));
                lifted = lifted || held;
                return present(dialog, made, *pin, std::exchange(held, false));
            } catch (const error &failure) {
                made.sentence_fr = why_fr = failure.message_fr();
                if (const auto ending = detail::connect_ending_of(failure)) {
                    made.ending = *ending;
                    return made;
                }
                if (!detail::asks_again(failure))
                    throw;
                held = failure.known_reason() == reason::pin_held;
                if (held && lifted) {
                    made.ending = connect_ending::pin_held;
                    return made;
                }
            }
    }

    /// Looks for a patient (steps 5 and 6). Nothing is changed.
    find_result find(const traits &who)
    {
        const char *const operation = "hr_patient_find";
        std::string wanted = who.json();
        const std::string asked = "{\"patient\":" + wanted + '}';
        const detail::c_text request(operation, "request_json", needed_text(asked));
        try {
            const std::string json = unless_stopped(operation, [&] {
                return detail::ask<std::string>(operation, [&](char **out) {
                    return hr_patient_find(session_.handle(), request.get(), out);
                });
            });
            const json_view found(json);
            return found_one{patient(std::move(wanted), found, found["raw"], identity_)};
        } catch (const error &failure) {
            if (failure.code() == code::not_found)
                return found_nobody{failure.message_fr()};
            if (failure.code() != code::choice)
                throw;
            const json_view choices = json_view(failure.raw())["choices"];
            if (failure.ask() == "patient")
                return found_unverified(patient(std::move(wanted), choices[0]["value"], choices[0]["raw"], identity_));
            const auto count = static_cast<std::size_t>(std::distance(choices.begin(), choices.end()));
            return found_several{std::string(choices.source()), count, failure.message_fr()};
        }
    }

    /// Sends one document, see deposit.
    deposit_result send(const patient &to, const document &one, const deposit_options &options = {})
    {
        return deposit(to, std::vector<document>{one}, options);
    }

    /// Finds the patient again, makes the update that is asked for and given, opens the record and sends the documents,
    /// each once (steps 5 to 9). A document that was accepted before is not sent again, so the same call may be made again
    /// after any ending. Without documents it ends when the record is open.
    /// std::invalid_argument: the patient is one of another client, or a document lacks what it needs.
    deposit_result deposit(const patient &to, const std::vector<document> &documents,
                           const deposit_options &options = {})
    {
        for (const document &one : documents)
            if (one.path.utf8().empty())
                throw std::invalid_argument("hr_deposit: a document needs path, activity_type and type_code");
        return run_deposit(to, documents, nullptr, options);
    }

    /// The same for one document from memory, which is not copied: `one` has a filename and no path. std::length_error: more
    /// than 2,147,483,647 bytes.
    deposit_result send_bytes(const patient &to, bytes content, const document &one,
                              const deposit_options &options = {})
    {
        if (!one.path.utf8().empty() || !one.filename)
            throw std::invalid_argument("hr_deposit_bytes: a document needs filename and has no path");
        return run_deposit(to, std::vector<document>{one}, &content, options);
    }

private:
    hr::session session_;
    stop_token stop_;
    std::shared_ptr<const detail::client_identity> identity_ = std::make_shared<const detail::client_identity>();

    struct wiped_at_the_end {
        std::optional<std::string> &text;

        ~wiped_at_the_end()
        {
            if (text)
                wipe(*text);
        }
    };

    /// The result of hr_connect, which holds the session's bearer.
    struct wiped_result {
        explicit wiped_result(std::string text) { wipe(text); }
    };

    static error_details stopped(const char *operation)
    {
        error_details details;
        details.code = HR_E_CANCELLED;
        details.name = hr_code_name(HR_E_CANCELLED);
        details.operation = operation;
        details.at = "library";
        details.message = "the call was stopped before it began, and nothing was sent";
        details.message_fr = "L'opération a été arrêtée avant de commencer ; rien n'a été envoyé.";
        details.remedy = "stop_on() with another token lifts it.";
        details.remedy_fr = "stop_on() avec un autre jeton lève l'arrêt.";
        return details;
    }

    /// Makes a call unless the token stops it. A call that found the session busy found whoever interrupts it.
    template <class Run>
    auto unless_stopped(const char *operation, Run &&run) -> decltype(run())
    {
        const detail::stoppable_call call(stop_, session_.handle(), session_.slot_);
        if (stop_.stop_requested())
            throw cancelled_error(stopped(operation));
        try {
            return run();
        } catch (const error &failure) {
            if (failure.code() == code::busy && stop_.stop_requested())
                throw cancelled_error(stopped(operation));
            throw;
        }
    }

    /// Waits for a card, and leaves the one to ask for in `made`. False: nobody chose one.
    bool choose_card(const login_dialog &dialog, connect_result &made)
    {
        const char *const operation = "hr_wait_card";
        const setting_text same = made.card ? setting_text(detail::same_card(*made.card)) : dialog.card;
        const detail::c_text wanted(operation, "card_json", optional_text(same));
        constexpr std::chrono::milliseconds most((std::numeric_limits<std::int32_t>::max)());
        const auto wait = static_cast<std::int32_t>((std::min)(dialog.wait, most).count());
        const ready_result ready = unless_stopped(operation, [&] {
            return detail::ask<ready_result>(operation, [&](char **out) {
                return hr_wait_card(session_.handle(), wanted.get(), wait, out);
            });
        });
        std::optional<std::size_t> place = ready.cards.empty() ? std::nullopt : std::optional<std::size_t>(0);
        if (ready.cards.size() > 1)
            place = dialog.choose_card ? dialog.choose_card(ready.cards) : std::nullopt;
        if (place)
            made.card = ready.cards.at(*place);
        return place.has_value();
    }

    /// Presents the PIN, once; after "pin_held" with the word of the person who typed it.
    connect_result present(const login_dialog &dialog, connect_result made, const std::string &pin, bool held)
    {
        const detail::c_text secret("hr_connect", "pin_code", needed_text(pin));
        const std::int32_t allowed =
            held ? unless_stopped("hr_pin_retry_allow", [&] { return allow(made.card->token); }) : HR_OK;
        if (allowed != HR_E_ARGUMENT) // no PIN of this card is held: none is needed
            check(allowed, "hr_pin_retry_allow");
        std::string request = "{\"card\":" + detail::same_card(*made.card);
        request += dialog.profile ? ",\"profile\":" + *dialog.profile + '}' : "}";
        try {
            connect(request, secret.get());
        } catch (const error &choice) {
            if (choice.code() != code::choice || choice.ask() != "situation")
                throw;
            const std::string choices(json_view(choice.raw())["choices"].source());
            const auto id = dialog.choose_situation ? dialog.choose_situation(choices) : std::nullopt;
            if (!id)
                return given_up(std::move(made));
            connect("{\"situation_id\":" + json_string(*id) + '}', nullptr);
        }
        made.ending = connect_ending::connected;
        made.sentence_fr = "Vous êtes connecté.";
        return made;
    }

    std::int32_t allow(const std::string &card_token)
    {
        const detail::c_text token("hr_pin_retry_allow", "card_token", needed_text(card_token));
        return hr_pin_retry_allow(session_.handle(), token.get());
    }

    void connect(const std::string &request_json, const char *pin)
    {
        const char *const operation = "hr_connect";
        const detail::c_text request(operation, "request_json", needed_text(request_json));
        unless_stopped(operation, [&] {
            return detail::change<wiped_result>(operation, [&](char **out) {
                return hr_connect(session_.handle(), request.get(), pin, out);
            });
        });
    }

    static connect_result given_up(connect_result made)
    {
        made.ending = connect_ending::given_up;
        made.sentence_fr = "La connexion a été abandonnée.";
        return made;
    }

    /// The ending of a deposit that did not begin.
    static deposit_result stopped_before(const char *operation, std::size_t documents)
    {
        deposit_result made;
        made.ending = deposit_ending::cancelled;
        made.error = cancelled_error(stopped(operation));
        made.sentence_fr = made.error->message_fr();
        for (std::size_t i = 0; i < documents; i++) {
            const std::string one = "{\"index\":" + std::to_string(i) + ",\"outcome\":\"not_sent\"}";
            made.documents.emplace_back(json_view(one));
        }
        return made;
    }

    deposit_result run_deposit(const patient &to, const std::vector<document> &documents, const bytes *content,
                               const deposit_options &options)
    {
        const char *const operation = content ? "hr_deposit_bytes" : "hr_deposit";
        if (to.of_ != identity_)
            throw std::invalid_argument(std::string(operation) + ": the patient was found by another client");
        for (const document &one : documents)
            if (!one.activity_type || !one.type_code)
                throw std::invalid_argument(std::string(operation) + ": a document needs activity_type and type_code");
        const detail::c_text request(
            operation, "request_json",
            needed_text(detail::deposit_request(to.traits_, to.id_, documents, options)));
        const std::int32_t length = content ? detail::length_of(operation, *content) : 0;
        const detail::without_memory &spare = detail::without_memory::of<dmp_client>(operation);
        const detail::progress_of_call receiver(session_.handle(), session_.slot_, options.progress);
        const detail::upload_scope scope(session_.slot_);
        const auto call = std::make_unique<detail::stoppable_call>(stop_, session_.handle(), session_.slot_);
        if (stop_.stop_requested())
            return stopped_before(operation, documents.size());
        char *text = nullptr;
        const std::int32_t code =
            content ? hr_deposit_bytes(session_.handle(), request.get(), content->data(), length, &text)
                    : hr_deposit(session_.handle(), request.get(), &text);
        const detail::owned_text owned(text);
        try {
            if (code == HR_E_BUSY && stop_.stop_requested())
                return stopped_before(operation, documents.size());
            if (text == nullptr)
                throw std::bad_alloc();
            deposit_result made = detail::read_deposit(code, operation, text);
            made.thrown = scope.thrown();
            if (made.thrown && made.count(&document_result::accepted) + made.count(&document_result::in_doubt) == 0)
                std::rethrow_exception(made.thrown);
            return made;
        } catch (const std::bad_alloc &) {
            if (code == HR_OK)
                throw spare.accepted;
            throw spare.failed;
        }
    }
};

} // namespace hr

#endif
