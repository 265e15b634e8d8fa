"""From the library's JSON texts to results."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from typing import Any, Callable, TypeVar

from ._json import apart, decode, members, number_of, text_of
from .codes import outcome_of
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
    Sent,
    State,
    Ticket,
)

T = TypeVar("T", Journal, JournalEntry)
Made = TypeVar("Made")


def _same_names(kind: type[T], members: dict[str, Any]) -> T:
    """A newer library may have more members."""
    return kind(**{one.name: members[one.name] for one in fields(kind)})


def _common(json: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """All members but raw, decoded; and what every result has."""
    result, raw = apart(json)
    names = ("http_status", "next", "journal")
    return result, {
        "raw": raw,
        "json": json,
        **{name: result.get(name) for name in names},
        "outcome": outcome_of(result.get("outcome")),
    }


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
    return Patient(**_parameters(result), **common)


def _parameters(result: dict[str, Any]) -> dict[str, Any]:
    return {
        "patient_id": result["patient_id"],
        "ins_qualified": result["insQualified"],
        "alimentation_consent": result["alimentationConsent"],
        "update_needed": result["updateNeeded"],
    }


def cards_of(json: str) -> CardsInReader:
    result = decode(json)
    return CardsInReader(cards=tuple(_card(entry) for entry in result["cards"]), next=result["next"], json=json)


def connected_of(json: str) -> Connected:
    texts = members(json)
    return Connected(
        card=_made(texts["card"], lambda text: _card(decode(text))),
        login=_made(texts["login"], login_of),
        profile=_made(texts["profile"], reply_of),
        situation=_made(texts["situation"], reply_of),
        identified=decode(texts["identified"]),
        outcome=outcome_of(decode(texts["outcome"])),
        next=decode(texts["next"]),
        json=json,
    )


def _made(text: str, make: Callable[[str], Made]) -> Made | None:
    return None if text == "null" else make(text)


def found_of(json: str) -> PatientFound:
    result, common = _common(json)
    named = {name: result[name] for name in ("may_receive", "search")}
    return PatientFound(**named, **_parameters(result), **common)


def card_of(entry: object) -> Card | None:
    """None for what is no entry with a token."""
    return _card(entry) if isinstance(entry, dict) and isinstance(entry.get("token"), str) else None


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
        document=result["document"],
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
    outcome = outcome_of(entry["outcome"])
    return _same_names(JournalEntry, {**entry, **dict(zip(("time", "ended"), times)), "outcome": outcome})


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
