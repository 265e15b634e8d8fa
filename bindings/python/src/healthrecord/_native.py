"""The raw layer: every export of hr.h under its own name, in the header's order. No logic.

Parameter kinds, and what they are in the header:

    INT       int32_t               OUT_INT    int32_t *out_handle
    TEXT      const char *          OUT_TEXT   char **out_json
    BYTES     const uint8_t *       OWNED      char * that hr_free takes
    USER      void *                BUFFER     char * to fill
                                    BUFFER16   uint16_t * to fill
"""

from __future__ import annotations

import ctypes
from typing import Any, Callable

HR_OK = 0
HR_E_ARGUMENT = -1
HR_E_HANDLE = -2
HR_E_BUSY = -3
HR_E_STATE = -4
HR_E_CONFIG = -5
HR_E_FILE = -6
HR_E_TOO_LARGE = -7
HR_E_PIN_GUARD = -8
HR_E_CANCELLED = -9
HR_E_CHOICE = -10
HR_E_ABSENT = -14
HR_E_CARD_CLIENT_ABSENT = -100
HR_E_CONNECT = -101
HR_E_TIMEOUT = -102
HR_E_TLS = -103
HR_E_PROXY = -104
HR_E_INTERRUPTED = -105
HR_E_IN_DOUBT = -106
HR_E_REPLY = -200
HR_E_REFUSED = -201
HR_E_UNAUTHORIZED = -202
HR_E_NOT_FOUND = -203
HR_E_CONFLICT = -204
HR_E_RATE_LIMITED = -205
HR_E_SERVER = -206
HR_E_CARD_STATUS = -207
HR_E_REDIRECT = -208
HR_E_PANIC = -900
HR_ABI_VERSION = 1
HR_LOG_OFF = 0
HR_LOG_ERROR = 1
HR_LOG_INFO = 2
HR_LOG_DEBUG = 3

INT = ctypes.c_int32
TEXT = ctypes.c_char_p
BYTES = ctypes.POINTER(ctypes.c_uint8)
USER = ctypes.c_void_p
OWNED = ctypes.c_void_p
BUFFER = ctypes.c_void_p
BUFFER16 = ctypes.POINTER(ctypes.c_uint16)
OUT_INT = ctypes.POINTER(ctypes.c_int32)
OUT_TEXT = ctypes.POINTER(ctypes.c_void_p)

hr_log_fn = ctypes.CFUNCTYPE(None, USER, INT, TEXT)
hr_progress_fn = ctypes.CFUNCTYPE(INT, USER, INT, INT)

Function = Callable[..., Any]


class SymbolMissing(Exception):
    """The library has no function of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def declare(library: ctypes.CDLL, name: str, result: Any, *parameters: Any) -> Function:
    """One export with its types: name, result, parameters."""
    try:
        function = getattr(library, name)
    except AttributeError:
        raise SymbolMissing(name) from None
    function.restype = result
    function.argtypes = parameters
    return function  # type: ignore[no-any-return]


class Native:
    """The functions of one loaded library."""

    # fmt: off
    def __init__(self, lib: ctypes.CDLL) -> None:
        self.hr_abi_version = declare(lib, "hr_abi_version", INT)
        self.hr_version = declare(lib, "hr_version", TEXT)
        self.hr_code_name = declare(lib, "hr_code_name", TEXT, INT)
        self.hr_free = declare(lib, "hr_free", None, OWNED)
        self.hr_text_copy = declare(lib, "hr_text_copy", INT, TEXT, BUFFER, INT)
        self.hr_text_copy_utf16 = declare(lib, "hr_text_copy_utf16", INT, TEXT, BUFFER16, INT)
        self.hr_set_log = declare(lib, "hr_set_log", INT, hr_log_fn, USER, INT)
        self.hr_json_get = declare(lib, "hr_json_get", INT, TEXT, TEXT, OUT_TEXT)
        self.hr_json_kind = declare(lib, "hr_json_kind", INT, TEXT, TEXT)
        self.hr_json_count = declare(lib, "hr_json_count", INT, TEXT, TEXT)
        self.hr_json_key = declare(lib, "hr_json_key", INT, TEXT, TEXT, INT, OUT_TEXT)
        self.hr_json_quote = declare(lib, "hr_json_quote", INT, TEXT, OUT_TEXT)
        self.hr_open = declare(lib, "hr_open", INT, TEXT, OUT_INT, OUT_TEXT)
        self.hr_close = declare(lib, "hr_close", INT, INT)
        self.hr_cancel = declare(lib, "hr_cancel", INT, INT)
        self.hr_set_progress = declare(lib, "hr_set_progress", INT, INT, hr_progress_fn, USER)
        self.hr_state = declare(lib, "hr_state", INT, INT, OUT_TEXT)
        self.hr_ticket = declare(lib, "hr_ticket", INT, INT, OUT_TEXT)
        self.hr_ticket_set = declare(lib, "hr_ticket_set", INT, INT, TEXT)
        self.hr_ready = declare(lib, "hr_ready", INT, INT, OUT_TEXT)
        self.hr_login = declare(lib, "hr_login", INT, INT, TEXT, TEXT, OUT_TEXT)
        self.hr_pin_retry_allow = declare(lib, "hr_pin_retry_allow", INT, INT, TEXT)
        self.hr_session_set = declare(lib, "hr_session_set", INT, INT, TEXT, TEXT)
        self.hr_profile_put = declare(lib, "hr_profile_put", INT, INT, TEXT, OUT_TEXT)
        self.hr_profile_select = declare(lib, "hr_profile_select", INT, INT, TEXT, OUT_TEXT)
        self.hr_patient_search = declare(lib, "hr_patient_search", INT, INT, TEXT, TEXT, TEXT, TEXT, OUT_TEXT)
        self.hr_patient_get = declare(lib, "hr_patient_get", INT, INT, OUT_TEXT)
        self.hr_patient_update = declare(lib, "hr_patient_update", INT, INT, TEXT, OUT_TEXT)
        self.hr_request = declare(lib, "hr_request", INT, INT, TEXT, TEXT, TEXT, OUT_TEXT)
        self.hr_dmp_open = declare(lib, "hr_dmp_open", INT, INT, TEXT, TEXT, OUT_TEXT)
        self.hr_dmp_send = declare(lib, "hr_dmp_send", INT, INT, TEXT, TEXT, TEXT, TEXT, TEXT, OUT_TEXT)
        self.hr_dmp_send_bytes = declare(lib, "hr_dmp_send_bytes", INT, INT, TEXT, BYTES, INT, TEXT, TEXT, TEXT, OUT_TEXT)
        self.hr_dmp_resend_allow = declare(lib, "hr_dmp_resend_allow", INT, INT, TEXT)
