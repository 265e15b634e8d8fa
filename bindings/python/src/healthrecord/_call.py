"""One call of the library, from before it begins until its result is made.

Whatever is raised in between comes out with the way the call ended as its ``__cause__``. The library's text stays where
it is until it was read, so that no exception can lose it.
"""

from __future__ import annotations

import re
import threading
from ctypes import byref, c_void_p, string_at
from typing import Any, Callable, TypeVar

from ._boundary import Secret
from ._exit import ending, running
from ._interrupts import Interrupts, room
from ._native import HR_OK, Native, hr_progress_fn
from .errors import Ended, HealthRecordError
from .results import Last

T = TypeVar("T")

Progress = Callable[[int, int], object]

_ERROR = re.compile(r'\{"code":(-[0-9]+),')

_here = threading.local()  # the library reports progress on the thread that sends


def _report(_user: object, done: int, total: int) -> int:
    call: Call | None = getattr(_here, "call", None)
    return 0 if call is None else call.report(done, total)


progress_function = hr_progress_fn(_report)


def guarded(native: Native, operation: str, make: Callable[[str], T], *arguments: object, **more: Any) -> T:
    """What ``make`` makes of the text of a function that gives one; HealthRecordError when it failed."""

    def checked(code: int, json: str) -> T:
        if code != HR_OK:
            raise HealthRecordError(code, json, operation)
        return make(json)

    return called(native, operation, checked, *arguments, **more)


def called(
    native: Native,
    operation: str,
    make: Callable[[int, str], T],
    *arguments: object,
    handle: int = 0,
    gives_text: bool = True,
    progress: Progress | None = None,
) -> T:
    """What ``make`` makes of code and text."""
    call = Call(native, operation, handle, progress)
    try:
        return call.run(make, *arguments, *((byref(call.out),) if gives_text else ()))
    except BaseException as raised:
        call.leave(raised)
        raise


class Call:
    """Used once: ``try: return call.run(...)``, with leave() in its ``except``.

    code, out, result   what the library returned, its text, and a copy of that
    raised              by the receiver of the progress
    """

    def __init__(self, native: Native, operation: str, handle: int, progress: Progress | None) -> None:
        self.native = native
        self.operation = operation
        self.handle = handle
        self.interrupts = Interrupts()
        self.code: int | None = None
        self.out = c_void_p()
        self.result = ""
        self.raised: BaseException | None = None
        self._progress = progress
        self._before: Call | None = None
        self._secrets: list[Secret] = []

    def run(self, make: Callable[[int, str], T], *arguments: Any) -> T:
        try:
            self._begin()
            self._secrets = [one for one in arguments if isinstance(one, Secret)]
            given = [one.buffer if isinstance(one, Secret) else one for one in arguments]
            self.code = getattr(self.native, self.operation)(*given)
            self.interrupts.raise_kept()
            if self.raised is not None:
                raise self.raised
            if self.out.value:
                self.result = string_at(self.out.value).decode("utf-8")
                self._free()
            value = make(self.code or HR_OK, self.result)
        finally:
            self._end()
        self.interrupts.raise_kept()
        return value

    def _begin(self) -> None:
        room()
        self.interrupts.wrap()
        running.add(self)
        self._before, _here.call = getattr(_here, "call", None), self
        if ending() and self.handle:
            self.native.hr_set_progress(self.handle, hr_progress_fn(), None)
        self.interrupts.raise_kept()

    def _end(self) -> None:
        try:
            for secret in self._secrets:
                secret.wipe()
            running.discard(self)
            if getattr(_here, "call", None) is self:
                _here.call = self._before
        finally:
            self.interrupts.restore()

    def report(self, done: int, total: int) -> int:
        """1 stops the call."""
        if self.raised is None and self._progress is not None:
            try:
                if self._progress(done, total) is False:
                    return 1
            except BaseException as error:
                self.raised = error
        return int(self.raised is not None or self.interrupts.kept is not None)

    def leave(self, raised: BaseException) -> None:
        """What run() raised, or was raised on its return: raises what is to come out, unless that is the same."""
        self._end()  # where it was interrupted itself
        first = self.interrupts.kept or self.raised or raised
        try:
            if self.code is None and not self.out.value:  # the library was not called
                if first is not raised:
                    raise first
            elif first is not raised or not isinstance(raised, HealthRecordError):
                ending = raised if isinstance(raised, HealthRecordError) else self._ending()
                if ending.__cause__ is None:
                    ending.__cause__ = first.__cause__
                raise first from ending
        finally:
            self._free()
            del raised, first

    def _ending(self) -> HealthRecordError | Ended:
        """The library's error, or what it gave."""
        text = self._text()
        code = self.code
        if code is None:  # nothing but the text came out of the call
            found = _ERROR.match(text)
            code = int(found.group(1)) if found else HR_OK
        return Ended(Last(text)) if code == HR_OK else HealthRecordError(code, text, self.operation)

    def _text(self) -> str:
        """All of it; where there is no memory for that, what hr_last keeps, which is without the reply."""
        if self.result or not self.out.value:
            return self.result
        try:
            return string_at(self.out.value).decode("utf-8")
        except MemoryError:
            self._free()
            self.native.hr_last(self.handle, byref(self.out))
            return string_at(self.out.value).decode("utf-8") if self.out.value else ""

    def _free(self) -> None:
        text, self.out.value = self.out.value, None
        self.native.hr_free(text)
