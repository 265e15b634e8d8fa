// session.hpp - a session: the nine steps and what surrounds them.

#ifndef HR_SESSION_HPP
#define HR_SESSION_HPP

#include "hr.h"
#include "hr/argument.hpp"
#include "hr/call.hpp"
#include "hr/error.hpp"
#include "hr/handle.hpp"
#include "hr/library.hpp"
#include "hr/progress.hpp"
#include "hr/results.hpp"
#include "hr/settings.hpp"
#include "hr/text.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace hr {

/// Who stands behind a PIN that is given to session::login.
enum class pin {
    unconfirmed, ///< a PIN that was typed, or that the program has
    confirmed,   ///< a person typed it again after reason() "pin_held"; never set by program
};

/// One handle of the library. It can be moved, not copied, and is closed when it goes out of scope, which never
/// waits and never throws.
///
/// Every function throws an hr::error of the code's family when it fails, and std::invalid_argument, before
/// anything is sent, for an argument with a NUL character inside or a needed one that is a null pointer. After close(), and when it was moved from, a
/// session gives HR_E_HANDLE. HR_E_BUSY, HR_E_HANDLE and HR_E_PANIC may come of any call; every call that
/// reaches a service may also end with the codes listed at the top of hr.h, such as HR_E_TIMEOUT,
/// HR_E_CONNECT, HR_E_UNAUTHORIZED and HR_E_CANCELLED. Nothing is retried.
///
/// THREADS. Sessions are independent. On one session one call runs at a time: a second one gets HR_E_BUSY at
/// once. cancel(), close(), canceller() and handle() may come from any thread at any time; moving and destroying
/// are for the time when no other thread uses the session. To end a session under a running call: close() it.
class session {
public:
    /// Opens a session. The configuration is checked, nothing is sent.
    /// HR_E_CONFIG: the remedy names the key. hr::abi_error: this wrapper and the library do not fit.
    explicit session(const settings &configuration)
        : session(needed_text(detail::wiped_text{configuration.json()}.text))
    {
    }

    /// The same with the JSON text that hr_open takes.
    explicit session(const needed_text &configuration_json) : session(open(configuration_json)) {}

    /// Closes the session and drops its secrets; twice is fine. A call that runs in another thread is cancelled
    /// and ends with HR_E_CANCELLED or a truthful outcome; this does not wait for it.
    void close()
    {
        const std::int32_t ended = hr_close(handle_);
        if (ended != HR_E_HANDLE)
            check(ended, "hr_close");
    }

    /// Stops the call that runs; without one nothing happens. It ends with HR_E_CANCELLED, or with HR_E_IN_DOUBT
    /// when everything was sent. Never waits. HR_E_HANDLE: the session is closed.
    void cancel() const { check(hr_cancel(handle_), "hr_cancel"); }

    /// For a thread that cancels and may live longer than this session.
    hr::canceller canceller() const noexcept { return hr::canceller(handle_); }

    /// The number for functions of hr.h. It stays this session's.
    std::int32_t handle() const noexcept { return handle_; }

    /// The settings in force, without secrets, in `json`; and `next`.
    const result &opened() const & noexcept { return opened_; }
    result opened() && { return std::move(opened_); }

    /// Sets who receives the progress of an upload, see hr::progress_function; an empty function: nobody.
    /// HR_E_BUSY: a call runs, the receiver was not changed.
    void progress(progress_function receiver)
    {
        auto next = receiver ? std::make_shared<const progress_function>(std::move(receiver)) : nullptr;
        check(hr_set_progress(handle_, next ? hr_cpp_on_progress : nullptr, slot_.get()), "hr_set_progress");
        const std::lock_guard<std::mutex> lock(slot_->guard);
        slot_->function.swap(next);
    }

    /// After an upload whose progress callback threw: what the library says of it. It is of the last such upload;
    /// NULL when there was none.
    std::shared_ptr<const upload_end> end_of_upload() const
    {
        if (!slot_)
            return nullptr;
        const std::lock_guard<std::mutex> lock(slot_->guard);
        return slot_->end;
    }

    /// What the session holds, and what to call next. Sends nothing.
    state_result state()
    {
        return detail::ask<state_result>("hr_state", [&](char **out) { return hr_state(handle_, out); });
    }

    /// Step 1: gets a license ticket, which the session keeps. May be called again when it has expired.
    /// HR_E_CONFIG: license_url or license_bearer is not configured. HR_E_UNAUTHORIZED: the license bearer is
    /// not accepted. HR_E_REPLY: no usable ticket. A remedy may name ticket_method.
    ticket_result ticket()
    {
        return detail::ask<ticket_result>("hr_ticket", [&](char **out) { return hr_ticket(handle_, out); });
    }

    /// Step 1, elsewhere: takes over a ticket that the vendor's server fetched, so that the license bearer stays
    /// off the workstation. Visible ASCII, at most 32,768 bytes. Sends nothing. HR_E_ARGUMENT.
    void ticket_set(const needed_text &ticket_text)
    {
        const char *const operation = "hr_ticket_set";
        const detail::c_text text(operation, "ticket", ticket_text);
        check(hr_ticket_set(handle_, text.get()), operation);
    }

    /// Step 2, after a ticket: the cards in the reader. Changes nothing on them.
    /// HR_E_STATE: no ticket. HR_E_CARD_CLIENT_ABSENT: nothing listens at local_url. HR_E_CARD_STATUS: see
    /// service_code and service_message. HR_E_UNAUTHORIZED: get a new ticket. A remedy may name card_form.
    ready_result ready()
    {
        return detail::ask<ready_result>("hr_ready", [&](char **out) { return hr_ready(handle_, out); });
    }

    /// Step 3, after ready: presents a PIN to a card, once, and opens the session with the service.
    ///
    /// `card_token` is that of a card of the last ready; the PIN is not empty. No copy of it is kept: wipe your
    /// own. A PIN whose presentation did not succeed, however it ended, is held back with HR_E_PIN_GUARD, nothing
    /// sent, for the whole process: see hr_login in hr.h. After any failure call ready again and ask the person.
    /// HR_E_STATE: no ticket, or no list of cards. HR_E_ARGUMENT: an empty PIN, an unknown token.
    /// HR_E_CARD_STATUS: such as a wrong PIN. HR_E_UNAUTHORIZED: PIN or ticket. HR_E_IN_DOUBT: no answer; counts
    /// as a spent try. HR_E_JOURNAL: the journal cannot be used, nothing was sent. Errors carry outcome. Blocks up to
    /// timeouts.login_ms.
    ///
    /// The reason() of HR_E_PIN_GUARD says why the PIN was held back: "pin_in_use": wait. "ready_needed": call ready.
    /// "pin_held": ask a person for the PIN, call ready, and pass hr::pin::confirmed, which calls
    /// pin_retry_allow(card_token) first; when that throws (HR_E_ARGUMENT: no PIN of this card is held) no PIN is
    /// presented. Pass it only because a person typed the PIN after reading of "pin_held".
    login_result login(const needed_text &card_token, const needed_text &pin_code, pin typed = pin::unconfirmed)
    {
        const char *const operation = "hr_login";
        const detail::c_text token(operation, "card_token", card_token), secret(operation, "pin_code", pin_code);
        if (typed == pin::confirmed)
            check(hr_pin_retry_allow(handle_, token.get()), "hr_pin_retry_allow");
        return detail::change<login_result>(operation, [&](char **out) {
            return hr_login(handle_, token.get(), secret.get(), out);
        });
    }

    /// After HR_E_PIN_GUARD: a person is sure of the PIN, so let one more presentation through; ready is needed
    /// all the same. Call it only because a person decided so, never by program. Sends nothing.
    /// std::nullopt: the card of the login that was held back last.
    /// HR_E_ARGUMENT: not a token of the last ready, or no PIN of that card is held back. HR_E_STATE. HR_E_JOURNAL.
    void pin_retry_allow(const optional_text &card_token = std::nullopt)
    {
        const char *const operation = "hr_pin_retry_allow";
        const detail::c_text token(operation, "card_token", card_token);
        check(hr_pin_retry_allow(handle_, token.get()), operation);
    }

    /// Step 3, elsewhere: adopts a login made by a browser page, serviceUrl and bearer unchanged. A session that
    /// this one had is replaced. Sends nothing. HR_E_ARGUMENT: an address or a bearer that cannot be used.
    void session_set(const needed_text &service_url, const needed_text &bearer)
    {
        const char *const operation = "hr_session_set";
        const detail::c_text url(operation, "service_url", service_url), secret(operation, "bearer", bearer);
        check(hr_session_set(handle_, url.get(), secret.get()), operation);
    }

    /// Step 4, first half, only when the login did not identify the professional: PUT user-profiles.
    /// `payload_json` is one JSON value, sent byte for byte. The situations to choose from are expected in raw;
    /// the interface does not show them. HR_E_ARGUMENT: not JSON. HR_E_STATE: no login. Errors carry outcome.
    result profile_put(const needed_text &payload_json)
    {
        const char *const operation = "hr_profile_put";
        const detail::c_text payload(operation, "payload_json", payload_json);
        return detail::change<result>(operation, [&](char **out) {
            return hr_profile_put(handle_, payload.get(), out);
        });
    }

    /// Step 4, second half: selects a situation by its id, as the service gave it.
    /// HR_E_ARGUMENT: empty, ".", "..", or longer than 1,024 bytes. HR_E_STATE. HR_E_NOT_FOUND. Errors carry
    /// outcome.
    result profile_select(const needed_text &situation_id)
    {
        const char *const operation = "hr_profile_select";
        const detail::c_text id(operation, "situation_id", situation_id);
        return detail::change<result>(operation, [&](char **out) {
            return hr_profile_select(handle_, id.get(), out);
        });
    }

    /// Step 5, after a login: searches a patient by traits, passed as given, at most 1,024 bytes each.
    /// std::nullopt leaves a trait out, an empty text sends it empty. What was found is in raw; the interface
    /// does not show it. HR_E_STATE: no login. HR_E_NOT_FOUND. Afterwards patient_get comes before an update.
    result patient_search(const optional_text &nom, const optional_text &prenom,
                          const optional_text &date_naissance = std::nullopt,
                          const optional_text &sexe = std::nullopt)
    {
        const char *const operation = "hr_patient_search";
        const detail::c_text last(operation, "nom", nom), first(operation, "prenom", prenom),
            born(operation, "date_naissance", date_naissance), sex(operation, "sexe", sexe);
        return detail::ask<result>(operation, [&](char **out) {
            return hr_patient_search(handle_, last.get(), first.get(), born.get(), sex.get(), out);
        });
    }

    /// Step 6, after a search: the parameters of the patient. HR_E_STATE: no login. HR_E_REPLY: patient_id,
    /// insQualified or alimentationConsent is missing or of another type.
    patient_result patient_get()
    {
        return detail::ask<patient_result>("hr_patient_get", [&](char **out) {
            return hr_patient_get(handle_, out);
        });
    }

    /// Step 7, only when patient_get said updateNeeded: sets parameters, one JSON value sent byte for byte.
    /// Consent is the patient's: ask before claiming it. HR_E_ARGUMENT: not JSON. HR_E_STATE: no patient_get
    /// since the last search that asked for an update. HR_E_CONFLICT. Errors carry outcome.
    result patient_update(const needed_text &body_json)
    {
        const char *const operation = "hr_patient_update";
        const detail::c_text body(operation, "body_json", body_json);
        return detail::change<result>(operation, [&](char **out) {
            return hr_patient_update(handle_, body.get(), out);
        });
    }

    /// After a login, any other call under the service URL. `method` is GET, HEAD, POST, PUT, PATCH, DELETE or
    /// OPTIONS; `path` begins with "/" and is percent-encoded; `body_json` is one JSON value, sent byte for
    /// byte. HR_E_ARGUMENT. HR_E_STATE. Errors carry outcome when the method changes something. The rules of
    /// order and the refusal to send a document twice do not see what is sent this way.
    result request(const needed_text &method, const needed_text &path, const optional_text &body_json = std::nullopt)
    {
        const char *const operation = "hr_request";
        const detail::c_text verb(operation, "method", method), where(operation, "path", path),
            body(operation, "body_json", body_json);
        return detail::change<result>(operation, [&](char **out) {
            return hr_request(handle_, verb.get(), where.get(), body.get(), out);
        });
    }

    /// Step 8: opens the patient's shared record. `patient_id` is that of patient_get; a body only if the
    /// service asks for one. HR_E_ARGUMENT. HR_E_STATE: no login, or the last patient_get of this patient asked
    /// for an update that was not made. HR_E_NOT_FOUND. HR_E_CONFLICT. Errors carry outcome.
    result dmp_open(const needed_text &patient_id, const optional_text &body_json = std::nullopt)
    {
        const char *const operation = "hr_dmp_open";
        const detail::c_text patient(operation, "patient_id", patient_id), body(operation, "body_json", body_json);
        return detail::change<result>(operation, [&](char **out) {
            return hr_dmp_open(handle_, patient.get(), body.get(), out);
        });
    }

    /// Step 9, with the record of `patient_id` open: uploads a document from a file, once.
    ///
    /// `path` is UTF-8 and leads to a regular file, which is read while it is sent and must not change meanwhile.
    /// `filename` is the name to send, std::nullopt: the last part of path. `activity_type` and `type_code` are
    /// passed as given. A result means: definitely accepted. HR_E_STATE: no login, or the record is not open.
    /// HR_E_FILE. HR_E_ARGUMENT: an id or a name that cannot be sent. HR_E_CONFLICT at "library": an earlier
    /// sending of this document is in doubt, see dmp_found and dmp_resend_allow; at "service": 409. HR_E_JOURNAL:
    /// the journal cannot be used, nothing was sent. HR_E_TIMEOUT at "library":
    /// comparing it with one in doubt took all the time, nothing was sent. HR_E_IN_DOUBT: all was sent and no
    /// answer came. HR_E_REFUSED: such as 413. HR_E_CANCELLED. Errors carry outcome: repeat only after "not_sent"
    /// and "incomplete". What the progress callback throws. Blocks up to timeouts.upload_ms.
    send_result dmp_send(const needed_text &patient_id, const needed_text &path, const optional_text &filename,
                         const needed_text &activity_type, const needed_text &type_code)
    {
        const char *const operation = "hr_dmp_send";
        const detail::c_text patient(operation, "patient_id", patient_id), file(operation, "path", path),
            name(operation, "filename", filename), activity(operation, "activity_type", activity_type),
            type(operation, "type_code", type_code);
        return detail::upload_scope(slot_).run(operation, [&](char **out) {
            return hr_dmp_send(handle_, patient.get(), file.get(), name.get(), activity.get(), type.get(), out);
        });
    }

    /// Step 9, from memory: as dmp_send, with the document's bytes, which are not copied, and a name, which is
    /// needed. std::length_error: more than 2,147,483,647 bytes; use dmp_send.
    send_result dmp_send_bytes(const needed_text &patient_id, bytes document, const needed_text &filename,
                               const needed_text &activity_type, const needed_text &type_code)
    {
        const char *const operation = "hr_dmp_send_bytes";
        const detail::c_text patient(operation, "patient_id", patient_id), name(operation, "filename", filename),
            activity(operation, "activity_type", activity_type), type(operation, "type_code", type_code);
        const std::int32_t length = detail::length_of(operation, document);
        return detail::upload_scope(slot_).run(operation, [&](char **out) {
            return hr_dmp_send_bytes(handle_, patient.get(), document.data(), length, name.get(), activity.get(),
                                     type.get(), out);
        });
    }

    /// After HR_E_CONFLICT at "library": a person looked into the record and decided to send a document again;
    /// it may then be there twice. Covers one sending; never call it by program. Sends nothing.
    /// `entry` is that of the error or of journal(), 32 hexadecimal digits. HR_E_ARGUMENT: there is no such doubt any
    /// more, or a later one of the document has replaced it. HR_E_JOURNAL: the journal cannot be used.
    void dmp_resend_allow(const needed_text &entry)
    {
        const char *const operation = "hr_dmp_resend_allow";
        const detail::c_text doubt(operation, "entry", entry);
        check(hr_dmp_resend_allow(handle_, doubt.get()), operation);
    }

    /// A person found the document of this doubt in the patient's record: the doubt ends as "accepted". Never call
    /// it by program. `entry` and the codes are those of dmp_resend_allow.
    void dmp_found(const needed_text &entry)
    {
        const char *const operation = "hr_dmp_found";
        const detail::c_text doubt(operation, "entry", entry);
        check(hr_dmp_found(handle_, doubt.get()), operation);
    }

    /// The uploads that settings::journal knows, of all processes that name it, the newest first. Sends nothing.
    /// HR_E_CONFIG: no journal is configured. HR_E_JOURNAL: it cannot be read. HR_E_ARGUMENT: a value of the filter.
    journal_result journal(const journal_filter &wanted = {})
    {
        const char *const operation = "hr_journal";
        const detail::c_text filter(operation, "filter_json", needed_text(wanted.json()));
        return detail::ask<journal_result>(operation, [&](char **out) {
            return hr_journal(handle_, filter.get(), out);
        });
    }

private:
    friend class dmp_client;

    struct fresh {
        detail::owned_handle handle;
        std::string json;
    };

    result opened_;
    std::shared_ptr<detail::progress_slot> slot_;
    detail::owned_handle handle_;

    explicit session(fresh opened)
        : opened_(std::move(opened.json)), slot_(std::make_shared<detail::progress_slot>()),
          handle_(std::move(opened.handle))
    {
    }

    static fresh open(const needed_text &configuration_json)
    {
        check_abi();
        const char *const operation = "hr_open";
        const detail::c_text configuration(operation, "config_json", configuration_json);
        fresh opened;
        opened.json = detail::ask<std::string>(
            operation, [&](char **out) { return hr_open(configuration.get(), opened.handle.place(), out); });
        return opened;
    }
};

} // namespace hr

#endif
