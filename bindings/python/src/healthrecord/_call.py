"""One call of the library, from before it begins until its result is made.

Whatever is raised in between comes out with the way the call ended: what a signal's handler or a progress callback
raises has it as its ``__cause__``; a result for which there is no memory is an error whose ``outcome`` says that the
call took effect. The library's text stays where it is until it was read, so that no exception can lose it.
"""

from __future__ import annotations

from ctypes import c_void_p, string_at
from typing import Any, Callable, TypeVar

from ._boundary import check
from ._declare import Function
from ._endings import attach, ending_of, unreadable
from ._exit import Running, ending
from ._interrupts import Interrupts, room
from ._native import Native, hr_progress_fn
from ._progress import Upload
from .errors import HealthRecordError

T = TypeVar("T")

_READING = (MemoryError, RecursionError, ValueError, LookupError, TypeError, ArithmeticError)


class Call:
    """Made before the call and used once: ``try: return call.run(...)``, with leave() in its ``except``.

    code    what the library returned; None before
    out     the library's text, not freed yet
    result  the same, copied
    """

    def __init__(self, native: Native, operation: str, handle: int = 0, changes: bool = False) -> None:
        self.native = native
        self.operation = operation
        self.changes = changes
        self.upload: Upload | None = None
        self.interrupts = Interrupts()
        self.code: int | None = None
        self.out = c_void_p()
        self.result = ""
        self.handle = handle
        self._running = Running(native, handle, operation == "hr_set_log")

    def run(self, make: Callable[[str], T], function: Function, *arguments: Any) -> T:
        """The result that ``make`` makes of the text; a caller with out_json passes ``byref(call.out)``."""
        try:
            self._begin()
            self.code = function(*arguments)
            self._raise_stopped()
            if self.out.value:
                self.result = string_at(self.out.value).decode("utf-8")
                self._free()
            check(self.native, self.code, self.result, self.operation)
            value = make(self.result)
        finally:
            self._end()
        self.interrupts.raise_kept()
        return value

    def _begin(self) -> None:
        room()
        self.interrupts.wrap()
        self._running.begin()
        if self.upload is not None:
            self.upload.begin()
            if ending():
                self.native.hr_set_progress(self.handle, hr_progress_fn(), None)
        self.interrupts.raise_kept()

    def _end(self) -> None:
        try:
            self._running.end()
            if self.upload is not None:
                self.upload.end()
        finally:
            self.interrupts.restore()

    def _raise_stopped(self) -> None:
        self.interrupts.raise_kept()
        if self.upload is not None and self.upload.raised is not None:
            raise self.upload.raised

    def leave(self, raised: BaseException) -> None:
        """What run() raised, or was raised on its return: raises what is to come out, unless that is the same."""
        self._end()  # where it was interrupted itself
        stopped = self.interrupts.kept
        if stopped is None and self.upload is not None:
            stopped = self.upload.raised
        first = raised if stopped is None else stopped
        try:
            if self.code is None and not self.out.value:  # the library was not called
                if first is not raised:
                    raise first
            elif stopped is None and isinstance(raised, HealthRecordError):
                pass
            elif stopped is None and isinstance(raised, _READING):
                raise unreadable(self, raised) from raised
            else:
                own = None if first is raised else raised
                raise first from attach(ending_of(self, own), first, self.interrupts.began)
        finally:
            self._free()
            del raised, first, stopped

    def _free(self) -> None:
        text, self.out.value = self.out.value, None
        self.native.hr_free(text)


def nothing(result: str) -> None:
    """The result of a function without a text."""
