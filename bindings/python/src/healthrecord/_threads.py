"""Calls out of an event loop: each in a thread of its own, which blocks neither the loop nor the end of the process."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, Callable, TypeVar

from ._call import Progress
from ._conversation import Conversation, Result, Talker
from ._handle import Closing, Given, Stop
from ._json import Members
from .errors import Ended
from .session import Session

T = TypeVar("T")
M = TypeVar("M", bound=Members)


async def in_thread(work: Callable[[], T], stop: Stop, raised: list[BaseException]) -> T:
    """The work's result; or what was raised, also by the loop's callbacks. No future holds it: asyncio may log that.

    A cancelled task stops the call, waits for its truthful end, and has that as its cause.
    """
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    context = contextvars.copy_context()
    values: list[T] = []

    def run() -> None:
        try:
            values.append(context.run(work))
        except BaseException as error:  # noqa: BLE001
            raised.append(error)
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(done.cancel)

    threading.Thread(target=run, name="healthrecord", daemon=True).start()
    cancelled: asyncio.CancelledError | None = None
    while not done.done():
        try:
            await asyncio.wait((done,))
        except asyncio.CancelledError as error:
            cancelled = error
            stop.stop()
    try:
        if cancelled is not None:
            ends = [Ended(value) for value in values if isinstance(value, Members)]
            raise cancelled from next(iter([*raised, *ends]), None)
        if raised:
            raise raised[0]
        return values[0]
    finally:
        cancelled = None


class AsyncTalker(Talker):
    async def _hold(self, talk: Conversation[M], stop: Stop | None) -> Result[M]:
        try:
            with self._begun(talk, stop, self._in_loop(talk)):
                result = await in_thread(talk.call, talk.stop, talk.raised)
                while talk.question and self._ask:
                    answer = self._ask(talk.question)
                    if inspect.isawaitable(answer):
                        answer = await _unless_stopped(answer, talk.stop)
                    if not talk.answer(talk.question, answer):
                        break
                    answer = None
                    result = await in_thread(talk.call, talk.stop, talk.raised)
            return result
        except BaseException as error:
            talk.attach(error)
            raise

    def _in_loop(self, talk: Conversation[M]) -> Progress | None:
        """The progress's receiver in the event loop, out of the call's thread, which does not wait for it."""
        progress, loop = self._progress, asyncio.get_running_loop()
        if progress is None:
            return None

        def report(done: int, total: int) -> None:
            try:
                if talk.raised or progress(done, total) is not False:
                    return
            except BaseException as error:  # noqa: BLE001
                talk.raised.append(error)
            talk.stop.stop()

        return lambda done, total: loop.call_soon_threadsafe(report, done, total)


async def _unless_stopped(answer: Awaitable[T], stop: Stop) -> T | None:
    """Nothing when it was stopped. No task holds the answer: asyncio may log it."""
    answers: list[T] = []

    async def wait() -> None:
        answers.append(await answer)

    def cancel() -> None:
        with suppress(RuntimeError):  # the loop is closed
            task.get_loop().call_soon_threadsafe(task.cancel)

    task = asyncio.ensure_future(wait())
    with stop._stops(cancel):
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError:  # of this task, whatever ends the answer
            task.cancel()
            await task
            raise
    if not (stop.stopped and task.cancelled()):
        task.result()
    return answers.pop() if answers else None


class AsyncHandle(Closing):
    """Session for asyncio: the same methods with ``await``; its callbacks run on the thread of the call.

    blocking   the same session, whose calls block; also for cancel() and set_progress()
    """

    def __init__(self, settings: Given = None, /) -> None:
        self.blocking = Session(settings)
        self._close = self.blocking._close

    async def _call(self, *call: Any) -> Any:
        stop = Stop()

        def work() -> Any:
            with self.blocking._under(stop):
                return self.blocking._call(*call)

        return await in_thread(work, stop, [])
