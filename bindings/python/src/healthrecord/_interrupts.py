"""Signals while a call runs, such as Ctrl-C.

A signal's handler runs at the first Python instruction after its arrival: inside a callback of the library, or between
the call's end and the reading of its result. An exception would be printed and forgotten there, or the result lost. So
for the length of a call the handlers are wrapped: what they raise is kept, an upload stopped, and it is raised after.
"""

from __future__ import annotations

import signal
import socket
import threading

# Those of `signal` turn every answer into an enum: that took longer than the call.
from _signal import getsignal  # type: ignore[import-not-found]
from _signal import signal as set_handler  # type: ignore[import-not-found,unused-ignore]
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Callable

_SIGNALS = tuple(sorted(signal.valid_signals()))


def room(frames: int = 40) -> None:
    """RecursionError before anything is sent, rather than when the result is read."""
    if frames:
        room(frames - 1)


@contextmanager
def stopping(stop: Callable[[], object]) -> Iterator[None]:
    """Ctrl-C stops at once where it is known to raise, although its handler waits until the library has returned."""
    raises = getsignal(signal.SIGINT) is signal.default_int_handler
    if not raises or threading.current_thread() is not threading.main_thread():
        yield
        return

    def watch() -> None:
        with reader:
            for number in iter(lambda: reader.recv(1), b""):
                if number[0] == signal.SIGINT:
                    stop()

    reader, writer = socket.socketpair()
    with writer:
        writer.setblocking(False)
        before = -1  # what the program has
        thread = threading.Thread(target=watch, name="healthrecord-signals", daemon=True)
        try:
            try:
                with suppress(RuntimeError, ValueError):  # the interpreter ends; or it is not the main one
                    thread.start()
                    before = signal.set_wakeup_fd(writer.fileno())
                    if before != -1:
                        signal.set_wakeup_fd(before)
                yield
            finally:
                with suppress(ValueError):
                    signal.set_wakeup_fd(before)
        finally:  # also where an exception from elsewhere ended the first
            with suppress(ValueError):
                signal.set_wakeup_fd(before)
            writer.shutdown(socket.SHUT_RDWR)  # a forked child has it too
            if thread.is_alive():
                thread.join()


class Interrupts:
    """Between wrap() and restore(), in a ``try`` and its ``finally``; ``kept`` is what a handler raised."""

    def __init__(self) -> None:
        self.kept: BaseException | None = None
        self._previous: dict[int, Any] = {}
        self._wrapped: list[int] = []
        self._over = False

    def wrap(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        for number in _SIGNALS:
            previous = getsignal(number)
            if callable(previous):
                self._previous[number] = previous
                self._wrapped.append(number)
                try:
                    set_handler(number, self._handle)
                except ValueError:  # not the main interpreter
                    self._wrapped.pop()
                    return

    def restore(self) -> None:
        """Never raises for a signal; again where an exception from another thread ended it early."""
        try:
            self._put_back()
        except BaseException as error:
            self.kept = error
            self._put_back()
        finally:
            self._over = True

    def raise_kept(self) -> None:
        if self.kept is not None:
            raise self.kept

    def _put_back(self) -> None:
        for _ in range(1000):  # each time a signal came in between
            if not self._wrapped:
                return
            self._keep_of(self._restore, self._wrapped[-1])

    def _restore(self, number: int) -> None:
        if getsignal(number) == self._handle:
            set_handler(number, self._previous[number])  # may run a handler that is back already
        self._wrapped.remove(number)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._over:
            self._previous[number](number, frame)
        else:
            self._keep_of(self._previous[number], number, frame)

    def _keep_of(self, function: Callable[..., object], *arguments: object) -> None:
        """Keeps what a function raises; what was kept before becomes its context, as anywhere in Python."""
        try:
            try:
                self.raise_kept()
            finally:
                function(*arguments)
        except BaseException as error:
            self.kept = error
