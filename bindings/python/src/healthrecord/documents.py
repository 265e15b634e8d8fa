"""Documents on their way into a record, and how each of them ended."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Union

from ._boundary import Json, file_path
from ._json import number_of, text_of
from .codes import Code, Outcome, Reason, code_of, outcome_of, reason_of
from .errors import HealthRecordError


class Document:
    """A document to deposit.

    path            the file; it is read while it is sent, and must not change meanwhile
    type_code, activity_type   as the service wants them; the interface does not show the values
    filename        the name to send; None: the last part of path
    reference       what your program calls it, for the journal and the ending: no name and no number of a patient
    again           True: send it although it was accepted before; a document in doubt is held back all the same
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        type_code: str,
        activity_type: str,
        filename: str | None = None,
        reference: str | None = None,
        again: bool = False,
    ) -> None:
        self.path = path
        self.type_code = type_code
        self.activity_type = activity_type
        self.filename = filename
        self.reference = reference
        self.again = again

    def __repr__(self) -> str:
        return "<healthrecord.Document>"

    def _members(self) -> dict[str, Json]:
        members: dict[str, Any] = {
            "path": file_path(self.path).decode(),
            "type_code": self.type_code,
            "activity_type": self.activity_type,
            "filename": self.filename,
            "reference": self.reference,
            "again": self.again or None,
        }
        return {name: value for name, value in members.items() if value is not None}


@dataclass(frozen=True)
class Ending:
    """How the sending of one document ended: Accepted, Rejected, InDoubt or NotSent.

    index, reference   which document: its place from 0, and what your program calls it
    sentence, sentence_fr   for the doctor: in the configured language, and in French
    outcome            the library's word
    code, reason, http_status   why it was not accepted, or None
    sha256, bytes      of the document, when all of it was read
    journal            "not_completed" when it ended so and the journal has no record of it, else None
    error              what ended the call, or None
    """

    index: int
    reference: str | None = field(repr=False)
    sentence: str
    sentence_fr: str
    outcome: Outcome
    code: Code | None
    reason: Reason | None
    http_status: int | None
    sha256: str | None
    bytes: int | None
    journal: str | None
    error: HealthRecordError | None = field(repr=False, compare=False)


@dataclass(frozen=True)
class Accepted(Ending):
    """It is in the record. ``already``: it was before, and was not sent again."""

    already: bool


@dataclass(frozen=True)
class Rejected(Ending):
    """Definitely refused, by the service or, as with a file that cannot be read, by the library: correct it first."""


@dataclass(frozen=True)
class InDoubt(Ending):
    """Nobody knows whether it is in the record: a person looks there. It is not sent again before they decided.

    entry   for session.dmp_found(entry) or session.dmp_resend_allow(entry), or None
    """

    entry: str | None


@dataclass(frozen=True)
class NotSent(Ending):
    """It did not arrive, and may be sent again as it is: an outage, a cancel, or its turn did not come."""


Sending = Union[Accepted, Rejected, InDoubt, NotSent]


@dataclass(frozen=True)
class Deposited:
    """What became of each document, in their order. ``error`` is what ended the call, None when all are accepted."""

    documents: tuple[Sending, ...]
    error: HealthRecordError | None

    @property
    def accepted(self) -> bool:
        """All of them are in the record."""
        return all(isinstance(ending, Accepted) for ending in self.documents)


_SENTENCES = {
    Accepted: ("The document is in the patient's record.", "Le document est dans le dossier du patient."),
    Rejected: ("The document was refused.", "Le document a été refusé."),
    InDoubt: (
        "Nobody knows whether the document arrived. Look into the patient's record before you send it again.",
        "On ne sait pas si le document est arrivé. Vérifiez dans le dossier du patient avant de l'envoyer à nouveau.",
    ),
    NotSent: ("The document was not sent.", "Le document n'a pas été envoyé."),
}
_ALREADY = (
    "The document was already in the patient's record; it was not sent again.",
    "Le document était déjà dans le dossier du patient ; il n'a pas été envoyé à nouveau.",
)


def endings_of(documents: Iterable[Mapping[str, Any]], error: HealthRecordError | None) -> tuple[Sending, ...]:
    return tuple(_ending(one, at, error) for at, one in enumerate(documents))


def _ending(one: Mapping[str, Any], at: int, error: HealthRecordError | None) -> Sending:
    fields = dict(one)
    outcome = outcome_of(one.get("outcome")) or Outcome.UNKNOWN
    entry, index, already = text_of(fields, "entry"), number_of(fields, "index"), one.get("already") is True
    kind: type[Sending] = _KINDS.get(outcome, InDoubt)
    kind = InDoubt if entry is not None and kind is not Accepted else kind  # held back for an earlier doubt
    sentence, sentence_fr = _ALREADY if kind is Accepted and already else _SENTENCES[kind]
    sentence, sentence_fr = text_of(fields, "message") or sentence, text_of(fields, "message_fr") or sentence_fr
    if error is not None and one.get("code") is None and error.step != "hr_dmp_send" and kind is NotSent:
        sentence, sentence_fr = error.message, error.message_fr  # why no document had its turn
    common: dict[str, Any] = {
        "index": at if index is None else index,
        "reference": text_of(fields, "reference"),
        "sentence": sentence,
        "sentence_fr": sentence_fr,
        "outcome": outcome,
        "code": code_of(one.get("code")),
        "reason": reason_of(one.get("reason")),
        "http_status": number_of(fields, "http_status"),
        "sha256": text_of(fields, "sha256"),
        "bytes": number_of(fields, "bytes"),
        "journal": text_of(fields, "journal"),
        "error": error,
    }
    if kind is Accepted:
        return Accepted(already=already, **common)
    if kind is InDoubt:
        return InDoubt(entry=entry, **common)
    return kind(**common)


_KINDS: dict[Outcome, type[Sending]] = {
    Outcome.ACCEPTED: Accepted,
    Outcome.REJECTED: Rejected,
    Outcome.NOT_SENT: NotSent,
    Outcome.INCOMPLETE: NotSent,
}
