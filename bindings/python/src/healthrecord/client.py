"""From a card in the reader to documents in records: log in, find, deposit."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Callable, Union

from ._call import Progress
from ._conversation import AskAnswer
from ._handle import Given
from ._sealed import sealed
from .async_session import AsyncSession
from .results import Question
from .session import Session
from .talks import AsyncCalls, Calls


class Client(Calls):
    """Puts documents into patients' shared health records (DMP).

        with Client(Path("configuration.json"), ask=ask) as dmp:
            if dmp.login(wait_card=60).is_open:
                letter = {"path": "letter.pdf", "type_code": "11503-0", "activity_type": "10"}
                show(dmp.deposit({"nom": "EXEMPLE"}, documents=[letter]).sentence_fr)

    settings   a path of a file with JSON, JSON text, or a mapping such as Configuration
    ask        answers a Question: one of its ``choices``; the PIN; what the host has, as JSON (traits, update, profile,
               the id of a situation); or None, which ends the call as it is. Without it each question ends the call
    progress   ``progress(done, total)`` of a deposit's documents; see Session.set_progress

    login(), find() and deposit() give a Result, however they end: its ``ending`` is one word, its ``sentence_fr`` is
    for the doctor. Only a mistake of the caller's is raised: HealthRecordError with Code.ARGUMENT, HANDLE, CONFIG,
    TOO_LARGE or PANIC, TypeError, ValueError. Nothing is done twice, so after a failure the same call is made again.
    Nothing that is asked is answered but by ``ask``; a PIN that it gave goes with each repetition until a session is
    open, and is wiped then. Never answer by program: a card locks after a few wrong PINs.
    ``ask`` may make other calls of the client. See Session for threads, signals and fork.
    """

    session: Session
    """The session of the single steps."""

    @sealed
    def __init__(
        self,
        settings: Given = None,
        ask: Callable[[Question], AskAnswer] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.session = Session(settings)
        super().__init__(self.session, ask, progress)


class AsyncClient(AsyncCalls):
    """Client for asyncio: the same calls with ``await``, the same results and exceptions.

        async with AsyncClient(Path("configuration.json"), ask=ask) as dmp:
            await dmp.login()

    ``ask`` may be a coroutine function, and may await other calls of the client; ``progress`` only watches. Both run in
    the event loop, in the context of the task. When the task of a call is cancelled, or its time is over, the call is
    stopped and waited for, which takes milliseconds, and CancelledError (TimeoutError) is raised: ended() finds in it
    how the call ended. In Python 3.9 and 3.10 wait_for loses that when the task around it is cancelled; last() knows.
    """

    @sealed
    def __init__(
        self,
        settings: Given = None,
        ask: Callable[[Question], Union[AskAnswer, Awaitable[AskAnswer]]] | None = None,
        progress: Progress | None = None,
    ) -> None:
        session = Session(settings)
        self.session = AsyncSession(session)
        super().__init__(session, ask, progress)
