"""Holds the conversation of a script, and prints a line for each call: python conversation.py CONFIGURATION SCRIPT

SCRIPT: [{"call": "login" | "find" | "deposit", "request": {...}, "answers": [...]}], where an answer is
{"choice": part of a label_fr}, {"code": PIN}, {"enter": JSON} or null; none left is null.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from healthrecord import AskAnswer, Client, HealthRecordError, Question, Result


class Person:
    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.asked: list[str] = []

    def __call__(self, question: Question) -> AskAnswer:
        self.asked.append(str(question.kind))
        answer = self.answers.pop(0) if self.answers else None
        if answer is None:
            return None
        if "choice" in answer:
            return next(choice for choice in question.choices if answer["choice"] in choice.label_fr)
        return answer["code"] if "code" in answer else answer["enter"]  # type: ignore[no-any-return]


def call(dmp: Client, name: str, request: dict[str, Any]) -> Result[Any]:
    if name == "login":
        return dmp.login(request.pop("wait_card_ms", 0) / 1000, **request)
    traits = request.pop("patient", None)
    return dmp.find(traits, **request) if name == "find" else dmp.deposit(traits, **request)


def line(dmp: Client, person: Person, step: dict[str, Any]) -> dict[str, Any]:
    person.answers, person.asked = list(step.get("answers", [])), []
    try:
        result = call(dmp, step["call"], dict(step.get("request", {})))
    except HealthRecordError as error:
        return {"raised": error.details.name}
    except (TypeError, ValueError) as error:
        return {"raised": type(error).__name__}
    documents = [{"ending": one.ending, "outcome": one.outcome, "already": one.already} for one in result.documents]
    done = {"login": result.is_open, "find": result.is_found, "deposit": result.is_complete}[step["call"]]
    said = {"ending": result.ending, "sentence_fr": result.sentence_fr, "asked": person.asked, "done": done}
    return {**said, "documents": documents}


def main(configuration: str, script: str) -> None:
    person = Person()
    with Client(Path(configuration), ask=person) as dmp:
        for step in json.loads(Path(script).read_text("utf-8")):
            print(json.dumps(line(dmp, person, step), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
