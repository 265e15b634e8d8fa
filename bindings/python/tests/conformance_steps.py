"""Steps that several behaviours take, and how an error is described."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from healthrecord import Card, HealthRecordError, Patient, Session, Upload

Stage = dict[str, Any]
Seen = dict[str, Any]

FAMILIES = {0: "caller", 1: "network", 2: "peer", 9: "internal"}


def described(error: HealthRecordError) -> Seen:
    details = error.details
    words = {name: details.get(name) for name in ("name", "operation", "at", "outcome", "cause")}
    family = FAMILIES.get(-error.code // 100, "other")
    return {"family": family, "code": error.code, **words, "has_french": bool(details.message_fr and details.remedy_fr)}


@contextmanager
def collected(errors: list[Seen]) -> Iterator[None]:
    try:
        yield
    except HealthRecordError as error:
        errors.append(described(error))


def present(session: Session, stage: Stage) -> Card:
    return next(card for card in session.ready().cards if card.get("serial") == stage["card"])


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


def send(session: Session, patient: Patient, stage: Stage, progress: Any = None, filename: str | None = None) -> Upload:
    codes = {"activity_type": stage["activity_type"], "type_code": stage["type_code"]}
    if progress is not None:
        session.set_progress(progress)
    try:
        return session.dmp_send(patient.patient_id, stage["document"], filename, **codes)
    finally:
        if progress is not None:
            session.set_progress(None)
