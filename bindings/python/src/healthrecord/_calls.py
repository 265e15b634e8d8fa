"""Calls on one handle: arguments in, the result's JSON text out, or an exception."""

from __future__ import annotations

from ._boundary import check, code_name, invoke
from ._exit import Running, ending
from ._interrupts import Interrupts
from ._json import encode, members
from ._native import HR_OK, Native
from ._progress import Progress, Relay, Upload
from .errors import HealthRecordError, error_of


class Calls:
    def __init__(self, native: Native, handle: int) -> None:
        self._native = native
        self._handle = handle
        self._relay = Relay()
        if not ending():
            native.hr_set_progress(handle, self._relay.function, None)

    def tell(self, operation: str, *arguments: object) -> None:
        """A function that gives a code only."""
        with Running(self._native, self._handle):
            code = int(getattr(self._native, operation)(self._handle, *arguments))
        check(self._native, code, "", operation)

    def ask(self, operation: str, *arguments: object) -> str:
        """A function that gives a text."""
        with Interrupts() as interrupts:
            code, told = self._invoke(operation, *arguments)
        return self._end(operation, code, told, interrupts.kept)

    def upload(self, operation: str, arguments: tuple[object, ...], progress: Progress | None) -> str:
        """A function that sends a document, and tells how far it is."""
        with Interrupts() as interrupts:
            upload = Upload(progress, interrupts)
            before = self._relay.enter(upload)
            try:
                code, told = self._invoke(operation, *arguments)
            finally:
                self._relay.leave(before)
        return self._end(operation, code, told, interrupts.kept if upload.raised is None else upload.raised)

    def _invoke(self, operation: str, *arguments: object) -> tuple[int, str]:
        with Running(self._native, self._handle):
            return invoke(self._native, getattr(self._native, operation), self._handle, *arguments)

    def _end(self, operation: str, code: int, told: str, raised: BaseException | None) -> str:
        """The result, the library's error, or what was raised meanwhile with the way the call ended as its cause."""
        if raised is None:
            check(self._native, code, told, operation)
            return told
        try:
            _at_the_end_of_causes(raised).__cause__ = self._ending(operation, code, told)
            raise raised
        finally:
            del raised

    def _ending(self, operation: str, code: int, told: str) -> HealthRecordError:
        if code == HR_OK:
            texts = members(told)
            kept = ("http_status", "outcome", "sha256", "bytes")
            told = "{" + ",".join(f"{encode(name)}:{texts[name]}" for name in kept if name in texts) + "}"
        return error_of(code, told, operation, code_name(self._native, code))


def _at_the_end_of_causes(error: BaseException) -> BaseException:
    while error.__cause__ is not None:
        error = error.__cause__
    return error
