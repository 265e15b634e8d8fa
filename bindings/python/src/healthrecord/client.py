"""From a card in the reader to an accepted document: log in, find, send."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._boundary import Json
from ._chain import traits_of
from ._json import decode
from ._login import AskPin, ChooseCard, ChooseSituation, Conversation
from .canceller import Canceller
from .codes import Choose, Code
from .documents import Deposited, Document, Sending, endings_of
from .errors import HealthRecordError
from .logins import LoginEnding
from .patients import (
    ConsentNeeded,
    Found,
    FoundPatient,
    Nobody,
    One,
    OtherPatient,
    Several,
    Stopped,
    Unverified,
    candidate,
    found_patient,
)
from .session import Session

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._progress import Progress
    from .config import Config

_DEFECTS = {Code.ARGUMENT, Code.HANDLE, Code.BUSY, Code.STATE, Code.CONFIG, Code.PANIC}


class DmpClient:
    """Puts documents into patients' shared health records (DMP).

        with DmpClient(config, journal="envois.hrj") as dmp:
            dmp.login(ask_pin=dialog)
            match dmp.find(nom="EXEMPLE", prenom="Hélène"):
                case One(patient):
                    say(dmp.send(patient, "report.pdf", type_code="11503-0", activity_type="10").sentence_fr)

    What a program must handle is a value: each method says which ones it gives. What is a defect or an outage is
    raised: CallerError, NetworkError, PeerError, InternalError, all of them HealthRecordError. Only of documents an
    outage is a value too, with the exception in ``error``: what became of each of them is known all the same.

    Nothing is repeated by itself. ``session`` is the step-by-step session below; its calls mix with these. Calls block,
    one at a time; see Session for threads, signals and the end of the process.
    """

    session: Session
    """The session of the single steps."""

    def __init__(
        self,
        config: Mapping[str, object] | str | os.PathLike[str] | None = None,
        /,
        **settings: Unpack[Config],
    ) -> None:
        """Opens a session: reads the settings and checks them. Sends nothing.

        config     a dict, the JSON text of one object, or a Path: a file with such a text
        settings   the same as keyword arguments; see healthrecord.Config for all keys. ``journal``, a file that
                   remembers what was sent and what is in doubt, may be relative to the current folder here

        Raises what Session raises; OSError when the file of the settings cannot be read.
        """
        known = dict(_settings(config))
        known.update(settings)
        if settings.get("journal") is not None:
            known["journal"] = os.path.abspath(settings["journal"])
        self.session = Session(known)
        self._owner = object()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<healthrecord.DmpClient {'closed' if self.session.closed else 'open'}>"

    def close(self) -> None:
        """Closes the session and drops its secrets. Twice is fine. Any thread, any time."""
        self.session.close()

    def login(
        self,
        *,
        ask_pin: AskPin,
        choose_card: ChooseCard | None = None,
        choose_situation: ChooseSituation | None = None,
        card: Mapping[str, Json] | None = None,
        wait_card_ms: int = 0,
        profile: Json | None = None,
        canceller: Canceller | None = None,
    ) -> LoginEnding:
        """Waits for a card, presents its PIN, and says who works where, when the service asks for that.

        ask_pin(card, why_fr)   asks a person for the PIN of this card: text, bytes, or None to give up. ``why_fr`` is
                      None at first, else a French sentence that says why it is asked for again: the card refused the
                      PIN, or one was held back so that the card does not lock. A PIN typed after reading that is
                      presented. Never answer it by program: a card locks after a few wrong PINs
        choose_card(cards)   which of several that fit; None: none of them
        choose_situation(reply)   the id of the situation, out of the service's reply to the profile; None: none of them
        card          which cards fit: members that a card's ``entry`` must have, such as {"cardType": "CPS"}
        wait_card_ms  how long to wait for one
        profile       payload of the profile's request; the interface does not show it

        Gives LoggedIn, NoCard, GivenUp (no PIN was typed, or nothing chosen), CardLocked or PinRefused. Raises
        Cancelled; NetworkError (HR_E_CARD_CLIENT_ABSENT: not running; HR_E_IN_DOUBT: the PIN may have been presented;
        the next login() warns the person), PeerError, CallerError.
        """
        talk = (ask_pin, choose_card, choose_situation, card, wait_card_ms, profile)
        return Conversation(self.session, lambda operation: self._over(canceller, operation), *talk).held()

    def find(
        self,
        *,
        nom: str | None = None,
        prenom: str | None = None,
        date_naissance: str | None = None,
        sexe: str | None = None,
        canceller: Canceller | None = None,
    ) -> Found:
        """Searches a patient by one to four traits, which go out as given, and reads the one who was found.

        Gives One, Several, Nobody, or Unverified where the settings have no ``patients_pointer``: then a person must
        compare. Raises Cancelled, NetworkError, PeerError (such as HR_E_UNAUTHORIZED: log in again), CallerError.
        """
        traits = traits_of(nom, prenom, date_naissance, sexe)
        try:
            with self._over(canceller, "hr_patient_find"):
                return One(found_patient(self._owner, traits, self.session.patient_find(**traits).reply))
        except HealthRecordError as error:
            if error.ask == Choose.PATIENT:
                return Unverified(candidate(self._owner, traits, _given(error)[0]))
            if error.ask == Choose.TRAITS:
                return Several(_given(error), error.message, error.message_fr)
            if error.code == Code.NOT_FOUND:
                return Nobody(error.message, error.message_fr)
            raise

    def send(
        self,
        patient: FoundPatient,
        path: str | os.PathLike[str],
        *,
        type_code: str,
        activity_type: str,
        filename: str | None = None,
        reference: str | None = None,
        again: bool = False,
        update: Json | None = None,
        record: Json | None = None,
        progress: Progress | None = None,
        canceller: Canceller | None = None,
    ) -> Sending | Stopped:
        """Sends one document; see Document for its arguments, and deposit() for the others.

        Gives Accepted, Rejected, InDoubt or NotSent, or why it stopped before: ConsentNeeded, OtherPatient, Several.
        Each has a ``sentence`` and a ``sentence_fr`` for the doctor.
        """
        codes = {"type_code": type_code, "activity_type": activity_type}
        document = Document(path, **codes, filename=filename, reference=reference, again=again)
        ended = self.deposit(patient, (document,), update=update, record=record, progress=progress, canceller=canceller)
        return ended.documents[0] if isinstance(ended, Deposited) else ended

    def deposit(
        self,
        patient: FoundPatient,
        documents: Iterable[Document],
        *,
        update: Json | None = None,
        record: Json | None = None,
        progress: Progress | None = None,
        canceller: Canceller | None = None,
    ) -> Deposited | Stopped:
        """Opens the patient's record and sends each document once, in their order.

        patient    of find(): searched again, and sent to only when it is still the same
        update     what a person signed for, when not patient.may_receive: the body of Session.patient_update
        record     the body of Session.dmp_open
        progress   as for Session.dmp_send, of all documents together
        canceller  what was not sent when it is cancelled is NotSent

        What was accepted before is Accepted with ``already`` and not sent again, what is in doubt stays so: after a
        failure make the same call again. Gives Deposited, or why it stopped before anything was opened. Raises only
        what is a defect: CallerError (HR_E_ARGUMENT, HR_E_STATE: not logged in, HR_E_BUSY), InternalError; TypeError
        and ValueError for arguments; and what ``progress`` or a signal raises, its ``__cause__.documents`` being what
        became of them.
        """
        if not isinstance(patient, FoundPatient):
            raise TypeError(f"patient must be of find(), not {type(patient).__name__}")
        if patient._owner is not self._owner:
            raise ValueError("patient was found by another client")
        given = tuple(documents)
        try:
            with self._over(canceller, "hr_deposit", len(given)):
                return self.session.deposit(
                    given,
                    patient=patient._traits,
                    patient_id=patient.patient_id,
                    update=update,
                    record=record,
                    progress=progress,
                )
        except HealthRecordError as error:
            stopped = _stopped(error)
            if stopped is not None:
                return stopped
            if error.documents is None or len(error.documents) != len(given) or error.code in _DEFECTS:
                raise
            return Deposited(endings_of(error.documents, error), error)

    def _over(self, canceller: Canceller | None, operation: str, documents: int = 0) -> AbstractContextManager[None]:
        return nullcontext() if canceller is None else canceller._over(self.session.cancel, operation, documents)


def _stopped(error: HealthRecordError) -> Stopped | None:
    words = (error.message, error.message_fr)
    if error.ask == Choose.UPDATE:
        return ConsentNeeded(_given(error)[0], *words)
    if error.ask == Choose.TRAITS:
        return Several(_given(error), *words)
    return OtherPatient(*words) if error.code == Code.OTHER_PATIENT else None


def _given(error: HealthRecordError) -> list[Any]:
    """What the service gave of each."""
    return [choice["raw"] for choice in error.choices]


def _settings(config: Mapping[str, object] | str | os.PathLike[str] | None) -> Mapping[str, Any]:
    if isinstance(config, os.PathLike):
        config = Path(config).read_text("utf-8")
    if not isinstance(config, str):
        return config or {}
    settings = _decoded(config)
    if not isinstance(settings, Mapping):
        raise ValueError("the settings are not the JSON text of one object")
    return settings


def _decoded(config: str) -> Any:
    try:
        return decode(config)
    except ValueError:
        raise ValueError("the settings are not JSON") from None  # the other one has them
