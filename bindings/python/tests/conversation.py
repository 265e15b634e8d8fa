"""Makes the calls of a script, and prints a line of JSON for each: python conversation.py CONFIGURATION SCRIPT

tests/bindings/conversations of the project says what a script may hold, and what must come of it.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Union

from healthrecord import (
    AskAnswer,
    AsyncClient,
    Client,
    HealthRecordError,
    Question,
    Result,
    Session,
    Stop,
    ended,
    set_log,
)

Seen = dict[str, Any]

LONG = 600


class OwnError(Exception):
    """What the host's callbacks raise."""


class Host:
    """A client, the person who answers, and what the progress reports."""

    def __init__(self, script: Script, settings: Any) -> None:
        self.script = script
        self.step: Seen = {}
        self.answers: list[Any] = []
        self.asked: list[str] = []
        self.reports: list[tuple[int, int]] = []
        self.threads: set[int] = set()
        self.beside: list[Seen] = []
        self.task: asyncio.Future[Any] | None = None
        kind = AsyncClient if script.interrupts else Client
        self.dmp: Union[AsyncClient, Client] = kind(settings, ask=self.answer, progress=self.report)

    def answer(self, question: Question) -> AskAnswer:
        self.asked.append(str(question.kind))
        answer = self.answers.pop(0) if self.answers else None
        if answer is None:
            return None
        if "raise" in answer:
            raise OwnError
        if "stop" in answer:
            self.dmp.stop()
        if "choice" in answer:
            return next(choice for choice in question.choices if answer["choice"] in choice.label_fr)
        if "code" in answer:
            return str(answer["code"])
        entered = answer.get("enter")
        return {"situation_id": entered} if question.kind == "situation" else entered

    def report(self, done: int, total: int) -> None:
        self.reports.append((done, total))
        self.threads.add(threading.get_ident())
        at = self.step.get("at", "")
        if not {"first": len(self.reports) == 1, "begun": done > 0, "last": done == total}.get(at, False):
            return
        do = self.step["do"]
        if do == "raise":
            raise OwnError
        if do == "stop":
            self.dmp.stop()
        elif do == "interrupt" and self.task:
            self.task.cancel()
        for step in do if isinstance(do, list) else []:
            thread = threading.Thread(target=lambda step=step: self.beside.append(asyncio.run(self.script.line(step))))
            thread.start()
            thread.join()

    async def made(self, step: Seen) -> Any:
        """What the call of a step gives."""
        name, request = step["call"], dict(step.get("request", {}))
        if name in ("stop", "close"):
            return getattr(self.dmp, name)()
        if "with" in step:
            given: Seen = {name.removesuffix("_json"): self.script.value(value) for name, value in step["with"].items()}
            if "data" in given:
                given["data"] = given["data"].encode()
            return getattr(self.dmp.session, name)(**given)
        if name == "journal":
            return self.dmp.journal(request)
        if "stopped" in step:
            request["stop"] = Stop()
            request["stop"].stop()
        traits = [] if name == "login" else [request.pop("patient", None)]
        return getattr(self.dmp, name)(*traits, **request)

    async def interrupted(self, call: Any) -> Any:
        """As a host does that has a timeout of its own and cancels the task."""
        self.task = asyncio.ensure_future(asyncio.wait_for(call, LONG))
        if self.step["interrupt"] == "line":
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
            self.task.cancel()
        return await self.task

    async def line(self, step: Seen) -> Seen:
        if "answers" in step and "stopped" not in step:
            self.step, self.answers, self.asked = step, list(step.get("answers", [])), []
            self.reports, self.beside, self.threads = [], [], set()
        try:
            made = await self.made(step)
            if "interrupt" in step:
                made = await self.interrupted(made)
            return self.said(await made if inspect.isawaitable(made) else made)
        except (OwnError, asyncio.CancelledError) as raised:
            known = ended(raised) or self.dmp.last()  # until 3.10 a timeout loses its cause
            assert known is not None
            own = {"raised": "own"} if isinstance(raised, OwnError) else {}
            return {**self.said(Result(known.json)), **own}

    def said(self, made: Any) -> Seen:
        if not hasattr(made, "ending"):
            text = getattr(made, "json", None)
            self.script.remember(json.loads(text or "{}"))
            return {"text": text}
        documents = [
            {"ending": one.ending, "outcome": one.outcome, "already": one.already, "sentence_fr": one.message_fr}
            for one in made.documents
        ]
        done = made.is_open or made.is_found or made.is_complete
        seen = {"ending": made.ending, "sentence_fr": made.sentence_fr, "asked": self.asked, "done": done}
        here = self.threads <= {threading.get_ident()}
        return {**seen, "documents": documents, "beside": [*self.beside], "reports": self.reports, "here": here}


class Script:
    def __init__(self, configuration: str, steps: list[Seen]) -> None:
        self.configuration = configuration
        self.steps = steps
        self.interrupts = any("interrupt" in step for step in steps)
        self.hosts: dict[str, Host] = {}
        self.known: dict[str, str] = {}
        self.lines: list[list[Any]] = []

    def host(self, name: str, settings: Any = None) -> Host:
        if name not in self.hosts:
            self.hosts[name] = Host(self, settings or Path(self.configuration))
        return self.hosts[name]

    def value(self, text: str) -> str:
        """A text of the script; "$entry" is what a call has given, and a picture stands for NUL."""
        return self.known[text[1:]] if text.startswith("$") else text.replace("␀", "\0")

    def remember(self, text: Mapping[str, Any]) -> None:
        cards = text.get("cards")
        for given in [*(cards[:1] if isinstance(cards, list) else []), text]:
            self.known.update({name: value for name, value in given.items() if isinstance(value, str)})

    async def line(self, step: Seen) -> Seen:
        """What is seen of a step."""
        try:
            if step["call"] == "open":
                self.host(step["client"], json.dumps(step["config"]))
                seen: Seen = {}
            elif step["call"] == "log":
                seen = self.log(step)
            elif step["call"] == "keep_running":
                seen = keep_running()
            else:
                seen = await self.host(step.get("client", "")).line(step)
        except HealthRecordError as error:
            said = error.details
            self.remember(json.loads(said.json))
            seen = {"raised": said.name, "text": said.json}
        except (TypeError, ValueError):
            seen = {"raised": "argument"}
        lines, self.lines = self.lines, []
        return {**seen, "log": lines} if lines else seen

    def log(self, step: Seen) -> Seen:
        def receive(level: int, line: str) -> None:
            self.lines.append([level, line])
            if "raise" in step:
                raise OwnError

        sys.unraisablehook = lambda _: None
        set_log(receive, step["level"])
        return {}


def keep_running() -> Seen:
    """Returns when threads call the library, which they do to the program's end."""
    lines: list[int] = []
    set_log(lambda level, text: lines.append(level))

    def for_ever() -> None:
        session = Session()
        while True:
            with suppress(HealthRecordError):
                Session().close()
                session.ready()

    for _ in range(4):
        threading.Thread(target=for_ever, daemon=True).start()
    while len(lines) < 1000:
        time.sleep(0.001)
    return {"running": True}


async def main(configuration: str, steps: str) -> None:
    script = Script(configuration, json.loads(Path(steps).read_text("utf-8")))
    for step in script.steps:
        print(json.dumps(await script.line(step), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
