"""Steps that several behaviours take, and how an error is described."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from healthrecord import (
    CallerError,
    Cancelled,
    Card,
    HealthRecordError,
    InternalError,
    NetworkError,
    Patient,
    PeerError,
    Sent,
    Session,
)

Stage = dict[str, Any]
Seen = dict[str, Any]

FAMILIES = {
    CallerError: "caller",
    Cancelled: "caller",
    NetworkError: "network",
    PeerError: "peer",
    InternalError: "internal",
}


def described(error: HealthRecordError) -> Seen:
    names = ("code", "name", "operation", "at", "outcome", "cause")
    french = bool(error.message_fr and error.remedy_fr)
    attributes = {name: getattr(error, name) for name in names}
    return {"family": FAMILIES.get(type(error), "other"), **attributes, "has_french": french}


@contextmanager
def collected(errors: list[Seen]) -> Iterator[None]:
    try:
        yield
    except HealthRecordError as error:
        errors.append(described(error))


def present(session: Session, stage: Stage) -> Card:
    return next(card for card in session.ready().cards if card.serial == stage["card"])


def to_the_patient(session: Session, stage: Stage) -> tuple[Card, Any, Any, Patient]:
    session.ticket()
    card = present(session, stage)
    login = session.login(card.token, stage["pin"])
    found = session.patient_search(stage["nom"], stage["prenom"])
    return card, login, found, session.patient_get()


def opened(session: Session, stage: Stage) -> Patient:
    *_, patient = to_the_patient(session, stage)
    session.dmp_open(patient.patient_id)
    return patient


def send(session: Session, patient: Patient, stage: Stage, **more: Any) -> Sent:
    codes = {"activity_type": stage["activity_type"], "type_code": stage["type_code"]}
    return session.dmp_send(patient.patient_id, stage["document"], **codes, **more)
