//! Generated from include/hr.h by cargo xtask bindings: do not edit.

use std::ffi::c_char;

use super::super::{card, deposit, dmp, handle, json, library, service, stop};

forward! {
    hr32_abi_version = library::hr_abi_version() -> i32;
    hr32_version = library::hr_version() -> *const c_char;
    hr32_code_name = library::hr_code_name(code: i32) -> *const c_char;
    hr32_free = library::hr_free(text: *mut c_char);
    hr32_text_copy = library::hr_text_copy(text: *const c_char, buffer: *mut c_char, capacity: i32) -> i32;
    hr32_text_copy_utf16 = library::hr_text_copy_utf16(text: *const c_char, buffer: *mut u16, capacity: i32) -> i32;
    hr32_json_get = json::hr_json_get(json: *const c_char, pointer: *const c_char, out_text: *mut *mut c_char) -> i32;
    hr32_json_kind = json::hr_json_kind(json: *const c_char, pointer: *const c_char) -> i32;
    hr32_json_count = json::hr_json_count(json: *const c_char, pointer: *const c_char) -> i32;
    hr32_json_key = json::hr_json_key(
        json: *const c_char, pointer: *const c_char, index: i32, out_text: *mut *mut c_char) -> i32;
    hr32_json_quote = json::hr_json_quote(text: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_open = handle::hr_open(config_json: *const c_char, out_handle: *mut i32, out_json: *mut *mut c_char) -> i32;
    hr32_close = handle::hr_close(handle: i32) -> i32;
    hr32_cancel = handle::hr_cancel(handle: i32) -> i32;
    hr32_state = handle::hr_state(handle: i32, out_json: *mut *mut c_char) -> i32;
    hr32_last = handle::hr_last(handle: i32, out_json: *mut *mut c_char) -> i32;
    hr32_stop_new = stop::hr_stop_new(out_stop: *mut i32) -> i32;
    hr32_stop = stop::hr_stop(stop_id: i32) -> i32;
    hr32_stop_free = stop::hr_stop_free(stop_id: i32) -> i32;
    hr32_set_stop = stop::hr_set_stop(handle: i32, stop_id: i32) -> i32;
    hr32_ticket = card::hr_ticket(handle: i32, out_json: *mut *mut c_char) -> i32;
    hr32_ticket_set = card::hr_ticket_set(handle: i32, ticket: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_ready = card::hr_ready(handle: i32, out_json: *mut *mut c_char) -> i32;
    hr32_login = card::hr_login(
        handle: i32, card_token: *const c_char, pin_code: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_pin_retry_allow = card::hr_pin_retry_allow(
        handle: i32, card_token: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_session_set = card::hr_session_set(
        handle: i32, service_url: *const c_char, bearer: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_profile_put = service::hr_profile_put(
        handle: i32, payload_json: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_profile_select = service::hr_profile_select(
        handle: i32, situation_id: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_patient_search = service::hr_patient_search(
        handle: i32, nom: *const c_char, prenom: *const c_char, date_naissance: *const c_char, sexe: *const c_char,
        out_json: *mut *mut c_char) -> i32;
    hr32_patient_get = service::hr_patient_get(handle: i32, out_json: *mut *mut c_char) -> i32;
    hr32_patient_update = service::hr_patient_update(
        handle: i32, body_json: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_request = service::hr_request(
        handle: i32, method: *const c_char, path: *const c_char, body_json: *const c_char,
        out_json: *mut *mut c_char) -> i32;
    hr32_diagnose = service::hr_diagnose(handle: i32, out_json: *mut *mut c_char) -> i32;
    hr32_dmp_open = dmp::hr_dmp_open(
        handle: i32, patient_id: *const c_char, body_json: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_dmp_send = dmp::hr_dmp_send(
        handle: i32, patient_id: *const c_char, path: *const c_char, filename: *const c_char,
        activity_type: *const c_char, type_code: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_dmp_send_bytes = dmp::hr_dmp_send_bytes(
        handle: i32, patient_id: *const c_char, data: *const u8, length: i32, filename: *const c_char,
        activity_type: *const c_char, type_code: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_dmp_resend_allow = dmp::hr_dmp_resend_allow(
        handle: i32, entry: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_dmp_found = dmp::hr_dmp_found(handle: i32, entry: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_journal = dmp::hr_journal(handle: i32, filter_json: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_wait_card = deposit::hr_wait_card(
        handle: i32, card_json: *const c_char, timeout_ms: i32, out_json: *mut *mut c_char) -> i32;
    hr32_connect = deposit::hr_connect(
        handle: i32, request_json: *const c_char, pin_code: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_patient_find = deposit::hr_patient_find(
        handle: i32, request_json: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_deposit = deposit::hr_deposit(handle: i32, request_json: *const c_char, out_json: *mut *mut c_char) -> i32;
    hr32_deposit_bytes = deposit::hr_deposit_bytes(
        handle: i32, request_json: *const c_char, data: *const u8, length: i32, out_json: *mut *mut c_char) -> i32;
}
