"""Cancelling that also holds between two calls."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Callable

from ._json import encode
from ._native import HR_E_CANCELLED
from .errors import HealthRecordError, error_of

_AGAIN_S = 0.005


class Canceller:
    """Stops what it was given to, now and later: once cancelled it stays so. One for each job; any number of calls.

        stop = Canceller()
        button.on_click(stop.cancel)
        dmp.login(ask_pin=..., canceller=stop)
        dmp.send(patient, path, ..., canceller=stop)

    A call that runs ends within milliseconds; one that begins later sends nothing.
    """

    def __init__(self) -> None:
        self._cancelled = False
        self._running: dict[int, _Running] = {}

    @property
    def cancelled(self) -> bool:
        """cancel() was called."""
        return self._cancelled

    def cancel(self) -> None:
        """Never waits. Any thread, also a signal's handler or a callback; more than once is fine."""
        self._cancelled = True
        running = list(self._running.values())
        for one in running:
            one.cancel()
        if running:
            threading.Thread(target=_insist, args=(running,), name="healthrecord cancel", daemon=True).start()

    def __repr__(self) -> str:
        return f"<healthrecord.Canceller {'cancelled' if self._cancelled else 'not cancelled'}>"

    @contextmanager
    def _over(self, cancel: Callable[[], None], operation: str, documents: int) -> Iterator[None]:
        """Around one call of the library, which ``cancel`` stops. Raises Cancelled before it when cancelled."""
        running = _Running(cancel)
        self._running[id(running)] = running  # before asking: then one of both sides sees the other
        try:
            if self._cancelled:
                raise cancelled_before(operation, documents)
            yield
        finally:
            running.end()
            del self._running[id(running)]


class _Running:
    """A call, from shortly before it to shortly after it."""

    def __init__(self, cancel: Callable[[], None]) -> None:
        self._cancel = cancel
        self._lock = threading.RLock()  # a signal's handler may come while it is held
        self._ended = threading.Event()

    def cancel(self) -> None:
        """Nothing once it ended: the next call is not meant."""
        with self._lock:
            if not self._ended.is_set():
                self._cancel()

    def end(self) -> None:
        with self._lock:
            self._ended.set()

    def ended_within(self, seconds: float) -> bool:
        return self._ended.wait(seconds)


def _insist(running: list[_Running]) -> None:
    """Until each has ended: a call that had not reached the library did not see the first."""
    for one in running:
        while not one.ended_within(_AGAIN_S):
            one.cancel()


def cancelled_before(operation: str, documents: int = 0) -> HealthRecordError:
    """For a call that was not made."""
    words = {
        "name": "HR_E_CANCELLED",
        "message": "It was cancelled before it began; nothing was sent.",
        "message_fr": "L'opération a été annulée avant de commencer ; rien n'a été envoyé.",
        "remedy": "Begin again with a new canceller when the person still wants it.",
        "remedy_fr": "Recommencez avec un autre objet d'annulation si la personne le souhaite toujours.",
        "outcome": "not_sent",
    }
    left = [{"index": index, "outcome": "not_sent"} for index in range(documents)]
    fields = {**words, "outcome": None, "documents": left} if operation == "hr_deposit" else words
    return error_of(HR_E_CANCELLED, encode(fields), operation, "HR_E_CANCELLED")
