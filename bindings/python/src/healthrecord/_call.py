"""One call of the library, from before it begins until its result is made, or the interpreter ends.

Whatever is raised in between comes out with the way the call ended as its ``__cause__``. The library's text stays where
it is until it was read, so that no exception can lose it.

Until 3.14 an interpreter that ends tears daemon threads out of callbacks, which would abort the process. So before that
the log is turned off, and what still runs is cancelled and waited for. What begins later has no callbacks.
"""

from __future__ import annotations

import atexit
import os
import re
import threading
import time
from ctypes import byref, c_void_p, string_at
from typing import Any, Callable, TypeVar

from ._boundary import Secret
from ._interrupts import Interrupts, room
from ._json import Members
from ._native import HR_LOG_OFF, HR_OK, Native, hr_log_fn, hr_progress_fn
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


def called(native: Native, operation: str, make: Callable[[int, str], T], *arguments: object, **more: Any) -> T:
    """What ``make`` makes of code and text."""
    call = Call(native, operation, **more)
    try:
        return call.run(make, *arguments)
    except BaseException as raised:
        call.leave(raised, make)
        raise


class Call:
    """Used once: ``try: return call.run(...)``, with leave() in its ``except``."""

    def __init__(
        self, native: Native, operation: str, *, handle: int = 0, text: bool = True, progress: Progress | None = None
    ) -> None:
        self.native = native
        self.operation = operation
        self.handle = handle
        self.interrupts = Interrupts()
        self.code: int | None = None
        self.out = c_void_p()  # the library's text
        self.result = ""  # a copy of it
        self.raised: BaseException | None = None  # by the receiver of the progress
        self._text_to = (byref(self.out),) if text else ()
        self._progress = progress
        self._before: Call | None = None
        self._secrets: list[Secret] = []

    def run(self, make: Callable[[int, str], T], *arguments: Any) -> T:
        try:
            self._begin()
            self._secrets = [one for one in arguments if isinstance(one, Secret)]
            given = [one.buffer if isinstance(one, Secret) else one for one in arguments]
            self.code = getattr(self.native, self.operation)(*given, *self._text_to)
            self.interrupts.raise_kept()
            if self.raised is not None:
                raise self.raised
            self.result = self._copy()
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
        if interpreter_ends and self.handle:
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

    def leave(self, raised: BaseException, make: Callable[[int, str], object]) -> None:
        """What run() raised, or was raised on its return: raises what is to come out, unless that is the same."""
        self._end()  # where it was interrupted itself
        first = self.interrupts.kept or self.raised or raised
        try:
            if self.code is None and not self.out.value:  # the library was not called
                if first is not raised:
                    raise first
            elif first is not raised or not isinstance(raised, HealthRecordError):
                ending = raised if isinstance(raised, HealthRecordError) else self._ending(make)
                if ending.__cause__ is None:
                    ending.__cause__ = first.__cause__
                raise first from ending
        finally:
            self._free()
            del raised, first

    def _ending(self, make: Callable[[int, str], object]) -> HealthRecordError | Ended:
        """The error that was made, or what the call gave."""
        text, code = self._text(), self.code
        if code is None:  # nothing but the text came out of the call
            found = _ERROR.match(text)
            code = int(found.group(1)) if found else HR_OK
        try:
            given = make(code, text)
        except HealthRecordError as error:
            return error
        except MemoryError:
            given = None
        if isinstance(given, Members):
            return Ended(given)
        return Ended(Last(text)) if code == HR_OK else HealthRecordError(code, text, self.operation)

    def _text(self) -> str:
        """All of it; where there is no memory for that, what hr_last keeps, which is without the reply."""
        try:
            return self.result or self._copy()
        except MemoryError:
            self._free()
            self.native.hr_last(self.handle, byref(self.out))
            return self._copy()

    def _copy(self) -> str:
        return string_at(self.out.value).decode("utf-8") if self.out.value else ""

    def _free(self) -> None:
        text, self.out.value = self.out.value, None
        self.native.hr_free(text)


PATIENCE_S = 5.0  # a callback of the host may keep a call from ending
running: set[Call] = set()  # what may call back; put in before interpreter_ends is read, so one side sees the other
logging: list[Native] = []  # whose log is on
interpreter_ends = False


def _wind_up() -> None:
    global interpreter_ends
    interpreter_ends = True
    deadline = time.monotonic() + PATIENCE_S
    _wait_for({call for call in list(running) if call.operation == "hr_set_log"}, deadline)
    for native in logging:
        native.hr_set_log(hr_log_fn(), None, HR_LOG_OFF)
    _wait_for(set(running), deadline)  # what begins from here on cannot call back


def _wait_for(calls: set[Call], deadline: float) -> None:
    while (calls := calls & running) and time.monotonic() < deadline:
        for call in calls:
            call.native.hr_close(call.handle)
        time.sleep(0.002)


atexit.register(_wind_up)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=running.clear)
