"""Calls on one handle: arguments in, the result out, or an exception."""

from __future__ import annotations

from ctypes import byref
from typing import Callable, TypeVar

from ._call import Call, nothing
from ._exit import Running, ending
from ._native import Native
from ._progress import Progress, Relay, Upload

T = TypeVar("T")


class Calls:
    def __init__(self, native: Native, handle: int) -> None:
        self._native = native
        self._handle = handle
        self._relay = Relay()
        running = Running(native, handle)
        try:
            running.begin()
            if not ending():
                native.hr_set_progress(handle, self._relay.function, None)
        finally:
            running.end()

    def change(self, operation: str) -> Call:
        """For who runs it with an ``except`` of its own."""
        return Call(self._native, operation, self._handle, changes=True)

    def call_void(self, operation: str, *arguments: object) -> None:
        """A function that gives a code only."""
        call = Call(self._native, operation, self._handle)
        try:
            call.run(nothing, getattr(self._native, operation), self._handle, *arguments)
        except BaseException as raised:
            call.leave(raised)
            raise

    def call(self, operation: str, make: Callable[[str], T], *arguments: object, changes: bool = False) -> T:
        """A function that gives a text; ``changes`` when it changes something at the other side."""
        call = Call(self._native, operation, self._handle, changes)
        try:
            return call.run(make, getattr(self._native, operation), self._handle, *arguments, byref(call.out))
        except BaseException as raised:
            call.leave(raised)
            raise

    def upload(
        self, operation: str, make: Callable[[str], T], arguments: tuple[object, ...], progress: Progress | None
    ) -> T:
        """A function that sends a document and reports its progress."""
        call = self.change(operation)
        try:
            call.upload = Upload(progress, call.interrupts, self._relay)
            return call.run(make, getattr(self._native, operation), self._handle, *arguments, byref(call.out))
        except BaseException as raised:
            call.leave(raised)
            raise
