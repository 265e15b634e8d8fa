"""Calls out of an event loop: each in a thread of its own, which blocks neither the loop nor the end of the process."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
from contextlib import suppress
from typing import Callable, TypeVar

from ._call import Progress
from ._conversation import Conversation, Result, Talker
from ._handle import Closing, Given, Stop
from ._members import Members
from .errors import Ended
from .session import Session

T = TypeVar("T")
M = TypeVar("M", bound=Members)


async def in_thread(work: Callable[[], T], stop: Stop) -> T:
    """The work's result. A cancelled task stops the call, waits for its truthful end, and has that as its cause.

    No future or task holds the result: asyncio may log it.
    """
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    context = contextvars.copy_context()
    values: list[T] = []
    raised: list[BaseException] = []

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
            with self._begun(talk, stop, _in_loop(self._progress)):
                result = await in_thread(talk.call, talk.stop)
                while talk.question and self._ask:
                    answer = self._ask(talk.question)
                    if not talk.answer(talk.question, await answer if inspect.isawaitable(answer) else answer):
                        break
                    answer = None
                    result = await in_thread(talk.call, talk.stop)
            return result
        except BaseException as error:
            talk.attach(error)
            raise


def _in_loop(progress: Progress | None) -> Progress | None:
    """The same in the event loop, out of a call's thread."""
    if progress is None:
        return None
    loop, receiver = asyncio.get_running_loop(), progress
    return lambda done, total: loop.call_soon_threadsafe(receiver, done, total)


class AsyncHandle(Closing):
    """Session for asyncio: the same methods with ``await``, the same results and errors.

    When the task of a call is cancelled the call is stopped and waited for, which takes milliseconds, and
    CancelledError is raised with the way it ended as its cause: Ended with the result, or what it raised. Callbacks run
    on the thread of the call, in the context of the task.

    blocking   the same session, whose calls block; also for cancel() and set_progress()
    """

    def __init__(self, settings: Given | Session = None, /) -> None:
        self.blocking = settings if isinstance(settings, Session) else Session(settings)
        self._close = self.blocking._close

    async def _run(self, method: Callable[..., T], *arguments: object) -> T:
        stop = Stop()

        def work() -> T:
            with self.blocking._under(stop):
                return method(*arguments)

        return await in_thread(work, stop)
