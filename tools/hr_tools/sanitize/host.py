"""A Python host: makes every call of hr.h, with what goes right and what goes wrong, for AddressSanitizer.

    host.py PLAN        PLAN: a JSON file, made by drive.py; with "plant" it makes one mistake on purpose instead
"""

import ctypes
import json
import re
import sys
import threading
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int32, c_uint16, c_void_p

PROGRESS = CFUNCTYPE(c_int32, c_void_p, c_int32, c_int32)
LOG = CFUNCTYPE(None, c_void_p, c_int32, c_char_p)
OUT = POINTER(c_void_p)

SIGNATURES = {
    "hr_abi_version": (c_int32,),
    "hr_version": (c_char_p,),
    "hr_code_name": (c_char_p, c_int32),
    "hr_free": (None, c_void_p),
    "hr_text_copy": (c_int32, c_void_p, c_void_p, c_int32),
    "hr_text_copy_utf16": (c_int32, c_void_p, c_void_p, c_int32),
    "hr_json_get": (c_int32, c_char_p, c_char_p, OUT),
    "hr_json_kind": (c_int32, c_char_p, c_char_p),
    "hr_json_count": (c_int32, c_char_p, c_char_p),
    "hr_json_key": (c_int32, c_char_p, c_char_p, c_int32, OUT),
    "hr_json_quote": (c_int32, c_char_p, OUT),
    "hr_set_log": (c_int32, LOG, c_void_p, c_int32),
    "hr_open": (c_int32, c_char_p, POINTER(c_int32), OUT),
    "hr_close": (c_int32, c_int32),
    "hr_cancel": (c_int32, c_int32),
    "hr_set_progress": (c_int32, c_int32, PROGRESS, c_void_p),
    "hr_stop_new": (c_int32, POINTER(c_int32)),
    "hr_stop": (c_int32, c_int32),
    "hr_stop_free": (c_int32, c_int32),
    "hr_set_stop": (c_int32, c_int32, c_int32),
    "hr_state": (c_int32, c_int32, OUT),
    "hr_last": (c_int32, c_int32, OUT),
    "hr_ticket": (c_int32, c_int32, OUT),
    "hr_ticket_set": (c_int32, c_int32, c_char_p, OUT),
    "hr_ready": (c_int32, c_int32, OUT),
    "hr_login": (c_int32, c_int32, c_char_p, c_char_p, OUT),
    "hr_pin_retry_allow": (c_int32, c_int32, c_char_p, OUT),
    "hr_session_set": (c_int32, c_int32, c_char_p, c_char_p, OUT),
    "hr_profile_put": (c_int32, c_int32, c_char_p, OUT),
    "hr_profile_select": (c_int32, c_int32, c_char_p, OUT),
    "hr_patient_search": (c_int32, c_int32, *[c_char_p] * 4, OUT),
    "hr_patient_get": (c_int32, c_int32, OUT),
    "hr_patient_update": (c_int32, c_int32, c_char_p, OUT),
    "hr_dmp_open": (c_int32, c_int32, c_char_p, c_char_p, OUT),
    "hr_dmp_send": (c_int32, c_int32, *[c_char_p] * 5, OUT),
    "hr_dmp_send_bytes": (c_int32, c_int32, c_char_p, c_void_p, c_int32, *[c_char_p] * 3, OUT),
    "hr_dmp_resend_allow": (c_int32, c_int32, c_char_p, OUT),
    "hr_dmp_found": (c_int32, c_int32, c_char_p, OUT),
    "hr_journal": (c_int32, c_int32, c_char_p, OUT),
    "hr_wait_card": (c_int32, c_int32, c_char_p, c_int32, OUT),
    "hr_connect": (c_int32, c_int32, c_char_p, c_char_p, OUT),
    "hr_patient_find": (c_int32, c_int32, c_char_p, OUT),
    "hr_deposit": (c_int32, c_int32, c_char_p, OUT),
    "hr_deposit_bytes": (c_int32, c_int32, c_char_p, c_void_p, c_int32, OUT),
    "hr_request": (c_int32, c_int32, *[c_char_p] * 3, OUT),
}


class Library:
    """The exported functions as they are; notes which were called."""

    def __init__(self, path):
        library = ctypes.CDLL(path)
        self.called = set()
        for name, (result, *arguments) in SIGNATURES.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, self.noting(name, function))

    def noting(self, name, function):
        def call(*arguments):
            self.called.add(name)
            return function(*[a.encode() if isinstance(a, str) else a for a in arguments])
        return call

    def name(self, code):
        return self.hr_code_name(code).decode()

    def take(self, name, *arguments):
        """Makes a call that gives a text; reads it through both copies, frees it."""
        out = c_void_p(1)
        code = getattr(self, name)(*arguments, byref(out))
        size = self.hr_text_copy(out, None, 0)
        buffer = ctypes.create_string_buffer(size)
        assert self.hr_text_copy(out, buffer, size) == size
        units = self.hr_text_copy_utf16(out, None, 0)
        wide = (c_uint16 * units)()
        assert self.hr_text_copy_utf16(out, wide, units) == units
        assert bytes(wide).decode("utf-16-le") == buffer.value.decode() + "\0"
        assert self.hr_text_copy(out, buffer, 1) == size and buffer.value == b""
        self.hr_free(out)
        text = bytes(wide).decode("utf-16-le").rstrip("\0")
        return code, json.loads(text)

    def text(self, name, *arguments):
        """Makes a call that gives a text which is no JSON object."""
        out = c_void_p(1)
        code = getattr(self, name)(*arguments, byref(out))
        text = ctypes.string_at(out).decode() if out else None
        self.hr_free(out)
        return self.name(code), text

    def ok(self, name, *arguments):
        code, result = self.take(name, *arguments)
        assert code == 0, (name, self.name(code), result["message"])
        return result

    def fails(self, expected, name, *arguments):
        code, error = self.take(name, *arguments)
        assert (self.name(code), error["name"], error["code"]) == (expected, expected, code), (name, error)
        return error

    def open(self, config):
        handle = c_int32(-1)
        self.ok("hr_open", config, byref(handle))
        return handle.value


def log_in(hr, handle, card):
    serial, pin = card
    cards = hr.ok("hr_ready", handle)["cards"]
    token = next(card["token"] for card in cards if card["serial"] == serial)
    hr.fails("HR_E_CARD_STATUS", "hr_login", handle, token, "0000")
    hr.fails("HR_E_PIN_GUARD", "hr_login", handle, token, pin)
    hr.ok("hr_pin_retry_allow", handle, token)
    hr.ok("hr_ready", handle)
    hr.fails("HR_E_ARGUMENT", "hr_login", handle, token, "")
    hr.ok("hr_login", handle, token, pin)


def mistakes(hr, handle):
    for config in ("", "[]", "{", '{"licence_url":""}', '{"ca_file":"/absent"}', '{"max_reply_bytes":0}'):
        number = c_int32(-1)
        hr.fails("HR_E_CONFIG", "hr_open", config, byref(number))
        assert number.value == 0
    hr.fails("HR_E_ARGUMENT", "hr_open", None, byref(c_int32()))
    hr.fails("HR_E_ARGUMENT", "hr_open", b"\xff", byref(c_int32()))
    hr.fails("HR_E_HANDLE", "hr_state", handle + 1000)
    hr.fails("HR_E_STATE", "hr_ready", handle)
    hr.fails("HR_E_STATE", "hr_patient_get", handle)
    hr.fails("HR_E_STATE", "hr_dmp_open", handle, "255081416802538", None)
    for ticket in (None, "", b"\xff", "a\nb"):
        hr.fails("HR_E_ARGUMENT", "hr_ticket_set", handle, ticket)
    hr.fails("HR_E_ARGUMENT", "hr_session_set", handle, "http://example.org", "bearer")
    hr.fails("HR_E_ARGUMENT", "hr_dmp_resend_allow", handle, "no digest")
    assert hr.name(hr.hr_set_log(LOG(0), None, 9)) == "HR_E_ARGUMENT"
    assert hr.name(hr.hr_text_copy(None, None, 0)) == "HR_E_ARGUMENT"
    assert (hr.hr_cancel(handle), hr.hr_close(0)) == (0, 0)
    hr.hr_free(None)


def values(hr):
    """Of JSON texts, among them one that is cut at every byte."""
    members = {"a/b": ["é\U0001f600", None, 1.5e300], "\u0000": {"deep": [[[]]]}}
    text = json.dumps(members)
    assert hr.text("hr_json_get", text, "/a~1b/0") == ("HR_OK", "é\U0001f600")
    assert hr.text("hr_json_get", text, "/a~1b") == ("HR_OK", json.dumps(members["a/b"]))
    assert hr.text("hr_json_get", text, "/absent") == ("HR_E_ABSENT", None)
    assert hr.text("hr_json_key", text, "", 0) == ("HR_OK", "a/b")
    assert hr.text("hr_json_key", text, "", 2) == ("HR_E_ABSENT", None)
    assert (hr.hr_json_kind(text, "/a~1b"), hr.hr_json_count(text, "/a~1b")) == (5, 3)
    assert hr.text("hr_json_quote", 'é"\x01') == ("HR_OK", '"é\\"\\u0001"')
    for length in range(len(text)):
        for path in ("", "/a~1b/2", "a", "/~2", None):
            for name in ("hr_json_kind", "hr_json_count"):
                getattr(hr, name)(text[:length], path)
            hr.text("hr_json_get", text[:length], path)
            hr.text("hr_json_key", text[:length], path, 0)


def to_the_record(hr, handle, plan):
    hr.ok("hr_ticket", handle)
    log_in(hr, handle, plan["card"])
    situations = hr.ok("hr_profile_put", handle, "{}")["raw"]["situations"]
    hr.fails("HR_E_ARGUMENT", "hr_profile_put", handle, "{not JSON")
    hr.ok("hr_profile_select", handle, situations[0]["id"])
    hr.fails("HR_E_NOT_FOUND", "hr_patient_search", handle, "NOBODY", None, None, None)
    hr.ok("hr_patient_search", handle, "TÉMOIN", "Loïc", None, "M")
    patient = hr.ok("hr_patient_get", handle)
    assert patient["updateNeeded"] and patient["next"] == "hr_patient_update"
    hr.fails("HR_E_STATE", "hr_dmp_open", handle, patient["patient_id"], None)
    hr.ok("hr_patient_update", handle, '{"insQualified":true,"alimentationConsent":true}')
    hr.ok("hr_dmp_open", handle, patient["patient_id"], None)
    hr.ok("hr_request", handle, "POST", "/echo", '{"a":1e400}')
    hr.fails("HR_E_REFUSED", "hr_request", handle, "DELETE", "/patient", None)
    return patient["patient_id"]


def uploads(hr, handle, patient, plan):
    """Gives the lengths of what arrived."""
    kinds = ("10", "11503-0")
    content = bytes(range(256)) * 12000
    reported = []

    def count(_, done, total):
        reported.append((done, total))
        return 0

    keep = PROGRESS(count)
    assert hr.hr_set_progress(handle, keep, None) == 0
    hr.ok("hr_dmp_send", handle, patient, plan["file"], None, *kinds)
    hr.ok("hr_dmp_send_bytes", handle, patient, content, len(content), "é.bin", *kinds)
    assert reported[-1] == (len(content), len(content)) and len(reported) > 4
    hr.fails("HR_E_FILE", "hr_dmp_send", handle, patient, "/absent/file", None, *kinds)
    hr.fails("HR_E_ARGUMENT", "hr_dmp_send_bytes", handle, patient, None, 5, "a.bin", *kinds)

    # Another thread meets a handle in use, and then cancels.
    inside, cancelled = threading.Event(), threading.Event()

    def wait(_, done, total):
        inside.set()
        assert cancelled.wait(60)
        return 0

    def other():
        assert inside.wait(60)
        hr.fails("HR_E_BUSY", "hr_patient_get", handle)
        hr.ok("hr_state", handle)
        assert hr.hr_cancel(handle) == 0
        cancelled.set()

    keep = PROGRESS(wait)
    assert hr.hr_set_progress(handle, keep, None) == 0
    thread = threading.Thread(target=other)
    thread.start()
    error = hr.fails("HR_E_CANCELLED", "hr_dmp_send_bytes", handle, patient, content, len(content), "b.bin", *kinds)
    thread.join()
    assert error["outcome"] in ("not_sent", "incomplete"), error
    stop = PROGRESS(lambda _, done, total: 1)
    assert hr.hr_set_progress(handle, stop, None) == 0
    hr.fails("HR_E_CANCELLED", "hr_dmp_send", handle, patient, plan["file"], "c.bin", *kinds)
    assert hr.hr_set_progress(handle, PROGRESS(0), None) == 0
    return len(content)


def journal(hr, handle, sent):
    """The uploads of this host as the journal lists them."""
    listed = hr.ok("hr_journal", handle, None)
    assert listed["entries"][0]["bytes"] == sent and listed["entries"][0]["outcome"] == "accepted", listed
    entry = listed["entries"][0]["entry"]
    assert len(hr.ok("hr_journal", handle, json.dumps({"entry": entry, "limit": 1}))["entries"]) == 1
    hr.fails("HR_E_ARGUMENT", "hr_journal", handle, '{"entry":1}')
    for settled in (entry, "no digest", None):
        hr.fails("HR_E_ARGUMENT", "hr_dmp_found", handle, settled)


def in_few_calls(hr, handle, patient, plan):
    """A patient and a deposit by one call each, and requests that are refused before anything is sent."""
    request = {"patient": {"nom": "TÉMOIN", "prenom": "Loïc"}}
    asked = hr.fails("HR_E_CHOICE", "hr_patient_find", handle, json.dumps(request))
    assert asked["ask"] == "patient" and asked["choices"][0]["value"] == {"patient_id": patient}, asked
    found = hr.ok("hr_patient_find", handle, json.dumps({**request, "patient_id": patient}))
    assert found["ending"] == "found" and found["patient_id"] == patient, found
    hr.fails("HR_E_NOT_FOUND", "hr_patient_find", handle, '{"patient":{"nom":"NOBODY"}}')
    traits = {"nom": "TÉMOIN", "sexe": "M"}
    document = {"path": plan["file"], "activity_type": "10", "type_code": "11503-0", "again": True}
    request = {"patient": traits, "patient_id": patient, "documents": [document, {**document, "path": "/absent/file"}]}
    error = hr.fails("HR_E_FILE", "hr_deposit", handle, json.dumps(request))
    assert [each["outcome"] for each in error["documents"]] == ["accepted", "rejected"], error["documents"]
    request["documents"] = [document]
    assert hr.ok("hr_deposit", handle, json.dumps(request))["documents"][0]["outcome"] == "accepted"
    with open(plan["file"], "rb") as file:
        content = file.read()
    request["documents"] = [{"filename": "a.pdf", "activity_type": "10", "type_code": "11503-0"}]
    known = hr.ok("hr_deposit_bytes", handle, json.dumps(request), content, len(content))
    assert known["documents"][0]["already"], known
    for text in (None, b"\xff", "[]", "{", '{"a":1}'):
        hr.fails("HR_E_ARGUMENT", "hr_patient_find", handle, text)
        hr.fails("HR_E_ARGUMENT", "hr_deposit", handle, text)
        hr.fails("HR_E_ARGUMENT", "hr_deposit_bytes", handle, text, content, len(content))
    for text in (b"\xff", "[]", "{", '{"serial":[]}'):
        hr.fails("HR_E_ARGUMENT", "hr_wait_card", handle, text, 0)
        hr.fails("HR_E_ARGUMENT", "hr_connect", handle, text, None)
    hr.fails("HR_E_NO_CARD", "hr_wait_card", handle, '{"serial":"none"}', 0)
    assert hr.ok("hr_wait_card", handle, None, 0)["cards"]


def stopped(hr, handle):
    """A stop ends what begins after it, until it is taken away; the last change is told again."""
    stop = c_int32()
    assert hr.hr_stop_new(byref(stop)) == 0
    assert hr.hr_set_stop(handle, stop.value) == 0
    assert hr.hr_stop(stop.value) == 0
    hr.fails("HR_E_CANCELLED", "hr_ready", handle)
    assert hr.hr_set_stop(handle, 0) == 0
    assert hr.hr_stop_free(stop.value) == 0
    hr.ok("hr_ready", handle)
    assert hr.ok("hr_last", handle)["operation"] == "hr_connect"


def many(hr, config):
    for _ in range(1000):
        handle = hr.open(config)
        hr.ok("hr_ticket_set", handle, "ticket")
        assert hr.hr_close(handle) == 0
        assert hr.name(hr.hr_close(handle)) == "HR_E_HANDLE"


def walk(hr, plan):
    lines = []
    log = LOG(lambda user, level, line: lines.append((user, level, line)))
    assert hr.hr_abi_version() == 2 and re.fullmatch(rb"\d+\.\d+\.\d+", hr.hr_version())
    assert hr.hr_set_log(log, 77, 3) == 0
    handle = hr.open(plan["config"])
    mistakes(hr, handle)
    values(hr)
    patient = to_the_record(hr, handle, plan)
    sent = uploads(hr, handle, patient, plan)
    journal(hr, handle, sent)
    in_few_calls(hr, handle, patient, plan)
    stopped(hr, handle)
    adopted = hr.open(plan["config"])
    hr.ok("hr_session_set", adopted, plan["service_url"], "not-a-bearer")
    hr.fails("HR_E_UNAUTHORIZED", "hr_patient_get", adopted)
    assert hr.hr_close(adopted) == 0
    many(hr, plan["config"])
    assert hr.hr_close(handle) == 0
    assert hr.hr_set_log(LOG(0), None, 0) == 0
    assert len(lines) > 2000 and all(user == 77 and line for user, _, line in lines)
    assert hr.called == set(SIGNATURES), set(SIGNATURES) - hr.called
    print(f"{len(hr.called)} functions, {len(lines)} log lines, sent {sent}", flush=True)


def plant(hr, plan):
    """One mistake, about memory that the library itself allocated."""
    handle, out = hr.open(plan["config"]), c_void_p()
    assert hr.hr_ticket(handle, byref(out)) == 0
    if plan["plant"] == "freed-twice":
        hr.hr_free(out)
    elif plan["plant"] == "too-small":
        hr.hr_text_copy(out, ctypes.create_string_buffer(8), 4096)
    if plan["plant"] != "lost":
        hr.hr_free(out)
    hr.hr_close(handle)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        plan = json.load(file)
    hr = Library(plan["library"])
    (plant if plan.get("plant") else walk)(hr, plan)


if __name__ == "__main__":
    main()
