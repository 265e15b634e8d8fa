"""The chain in few calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._boundary import Document as Bytes
from ._boundary import Json, json_text, optional, optional_json
from ._boundary import document as document_bytes
from ._calls import Calls
from ._json import decode
from ._pin import Secret, forget, present
from ._read import cards_of, connected_of, found_of
from .documents import Deposited, Document, endings_of
from .results import CardsInReader, Connected, PatientFound

if TYPE_CHECKING:
    from ._progress import Progress


class Chain:
    """Part of Session."""

    _calls: Calls

    def wait_card(self, card: Mapping[str, Json] | None = None, *, timeout_ms: int = 0) -> CardsInReader:
        """Waits until a card is in the reader; gets a ticket where there is none. Presents no PIN.

        card   which: members that a card's ``entry`` must have, such as {"cardType": "CPS"}; None: any

        Blocks up to ``timeout_ms`` and the end of the question that runs then. Raises CallerError (HR_E_NO_CARD: none
        came in time; HR_E_CANCELLED) and what ticket() and ready() raise; ``step`` says which of them.
        """
        return self._calls.call("hr_wait_card", cards_of, optional_json(card, "card"), timeout_ms)

    def connect(
        self,
        pin: str | bytes | bytearray | None = None,
        *,
        card: Mapping[str, Json] | None = None,
        wait_card_ms: int | None = None,
        profile: Json | None = None,
        situation_id: str | None = None,
    ) -> Connected:
        """Steps 1 to 4. Presents the PIN at most once; without one it goes on with the open session.

        card           which, as for wait_card(); None: the only one in the reader
        profile        payload of profile_put(); left out, as is situation_id, when the login identifies who it is
        situation_id   of profile_select()

        Raises CallerError (HR_E_CHOICE: a person chooses from ``choices`` a card, then repeats it with PIN and
        ``card``, or a situation, then repeats it with ``situation_id`` and no PIN; HR_E_NO_CARD), and what ticket(),
        ready(), login(), profile_put() and profile_select() raise; ``step`` says which of them, ``session`` whether a
        session is open.
        """
        try:
            given: list[Secret] = [] if pin is None else [pin]
            del pin

            def request() -> bytes:
                members = {"card": card, "wait_card_ms": wait_card_ms, "situation_id": situation_id}
                return object_text(members, {"profile": profile})

            if given:
                return present(self._calls, "hr_connect", connected_of, request, given)
            return self._calls.call("hr_connect", connected_of, request(), None, changes=True)
        except BaseException as error:
            pin, given = "", []  # noqa: F841
            forget(error)
            raise

    def patient_find(
        self,
        *,
        nom: str | None = None,
        prenom: str | None = None,
        date_naissance: str | None = None,
        sexe: str | None = None,
        patient_id: str | None = None,
    ) -> PatientFound:
        """Steps 5 and 6: searches a patient by one to four traits, and reads the one who was found.

        patient_id   who must be read, as you have the number on file

        Raises PeerError (HR_E_NOT_FOUND: nobody), CallerError (HR_E_CHOICE: ``ask`` is "traits", several have these
        traits; or "patient", the one in ``choices`` was read, and others may have them; HR_E_OTHER_PATIENT: another one
        is read than patient_id, or than the only one found), and what patient_search() and patient_get() raise;
        ``step`` says which of them.
        """
        traits = traits_of(nom, prenom, date_naissance, sexe)
        request = {"patient": traits or None, "patient_id": patient_id}
        return self._calls.call("hr_patient_find", found_of, object_text(request, {}))

    def deposit(
        self,
        documents: Iterable[Document],
        *,
        patient: Mapping[str, str] | None = None,
        patient_id: str | None = None,
        update: Json | None = None,
        record: Json | None = None,
        progress: Progress | None = None,
    ) -> Deposited:
        """Steps 5 to 9: finds the patient, makes the update that is asked for, opens the record, sends each document.

        patient      traits as for patient_find(); None: the patient read last, whose patient_id must be given
        patient_id   whom the caller means; the one who was found must have it
        update       body of patient_update(): only what a person signed for; needs patient_id
        record       body of dmp_open()
        progress     as for dmp_send(), of all documents together

        What was accepted before is not sent again, so after a failure the same call is made again. Raises CallerError
        (HR_E_CHOICE: ``ask`` is "traits", "patient" or "update"; HR_E_OTHER_PATIENT), NetworkError (HR_E_IN_DOUBT), and
        what the steps raise; the error's ``documents`` say what became of each.
        """
        wanted = [document._members() for document in documents]
        request = _request(patient, patient_id, wanted, update, record)
        return self._calls.upload("hr_deposit", _deposited, (request,), self._receiver(progress))

    def deposit_bytes(
        self,
        data: Bytes,
        *,
        filename: str,
        activity_type: str,
        type_code: str,
        reference: str | None = None,
        again: bool = False,
        patient: Mapping[str, str] | None = None,
        patient_id: str | None = None,
        update: Json | None = None,
        record: Json | None = None,
        progress: Progress | None = None,
    ) -> Deposited:
        """Steps 5 to 9 for one document from memory: as deposit(), with the members of its Document.

        data   as for dmp_send_bytes()
        """
        address, length = document_bytes(data)
        members: dict[str, Any] = {
            "filename": filename,
            "activity_type": activity_type,
            "type_code": type_code,
            "reference": reference,
            "again": again or None,
        }
        wanted = {name: value for name, value in members.items() if value is not None}
        arguments = (_request(patient, patient_id, [wanted], update, record), address, length)
        return self._calls.upload("hr_deposit_bytes", _deposited, arguments, self._receiver(progress))

    def _receiver(self, progress: Progress | None) -> Progress | None:
        raise NotImplementedError


def _request(
    patient: Mapping[str, str] | None,
    patient_id: str | None,
    documents: list[dict[str, Any]],
    update: Json | None,
    record: Json | None,
) -> bytes:
    members = {
        "patient": None if patient is None else dict(patient),
        "patient_id": patient_id,
        "documents": documents,
    }
    return object_text(members, {"update": update, "record": record})


def traits_of(nom: object, prenom: object, date_naissance: object, sexe: object) -> dict[str, str]:
    """Those that were given."""
    traits = {"nom": nom, "prenom": prenom, "date_naissance": date_naissance, "sexe": sexe}
    texts = {name: optional(value, name) for name, value in traits.items()}
    return {name: value.decode() for name, value in texts.items() if value is not None}


def object_text(members: Mapping[str, object], bodies: Mapping[str, Json | None]) -> bytes:
    """An object without what is None; with ``bodies`` byte for byte where they are JSON text, each one value."""
    parts = [json_text({name: value}, name)[1:-1] for name, value in members.items() if value is not None]
    for name, body in bodies.items():
        if body is None:
            continue
        encoded = json_text(body, name)
        if isinstance(body, str):
            _one_value(body, name)
        parts.append(b'"' + name.encode() + b'":' + encoded)
    return b"{" + b",".join(parts) + b"}"


def _one_value(body: str, name: str) -> None:
    try:
        decode(body)
    except ValueError:
        raise ValueError(f"{name} is not JSON") from None


def _deposited(json: str) -> Deposited:
    return Deposited(endings_of(decode(json)["documents"], None), None)
