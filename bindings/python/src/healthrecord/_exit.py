"""The end of the interpreter, with calls still running in daemon threads.

Until 3.14 Python ends such a thread at its next instruction. When that instruction is in a callback the thread would
be torn out of the library, which aborts the whole process. So before the interpreter ends the log is turned off, and
the calls that still run are cancelled and waited for: they end within milliseconds.
"""

from __future__ import annotations

import atexit
import os
import time
from typing import TYPE_CHECKING

from ._native import HR_LOG_OFF, Native, hr_log_fn

if TYPE_CHECKING:
    from typing_extensions import Self

PATIENCE_S = 5.0  # a callback of the host may keep a call from ending

_running: set[Running] = set()
_logging: list[Native] = []
_ending = False


class Running:
    """``with Running(native, handle):`` around everything that may call back."""

    def __init__(self, native: Native, handle: int = 0) -> None:
        self.native = native
        self.handle = handle

    def __enter__(self) -> Self:
        _running.add(self)
        return self

    def __exit__(self, *_: object) -> None:
        _running.discard(self)


def log_is_on(native: Native) -> None:
    _logging[:] = [native]


def ending() -> bool:
    """The interpreter ends: the library is given no more callbacks."""
    return _ending


def _wind_up() -> None:
    global _ending
    _ending = True
    for native in _logging:
        native.hr_set_log(hr_log_fn(), None, HR_LOG_OFF)
    deadline = time.monotonic() + PATIENCE_S
    while _running and time.monotonic() < deadline:
        for call in list(_running):
            call.native.hr_close(call.handle)
        time.sleep(0.002)


def _forget() -> None:
    _running.clear()


atexit.register(_wind_up)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
