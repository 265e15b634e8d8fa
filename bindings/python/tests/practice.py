"""A practice for the client's tests: a sandbox with its own cards, and a person who answers."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from healthrecord import AskAnswer, Client, Question
from sandbox import Sandbox

PIN, WRONG_PIN, BEARER = "73918204", "52047193", "license-bearer-of-a-test"
HELENE: Any = {"nom": "EXEMPLE", "prenom": "Hélène"}
NIR = "255081416802538"
CODES: dict[str, Any] = {"type_code": "11503-0", "activity_type": "10"}
ONE_PLACE = ({"id": "1", "label": "Cabinet d'essai"},)
TWO_PLACES = ({"id": "1", "label": "A"}, {"id": "2", "label": "B"})

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

    def without(self, *names: str) -> None:
        """Takes settings out of the file."""
        settings = json.loads(self.config.read_text("utf-8"))
        self.config.write_text(json.dumps({name: settings[name] for name in settings if name not in names}), "utf-8")

    def presentations(self) -> int:
        return self.sandbox.presentations(self.serial)

    def remove(self, serial: str) -> None:
        self.sandbox.control("POST", "/cards/remove", {"serial": serial})

    def document(self, name: str = "lettre.pdf", content: bytes = b"lettre") -> Path:
        """With a content of this practice's own: a document that was accepted is remembered by the whole process."""
        path = self.folder / name
        path.write_bytes(self.serial.encode() + content)
        return path

    def letter(self, name: str = "lettre.pdf", content: bytes = b"lettre") -> dict[str, str]:
        return {"path": str(self.document(name, content)), **CODES}

    def calls(self, *names: str) -> list[int]:
        return [len(self.sandbox.requests(name)) for name in names]


@contextmanager
def practice(folder: Path, *cards: dict[str, Any]) -> Iterator[Practice]:
    cards = cards or (card(),)
    scenario = folder / "scenario.json"
    scenario.write_text(json.dumps({"cards": cards, "license_bearer": BEARER}), "utf-8")
    config = folder / "config.json"
    with Sandbox("--scenario", str(scenario), "--config", str(config)) as sandbox:
        settings = {"profile": {}, "situations_pointer": "/situations", **json.loads(config.read_text("utf-8"))}
        config.write_text(json.dumps(settings), "utf-8")
        yield Practice(sandbox, folder, cards)


class Person:
    """Answers questions: each with what comes next for its kind, a value or what makes one; remembers them all."""

    def __init__(self, **answers: Any) -> None:
        self.answers = {kind: list(given) if isinstance(given, list) else [given] for kind, given in answers.items()}
        self.questions: list[Question] = []

    @property
    def asked(self) -> list[str]:
        return [str(question.kind) for question in self.questions]

    def __call__(self, question: Question) -> AskAnswer:
        self.questions.append(question)
        left = self.answers.get(question.kind, [])
        answer = left.pop(0) if left else None
        if callable(answer):
            answer = answer()
        return question.choices[answer] if type(answer) is int else answer


@contextmanager
def open_client(at: Practice, **answers: Any) -> Iterator[Client]:
    """One that is logged in."""
    with Client(at.config, ask=Person(**{"pin": PIN, **answers})) as dmp:
        assert dmp.login().is_open
        yield dmp
