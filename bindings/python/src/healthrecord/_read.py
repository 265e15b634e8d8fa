"""From the library's JSON texts to results."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from typing import Any, TypeVar

from ._json import apart, decode, number_of, text_of
from .results import Card, Journal, JournalEntry, Login, Patient, Ready, Reply, Sent, State, Ticket

T = TypeVar("T", Journal, JournalEntry)


def _same_names(kind: type[T], members: dict[str, Any]) -> T:
    """A newer library may have more members."""
    return kind(**{one.name: members[one.name] for one in fields(kind)})


def _common(json: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """All members but raw, decoded; and what every result has."""
    result, raw = apart(json)
    names = ("http_status", "next", "outcome", "journal")
    return result, {"raw": raw, "json": json, **{name: result.get(name) for name in names}}


def ticket_of(json: str) -> Ticket:
    result, common = _common(json)
    return Ticket(license_ticket=result["licenseTicket"], **common)


def ready_of(json: str) -> Ready:
    result, common = _common(json)
    return Ready(cards=tuple(_card(entry) for entry in result["cards"]), **common)


def login_of(json: str) -> Login:
    result, common = _common(json)
    return Login(
        identified=result.get("identified"),
        bearer=result["bearer"],
        service_url=result["serviceUrl"],
        connection_id=result.get("connectionId"),
        connected_to=result.get("connectedTo"),
        master_data=result.get("masterData"),
        **common,
    )


def reply_of(json: str) -> Reply:
    return Reply(**_common(json)[1])


def patient_of(json: str) -> Patient:
    result, common = _common(json)
    return Patient(
        patient_id=result["patient_id"],
        ins_qualified=result["insQualified"],
        alimentation_consent=result["alimentationConsent"],
        update_needed=result["updateNeeded"],
        **common,
    )


def sent_of(json: str) -> Sent:
    result, common = _common(json)
    return Sent(sha256=result["sha256"], bytes=result["bytes"], **common)


def state_of(json: str) -> State:
    result = decode(json)
    return State(
        ticket=result["ticket"],
        cards=result["cards"],
        session=result["session"],
        identified=result["identified"],
        patient=result["patient"],
        update_needed=result["updateNeeded"],
        open_records=result["open_records"],
        next=result["next"],
        json=json,
    )


def journal_of(json: str) -> Journal:
    result = decode(json)
    return _same_names(Journal, {**result, "entries": tuple(map(_entry, result["entries"])), "json": json})


def settings_of(json: str) -> dict[str, Any]:
    result: dict[str, Any] = decode(json)
    result.pop("next", None)
    return result


def _entry(entry: dict[str, Any]) -> JournalEntry:
    times = (entry[name] and datetime.fromisoformat(entry[name].replace("Z", "+00:00")) for name in ("time", "ended"))
    return _same_names(JournalEntry, {**entry, **dict(zip(("time", "ended"), times))})


def _card(entry: dict[str, Any]) -> Card:
    return Card(
        token=entry["token"],
        serial=text_of(entry, "serial"),
        id_nat=text_of(entry, "idNat"),
        card_type=text_of(entry, "cardType"),
        category_card=text_of(entry, "categoryCard"),
        civ_title=text_of(entry, "civTitle"),
        first_name=text_of(entry, "firstName"),
        last_name=text_of(entry, "lastName"),
        prof_code=number_of(entry, "profCode"),
        train_code=number_of(entry, "trainCode"),
        spec_code=text_of(entry, "specCode"),
        pin_attempt=number_of(entry, "pinAttempt"),
        model=text_of(entry, "model"),
        manufacturer=text_of(entry, "manufacturer"),
        model_text=text_of(entry, "modelText"),
        manufacturer_text=text_of(entry, "manufacturerText"),
        entry=entry,
    )
