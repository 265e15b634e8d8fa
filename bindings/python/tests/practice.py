"""A practice for the client's tests: a sandbox with its own cards, and a witness of all that the package says."""

from __future__ import annotations

import itertools
import json
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Union

from healthrecord import DmpClient, LoggedIn, One, set_log
from healthrecord.patients import FoundPatient
from sandbox import Sandbox

PIN, WRONG_PIN, BEARER = "73918204", "52047193", "license-bearer-of-a-test"
HELENE: Any = {"nom": "EXEMPLE", "prenom": "Hélène"}
NIR = "255081416802538"
CODES: dict[str, Any] = {"type_code": "11503-0", "activity_type": "10"}
NUMBERS = (NIR, "269054958815780", "180126955222380", "279035121518989", "184127645108946", "253072A07300443")
ONE_PLACE = ({"id": "1", "label": "Cabinet d'essai"},)

Answer = Union[str, Callable[[], str], None]

_serials = itertools.count(5000000001)


def card(*, inserted: bool = True, situations: tuple[dict[str, str], ...] = ONE_PLACE) -> dict[str, Any]:
    """A card of its own: the PIN guard remembers cards for the whole process."""
    number = str(next(_serials))
    holder = {"id_nat": f"8{number}", "civ_title": "DR", "first_name": "Zoé", "last_name": f"D'ESSAI {number}"}
    codes = {"prof_code": 10, "train_code": 0, "spec_code": "SM26"}
    words = {"serial": number, "type": "CPS", "pin": PIN, "category": "CPS", "inserted": inserted}
    return {**words, "tries": 3, "holder": {**holder, **codes}, "situations": list(situations)}


class Practice:
    def __init__(self, sandbox: Sandbox, folder: Path, cards: tuple[dict[str, Any], ...]) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.config = folder / "config.json"
        self.serial = cards[0]["serial"]
        self.serials = [one["serial"] for one in cards]

    def without(self, *names: str) -> None:
        """Takes settings out of the file."""
        settings = json.loads(self.config.read_text("utf-8"))
        self.config.write_text(json.dumps({name: settings[name] for name in settings if name not in names}), "utf-8")

    def presentations(self) -> list[int]:
        return [self.sandbox.presentations(serial) for serial in self.serials]

    def remove(self, serial: str) -> None:
        self.sandbox.control("POST", "/cards/remove", {"serial": serial})

    def document(self, name: str = "lettre.pdf", content: bytes = b"lettre") -> Path:
        """With a content of this practice's own: a document that was accepted is remembered by the whole process."""
        path = self.folder / name
        path.write_bytes(self.serial.encode() + content)
        return path

    def reads(self, nth: int, **parameters: Any) -> None:
        """What the service answers to the nth reading of a patient."""
        body = {"patient_id": NIR, "insQualified": True, "alimentationConsent": True, **parameters}
        self.sandbox.fault("patient_get", nth=nth, status=200, content_type="application/json", body=json.dumps(body))

    def calls(self, *names: str) -> list[int]:
        return [len(self.sandbox.requests(name)) for name in names]


@contextmanager
def practice(folder: Path, *cards: dict[str, Any]) -> Iterator[Practice]:
    cards = cards or (card(),)
    scenario = folder / "scenario.json"
    scenario.write_text(json.dumps({"cards": cards, "license_bearer": BEARER}), "utf-8")
    config = folder / "config.json"
    with Sandbox("--scenario", str(scenario), "--config", str(config)) as sandbox:
        yield Practice(sandbox, folder, cards)


class Answers:
    """Answers what it was given, one after the other; remembers the questions."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self.questions: list[str] = []

    def __call__(self, question: str) -> Any:
        self.questions.append(question)
        answer = self._answers.pop(0)
        return answer() if callable(answer) else answer

    def pin(self, _card: object, why: str | None) -> Any:
        return self(why or "")


class Witness:
    """Keeps repr and str of every value and exception of the clients, and the whole log."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.secrets = {PIN, WRONG_PIN, BEARER, *NUMBERS}

    def log(self, _level: int, text: str) -> None:
        self.texts.append(text)

    def value(self, value: object) -> None:
        self.texts += [repr(value), str(value), f"{value}"]
        if isinstance(value, LoggedIn) and value.connected.login is not None:
            self.secrets.add(value.connected.login.bearer)
        for inner in (getattr(value, "patient", None), getattr(value, "candidate", None)):
            self.texts += [repr(inner), str(inner)]

    def raised(self, error: BaseException) -> None:
        self.texts += traceback.format_exception(type(error), error, error.__traceback__)
        self.texts += [repr(error), str(error), repr(error.args), getattr(error, "raw", "")]

    def found(self) -> list[str]:
        return sorted({secret for secret in self.secrets for text in self.texts if secret in text})


@contextmanager
def witnessed(monkeypatch: Any) -> Iterator[Witness]:
    """Watches every client of the process meanwhile."""
    witness = Witness()

    def watched(name: str) -> Callable[..., Any]:
        method = getattr(DmpClient, name)

        def call(self: DmpClient, *given: Any, **named: Any) -> Any:
            try:
                value = method(self, *given, **named)
            except BaseException as error:
                witness.raised(error)
                raise
            witness.value(value)
            witness.value(self)
            witness.value(getattr(value, "error", None) or "")
            return value

        return call

    for name in ("login", "find", "send", "deposit"):
        monkeypatch.setattr(DmpClient, name, watched(name))
    set_log(witness.log)
    try:
        yield witness
    finally:
        set_log(None)


def patient_of(dmp: DmpClient, **traits: str) -> FoundPatient:
    found = dmp.find(**(traits or HELENE))
    assert isinstance(found, One)
    return found.patient


def logged_in(dmp: DmpClient) -> DmpClient:
    ended = dmp.login(ask_pin=Answers(PIN).pin)
    assert isinstance(ended, LoggedIn)
    return dmp


def in_another_thread(action: Callable[[], object]) -> None:
    thread = threading.Thread(target=action)
    thread.start()
    thread.join()
