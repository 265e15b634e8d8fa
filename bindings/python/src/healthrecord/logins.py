"""How a login ended, where a program goes on by itself or asks a person."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Union

from .codes import Choose
from .results import Card, Connected


@dataclass(frozen=True)
class LoggedIn:
    """The session is open.

    card        whose PIN was presented
    connected   the results of the steps; holds the session's bearer
    """

    card: Card
    connected: Connected


@dataclass(frozen=True)
class NoCard:
    """No card that fits is in the reader, or it was taken out. No PIN was presented since."""

    sentence: str
    sentence_fr: str


@dataclass(frozen=True)
class CardLocked:
    """The card client says, by the settings' ``card_codes``, that the card is locked."""

    card: Card
    sentence: str
    sentence_fr: str


@dataclass(frozen=True)
class PinRefused:
    """A PIN that the person had typed a second time, after a warning, was refused: login() asks for no other."""

    card: Card
    sentence: str
    sentence_fr: str


@dataclass(frozen=True)
class GivenUp:
    """Nobody typed a PIN, or chose.

    choose    "card" or "situation", of which there was a choice; None: the PIN
    choices   the cards, or the service's reply to the profile
    """

    choose: Choose | None
    choices: Any = field(repr=False)
    sentence: str
    sentence_fr: str


LoginEnding = Union[LoggedIn, NoCard, CardLocked, PinRefused, GivenUp]
