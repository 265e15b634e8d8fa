"""The conversation of a login: which card, its PIN, which situation. It presents no PIN that nobody typed for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Callable, Union

from ._boundary import Json
from ._pin import Secret, forget
from .codes import Choose, Code, Reason
from .errors import HealthRecordError
from .logins import CardLocked, GivenUp, LoggedIn, LoginEnding, NoCard, PinRefused
from .results import Card, Connected
from .session import Session

AskPin = Callable[[Card, Union[str, None]], Union[str, bytes, bytearray, None]]
ChooseCard = Callable[[Sequence[Card]], Union[Card, None]]
ChooseSituation = Callable[[Any], Union[str, None]]
Over = Callable[[str], AbstractContextManager[None]]

_NO_PIN = ("No PIN was typed for the card.", "Aucun code n'a été saisi pour la carte.")
_NOT_CHOSEN = ("Nothing was chosen.", "Aucun choix n'a été fait.")


class Conversation:
    """One login; ``over`` is entered for each call of the library."""

    def __init__(
        self,
        session: Session,
        over: Over,
        ask_pin: AskPin,
        choose_card: ChooseCard | None,
        choose_situation: ChooseSituation | None,
        card: Mapping[str, Json] | None,
        wait_card_ms: int,
        profile: Json | None,
    ) -> None:
        self._session = session
        self._over = over
        self._ask_pin = ask_pin
        self._choose_card = choose_card
        self._choose_situation = choose_situation
        self._card = card
        self._wait_card_ms = wait_card_ms
        self._profile = profile

    def held(self) -> LoginEnding:
        try:
            with self._over("hr_wait_card"):
                cards = _different(self._session.wait_card(self._card, timeout_ms=self._wait_card_ms).cards)
        except HealthRecordError as error:
            if error.code == Code.NO_CARD or error.reason == Reason.CARD_ABSENT:
                return NoCard(error.message, error.message_fr)
            raise
        card: Card | None = cards[0]
        if len(cards) > 1:
            card = self._choose_card(cards) if self._choose_card else None
            if card is None:
                return GivenUp(Choose.CARD, cards, *_NOT_CHOSEN)
        return self._present(card)

    def _present(self, card: Card | None) -> LoginEnding:
        """Each PIN is typed for its own presentation; one is presented that the guard had held back, not two."""
        if not isinstance(card, Card):
            raise TypeError("choose_card must give one of the cards, or None")
        error: HealthRecordError | None = None
        confirmed = False
        while True:
            given: list[Secret] = []
            try:
                if not self._typed(card, error, given):
                    return GivenUp(None, None, *_NO_PIN)
                held = error is not None and error.reason == Reason.PIN_HELD
                confirmed = confirmed or held
                connected = self._connect(card, given, held)
            except HealthRecordError as raised:
                error = raised
            except BaseException as raised:
                given.clear()
                forget(raised)
                raise
            else:
                return LoggedIn(card, connected)
            finally:
                given.clear()
            if error.ask in (Choose.SITUATION, Choose.PROFILE):
                return self._situated(card, error)
            ended = _ended(card, error, confirmed)
            if ended is not None:
                return ended

    def _typed(self, card: Card, error: HealthRecordError | None, given: list[Secret]) -> bool:
        pin = self._ask_pin(card, None if error is None else error.message_fr)
        try:
            if pin is None or (isinstance(pin, (str, bytes, bytearray)) and not len(pin)):
                return False
            given.append(pin)
            return True
        finally:
            pin = ""

    def _connect(self, card: Card, given: list[Secret], held: bool) -> Connected:
        with self._over("hr_connect"):
            if held:
                self._session.pin_retry_allow()
            return self._session.connect(given.pop(), card=_which(card), profile=self._profile)

    def _situated(self, card: Card, error: HealthRecordError) -> LoginEnding:
        """The session is open: no PIN is needed any more."""
        choices = _situations(error)
        if choices is None:
            try:
                with self._over("hr_connect"):
                    return LoggedIn(card, self._session.connect(profile={} if self._profile is None else self._profile))
            except HealthRecordError as raised:
                if raised.ask != Choose.SITUATION:
                    raise
                error, choices = raised, _situations(raised)
        chosen = self._choose_situation(choices) if self._choose_situation else None
        if chosen is None:
            return GivenUp(Choose.SITUATION, choices, error.message, error.message_fr)
        with self._over("hr_connect"):
            return LoggedIn(card, self._session.connect(situation_id=chosen))


def _ended(card: Card, error: HealthRecordError, confirmed: bool) -> LoginEnding | None:
    """None: ask for the PIN again. What is an outage, or a defect, is raised."""
    words = (error.message, error.message_fr)
    if error.code == Code.NO_CARD or error.reason == Reason.CARD_ABSENT:
        return NoCard(*words)
    if error.reason == Reason.CARD_LOCKED:
        return CardLocked(card, *words)
    if error.code == Code.CARD_STATUS and error.step == "hr_login":
        return PinRefused(card, *words) if confirmed else None
    if error.reason == Reason.PIN_HELD:
        return PinRefused(card, *words) if confirmed else None
    raise error


def _situations(error: HealthRecordError) -> Any:
    """The reply to the profile, or a list of situations where the settings lead to one; None without a reply."""
    given = [choice["raw"] for choice in error.choices]
    whole = len(given) == 1 and error.choices[0]["value"] is None
    return given[0] if whole else given or None


def _which(card: Card) -> dict[str, Json]:
    """What stays the same when it is taken out and put in again."""
    same = {"serial": card.serial, "idNat": card.id_nat}
    named: dict[str, Json] = {name: value for name, value in same.items() if value}
    return named or {"token": card.token}


def _different(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Entries of one card count once."""
    seen: dict[object, Card] = {}
    for card in cards:
        seen.setdefault((card.serial, card.id_nat) if card.serial or card.id_nat else card.token, card)
    return tuple(seen.values())
