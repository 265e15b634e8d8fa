"""A program as an integrator writes it: one job as JSON on standard input, what became of it as JSON on standard output.

{"settings", "card", "pin", "patient", "documents"}   {"login", "found", "deposit", "outcomes", "error"}

A document has the members of healthrecord.DocumentFile; login, found and deposit are endings.
"""

import json
import sys
from typing import Any

from healthrecord import AskAnswer, Client, HealthRecordError, Question, Result


def send(dmp: Client, job: dict[str, Any]) -> dict[str, Any]:
    login = dmp.login(card={"serial": job["card"]})
    seen = {"login": login.ending, "error": name(login)}
    if not login.is_open:
        return seen
    found = dmp.find(job["patient"])
    seen = {**seen, "found": found.ending, "error": name(found)}
    if found.value is None:
        return seen
    codes = {"type_code": "11503-0", "activity_type": "10"}
    documents = [{**codes, **document} for document in job["documents"]]
    ended = dmp.deposit(job["patient"], patient_id=found.value.patient_id, documents=documents)
    outcomes = [one.outcome for one in ended.documents]
    return {**seen, "deposit": ended.ending, "outcomes": outcomes, "error": name(ended)}


def name(result: "Result[Any]") -> "str | None":
    return result.error.details.name if result.error else None


def main() -> None:
    job = json.load(sys.stdin)
    pins = iter([job["pin"]])

    def ask(question: Question) -> AskAnswer:
        return next(pins, None) if question.kind == "pin" else None

    with Client(job["settings"], ask=ask) as dmp:
        try:
            made = send(dmp, job)
        except HealthRecordError as error:
            made = {"error": error.details.name}
    print(json.dumps(made))


main()
