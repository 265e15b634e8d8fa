// Generated from include/hr.h and schema/ by cargo xtask bindings: do not edit.
// session.hpp - a session: one method a function of hr.h that takes a handle.

#ifndef HR_SESSION_HPP
#define HR_SESSION_HPP

#include "hr.h"
#include "hr/argument.hpp"
#include "hr/call.hpp"
#include "hr/handle.hpp"
#include "hr/json.hpp"
#include "hr/requests.hpp"
#include "hr/result.hpp"
#include "hr/results.hpp"

#include <cstdint>
#include <optional>

namespace hr {

/// A handle of the library, with one method a function: hr.h has all about each. A failure is thrown as hr::error, but
/// that of a call that asks, which is a result as well. A text with a NUL character, or a needed one that is a null
/// pointer, is refused with std::invalid_argument before the call.
class session : public detail::open_handle {
public:
    using open_handle::open_handle;

    /// Reports what a handle holds. Sends nothing, and answers also while a call runs on the handle.
    /// Codes of its own: HR_E_HANDLE.
    [[nodiscard]] hr::state state()
    {
        constexpr const char *operation = "hr_state";
        return detail::fetched<hr::state>(operation, [&](char **out) {
            return hr_state(handle(), out);
        });
    }

    /// Gives the text of the handle's last ended call that changes something once more, for a host that lost it between
    /// the library's return and its own hands: to an asynchronous exception, an aborted thread, a cancelled future.
    /// Sends nothing, and answers also while a call runs on the handle.
    /// Codes of its own: HR_E_HANDLE, HR_E_ABSENT, HR_E_TOO_LARGE.
    [[nodiscard]] hr::json last()
    {
        constexpr const char *operation = "hr_last";
        return detail::fetched<hr::json>(operation, [&](char **out) {
            return hr_last(handle(), out);
        });
    }

    /// Step 1: gets a license ticket from the license server.
    /// Codes of its own: HR_E_CONFIG, HR_E_REPLY, HR_E_UNAUTHORIZED, HR_E_REFUSED, HR_E_NOT_FOUND, HR_E_SERVER.
    hr::ticket ticket()
    {
        constexpr const char *operation = "hr_ticket";
        return detail::fetched<hr::ticket>(operation, [&](char **out) {
            return hr_ticket(handle(), out);
        });
    }

    /// Step 1, elsewhere: takes over a ticket that the vendor's own server fetched, so that the license bearer stays
    /// off the workstation.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_HANDLE, HR_E_BUSY.
    hr::next_call ticket_set(const needed_text &ticket)
    {
        constexpr const char *operation = "hr_ticket_set";
        return detail::fetched<hr::next_call>(operation, [&](char **out) {
            return hr_ticket_set(handle(), detail::c_text(operation, "ticket", ticket).get(), out);
        });
    }

    /// Step 2: asks the card client which cards are in the reader.
    /// Codes of its own: HR_E_STATE, HR_E_CONFIG, HR_E_CARD_CLIENT_ABSENT, HR_E_CARD_STATUS, HR_E_REPLY,
    /// HR_E_UNAUTHORIZED, HR_E_REFUSED, HR_E_NOT_FOUND, HR_E_SERVER.
    hr::cards ready()
    {
        constexpr const char *operation = "hr_ready";
        return detail::fetched<hr::cards>(operation, [&](char **out) {
            return hr_ready(handle(), out);
        });
    }

    /// Step 3: presents a PIN to a card, once, and opens a session with the resource service.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_PIN_GUARD, HR_E_JOURNAL, HR_E_CONFIG, HR_E_CARD_CLIENT_ABSENT,
    /// HR_E_CARD_STATUS, HR_E_UNAUTHORIZED, HR_E_REPLY, HR_E_IN_DOUBT, HR_E_REFUSED, HR_E_NOT_FOUND, HR_E_SERVER.
    hr::login login(const needed_text &card_token, const needed_text &pin_code)
    {
        constexpr const char *operation = "hr_login";
        return detail::fetched<hr::login>(operation, [&](char **out) {
            return hr_login(
                handle(), detail::c_text(operation, "card_token", card_token).get(),
                detail::c_text(operation, "pin_code", pin_code).get(), out);
        });
    }

    /// After "pin_held": a person is sure of the PIN, so let one more presentation through.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_JOURNAL, HR_E_CANCELLED, HR_E_STATE, HR_E_HANDLE, HR_E_BUSY.
    hr::next_call pin_retry_allow(const optional_text &card_token = std::nullopt)
    {
        constexpr const char *operation = "hr_pin_retry_allow";
        return detail::fetched<hr::next_call>(operation, [&](char **out) {
            return hr_pin_retry_allow(handle(), detail::c_text(operation, "card_token", card_token).get(), out);
        });
    }

    /// Step 3, elsewhere: adopts a login that was made by a browser page calling the card client.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_HANDLE, HR_E_BUSY.
    hr::next_call session_set(const needed_text &service_url, const needed_text &bearer)
    {
        constexpr const char *operation = "hr_session_set";
        return detail::fetched<hr::next_call>(operation, [&](char **out) {
            return hr_session_set(
                handle(), detail::c_text(operation, "service_url", service_url).get(),
                detail::c_text(operation, "bearer", bearer).get(), out);
        });
    }

    /// Step 4, first half: PUT {serviceUrl}/user-profiles. Only when the login did not identify the professional.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_UNAUTHORIZED.
    hr::done profile_put(const needed_text &payload_json)
    {
        constexpr const char *operation = "hr_profile_put";
        return detail::fetched<hr::done>(operation, [&](char **out) {
            return hr_profile_put(handle(), detail::c_text(operation, "payload_json", payload_json).get(), out);
        });
    }

    /// Step 4, second half: GET {serviceUrl}/user-profiles/{situation.id}/select.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_NOT_FOUND, HR_E_UNAUTHORIZED.
    hr::done profile_select(const needed_text &situation_id)
    {
        constexpr const char *operation = "hr_profile_select";
        return detail::fetched<hr::done>(operation, [&](char **out) {
            return hr_profile_select(handle(), detail::c_text(operation, "situation_id", situation_id).get(), out);
        });
    }

    /// Step 5: GET {serviceUrl}/patient/search, the search of an identity (INS) by traits.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_NOT_FOUND, HR_E_UNAUTHORIZED.
    hr::answered patient_search(
        const optional_text &nom = std::nullopt, const optional_text &prenom = std::nullopt,
        const optional_text &date_naissance = std::nullopt, const optional_text &sexe = std::nullopt)
    {
        constexpr const char *operation = "hr_patient_search";
        return detail::fetched<hr::answered>(operation, [&](char **out) {
            return hr_patient_search(
                handle(), detail::c_text(operation, "nom", nom).get(),
                detail::c_text(operation, "prenom", prenom).get(),
                detail::c_text(operation, "date_naissance", date_naissance).get(),
                detail::c_text(operation, "sexe", sexe).get(), out);
        });
    }

    /// Step 6: GET {serviceUrl}/patient, the parameters of the patient.
    /// Codes of its own: HR_E_STATE, HR_E_REPLY, HR_E_UNAUTHORIZED.
    hr::patient patient_get()
    {
        constexpr const char *operation = "hr_patient_get";
        return detail::fetched<hr::patient>(operation, [&](char **out) {
            return hr_patient_get(handle(), out);
        });
    }

    /// Step 7: POST {serviceUrl}/patient, only when hr_patient_get said updateNeeded.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_CONFLICT, HR_E_UNAUTHORIZED.
    hr::done patient_update(const needed_text &body_json)
    {
        constexpr const char *operation = "hr_patient_update";
        return detail::fetched<hr::done>(operation, [&](char **out) {
            return hr_patient_update(handle(), detail::c_text(operation, "body_json", body_json).get(), out);
        });
    }

    /// Any other call under the service URL, with the session's bearer.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE.
    hr::response request(
        const needed_text &method, const needed_text &path, const optional_text &body_json = std::nullopt)
    {
        constexpr const char *operation = "hr_request";
        return detail::fetched<hr::response>(operation, [&](char **out) {
            return hr_request(
                handle(), detail::c_text(operation, "method", method).get(),
                detail::c_text(operation, "path", path).get(), detail::c_text(operation, "body_json", body_json).get(),
                out);
        });
    }

    /// Step 8: PUT {serviceUrl}/dmp/{patient_id}, opens the patient's shared record.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_NOT_FOUND, HR_E_CONFLICT, HR_E_UNAUTHORIZED.
    hr::done dmp_open(const needed_text &patient_id, const optional_text &body_json = std::nullopt)
    {
        constexpr const char *operation = "hr_dmp_open";
        return detail::fetched<hr::done>(operation, [&](char **out) {
            return hr_dmp_open(
                handle(), detail::c_text(operation, "patient_id", patient_id).get(),
                detail::c_text(operation, "body_json", body_json).get(), out);
        });
    }

    /// Step 9: POST {serviceUrl}/dmp/{patient_id}/unique/doc/send, uploads a document from a file.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_FILE, HR_E_CONFLICT, HR_E_JOURNAL, HR_E_TOO_LARGE,
    /// HR_E_TIMEOUT, HR_E_IN_DOUBT, HR_E_REFUSED, HR_E_CANCELLED, HR_E_UNAUTHORIZED.
    hr::upload dmp_send(
        const needed_text &patient_id, const needed_text &path, const optional_text &filename,
        const needed_text &activity_type, const needed_text &type_code)
    {
        constexpr const char *operation = "hr_dmp_send";
        return detail::fetched<hr::upload>(operation, [&](char **out) {
            return hr_dmp_send(
                handle(), detail::c_text(operation, "patient_id", patient_id).get(),
                detail::c_text(operation, "path", path).get(), detail::c_text(operation, "filename", filename).get(),
                detail::c_text(operation, "activity_type", activity_type).get(),
                detail::c_text(operation, "type_code", type_code).get(), out);
        });
    }

    /// Step 9, from memory: as hr_dmp_send, with the document's bytes instead of a path.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_FILE.
    hr::upload dmp_send_bytes(
        const needed_text &patient_id, const bytes &data, const needed_text &filename, const needed_text &activity_type,
        const needed_text &type_code)
    {
        constexpr const char *operation = "hr_dmp_send_bytes";
        return detail::fetched<hr::upload>(operation, [&](char **out) {
            return hr_dmp_send_bytes(
                handle(), detail::c_text(operation, "patient_id", patient_id).get(), data.data(),
                detail::length_of(operation, data), detail::c_text(operation, "filename", filename).get(),
                detail::c_text(operation, "activity_type", activity_type).get(),
                detail::c_text(operation, "type_code", type_code).get(), out);
        });
    }

    /// After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known whether the
    /// earlier sending arrived.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_JOURNAL, HR_E_CANCELLED, HR_E_HANDLE, HR_E_BUSY.
    hr::next_call dmp_resend_allow(const needed_text &entry)
    {
        constexpr const char *operation = "hr_dmp_resend_allow";
        return detail::fetched<hr::next_call>(operation, [&](char **out) {
            return hr_dmp_resend_allow(handle(), detail::c_text(operation, "entry", entry).get(), out);
        });
    }

    /// After HR_E_CONFLICT at "library", or HR_E_IN_DOUBT: a person found the document in the patient's record.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_JOURNAL, HR_E_CANCELLED, HR_E_HANDLE, HR_E_BUSY.
    hr::next_call dmp_found(const needed_text &entry)
    {
        constexpr const char *operation = "hr_dmp_found";
        return detail::fetched<hr::next_call>(operation, [&](char **out) {
            return hr_dmp_found(handle(), detail::c_text(operation, "entry", entry).get(), out);
        });
    }

    /// The uploads that the journal knows, the newest first, of all processes that name it.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_CONFIG, HR_E_JOURNAL, HR_E_CANCELLED, HR_E_TOO_LARGE, HR_E_HANDLE,
    /// HR_E_BUSY.
    [[nodiscard]] hr::journal journal(const hr::json &filter_json)
    {
        constexpr const char *operation = "hr_journal";
        return detail::fetched<hr::journal>(operation, [&](char **out) {
            return hr_journal(
                handle(), detail::c_text(operation, "filter_json", needed_text(filter_json.text())).get(), out);
        });
    }

    /// The same with the request as a structure.
    [[nodiscard]] hr::journal journal(const hr::journal_filter &filter = {})
    {
        return journal(hr::json::from(filter));
    }

    /// Waits until a card is in the reader: asks the card client as hr_ready does, and again 500 ms after each answer;
    /// after the time it is not asked again. A license ticket is fetched as hr_ticket does when the handle has none,
    /// and once in a call after a 401 of the card client; without license_url and license_bearer neither is done.
    /// Presents no PIN.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_NO_CARD, HR_E_CARD_STATUS, HR_E_CANCELLED.
    [[nodiscard]] hr::fitting_cards wait_card(const optional_text &card_json, std::int32_t timeout_ms)
    {
        constexpr const char *operation = "hr_wait_card";
        return detail::fetched<hr::fitting_cards>(operation, [&](char **out) {
            return hr_wait_card(handle(), detail::c_text(operation, "card_json", card_json).get(), timeout_ms, out);
        });
    }

    /// Logs in with one call: ticket, cards, PIN and, where it is asked for, the professional's situation (steps 1 to
    /// 4).
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_NO_CARD, HR_E_CHOICE, HR_E_PIN_GUARD.
    hr::result connect(const hr::json &request_json, const optional_text &pin_code = std::nullopt)
    {
        constexpr const char *operation = "hr_connect";
        return detail::concluded(operation, [&](char **out) {
            return hr_connect(
                handle(), detail::c_text(operation, "request_json", needed_text(request_json.text())).get(),
                detail::c_text(operation, "pin_code", pin_code).get(), out);
        });
    }

    /// The same with the request as a structure.
    hr::result connect(const hr::connect_request &request = {}, const optional_text &pin_code = std::nullopt)
    {
        return connect(hr::json::from(request), pin_code);
    }

    /// Finds a patient: hr_patient_search, then hr_patient_get (steps 5 and 6). Nothing is changed.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_OTHER_PATIENT, HR_E_NOT_FOUND, HR_E_CHOICE, HR_E_REPLY.
    hr::result patient_find(const hr::json &request_json)
    {
        constexpr const char *operation = "hr_patient_find";
        return detail::concluded(operation, [&](char **out) {
            return hr_patient_find(
                handle(), detail::c_text(operation, "request_json", needed_text(request_json.text())).get(), out);
        });
    }

    /// The same with the request as a structure.
    hr::result patient_find(const hr::find_request &request)
    {
        return patient_find(hr::json::from(request));
    }

    /// Deposits documents into a patient's shared record with one call: finds and reads the patient, makes the update
    /// that is asked for, opens the record, sends each document (steps 5 to 9).
    /// Codes of its own: HR_E_ARGUMENT, HR_E_STATE, HR_E_CHOICE, HR_E_OTHER_PATIENT, HR_E_IN_DOUBT.
    hr::result deposit(const hr::json &request_json)
    {
        constexpr const char *operation = "hr_deposit";
        return detail::concluded(operation, [&](char **out) {
            return hr_deposit(
                handle(), detail::c_text(operation, "request_json", needed_text(request_json.text())).get(), out);
        });
    }

    /// The same with the request as a structure.
    hr::result deposit(const hr::deposit_request &request)
    {
        return deposit(hr::json::from(request));
    }

    /// Deposits one document from memory: as hr_deposit, with the document's bytes instead of a path. It is known and
    /// compared as one from a file is.
    /// Codes of its own: HR_E_ARGUMENT, HR_E_FILE.
    hr::result deposit_bytes(const hr::json &request_json, const bytes &data)
    {
        constexpr const char *operation = "hr_deposit_bytes";
        return detail::concluded(operation, [&](char **out) {
            return hr_deposit_bytes(
                handle(), detail::c_text(operation, "request_json", needed_text(request_json.text())).get(),
                data.data(), detail::length_of(operation, data), out);
        });
    }

    /// The same with the request as a structure.
    hr::result deposit_bytes(const hr::deposit_bytes_request &request, const bytes &data)
    {
        return deposit_bytes(hr::json::from(request), data);
    }
};

} // namespace hr

#endif
