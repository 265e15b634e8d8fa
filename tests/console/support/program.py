"""A program as an integrator writes it: one job as JSON on standard input, what became of it as JSON on standard output.

{"settings", "job": "ready"}                                         {"cards": [serials]}
{"settings", "job": "send", "card", "pin", "patient", "documents"}   {"login", "found", "outcomes", "error"}

A document has the members of healthrecord.Document.
"""

import json
import sys
from typing import Any

from healthrecord import Deposited, DmpClient, Document, HealthRecordError, LoggedIn, One


def ready(dmp: DmpClient) -> dict[str, Any]:
    dmp.session.ticket()
    return {"cards": [card.serial for card in dmp.session.ready().cards]}


def send(dmp: DmpClient, job: dict[str, Any]) -> dict[str, Any]:
    pins = iter([job["pin"]])
    login = dmp.login(
        card={"serial": job["card"]},
        ask_pin=lambda card, why: next(pins, None),
        choose_situation=lambda situations: situations[0]["id"],
    )
    if not isinstance(login, LoggedIn):
        return {"login": type(login).__name__}
    found = dmp.find(**job["patient"])
    if not isinstance(found, One):
        return {"login": "LoggedIn", "found": type(found).__name__}
    codes = {"type_code": "11503-0", "activity_type": "10"}
    documents = [Document(**{**codes, **document}) for document in job["documents"]]
    ended = dmp.deposit(found.patient, documents, update=job.get("update"))
    seen = {"login": "LoggedIn", "found": "One"}
    if not isinstance(ended, Deposited):
        return {**seen, "deposit": type(ended).__name__}
    return {**seen, "outcomes": [one.outcome for one in ended.documents], "error": name(ended.error)}


def name(error: "HealthRecordError | None") -> "str | None":
    return error.name if error else None


def main() -> None:
    job = json.load(sys.stdin)
    with DmpClient(job["settings"]) as dmp:
        try:
            made = ready(dmp) if job["job"] == "ready" else send(dmp, job)
        except HealthRecordError as error:
            made = {"error": error.name, "outcome": error.outcome, "operation": error.operation}
    print(json.dumps(made))


main()
