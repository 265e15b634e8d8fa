"""healthrecord: put a document into a patient's shared health record (DMP).

Start with Session. Its methods are the library's functions without ``hr_``, in the order of the nine steps; every
result says in ``next`` which one comes next. Errors are HealthRecordError and its families.
"""

from __future__ import annotations

from . import _native
from ._library import library_version, load_library
from ._log import set_log
from ._native import *  # noqa: F403
from .config import CardCodes, Config, JournalFilter, Timeouts
from .errors import CallerError, HealthRecordError, InternalError, LibraryError, NetworkError, PeerError
from .results import Card, Journal, JournalEntry, Login, Patient, Ready, Reply, Result, Sent, State, Ticket
from .session import Session

__version__ = "0.1.0"

__all__ = [
    "CallerError",
    "Card",
    "CardCodes",
    "Config",
    "HealthRecordError",
    "InternalError",
    "Journal",
    "JournalEntry",
    "JournalFilter",
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
__all__ += _native.__all__
