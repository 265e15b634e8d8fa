"""What the calls give: one class per kind of result.

``repr`` of a result shows neither secrets nor health data, so that a result may end up in a log by accident. The
attributes themselves hold them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from ._json import decode
from .codes import Outcome


@dataclass(frozen=True)
class Result:
    """What every call that reached a service gives.

    http_status   status of the reply
    next          the library's function to call next, such as "hr_dmp_open" (the method is the name without
                  ``hr_``), or None when the chain is complete
    outcome       "accepted" of a call that changes something, else None
    journal       "not_completed" when the call ended so and the journal has no record of its end, else None
    raw           the service's reply as JSON text, byte for byte; "null" when it was empty, a JSON string when
                  it was plain text
    json          the library's whole result as JSON text
    """

    http_status: int
    next: str | None
    outcome: Outcome | None
    journal: str | None
    raw: str = field(repr=False)
    json: str = field(repr=False)

    @cached_property
    def reply(self) -> Any:
        """``raw`` as dict, list, str, int, Decimal, bool or None. No number loses a digit."""
        return decode(self.raw)


@dataclass(frozen=True)
class Ticket(Result):
    """Step 1. ``license_ticket`` is a secret; the session keeps it for steps 2 and 3."""

    license_ticket: str = field(repr=False)


@dataclass(frozen=True)
class Card:
    """A card in the reader, as the card client lists it. What it left out, or gave in another type, is None.

    token              for login(); a new one may be given at each insertion
    serial, id_nat     which card it is
    card_type, category_card   such as "CPS"
    civ_title, first_name, last_name, prof_code, train_code, spec_code   of the holder
    pin_attempt        the card's counter; the interface does not say whether of tries left or of tries used
    model, manufacturer   percent-encoded, as the card client gave them
    model_text, manufacturer_text   the same, readable
    entry              the whole entry under the card client's own names, unchanged
    """

    token: str = field(repr=False)
    serial: str | None = field(repr=False)
    id_nat: str | None = field(repr=False)
    card_type: str | None
    category_card: str | None
    civ_title: str | None = field(repr=False)
    first_name: str | None = field(repr=False)
    last_name: str | None = field(repr=False)
    prof_code: int | None
    train_code: int | None
    spec_code: str | None
    pin_attempt: int | None
    model: str | None = field(repr=False)
    manufacturer: str | None = field(repr=False)
    model_text: str | None
    manufacturer_text: str | None
    entry: Mapping[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Ready(Result):
    """Step 2. ``cards`` may be empty."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Login(Result):
    """Step 3. ``bearer`` is a secret; the session keeps it.

    identified    True, False, or None when ``identified_field`` does not lead to a boolean: look at
                  ``master_data`` then, and skip step 4 when it identifies the professional
    master_data   as the reply had it, or None
    connected_to  the connection's websocket address, for the host; the library never calls it
    """

    identified: bool | None
    bearer: str = field(repr=False)
    service_url: str = field(repr=False)
    connection_id: Any = field(repr=False)
    connected_to: Any = field(repr=False)
    master_data: Any = field(repr=False, compare=False)


@dataclass(frozen=True)
class Reply(Result):
    """Steps 4, 5, 7, 8 and request(): what the service said is in ``reply`` and ``raw``."""


@dataclass(frozen=True)
class Patient(Result):
    """Step 6.

    patient_id            the patient's number (NIR), for dmp_open() and dmp_send()
    ins_qualified         the identity is qualified
    alimentation_consent  the patient does not oppose documents being added
    update_needed         one of the two is False: ask the patient, then patient_update()
    """

    patient_id: str = field(repr=False)
    ins_qualified: bool
    alimentation_consent: bool
    update_needed: bool


@dataclass(frozen=True)
class Sent(Result):
    """Step 9: the document was definitely accepted. ``sha256`` (hexadecimal) and ``bytes`` are of the document."""

    sha256: str
    bytes: int


@dataclass(frozen=True)
class State:
    """What a session holds; nothing was sent to learn it.

    cards       number of entries in the last list, or None
    identified, update_needed   of the last login and patient_get(), or None
    patient     the patient's parameters were read
    document    the index of the document that a deposit() is sending, or None
    next        the library's function to call next, or None when the chain is complete
    """

    ticket: bool
    cards: int | None
    session: bool
    identified: bool | None
    patient: bool
    update_needed: bool | None
    open_records: int
    document: int | None
    next: str | None
    json: str = field(repr=False)


@dataclass(frozen=True)
class JournalEntry:
    """An upload that the journal knows, or one of its lines that is damaged.

    entry          its id, for dmp_found() and dmp_resend_allow(); None of a damaged line
    time, ended    when it began and ended, in UTC, by the computer's clock; ended is None while it is being sent, and
                   when nobody wrote down how it ended; both are None of a damaged line
    outcome        as of an error; None while it is being sent
    doubt          nobody knows whether it arrived: a person looks into the patient's record
    permitted      after dmp_resend_allow(), until the document is sent again
    found          after dmp_found()
    in_use         it is being sent
    damaged        the line is not as it was written: a doubt about an unknown document, which holds nothing back and
                   which nobody can decide about
    bytes          of the document, or None
    reference      what the host called it, or None
    name           the name of the code that it ended with, or None
    http_status    of the reply, or None
    """

    entry: str | None
    time: datetime | None
    ended: datetime | None
    outcome: Outcome | None
    doubt: bool
    permitted: bool
    found: bool
    in_use: bool
    damaged: bool
    bytes: int | None
    reference: str | None = field(repr=False)
    name: str | None
    http_status: int | None


@dataclass(frozen=True)
class Journal:
    """The uploads that were asked for, the newest first, and what the whole file has.

    more        others fit as well
    doubts      uploads in doubt
    uploads     all uploads
    damaged     lines that are not as they were written
    torn        lines whose writers did not get further
    """

    entries: tuple[JournalEntry, ...]
    more: bool
    doubts: int
    uploads: int
    damaged: int
    torn: int
    json: str = field(repr=False)


@dataclass(frozen=True)
class CardsInReader:
    """The cards that fit what wait_card() was asked for: at least one."""

    cards: tuple[Card, ...]
    next: str | None
    json: str = field(repr=False)


@dataclass(frozen=True)
class Connected:
    """Steps 1 to 4 in one call; what was not done is None.

    card        to which the PIN was presented
    login       of step 3; holds the session's bearer
    profile, situation   replies of step 4
    identified  as of the login
    """

    card: Card | None
    login: Login | None
    profile: Reply | None
    situation: Reply | None
    identified: bool | None
    outcome: Outcome | None
    next: str | None
    json: str = field(repr=False)


@dataclass(frozen=True)
class PatientFound(Patient):
    """Steps 5 and 6 in one call.

    may_receive   ins_qualified and alimentation_consent are both True
    search        reply of the search
    """

    may_receive: bool
    search: Any = field(repr=False, compare=False)
