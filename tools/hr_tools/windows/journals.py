"""Programs with a journal: one that is killed and the next one, two at the same time, and a lock that is held."""

import json
import os
import time

from .stage import PATIENCE, first_line, same

NOT_YET_MS = 120_000


def with_journal(stage, sandbox, name, **more):
    """A configuration with a journal in the stage's folder."""
    path = stage.wine.path(os.path.join(stage.folder, name))
    return json.dumps({**json.loads(sandbox.config()), "journal": path, **more})


def until_it_arrives(sandbox, call):
    end = time.monotonic() + PATIENCE
    while not any(request["call"] == call for request in sandbox.ask("/requests")):
        assert time.monotonic() < end, f"no {call}"
        time.sleep(0.01)


def upload_of_a_killed_program(stage):
    """In use while it runs, then a doubt, until a person has found the document."""
    content = b"a letter of a program that is killed"
    document = stage.wine.path(stage.file("letter.txt", content))
    nothing_wrong = {"damaged": "0", "torn": "0"}
    with stage.sandbox() as sandbox:
        config = with_journal(stage, sandbox, "uploads é.hrj")
        sandbox.ask("/faults", "POST", {"call": "dmp_send", "act": True, "delay_ms": NOT_YET_MS})
        with stage.going(sandbox, "journal", "send", document, config=config):
            until_it_arrives(sandbox, "dmp_send")
            seen = stage.host(sandbox, "journal", "send", document, config=config)
            same((seen["code"], seen["reason"]), ("HR_E_CONFLICT", "document_in_use"))
            same(stage.host(sandbox, "journal", "doubts", config=config), {"doubts": "0", "uploads": "1", **nothing_wrong})
        same(stage.host(sandbox, "journal", "doubts", config=config), {"doubts": "1", "uploads": "1", **nothing_wrong})
        seen = stage.host(sandbox, "journal", "send", document, config=config)
        same((seen["code"], len(seen["entry"])), ("HR_E_CONFLICT", 32))
        same(stage.host(sandbox, "journal", "doubts", seen["entry"], config=config),
             {"found": "HR_OK", "doubts": "0", "uploads": "1", **nothing_wrong})
        same(sum(request["call"] == "dmp_send" for request in sandbox.ask("/requests")), 1)


def lock_held_by_another_program(stage):
    with stage.sandbox() as sandbox:
        config = with_journal(stage, sandbox, "held.hrj", timeouts={"call_ms": 300})
        same(stage.host(sandbox, "journal", "open", config=config)["code"], "HR_OK")
        journal = stage.wine.path(os.path.join(stage.folder, "held.hrj"))
        with stage.going(sandbox, "journal", "hold", journal, config=config) as holding:
            same(first_line(holding).split(), [b"held"])
            seen = stage.host(sandbox, "journal", "open", config=config)
            same((seen["code"], seen["reason"]), ("HR_E_JOURNAL", "journal_locked"))
        # The system takes the lock from a program that was killed.
        same(stage.host(sandbox, "journal", "open", config=config)["code"], "HR_OK")
