"""Ctrl-C while a call runs.

A signal's handler runs at the first Python instruction after its arrival: inside a callback of the library, before
any ``try`` of it. There an exception could only be printed and forgotten. So for the length of a call the handler is
wrapped: what it raises is kept, the upload stopped, and the exception raised when the call has ended.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self


class Interrupts:
    """``with Interrupts() as interrupts:`` around a call; ``interrupts.kept`` is what the handler raised."""

    def __init__(self) -> None:
        self.kept: BaseException | None = None
        self._previous: Any = None
        self._installed = False

    def __enter__(self) -> Self:
        if threading.current_thread() is not threading.main_thread():
            return self
        previous = signal.getsignal(signal.SIGINT)
        if callable(previous):
            self._previous = previous
            try:
                signal.signal(signal.SIGINT, self._handle)
            except ValueError:  # not the main interpreter
                return self
            self._installed = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._installed and signal.getsignal(signal.SIGINT) == self._handle:
            signal.signal(signal.SIGINT, self._previous)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        try:
            self._previous(number, frame)
        except BaseException as error:
            if self.kept is None:
                self.kept = error
