from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Callable

import pytest

from sandbox import RELEASE, Sandbox

os.environ.setdefault("HR_LIBRARY", str(RELEASE / "libhr.so"))

from healthrecord import Card, Session, set_log
from practice import CODES as CODES
from practice import Practice, practice
from practice import card as own_card

NOM, PRENOM, PATIENT = "EXEMPLE", "Hélène", "255081416802538"
PIN, WRONG_PIN = "1234", "0000"


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as running:
        yield running


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Practice]:
    with practice(tmp_path) as one:
        yield one


@pytest.fixture
def serial(sandbox: Sandbox) -> str:
    """A card of its own: the PIN guard remembers cards for the whole process."""
    own = {**own_card(), "pin": PIN}
    sandbox.control("POST", "/cards/insert", own)
    return str(own["serial"])


@pytest.fixture
def session(sandbox: Sandbox) -> Iterator[Session]:
    with Session(sandbox.config()) as opened:
        yield opened


@pytest.fixture
def card(session: Session, serial: str) -> Card:
    session.ticket()
    return card_of(session, serial)


@pytest.fixture
def record(session: Session, card: Card) -> Session:
    """A session with the patient's record open."""
    session.login(card.token, PIN)
    session.patient_search(NOM, PRENOM)
    session.dmp_open(session.patient_get().patient_id)
    return session


@pytest.fixture
def make_document(tmp_path: Path) -> Callable[..., tuple[Path, str]]:
    """Makes a file of a size with a content of its own; its path and SHA-256."""
    numbers = itertools.count()

    def make(size: int = 3_000_000) -> tuple[Path, str]:
        path = tmp_path / f"compte-rendu-{next(numbers)}.pdf"
        content = os.urandom(32) * (size // 32) + bytes(size % 32)
        path.write_bytes(content)
        return path, hashlib.sha256(content).hexdigest()

    return make


@pytest.fixture
def no_log() -> Iterator[None]:
    yield
    set_log(None)


def card_of(session: Session, serial: str) -> Card:
    return next(card for card in session.ready().cards if card.get("serial") == serial)
