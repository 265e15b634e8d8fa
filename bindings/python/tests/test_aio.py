"""The client for asyncio."""

from __future__ import annotations

import asyncio
import contextvars
import sys
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from healthrecord import AsyncClient, Ended, Ending, HealthRecordError, Question, Result, Stop, ended, set_log
from practice import HELENE, NIR, PIN, TWO_PLACES, WRONG_PIN, Person, Practice, card, practice
from sandbox import run_python

LONG = 600_000


@asynccontextmanager
async def logged_in(at: Practice, **more: Any) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(at.config, ask=Person(pin=PIN), **more) as dmp:
        assert (await dmp.login()).is_open
        yield dmp


async def arrived(at: Practice, call: str) -> None:
    await asyncio.get_running_loop().run_in_executor(None, at.sandbox.wait_for, call)


async def outcome(call: Coroutine[Any, Any, object]) -> BaseException:
    try:
        await call
    except (asyncio.CancelledError, asyncio.TimeoutError) as raised:
        return raised
    raise AssertionError("it was not cancelled")


def test_the_whole_way(at: Practice) -> None:
    seen: list[tuple[int, int, threading.Thread]] = []

    async def whole() -> None:
        async with logged_in(at, progress=lambda *told: seen.append((*told, threading.current_thread()))) as dmp:
            assert repr(dmp) == "<healthrecord.AsyncClient open>"
            assert (await dmp.deposit(HELENE, documents=[at.letter(content=b"x" * 300_000)])).is_complete
            assert (await dmp.session.state()).session
            with pytest.raises(HealthRecordError):
                await dmp.journal()
        assert repr(dmp) == "<healthrecord.AsyncClient closed>"

    asyncio.run(whole())
    assert seen[-1][0] == seen[-1][1] > 300_000
    assert {thread for *_, thread in seen} == {threading.main_thread()}


def test_the_event_loop_goes_on_meanwhile(at: Practice) -> None:
    async def whole() -> None:
        async with logged_in(at) as dmp:
            at.sandbox.fault("patient_search", delay_ms=300)
            turns = 0
            call = asyncio.ensure_future(dmp.find(HELENE))
            while not call.done():
                turns += 1
                await asyncio.sleep(0.01)
            assert call.result().is_found
            assert turns > 5

    asyncio.run(whole())


def test_a_question_may_await_another_call_of_the_client(at: Practice) -> None:
    at.without("patients_pointer")
    asked: list[str] = []

    async def ask(question: Question) -> Any:
        asked.append(question.kind)
        assert (await dmp.session.state()).ticket
        if question.kind == "pin":
            assert (await dmp.find(HELENE)).ending == Ending.LOGIN_NEEDED
            return PIN
        return question.choices[0]

    async def whole() -> None:
        async with dmp:
            assert (await dmp.login()).is_open
            assert (await dmp.find(HELENE)).is_found

    dmp = AsyncClient(at.config, ask=ask)
    asyncio.run(whole())
    assert asked == ["pin", "patient"]


@pytest.mark.parametrize("how", ["cancel", "thrice", "wait_for"])
def test_a_cancel_or_a_timeout_keeps_what_took_effect(at: Practice, how: str) -> None:
    """In the exception, and in last() of a closed client. A stop of the host's stays as it was."""

    async def whole() -> tuple[BaseException, Result[Any] | None]:
        job = Stop()
        async with logged_in(at) as dmp:
            at.sandbox.fault("dmp_send", delay_ms=LONG)  # acted upon first
            call: Any = dmp.deposit(HELENE, documents=[at.letter()], stop=job)
            task = asyncio.ensure_future(outcome(asyncio.wait_for(call, 1) if how == "wait_for" else call))
            await arrived(at, "dmp_send")
            for _ in range({"cancel": 1, "thrice": 3}.get(how, 0)):
                task.cancel()
            raised = await task
            at.sandbox.heal()
            assert (await dmp.find(HELENE, stop=job)).is_found
        return raised, dmp.last()

    raised, last = asyncio.run(whole())
    known = ended(raised)
    assert isinstance(known, Result)
    assert last is not None
    for result in (known, last):
        assert result.ending == Ending.IN_DOUBT
        assert [one.outcome for one in result.documents] == ["unknown"]
    assert "EXEMPLE" not in repr(raised) + str(raised)


@pytest.mark.parametrize("waiting", [False, True])
def test_an_acceptance_in_the_moment_of_the_cancel_is_not_lost(at: Practice, waiting: bool) -> None:
    """The thread has its result, and the task does not know yet. Around wait_for last() has it, on 3.9 to 3.11 too."""

    async def whole() -> tuple[object, Result[Any] | None]:
        async with logged_in(at) as dmp:
            call: Any = dmp.deposit(HELENE, documents=[at.letter()])
            task = asyncio.ensure_future(asyncio.wait_for(call, 30) if waiting else call)
            await asyncio.sleep(0.01)
            while any(thread.name == "healthrecord" for thread in threading.enumerate()):
                pass  # the loop does not turn
            task.cancel()
            try:
                ending: object = await task
            except asyncio.CancelledError as raised:  # gather() loses its cause on 3.9 and 3.10
                ending = raised
            return ending, dmp.last()

    ending, last = asyncio.run(whole())
    assert last is not None
    assert last.is_complete
    known = ended(ending) if isinstance(ending, BaseException) else ending
    if sys.version_info >= (3, 12) or not waiting:
        assert isinstance(known, Result)
        assert known.is_complete


def test_what_a_session_s_call_raised_is_the_cause(at: Practice) -> None:
    async def whole() -> BaseException:
        async with logged_in(at) as dmp:
            at.sandbox.fault("patient_search", delay_ms=LONG)
            task = asyncio.ensure_future(outcome(dmp.session.patient_search("EXEMPLE")))
            await arrived(at, "patient_search")
            task.cancel()
            return await task

    cause = asyncio.run(whole()).__cause__
    assert isinstance(cause, HealthRecordError)
    assert cause.details.name == "HR_E_CANCELLED"


def test_a_login_that_is_cancelled_in_a_question_says_that_the_session_is_open(tmp_path: Path) -> None:
    async def whole() -> BaseException:
        asked = asyncio.Event()

        async def ask(question: Question) -> Any:
            if question.kind == "pin":
                return PIN
            asked.set()
            return await asyncio.Event().wait()

        async with AsyncClient(at.config, ask=ask) as dmp:
            task = asyncio.ensure_future(outcome(dmp.login()))
            await asked.wait()
            task.cancel()
            return await task

    with practice(tmp_path, card(situations=TWO_PLACES)) as at:
        raised = asyncio.run(whole())
    assert isinstance(raised.__cause__, Ended)
    known = ended(raised)
    assert isinstance(known, Result)
    assert (known.ending, known.is_open) == ("open", False)


@pytest.mark.parametrize("acts", ["stop", "close", "cancel stop", "stop cancel", "cancel close", "close cancel"])
def test_stop_and_close_end_a_question(at: Practice, acts: str) -> None:
    """In one turn of the loop. A cancel stays one."""

    async def whole() -> object:
        asked = asyncio.Event()

        async def ask(question: Question) -> Any:
            asked.set()
            return await asyncio.Event().wait()

        async with AsyncClient(at.config, ask=ask) as dmp:
            task = asyncio.ensure_future(dmp.login())
            await asked.wait()
            for act in acts.split():
                getattr(task if act == "cancel" else dmp, act)()
            return (await asyncio.gather(task, return_exceptions=True))[0]

    ending = asyncio.run(whole())
    if "cancel" in acts:
        assert isinstance(ending, asyncio.CancelledError)
    elif acts == "stop":
        assert isinstance(ending, Result)
        assert ending.ending == Ending.CANCELLED
    else:
        assert isinstance(ending, HealthRecordError)
        assert ending.details.name == "HR_E_HANDLE"


@pytest.mark.parametrize("failure", [None, KeyError])
def test_progress_stops_a_call_as_the_client_s_does(at: Practice, failure: type[Exception] | None) -> None:
    def progress(done: int, total: int) -> object:
        if failure is not None:
            raise failure
        return False

    async def whole() -> object:
        async with logged_in(at, progress=progress) as dmp:
            call = dmp.deposit(HELENE, documents=[at.letter(content=b"x" * 30_000_000)])
            return (await asyncio.gather(call, return_exceptions=True))[0]

    ending = asyncio.run(whole())
    if failure is not None:
        assert isinstance(ending, KeyError)
        ending = ended(ending)
    assert isinstance(ending, Result)
    assert (ending.ending, at.sandbox.documents()) == (Ending.CANCELLED, [])


def test_context_variables_reach_the_callbacks(at: Practice) -> None:
    who: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")
    seen: dict[str, set[str]] = {"progress": set(), "log": set(), "ask": set()}

    async def ask(question: Question) -> str:
        seen["ask"].add(who.get())
        return PIN

    async def whole() -> None:
        who.set("the doctor")
        progress = lambda done, total: seen["progress"].add(who.get())  # noqa: E731
        async with AsyncClient(at.config, ask=ask, progress=progress) as dmp:
            set_log(lambda level, text: seen["log"].add(who.get()))
            assert (await dmp.login()).is_open
            assert (await dmp.deposit(HELENE, documents=[at.letter()])).is_complete
            await asyncio.sleep(0)
            set_log(None)

    asyncio.run(whole())
    assert seen == {name: {"the doctor"} for name in seen}


PROGRAM = """
import asyncio, logging, os, sys, threading, time
from pathlib import Path
from healthrecord import AsyncClient
logging.basicConfig(level=logging.DEBUG)
async def ask(question):
    time.sleep(0.2)  # asyncio's debugging logs what is slow
    await asyncio.sleep(0)
    time.sleep(0.2)
    return PINS.pop(0)
async def main():
    asyncio.get_running_loop().slow_callback_duration = 0.0001
    dmp = AsyncClient(Path(sys.argv[1]), ask=ask)
    assert (await dmp.login()).is_open
    assert (await dmp.find({"nom": NOM})).is_found
    if sys.argv[2] == "stops":
        asyncio.ensure_future(dmp.deposit({"nom": NOM}, documents=[{
            "path": sys.argv[3], "type_code": "1", "activity_type": "1"}]))
        await asyncio.sleep(0.5)
        asyncio.get_running_loop().stop()
        await asyncio.sleep(60)
loop = asyncio.new_event_loop()
NOM, *PINS = os.environ["PINS"].split()
try:
    loop.run_until_complete(main())
except RuntimeError as stopped:
    print(stopped)
"""


@pytest.mark.parametrize("way", ["ends", "stops"])
def test_debugging_logs_no_pin_and_a_loop_that_stops_blocks_no_exit(at: Practice, way: str) -> None:
    if way == "stops":
        at.sandbox.fault("dmp_send", delay_ms=LONG)
    pins = f"EXEMPLE {WRONG_PIN} {PIN}"
    done = run_python("-X", "dev", "-c", PROGRAM, at.config, way, at.document(), PINS=pins)
    said = done.stdout + done.stderr
    assert (done.returncode, "Executing" in said) == (0, True), said
    assert ("Event loop stopped" in said) == (way == "stops")
    for secret in (PIN, WRONG_PIN, NIR, "EXEMPLE", "bearer"):
        assert secret not in said
