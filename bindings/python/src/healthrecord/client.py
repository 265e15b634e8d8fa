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

    settings   as for Session
    ask        answers a Question, see AskAnswer; without it each question ends the call; it may make other calls
    progress   ``progress(done, total)`` of a deposit's documents; see Session.set_progress

    login(), find() and deposit() give a Result, however they end. Only a mistake of the caller's is raised: TypeError,
    ValueError, HealthRecordError with Code.ARGUMENT, HANDLE, CONFIG, TOO_LARGE or PANIC. Nothing is done twice, so
    after a failure the same call is made again. See Session for threads, signals and fork.
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

    ``ask`` may be a coroutine function. It and ``progress`` run in the event loop, in the context of the task. When the
    task is cancelled, or its time is over, the call is stopped and waited for; ended() finds in the exception its end.
    """

    @sealed
    def __init__(
        self,
        settings: Given = None,
        ask: Callable[[Question], Union[AskAnswer, Awaitable[AskAnswer]]] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.session = AsyncSession(settings)
        super().__init__(self.session.blocking, ask, progress)
