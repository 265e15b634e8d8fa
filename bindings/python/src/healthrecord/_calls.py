"""Calls on one handle: arguments in, the result's JSON text out, or an exception."""

from __future__ import annotations

from ._boundary import invoke
from ._endings import finish
from ._exit import Running, ending
from ._interrupts import Interrupts
from ._native import Native
from ._progress import Progress, Relay, Upload


class Calls:
    def __init__(self, native: Native, handle: int) -> None:
        self._native = native
        self._handle = handle
        self._relay = Relay()
        if not ending():
            native.hr_set_progress(handle, self._relay.function, None)

    def tell(self, operation: str, *arguments: object) -> None:
        """A function that gives a code only."""
        with Interrupts() as interrupts, Running(self._native, self._handle):
            code = int(getattr(self._native, operation)(self._handle, *arguments))
        finish(self._native, operation, code, "", interrupts)

    def ask(self, operation: str, *arguments: object) -> str:
        """A function that gives a text."""
        with Interrupts() as interrupts:
            code, told = self._invoke(operation, *arguments)
        return finish(self._native, operation, code, told, interrupts)

    def upload(self, operation: str, arguments: tuple[object, ...], progress: Progress | None) -> str:
        """A function that sends a document, and tells how far it is."""
        with Interrupts() as interrupts:
            upload = Upload(progress, interrupts)
            before = self._relay.enter(upload)
            try:
                code, told = self._invoke(operation, *arguments)
            finally:
                self._relay.leave(before)
        return finish(self._native, operation, code, told, interrupts, upload.raised)

    def _invoke(self, operation: str, *arguments: object) -> tuple[int, str]:
        with Running(self._native, self._handle):
            return invoke(self._native, getattr(self._native, operation), self._handle, *arguments)
