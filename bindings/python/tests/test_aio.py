"""The client for asyncio."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Callable

import pytest

from healthrecord import (
    Accepted,
    AsyncDmpClient,
    Cancelled,
    Card,
    Deposited,
    Document,
    Ended,
    FoundPatient,
    GivenUp,
    InDoubt,
    LoggedIn,
    One,
    PeerError,
)
from practice import CODES, HELENE, PIN, WRONG_PIN, Practice, practice, witnessed

LONG = 600_000


@pytest.fixture(autouse=True)
def nothing_leaks(monkeypatch: Any, capfd: Any) -> Iterator[None]:
    with witnessed(monkeypatch) as witness:
        yield
    assert witness.found() == []
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Practice]:
    with practice(tmp_path) as one:
        yield one


def typed(*pins: str | None) -> Callable[[Card, str | None], Coroutine[Any, Any, str | None]]:
    """A dialog of the event loop."""
    left = list(pins)

    async def ask(_card: Card, _why: str | None) -> str | None:
        assert threading.current_thread() is threading.main_thread()
        await asyncio.sleep(0)
        return left.pop(0)

    return ask


@asynccontextmanager
async def logged_in(at: Practice) -> AsyncIterator[tuple[AsyncDmpClient, FoundPatient]]:
    async with AsyncDmpClient(at.config) as dmp:
        assert isinstance(await dmp.login(ask_pin=typed(WRONG_PIN, PIN)), LoggedIn)
        found = await dmp.find(**HELENE)
        assert isinstance(found, One)
        yield dmp, found.patient


async def until(happened: Callable[[], bool]) -> None:
    await asyncio.get_running_loop().run_in_executor(None, wait_for, happened)


def wait_for(happened: Callable[[], bool]) -> None:
    for _ in range(6000):
        if happened():
            return
        threading.Event().wait(0.005)
    raise AssertionError("it did not happen")


def test_the_whole_way(at: Practice) -> None:
    seen: list[tuple[int, int]] = []
    threads: set[threading.Thread] = set()

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        threads.add(threading.current_thread())

    async def whole() -> None:
        async with logged_in(at) as (dmp, patient):
            sent = await dmp.send(patient, at.document(content=b"x" * 300_000), **CODES, progress=progress)
            assert isinstance(sent, Accepted)
            both = [Document(at.document(name, name.encode()), **CODES) for name in ("a", "b")]
            ended = await dmp.deposit(patient, both)
            assert isinstance(ended, Deposited)
            assert ended.accepted
            await asyncio.sleep(0)

    asyncio.run(whole())
    assert (len(at.sandbox.documents()), at.presentations()) == (3, [2])
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]
    assert threads == {threading.main_thread()}


def test_the_event_loop_goes_on_meanwhile(at: Practice) -> None:
    async def whole() -> None:
        async with logged_in(at) as (dmp, _):
            at.sandbox.fault("patient_search", delay_ms=300)
            turns = 0
            call = asyncio.ensure_future(dmp.find(**HELENE))
            while not call.done():
                turns += 1
                await asyncio.sleep(0.01)
            assert isinstance(call.result(), One)
            assert turns > 5

    asyncio.run(whole())


@pytest.mark.parametrize("times", [1, 3])
def test_a_cancelled_task_waits_for_the_truthful_end(at: Practice, times: int) -> None:
    async def whole() -> asyncio.CancelledError:
        async with logged_in(at) as (dmp, patient):
            at.sandbox.fault("dmp_send", delay_ms=LONG)  # acted upon first
            task = asyncio.ensure_future(observed(dmp.send(patient, at.document(), **CODES)))
            await until(lambda: len(at.sandbox.documents()) == 1)
            for _ in range(times):
                task.cancel()
            cancelled = await task
            at.sandbox.heal()
            assert isinstance(await dmp.find(**HELENE), One)
            return cancelled

    cause = asyncio.run(whole()).__cause__
    assert isinstance(cause, Ended)
    assert isinstance(cause.value, InDoubt)
    assert at.calls("dmp_send") == [1]


async def observed(call: Coroutine[Any, Any, object]) -> asyncio.CancelledError:
    try:
        await call
    except asyncio.CancelledError as cancelled:
        return cancelled
    raise AssertionError("it was not cancelled")


def test_what_the_call_raised_is_the_cause(at: Practice) -> None:
    async def whole() -> asyncio.CancelledError:
        async with logged_in(at) as (dmp, _):
            at.sandbox.fault("patient_search", delay_ms=LONG)
            task = asyncio.ensure_future(observed(dmp.find(**HELENE)))
            await until(lambda: at.calls("patient_search") == [2])
            task.cancel()
            return await task

    assert isinstance(asyncio.run(whole()).__cause__, Cancelled)


def test_a_cancelled_login_closes_the_dialog_and_presents_nothing(at: Practice) -> None:
    async def whole() -> asyncio.CancelledError:
        asked = asyncio.Event()

        async def never(_card: Card, _why: str | None) -> str:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError

        async with AsyncDmpClient(at.config) as dmp:
            task = asyncio.ensure_future(observed(dmp.login(ask_pin=never)))
            await asked.wait()
            task.cancel()
            return await task

    cause = asyncio.run(whole()).__cause__
    assert isinstance(cause, Ended)
    assert isinstance(cause.value, GivenUp)
    assert at.presentations() == [0]


def test_plain_functions_may_answer_and_outages_are_raised(at: Practice) -> None:
    async def whole() -> None:
        async with AsyncDmpClient(at.config) as dmp:
            assert repr(dmp) == "<healthrecord.AsyncDmpClient open>"
            assert isinstance(await dmp.login(ask_pin=lambda card, why: PIN), LoggedIn)
            at.sandbox.fault("patient_search", status=503)
            with pytest.raises(PeerError):
                await dmp.find(**HELENE)
        assert dmp.session.closed

    asyncio.run(whole())
