# Generated from include/hr.h by cargo xtask bindings: do not edit.
"""The raw layer: every export of hr.h under its own name, in the header's order. No logic."""

from __future__ import annotations

import ctypes
from typing import Any, Callable

__version__ = "0.2.0"

__all__ = [  # what the package exports as well
    "HR_OK",
    "HR_E_ARGUMENT",
    "HR_E_HANDLE",
    "HR_E_BUSY",
    "HR_E_STATE",
    "HR_E_CONFIG",
    "HR_E_FILE",
    "HR_E_TOO_LARGE",
    "HR_E_PIN_GUARD",
    "HR_E_CANCELLED",
    "HR_E_CHOICE",
    "HR_E_NO_CARD",
    "HR_E_OTHER_PATIENT",
    "HR_E_JOURNAL",
    "HR_E_ABSENT",
    "HR_E_CARD_CLIENT_ABSENT",
    "HR_E_CONNECT",
    "HR_E_TIMEOUT",
    "HR_E_TLS",
    "HR_E_PROXY",
    "HR_E_INTERRUPTED",
    "HR_E_IN_DOUBT",
    "HR_E_REPLY",
    "HR_E_REFUSED",
    "HR_E_UNAUTHORIZED",
    "HR_E_NOT_FOUND",
    "HR_E_CONFLICT",
    "HR_E_RATE_LIMITED",
    "HR_E_SERVER",
    "HR_E_CARD_STATUS",
    "HR_E_REDIRECT",
    "HR_E_PANIC",
    "HR_ABI_VERSION",
    "HR_LOG_OFF",
    "HR_LOG_ERROR",
    "HR_LOG_INFO",
    "HR_LOG_DEBUG",
]

INT = ctypes.c_int32
TEXT = ctypes.c_char_p
BYTES = ctypes.POINTER(ctypes.c_uint8)
USER = ctypes.c_void_p
OWNED = ctypes.c_void_p
BUFFER = ctypes.c_void_p
BUFFER16 = ctypes.POINTER(ctypes.c_uint16)
OUT_INT = ctypes.POINTER(ctypes.c_int32)
OUT_TEXT = ctypes.POINTER(ctypes.c_void_p)


def declare(library: ctypes.CDLL, name: str, result: Any, *parameters: Any) -> Callable[..., Any]:
    """One export with its types: name, result, parameters. AttributeError when there is none."""
    function = getattr(library, name)
    function.restype = result
    function.argtypes = parameters
    return function  # type: ignore[no-any-return]


#: The call did what it was asked to do.
HR_OK = 0
#: An argument is NULL, not UTF-8, empty where it may not be, or not of the form its comment asks for.
HR_E_ARGUMENT = -1
#: The handle is 0, was closed, was never given out, or belongs to the process that forked this one. When a callback
#: forks, the child gets it as well, with outcome "unknown" where the call changes something.
HR_E_HANDLE = -2
#: Another call on the same handle is running. Nothing was sent; calls never wait for each other.
HR_E_BUSY = -3
#: A step that must come before this one is missing; the remedy names it. Nothing was sent.
HR_E_STATE = -4
#: The configuration given to hr_open cannot serve this call; the remedy names the key.
HR_E_CONFIG = -5
#: The document cannot be opened or read, or it changed while it was being sent.
HR_E_FILE = -6
#: Something exceeds what can be handled: no memory for it, no handle left, or too many documents in doubt.
HR_E_TOO_LARGE = -7
#: The PIN was not presented, because that could spend a try of the card without need.
HR_E_PIN_GUARD = -8
#: hr_cancel, hr_close, hr_stop or the progress callback stopped the call.
HR_E_CANCELLED = -9
#: A person must choose: `ask` says what, `choices` from what, and a next call with the answer goes on.
HR_E_CHOICE = -10
#: No card that was asked for is in the reader.
HR_E_NO_CARD = -11
#: The service answered for another patient than the one of `patient_id`. No record was opened, and nothing was changed
#: unless `reason` is "other_patient_updated".
HR_E_OTHER_PATIENT = -12
#: The file of the key `journal` cannot be used; `reason` says why. Nothing was sent.
HR_E_JOURNAL = -13
#: Nothing is at the place of a JSON text that the pointer leads to, or null; or no call has ended that hr_last could
#: speak of.
HR_E_ABSENT = -14
#: Nothing listens at the card client's address: it is not installed or not running.
HR_E_CARD_CLIENT_ABSENT = -100
#: The server could not be reached: unknown name, refused connection, no route.
HR_E_CONNECT = -101
#: The time allowed by `timeouts` ran out; `phase` says where.
HR_E_TIMEOUT = -102
#: The server's certificate was refused, or no TLS connection could be set up.
HR_E_TLS = -103
#: The proxy refused or could not be used.
HR_E_PROXY = -104
#: The connection ended before the call was complete.
HR_E_INTERRUPTED = -105
#: Everything was sent and no answer came: the call may or may not have taken effect. `cause` says why.
HR_E_IN_DOUBT = -106
#: The reply is not what the interface describes; the remedy names what is missing or wrong.
HR_E_REPLY = -200
#: The server refused the request (a 4xx status that has no code of its own here).
HR_E_REFUSED = -201
#: The server did not accept the credential (401 or 403).
HR_E_UNAUTHORIZED = -202
#: The server does not know what was asked for (404).
HR_E_NOT_FOUND = -203
#: The request contradicts what the server holds (409), or what is known about another sending of the document.
HR_E_CONFLICT = -204
#: The server asks to wait (429); `retry_after_s` says how long, when the server said so.
HR_E_RATE_LIMITED = -205
#: The server failed (5xx).
HR_E_SERVER = -206
#: The card client answered with a `status.code` other than 0; `service_code` holds it.
HR_E_CARD_STATUS = -207
#: The server answered with a redirection, which is never followed.
HR_E_REDIRECT = -208
#: The library failed inside. The handle still answers; please report it.
HR_E_PANIC = -900
#: The version of the binary contract that hr.h describes; see hr_abi_version.
HR_ABI_VERSION = 2
#: No log (the state at start).
HR_LOG_OFF = 0
#: Calls that failed.
HR_LOG_ERROR = 1
#: Also calls that succeeded: method, path template, status, duration.
HR_LOG_INFO = 2
#: Also handles opened and closed.
HR_LOG_DEBUG = 3

#: Receives log lines; see hr_set_log.
hr_log_fn = ctypes.CFUNCTYPE(None, USER, INT, TEXT)

#: Receives the progress of an upload; see hr_set_progress.
hr_progress_fn = ctypes.CFUNCTYPE(INT, USER, INT, INT)


class Native:
    """The functions of one loaded library."""

    # fmt: off
    def __init__(self, lib: ctypes.CDLL) -> None:
        #: The version of the binary contract of the library that is loaded.
        self.hr_abi_version = declare(lib, "hr_abi_version", INT)
        #: The version of the library, by semantic versioning.
        self.hr_version = declare(lib, "hr_version", TEXT)
        #: The name of a code, such as "HR_E_TIMEOUT" for -102.
        self.hr_code_name = declare(lib, "hr_code_name", TEXT, INT)
        #: Wipes and frees a text that this library gave through an `out_json` argument.
        self.hr_free = declare(lib, "hr_free", None, OWNED)
        #: Copies a text into a buffer of the caller's, for languages that cannot read through a pointer.
        self.hr_text_copy = declare(lib, "hr_text_copy", INT, TEXT, BUFFER, INT)
        #: Copies a text into a buffer of the caller's as UTF-16, for VB6, PowerBuilder, WinDev and others.
        self.hr_text_copy_utf16 = declare(lib, "hr_text_copy_utf16", INT, TEXT, BUFFER16, INT)
        #: Sets who receives log lines, for the whole process.
        self.hr_set_log = declare(lib, "hr_set_log", INT, hr_log_fn, USER, INT)
        #: Reads one value out of a JSON text, such as a result or an error object of this library.
        self.hr_json_get = declare(lib, "hr_json_get", INT, TEXT, TEXT, OUT_TEXT)
        #: The kind of a value in a JSON text.
        self.hr_json_kind = declare(lib, "hr_json_kind", INT, TEXT, TEXT)
        #: The number of elements of an array, or of members of an object, in a JSON text.
        self.hr_json_count = declare(lib, "hr_json_count", INT, TEXT, TEXT)
        #: The name of one member of an object in a JSON text.
        self.hr_json_key = declare(lib, "hr_json_key", INT, TEXT, TEXT, INT, OUT_TEXT)
        #: Writes a text as a JSON string, to build a request with.
        self.hr_json_quote = declare(lib, "hr_json_quote", INT, TEXT, OUT_TEXT)
        #: Opens a handle: reads the configuration, checks it, sends nothing.
        self.hr_open = declare(lib, "hr_open", INT, TEXT, OUT_INT, OUT_TEXT)
        #: Closes a handle and drops its secrets.
        self.hr_close = declare(lib, "hr_close", INT, INT)
        #: Stops the call that runs on a handle.
        self.hr_cancel = declare(lib, "hr_cancel", INT, INT)
        #: Sets the receiver of the progress of this handle's uploads.
        self.hr_set_progress = declare(lib, "hr_set_progress", INT, INT, hr_progress_fn, USER)
        #: Reports what a handle holds. Sends nothing, and answers also while a call runs on the handle.
        self.hr_state = declare(lib, "hr_state", INT, INT, OUT_TEXT)
        #: Gives the text of the handle's last ended call that changes something once more, for a host that lost it
        #: between the library's return and its own hands: to an asynchronous exception, an aborted thread, a cancelled
        #: future. Sends nothing, and answers also while a call runs on the handle.
        self.hr_last = declare(lib, "hr_last", INT, INT, OUT_TEXT)
        #: Makes a stop: something that ends calls for good, for hosts whose cancellation may come before the call that
        #: it is meant for.
        self.hr_stop_new = declare(lib, "hr_stop_new", INT, OUT_INT)
        #: Stops the calls that run under a stop, and those that will begin under it.
        self.hr_stop = declare(lib, "hr_stop", INT, INT)
        #: Gives a stop back.
        self.hr_stop_free = declare(lib, "hr_stop_free", INT, INT)
        #: Sets the stop under which this thread begins its calls on a handle, in place of the one before.
        self.hr_set_stop = declare(lib, "hr_set_stop", INT, INT, INT)
        #: Step 1: gets a license ticket from the license server.
        self.hr_ticket = declare(lib, "hr_ticket", INT, INT, OUT_TEXT)
        #: Step 1, elsewhere: takes over a ticket that the vendor's own server fetched, so that the license bearer stays
        #: off the workstation.
        self.hr_ticket_set = declare(lib, "hr_ticket_set", INT, INT, TEXT, OUT_TEXT)
        #: Step 2: asks the card client which cards are in the reader.
        self.hr_ready = declare(lib, "hr_ready", INT, INT, OUT_TEXT)
        #: Step 3: presents a PIN to a card, once, and opens a session with the resource service.
        self.hr_login = declare(lib, "hr_login", INT, INT, TEXT, TEXT, OUT_TEXT)
        #: After "pin_held": a person is sure of the PIN, so let one more presentation through.
        self.hr_pin_retry_allow = declare(lib, "hr_pin_retry_allow", INT, INT, TEXT, OUT_TEXT)
        #: Step 3, elsewhere: adopts a login that was made by a browser page calling the card client.
        self.hr_session_set = declare(lib, "hr_session_set", INT, INT, TEXT, TEXT, OUT_TEXT)
        #: Step 4, first half: PUT {serviceUrl}/user-profiles. Only when the login did not identify the professional.
        self.hr_profile_put = declare(lib, "hr_profile_put", INT, INT, TEXT, OUT_TEXT)
        #: Step 4, second half: GET {serviceUrl}/user-profiles/{situation.id}/select.
        self.hr_profile_select = declare(lib, "hr_profile_select", INT, INT, TEXT, OUT_TEXT)
        #: Step 5: GET {serviceUrl}/patient/search, the search of an identity (INS) by traits.
        self.hr_patient_search = declare(lib, "hr_patient_search", INT, INT, TEXT, TEXT, TEXT, TEXT, OUT_TEXT)
        #: Step 6: GET {serviceUrl}/patient, the parameters of the patient.
        self.hr_patient_get = declare(lib, "hr_patient_get", INT, INT, OUT_TEXT)
        #: Step 7: POST {serviceUrl}/patient, only when hr_patient_get said updateNeeded.
        self.hr_patient_update = declare(lib, "hr_patient_update", INT, INT, TEXT, OUT_TEXT)
        #: Any other call under the service URL, with the session's bearer.
        self.hr_request = declare(lib, "hr_request", INT, INT, TEXT, TEXT, TEXT, OUT_TEXT)
        #: Checks, without a login, what the nine calls need: the configuration, the journal, the license server, the
        #: clock, the ticket, the card client and its cards.
        self.hr_diagnose = declare(lib, "hr_diagnose", INT, INT, OUT_TEXT)
        #: Step 8: PUT {serviceUrl}/dmp/{patient_id}, opens the patient's shared record.
        self.hr_dmp_open = declare(lib, "hr_dmp_open", INT, INT, TEXT, TEXT, OUT_TEXT)
        #: Step 9: POST {serviceUrl}/dmp/{patient_id}/unique/doc/send, uploads a document from a file.
        self.hr_dmp_send = declare(lib, "hr_dmp_send", INT, INT, TEXT, TEXT, TEXT, TEXT, TEXT, OUT_TEXT)
        #: Step 9, from memory: as hr_dmp_send, with the document's bytes instead of a path.
        self.hr_dmp_send_bytes = declare(lib, "hr_dmp_send_bytes", INT, INT, TEXT, BYTES, INT, TEXT, TEXT, TEXT, OUT_TEXT)
        #: After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known whether
        #: the earlier sending arrived.
        self.hr_dmp_resend_allow = declare(lib, "hr_dmp_resend_allow", INT, INT, TEXT, OUT_TEXT)
        #: After HR_E_CONFLICT at "library", or HR_E_IN_DOUBT: a person found the document in the patient's record.
        self.hr_dmp_found = declare(lib, "hr_dmp_found", INT, INT, TEXT, OUT_TEXT)
        #: The uploads that the journal knows, the newest first, of all processes that name it.
        self.hr_journal = declare(lib, "hr_journal", INT, INT, TEXT, OUT_TEXT)
        #: Waits until a card is in the reader: asks the card client as hr_ready does, and again 500 ms after each
        #: answer; after the time it is not asked again. A license ticket is fetched as hr_ticket does when the handle
        #: has none, and once in a call after a 401 of the card client; without license_url and license_bearer neither
        #: is done. Presents no PIN.
        self.hr_wait_card = declare(lib, "hr_wait_card", INT, INT, TEXT, INT, OUT_TEXT)
        #: Logs in with one call: ticket, cards, PIN and, where it is asked for, the professional's situation (steps 1
        #: to 4).
        self.hr_connect = declare(lib, "hr_connect", INT, INT, TEXT, TEXT, OUT_TEXT)
        #: Finds a patient: hr_patient_search, then hr_patient_get (steps 5 and 6). No data is changed.
        self.hr_patient_find = declare(lib, "hr_patient_find", INT, INT, TEXT, OUT_TEXT)
        #: Deposits documents into a patient's shared record with one call: finds and reads the patient, makes the
        #: update that is asked for, opens the record, sends each document (steps 5 to 9).
        self.hr_deposit = declare(lib, "hr_deposit", INT, INT, TEXT, OUT_TEXT)
        #: Deposits one document from memory: as hr_deposit, with the document's bytes instead of a path. It is known
        #: and compared as one from a file is.
        self.hr_deposit_bytes = declare(lib, "hr_deposit_bytes", INT, INT, TEXT, BYTES, INT, OUT_TEXT)
