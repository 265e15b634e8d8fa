"""healthrecord: put a document into a patient's shared health record (DMP).

Start with Session. Its methods are the library's functions without ``hr_``, in the order of the nine steps; every
result says in ``next`` which one comes next. Errors are HealthRecordError and its families.
"""

from __future__ import annotations

from ._library import library_version, load_library
from ._log import set_log
from ._native import (
    HR_ABI_VERSION,
    HR_E_ARGUMENT,
    HR_E_BUSY,
    HR_E_CANCELLED,
    HR_E_CARD_CLIENT_ABSENT,
    HR_E_CARD_STATUS,
    HR_E_CHOICE,
    HR_E_CONFIG,
    HR_E_CONFLICT,
    HR_E_CONNECT,
    HR_E_FILE,
    HR_E_HANDLE,
    HR_E_IN_DOUBT,
    HR_E_INTERRUPTED,
    HR_E_NOT_FOUND,
    HR_E_PANIC,
    HR_E_PIN_GUARD,
    HR_E_PROXY,
    HR_E_RATE_LIMITED,
    HR_E_REDIRECT,
    HR_E_REFUSED,
    HR_E_REPLY,
    HR_E_SERVER,
    HR_E_STATE,
    HR_E_TIMEOUT,
    HR_E_TLS,
    HR_E_TOO_LARGE,
    HR_E_UNAUTHORIZED,
    HR_LOG_DEBUG,
    HR_LOG_ERROR,
    HR_LOG_INFO,
    HR_LOG_OFF,
    HR_OK,
)
from .config import CardCodes, Config, Timeouts
from .errors import CallerError, HealthRecordError, InternalError, LibraryError, NetworkError, PeerError
from .results import Card, Login, Patient, Ready, Reply, Result, Sent, State, Ticket
from .session import Session

__version__ = "0.1.0"

__all__ = [
    "HR_ABI_VERSION",
    "HR_E_ARGUMENT",
    "HR_E_BUSY",
    "HR_E_CANCELLED",
    "HR_E_CARD_CLIENT_ABSENT",
    "HR_E_CARD_STATUS",
    "HR_E_CHOICE",
    "HR_E_CONFIG",
    "HR_E_CONFLICT",
    "HR_E_CONNECT",
    "HR_E_FILE",
    "HR_E_HANDLE",
    "HR_E_INTERRUPTED",
    "HR_E_IN_DOUBT",
    "HR_E_NOT_FOUND",
    "HR_E_PANIC",
    "HR_E_PIN_GUARD",
    "HR_E_PROXY",
    "HR_E_RATE_LIMITED",
    "HR_E_REDIRECT",
    "HR_E_REFUSED",
    "HR_E_REPLY",
    "HR_E_SERVER",
    "HR_E_STATE",
    "HR_E_TIMEOUT",
    "HR_E_TLS",
    "HR_E_TOO_LARGE",
    "HR_E_UNAUTHORIZED",
    "HR_LOG_DEBUG",
    "HR_LOG_ERROR",
    "HR_LOG_INFO",
    "HR_LOG_OFF",
    "HR_OK",
    "CallerError",
    "Card",
    "CardCodes",
    "Config",
    "HealthRecordError",
    "InternalError",
    "LibraryError",
    "Login",
    "NetworkError",
    "Patient",
    "PeerError",
    "Ready",
    "Reply",
    "Result",
    "Sent",
    "Session",
    "State",
    "Ticket",
    "Timeouts",
    "library_version",
    "load_library",
    "set_log",
]
