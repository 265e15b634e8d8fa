"""The library's codes and words as enumerations. One that a newer library has stays what it is, without a name here."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING

from . import _native as native

if TYPE_CHECKING:
    from typing_extensions import Self


class Code(IntEnum):
    """What a function returned. Equal to the constant HR_E_... of the same name, and to its number."""

    OK = native.HR_OK
    ARGUMENT = native.HR_E_ARGUMENT
    HANDLE = native.HR_E_HANDLE
    BUSY = native.HR_E_BUSY
    STATE = native.HR_E_STATE
    CONFIG = native.HR_E_CONFIG
    FILE = native.HR_E_FILE
    TOO_LARGE = native.HR_E_TOO_LARGE
    PIN_GUARD = native.HR_E_PIN_GUARD
    CANCELLED = native.HR_E_CANCELLED
    CHOICE = native.HR_E_CHOICE
    NO_CARD = native.HR_E_NO_CARD
    OTHER_PATIENT = native.HR_E_OTHER_PATIENT
    JOURNAL = native.HR_E_JOURNAL
    ABSENT = native.HR_E_ABSENT
    CARD_CLIENT_ABSENT = native.HR_E_CARD_CLIENT_ABSENT
    CONNECT = native.HR_E_CONNECT
    TIMEOUT = native.HR_E_TIMEOUT
    TLS = native.HR_E_TLS
    PROXY = native.HR_E_PROXY
    INTERRUPTED = native.HR_E_INTERRUPTED
    IN_DOUBT = native.HR_E_IN_DOUBT
    REPLY = native.HR_E_REPLY
    REFUSED = native.HR_E_REFUSED
    UNAUTHORIZED = native.HR_E_UNAUTHORIZED
    NOT_FOUND = native.HR_E_NOT_FOUND
    CONFLICT = native.HR_E_CONFLICT
    RATE_LIMITED = native.HR_E_RATE_LIMITED
    SERVER = native.HR_E_SERVER
    CARD_STATUS = native.HR_E_CARD_STATUS
    REDIRECT = native.HR_E_REDIRECT
    PANIC = native.HR_E_PANIC

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, int):
            return None
        other = int.__new__(cls, value)
        other._name_, other._value_ = f"code {value}", value
        return other

    def __str__(self) -> str:
        return str(self.value)

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)


class _Word(str, Enum):
    """A word of the library; equal to its text."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        other = str.__new__(cls, value)
        other._name_, other._value_ = value, value
        return other

    def __str__(self) -> str:
        return str(self.value)

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)


class Outcome(_Word):
    """How a call that changes something ended."""

    ACCEPTED = "accepted"
    NOT_SENT = "not_sent"
    INCOMPLETE = "incomplete"
    REJECTED = "rejected"
    UNKNOWN = "unknown"
    ACCEPTED_UNREADABLE = "accepted_unreadable"


class Choose(_Word):
    """What a person is asked."""

    CARD = "card"
    PIN = "pin"
    RETRY = "retry"
    SITUATION = "situation"
    PROFILE = "profile"
    TRAITS = "traits"
    PATIENT = "patient"
    UPDATE = "update"
    DOUBT = "doubt"


class Reason(_Word):
    """Why a call failed, where its code does not say it."""

    PIN_REFUSED = "pin_refused"
    CARD_LOCKED = "card_locked"
    CARD_ABSENT = "card_absent"
    PIN_IN_USE = "pin_in_use"
    READY_NEEDED = "ready_needed"
    PIN_HELD = "pin_held"
    CARD_CLIENT_OTHER_SESSION = "card_client_other_session"
    CARD_CLIENT_SERVICE = "card_client_service"
    CARD_CLIENT_HTTP_SYS = "card_client_http_sys"
    CARD_CLIENT_UNKNOWN = "card_client_unknown"
    TLS_EXPIRED = "tls_expired"
    TLS_NOT_YET_VALID = "tls_not_yet_valid"
    TLS_UNKNOWN_ISSUER = "tls_unknown_issuer"
    TLS_WRONG_NAME = "tls_wrong_name"
    TLS_REFUSED = "tls_refused"
    SESSION_IN_USE = "session_in_use"
    DOCUMENT_IN_USE = "document_in_use"
    FILE_LOCKED = "file_locked"
    JOURNAL_LOCKED = "journal_locked"
    JOURNAL_SLOW = "journal_slow"
    JOURNAL_UNREADABLE = "journal_unreadable"
    JOURNAL_UNWRITABLE = "journal_unwritable"
    JOURNAL_NOT_A_FILE = "journal_not_a_file"
    JOURNAL_ON_NETWORK = "journal_on_network"
    JOURNAL_NOT_OURS = "journal_not_ours"
    JOURNAL_NEWER = "journal_newer"
    JOURNAL_REPLACED = "journal_replaced"
    JOURNAL_FULL = "journal_full"
    LIBRARY_MISSING = "missing"
    LIBRARY_ARCHITECTURE = "architecture"
    LIBRARY_BLOCKED = "blocked"
    LIBRARY_UNLOADABLE = "unloadable"
    LIBRARY_SYMBOL = "symbol"
    LIBRARY_ABI = "abi"
    LIBRARY_LOADED = "loaded"


def code_of(value: object) -> Code | None:
    return Code(value) if isinstance(value, int) and not isinstance(value, bool) else None


def outcome_of(value: object) -> Outcome | None:
    return Outcome(value) if isinstance(value, str) else None


def reason_of(value: object) -> Reason | None:
    return Reason(value) if isinstance(value, str) else None
