"""The client for asyncio: each call runs in a thread of the client's own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Callable, TypeVar, Union

from ._boundary import Json
from .canceller import Canceller
from .client import DmpClient
from .documents import Deposited, Document, Sending
from .logins import LoginEnding
from .patients import Found, FoundPatient, Stopped
from .results import Card

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .config import Config
    from .session import Session

T = TypeVar("T")

Pin = Union[str, bytes, bytearray, None]


class Ended(Exception):
    """How the call of a cancelled task ended, as ``__cause__`` of its CancelledError: ``value``.

    A call that raised has what it raised as the cause instead.
    """

    def __init__(self, value: object) -> None:
        super().__init__("the call of the cancelled task ended with a value")
        self.value = value


class AsyncDmpClient:
    """DmpClient for asyncio: the same calls with ``await``, the same values and exceptions.

        async with AsyncDmpClient(config, journal="envois.hrj") as dmp:
            await dmp.login(ask_pin=dialog)

    Callbacks run in the event loop; those of login() may be coroutine functions. When the task of a call is cancelled
    the call is stopped and waited for, which takes milliseconds, and CancelledError is raised with the way it ended as
    ``__cause__``: Ended with its ``value``, or what it raised. One call at a time.
    """

    def __init__(
        self,
        config: Mapping[str, object] | str | os.PathLike[str] | None = None,
        /,
        **settings: Unpack[Config],
    ) -> None:
        """Opens a session, as DmpClient does."""
        self._client = DmpClient(config, **settings)
        self._thread = ThreadPoolExecutor(1, "healthrecord")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<healthrecord.AsyncDmpClient {'closed' if self.session.closed else 'open'}>"

    @property
    def session(self) -> Session:
        """The session of the single steps; its calls block."""
        return self._client.session

    def close(self) -> None:
        """Closes the session; a call that runs is cancelled. Never waits."""
        self._client.close()
        self._thread.shutdown(wait=False)

    async def login(
        self,
        *,
        ask_pin: Callable[[Card, str | None], Pin | Awaitable[Pin]],
        choose_card: Callable[[Sequence[Card]], Card | Awaitable[Card | None] | None] | None = None,
        choose_situation: Callable[[Any], str | Awaitable[str | None] | None] | None = None,
        card: Mapping[str, Json] | None = None,
        wait_card_ms: int = 0,
        profile: Json | None = None,
        canceller: Canceller | None = None,
    ) -> LoginEnding:
        """As DmpClient.login()."""
        loop, stop = asyncio.get_running_loop(), canceller or Canceller()
        asking = _Asking(loop)
        return await self._run(
            stop,
            asking,
            lambda: self._client.login(
                ask_pin=asking.here(ask_pin),
                choose_card=choose_card and asking.here(choose_card),
                choose_situation=choose_situation and asking.here(choose_situation),
                card=card,
                wait_card_ms=wait_card_ms,
                profile=profile,
                canceller=stop,
            ),
        )

    async def find(
        self,
        *,
        nom: str | None = None,
        prenom: str | None = None,
        date_naissance: str | None = None,
        sexe: str | None = None,
        canceller: Canceller | None = None,
    ) -> Found:
        """As DmpClient.find()."""
        stop = canceller or Canceller()
        traits = {"nom": nom, "prenom": prenom, "date_naissance": date_naissance, "sexe": sexe}
        return await self._run(stop, None, lambda: self._client.find(**traits, canceller=stop))

    async def send(
        self,
        patient: FoundPatient,
        path: str | os.PathLike[str],
        *,
        type_code: str,
        activity_type: str,
        filename: str | None = None,
        reference: str | None = None,
        again: bool = False,
        update: Json | None = None,
        record: Json | None = None,
        progress: Callable[[int, int], object] | None = None,
        canceller: Canceller | None = None,
    ) -> Sending | Stopped:
        """As DmpClient.send(). ``progress`` only watches: to stop, cancel the task."""
        stop, told = canceller or Canceller(), _told(progress)

        def call() -> Sending | Stopped:
            return self._client.send(
                patient,
                path,
                type_code=type_code,
                activity_type=activity_type,
                filename=filename,
                reference=reference,
                again=again,
                update=update,
                record=record,
                progress=told,
                canceller=stop,
            )

        return await self._run(stop, None, call)

    async def deposit(
        self,
        patient: FoundPatient,
        documents: Iterable[Document],
        *,
        update: Json | None = None,
        record: Json | None = None,
        progress: Callable[[int, int], object] | None = None,
        canceller: Canceller | None = None,
    ) -> Deposited | Stopped:
        """As DmpClient.deposit(). ``progress`` only watches: to stop, cancel the task."""
        stop, told, given = canceller or Canceller(), _told(progress), tuple(documents)

        def call() -> Deposited | Stopped:
            return self._client.deposit(patient, given, update=update, record=record, progress=told, canceller=stop)

        return await self._run(stop, None, call)

    async def _run(self, stop: Canceller, asking: _Asking | None, call: Callable[[], T]) -> T:
        """In the client's thread; a cancelled task waits for the truthful end."""
        running = asyncio.get_running_loop().run_in_executor(self._thread, call)
        cancelled: asyncio.CancelledError | None = None
        while not running.done():
            try:
                await asyncio.wait((running,))
            except asyncio.CancelledError as error:
                cancelled = error
                stop.cancel()
                if asking is not None:
                    asking.give_up()
        if cancelled is None:
            return running.result()
        try:
            raised = running.exception()
            raise cancelled from (Ended(running.result()) if raised is None else raised)
        finally:
            del cancelled, running


def _told(progress: Callable[[int, int], object] | None) -> Callable[[int, int], object] | None:
    """The same in the event loop, out of the client's thread."""
    if progress is None:
        return None
    loop = asyncio.get_running_loop()
    return lambda done, total: loop.call_soon_threadsafe(progress, done, total)


class _Asking:
    """Questions to the event loop out of the client's thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._asked: asyncio.Task[Any] | None = None
        self._given_up = False

    def here(self, ask: Callable[..., Any]) -> Callable[..., Any]:
        """The same question, for the client's thread."""

        def asked(*about: object) -> Any:
            return asyncio.run_coroutine_threadsafe(self._answer(ask, about), self._loop).result()

        return asked

    def give_up(self) -> None:
        """Nobody waits for the answer any more."""
        self._given_up = True
        if self._asked is not None:
            self._asked.cancel()

    async def _answer(self, ask: Callable[..., Any], about: tuple[object, ...]) -> Any:
        """None when it was given up."""
        if self._given_up:
            return None
        answer = ask(*about)
        if not asyncio.iscoroutine(answer) and not isinstance(answer, Awaitable):
            return answer
        self._asked = asyncio.ensure_future(answer)
        try:
            return await self._asked
        except asyncio.CancelledError:
            return None
        finally:
            self._asked = None
