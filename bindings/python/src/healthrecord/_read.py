"""From the library's JSON texts to results."""

from __future__ import annotations

from typing import Any

from ._json import apart, decode
from .results import Card, Login, Patient, Ready, Reply, Sent, State, Ticket


def _common(json: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """All members but raw, decoded; and what every result has."""
    told, raw = apart(json)
    names = ("http_status", "next", "outcome")
    return told, {"raw": raw, "json": json, **{name: told.get(name) for name in names}}


def ticket_of(json: str) -> Ticket:
    told, common = _common(json)
    return Ticket(license_ticket=told["licenseTicket"], **common)


def ready_of(json: str) -> Ready:
    told, common = _common(json)
    return Ready(cards=tuple(_card(entry) for entry in told["cards"]), **common)


def login_of(json: str) -> Login:
    told, common = _common(json)
    return Login(
        identified=told.get("identified"),
        bearer=told["bearer"],
        service_url=told["serviceUrl"],
        connection_id=told.get("connectionId"),
        connected_to=told.get("connectedTo"),
        master_data=told.get("masterData"),
        **common,
    )


def reply_of(json: str) -> Reply:
    return Reply(**_common(json)[1])


def patient_of(json: str) -> Patient:
    told, common = _common(json)
    return Patient(
        patient_id=told["patient_id"],
        ins_qualified=told["insQualified"],
        alimentation_consent=told["alimentationConsent"],
        update_needed=told["updateNeeded"],
        **common,
    )


def sent_of(json: str) -> Sent:
    told, common = _common(json)
    return Sent(sha256=told["sha256"], bytes=told["bytes"], **common)


def state_of(json: str) -> State:
    told = decode(json)
    return State(
        ticket=told["ticket"],
        cards=told["cards"],
        session=told["session"],
        identified=told["identified"],
        patient=told["patient"],
        update_needed=told["updateNeeded"],
        open_records=told["open_records"],
        next=told["next"],
        json=json,
    )


def settings_of(json: str) -> dict[str, Any]:
    told: dict[str, Any] = decode(json)
    told.pop("next", None)
    return told


def _card(entry: dict[str, Any]) -> Card:
    def text(name: str) -> str | None:
        value = entry.get(name)
        return value if isinstance(value, str) else None

    def number(name: str) -> int | None:
        value = entry.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    return Card(
        token=entry["token"],
        serial=text("serial"),
        id_nat=text("idNat"),
        card_type=text("cardType"),
        category_card=text("categoryCard"),
        civ_title=text("civTitle"),
        first_name=text("firstName"),
        last_name=text("lastName"),
        prof_code=number("profCode"),
        train_code=number("trainCode"),
        spec_code=text("specCode"),
        pin_attempt=number("pinAttempt"),
        model=text("model"),
        manufacturer=text("manufacturer"),
        model_text=text("modelText"),
        manufacturer_text=text("manufacturerText"),
        entry=entry,
    )
