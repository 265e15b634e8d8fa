"""What can go wrong: one base type, one type per family of codes."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from ._json import decode, encode, number_of, text_of
from ._messages import words_of
from ._native import HR_E_CANCELLED, HR_E_IN_DOUBT
from .codes import Choose, Code, Outcome, Reason, outcome_of, reason_of


class HealthRecordError(Exception):
    """A call that failed. Catch this to catch everything that this package raises of its own.

    No attribute but ``choices`` holds a secret, an address, a patient's data, a reply's body, or a file name (but the
    library's own in a LibraryError): an error may be logged as it is. ``str(error)`` is one line: the message, where it
    comes from, and what to do. Codes and words are enumerations, equal to the numbers and texts; see codes.py.

    code, name        the number that the library returned (an HR_E_* constant) and its name
    operation         the library's function, such as "hr_login"
    step              the function that the failed step is, of wait_card(), connect(), patient_find() and deposit()
    at                who it comes from: "license", "card", "service" or "library"
    message, remedy   what happened and what to do, in the configured language; in English from a method that gives
                      nothing back, such as ticket_set()
    message_fr, remedy_fr   the same in French; message_fr can be shown to a doctor as it is
    reason            a word for programs, or None: "pin_refused", "card_locked" or "card_absent" (the card client's
                      code, by the settings' card_codes); "pin_in_use" (another login with this card runs: wait),
                      "ready_needed" (call ready() first), "pin_held" (a person decides: login(confirmed=True));
                      "card_client_other_session", "card_client_service", "card_client_http_sys" or
                      "card_client_unknown" (whose process listens at local_url: see card_client_owners);
                      "tls_expired", "tls_not_yet_valid", "tls_unknown_issuer", "tls_wrong_name" or "tls_refused" (of
                      the server's certificate);
                      "session_in_use" (another call of this session has the current patient: call again);
                      "document_in_use" (another call is sending the same document: wait for its end);
                      "journal_locked" (another process holds the journal's lock: call again), "journal_slow" (reading
                      it takes longer than the call may), "journal_unreadable", "journal_unwritable",
                      "journal_not_a_file", "journal_on_network", "journal_not_ours", "journal_newer",
                      "journal_replaced", "journal_full" (why the journal cannot be used)
    http_status       status of the reply, or None
    service_code      the service's own code, a number or a short text such as "DOC-17", or None
    service_message   what the service said, or None
    outcome           of a call that changes something: "accepted", "not_sent", "incomplete", "rejected",
                      "unknown" or "accepted_unreadable"; else None
    phase             how far the call came: "resolve", "connect", "tls", "send", "wait", "read", or None
    cause             with HR_E_IN_DOUBT: the name of the code that says why there was no answer
    retry_after_s     seconds to wait, when the server said so, or None
    sha256, bytes     of the document, when an upload failed after all of it was read, or None
    entry             the id of the doubt about this document, for dmp_found() and dmp_resend_allow(), or None
    journal           "not_completed" when the call ended so and the journal has no record of its end, or None
    ending, ask       of connect(), patient_find() and deposit(): how the call ended, in one word, and what a person is
                      asked next; else None
    session           of connect(): whether a session is open; else None
    choices           what there is to choose from, as dicts of label, label_fr, value and raw; they may be health data:
                      show them to the person, and keep them out of logs. They are in no text of the error, and not
                      pickled with it
    documents         of deposit(): what is known of each document, as tuple of dicts, or None
    raw               the error object's JSON text as the library gave it, without choices; "" when it gave none
    """

    def __init__(self, code: int, raw: str = "", operation: str = "", name: str = "") -> None:
        fields = _object(raw)
        choices = fields.get("choices")
        if choices is not None:
            raw = encode({**fields, "choices": None})
        super().__init__(code, raw, operation, name)
        words = words_of(code, operation)
        self.code: Code = Code(code)
        self.name: str = text_of(fields, "name") or name
        self.operation: str = text_of(fields, "operation") or operation
        self.step: str | None = text_of(fields, "step")
        self.at: str = text_of(fields, "at") or "library"
        self.message: str = text_of(fields, "message") or words.message
        self.message_fr: str = text_of(fields, "message_fr") or words.message_fr
        self.remedy: str = text_of(fields, "remedy") or words.remedy
        self.remedy_fr: str = text_of(fields, "remedy_fr") or words.remedy_fr
        self.reason: Reason | None = reason_of(fields.get("reason"))
        self.http_status: int | None = number_of(fields, "http_status")
        self.service_code: int | str | None = _code(fields, "service_code")
        self.service_message: str | None = text_of(fields, "service_message")
        self.outcome: Outcome | None = outcome_of(fields.get("outcome"))
        self.phase: str | None = text_of(fields, "phase")
        self.cause: str | None = text_of(fields, "cause")
        self.retry_after_s: int | None = number_of(fields, "retry_after_s")
        self.sha256: str | None = text_of(fields, "sha256")
        self.bytes: int | None = number_of(fields, "bytes")
        self.entry: str | None = text_of(fields, "entry")
        self.journal: str | None = text_of(fields, "journal")
        self.ending: str | None = text_of(fields, "ending")
        ask = text_of(fields, "ask")
        self.ask: Choose | None = Choose(ask) if ask else None
        self.session: bool | None = _flag(fields, "session")
        self.choices: Any = choices
        self.documents: tuple[dict[str, Any], ...] | None = _documents(fields)
        self.raw: str = raw

    @property
    def in_doubt(self) -> bool:
        """The call may have taken effect: do not repeat it by program, a person decides."""
        return self.outcome in ("unknown", "accepted_unreadable") or self.code == HR_E_IN_DOUBT

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, {**vars(self), "choices": None}

    def __str__(self) -> str:
        facts = [self.name or f"code {self.code}"]
        if self.operation:
            facts.append(f"in {self.operation}")
        if self.http_status is not None:
            facts.append(f"HTTP {self.http_status}")
        if self.service_code is not None:
            facts.append(f"service code {self.service_code}")
        if self.service_message:
            facts.append(json.dumps(self.service_message, ensure_ascii=False))
        if self.outcome:
            facts.append(f"outcome {self.outcome}")
        return f"{self.message} [{', '.join(facts)}] {self.remedy}".rstrip()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name or self.code} in {self.operation or 'healthrecord'}>"


class CallerError(HealthRecordError):
    """Codes -1 to -99: the call as it was made, in this order, with this configuration, cannot be served."""


class Cancelled(CallerError):
    """HR_E_CANCELLED: cancel(), close(), a Canceller or the progress callback stopped the call."""


class NetworkError(HealthRecordError):
    """Codes -100 to -199: the other side could not be reached, or did not answer."""


class PeerError(HealthRecordError):
    """Codes -200 to -299: the other side answered, but not with what was asked for."""


class InternalError(HealthRecordError):
    """Codes -900 to -999: the library failed inside. Please report it."""


class LibraryError(HealthRecordError):
    """The native library cannot be used; nothing was called. ``code`` is 0. The messages name the library's path.

    reason   "missing", "architecture", "blocked", "unloadable", "symbol", "abi" or "loaded"
    """

    def __init__(self, reason: str, message: str, message_fr: str, remedy: str, remedy_fr: str) -> None:
        super().__init__(0, "", "", "")
        self.args = (reason, message, message_fr, remedy, remedy_fr)
        self.reason = Reason(reason)
        self.message = message
        self.message_fr = message_fr
        self.remedy = remedy
        self.remedy_fr = remedy_fr

    def __str__(self) -> str:
        return f"{self.message}. {self.remedy}"

    def __repr__(self) -> str:
        return f"<LibraryError {self.reason}>"


def error_of(code: int, raw: str, operation: str, name: str) -> HealthRecordError:
    """The exception for a code: of its family's type, or of the base type when the family is not known."""
    family = HealthRecordError
    if code == HR_E_CANCELLED:
        family = Cancelled
    elif -99 <= code <= -1:
        family = CallerError
    elif -199 <= code <= -100:
        family = NetworkError
    elif -299 <= code <= -200:
        family = PeerError
    elif -999 <= code <= -900:
        family = InternalError
    return family(code, raw, operation, name)


def _object(raw: str) -> dict[str, Any]:
    try:
        fields = decode(raw)
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}


def _code(fields: dict[str, Any], name: str) -> int | str | None:
    """A number that is not whole stays text, with all its digits."""
    value = fields.get(name)
    if isinstance(value, Decimal):
        return str(value)
    return text_of(fields, name) if isinstance(value, str) else number_of(fields, name)


def _flag(fields: dict[str, Any], name: str) -> bool | None:
    value = fields.get(name)
    return value if isinstance(value, bool) else None


def _documents(fields: dict[str, Any]) -> tuple[dict[str, Any], ...] | None:
    value = fields.get("documents")
    return tuple(one for one in value if isinstance(one, dict)) if isinstance(value, list) else None
