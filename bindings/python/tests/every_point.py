"""Raises at each instruction of the package in turn, as Ctrl-C, another thread or a lack of memory may."""

from __future__ import annotations

import ctypes
import dis
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Callable

import healthrecord
from healthrecord._native import Native

PACKAGE = str(Path(healthrecord.__file__).parent)
SHA256 = "5e" * 32
PUBLIC = ("login", "connect", "deposit", "dmp_send_bytes")


class Stop(BaseException):
    """As KeyboardInterrupt, but certainly ours."""


def from_a_handler(error: BaseException) -> None:
    """The package may have wrapped the handler; then what it raises is kept."""
    signal.raise_signal(signal.SIGUSR1)


def at_once(error: BaseException) -> None:
    raise error


class Canned(Native):
    """The real functions, but for one that is answered at once, and counts."""

    def __init__(self, native: Native, name: str, text: str) -> None:
        vars(self).update(vars(native))
        self.real_free = native.hr_free
        self.text = ctypes.create_string_buffer(text.encode())
        self.returned = 0
        self.given = 0
        self.buffers: list[Any] = []
        setattr(self, name, self._answer)
        self.hr_free = self._take_back

    def _answer(self, *arguments: Any) -> int:
        self.buffers += [one for one in arguments if isinstance(one, ctypes.Array)]
        arguments[-1]._obj.value = ctypes.addressof(self.text)
        self.returned += 1
        self.given += 1
        return 0

    def _take_back(self, text: Any) -> None:
        address = text.value if isinstance(text, ctypes.c_void_p) else text
        if address == ctypes.addressof(self.text):
            self.given -= 1
        else:
            self.real_free(text)


@contextmanager
def raised_at(due: int, how: Callable[[BaseException], None], error: BaseException) -> Iterator[list[int]]:
    """Raises before the instruction of that number; gives how many have come.

    The returns to the program are left out: what is raised there is raised where the result is known already.
    """
    count = [0]

    def traced(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            count[0] += 1
            if count[0] == due and not is_last(frame):
                sys.settrace(None)
                how(error)
        return traced

    sys._getframe().f_trace_opcodes = True  # without it 3.12 forgets to look at instructions
    sys.settrace(traced)
    try:
        yield count
    finally:
        sys.settrace(None)


def is_last(frame: FrameType) -> bool:
    """A session's method, and the function that does its work, have nothing but their return left."""
    outermost = frame.f_back is None or not frame.f_back.f_code.co_filename.startswith(PACKAGE)
    passing_on = frame.f_code.co_name in ("call", "called", "guarded", "_call", "_hold", *PUBLIC)
    return (outermost or passing_on) and dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith(
        ("RETURN", "POP_BLOCK")
    )
