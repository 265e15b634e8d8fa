"""healthrecord: put a document into a patient's shared health record (DMP).

Start with DmpClient: log in, find, send. Session has the single steps: its methods are the library's functions without
``hr_``, and every result says in ``next`` which one comes next. Errors are HealthRecordError and its families.
"""

from __future__ import annotations

from . import _native
from ._library import library_version, load_library
from ._log import set_log
from ._native import *  # noqa: F403
from .aio import AsyncDmpClient, Ended
from .canceller import Canceller
from .client import DmpClient
from .codes import Choose, Code, Outcome, Reason
from .config import CardCodes, Config, JournalFilter, Timeouts
from .documents import Accepted, Deposited, Document, Ending, InDoubt, NotSent, Rejected
from .errors import CallerError, Cancelled, HealthRecordError, InternalError, LibraryError, NetworkError, PeerError
from .logins import CardLocked, GivenUp, LoggedIn, NoCard, PinRefused
from .patients import Candidate, ConsentNeeded, FoundPatient, Nobody, One, OtherPatient, Several, Unverified
from .results import (
    Card,
    CardsInReader,
    Connected,
    Journal,
    JournalEntry,
    Login,
    Patient,
    PatientFound,
    Ready,
    Reply,
    Result,
    Sent,
    State,
    Ticket,
)
from .session import Session

__version__ = "0.1.0"

__all__ = [
    "Accepted",
    "AsyncDmpClient",
    "CallerError",
    "Cancelled",
    "Canceller",
    "Candidate",
    "Card",
    "CardCodes",
    "CardLocked",
    "CardsInReader",
    "Choose",
    "Code",
    "Config",
    "Connected",
    "ConsentNeeded",
    "Deposited",
    "DmpClient",
    "Document",
    "Ended",
    "Ending",
    "FoundPatient",
    "GivenUp",
    "HealthRecordError",
    "InDoubt",
    "InternalError",
    "Journal",
    "JournalEntry",
    "JournalFilter",
    "LibraryError",
    "LoggedIn",
    "Login",
    "NetworkError",
    "NoCard",
    "Nobody",
    "NotSent",
    "One",
    "OtherPatient",
    "Outcome",
    "Patient",
    "PatientFound",
    "PeerError",
    "PinRefused",
    "Ready",
    "Reason",
    "Rejected",
    "Reply",
    "Result",
    "Sent",
    "Session",
    "Several",
    "State",
    "Ticket",
    "Timeouts",
    "Unverified",
    "library_version",
    "load_library",
    "set_log",
]
__all__ += _native.__all__
