"""The end of the interpreter, with calls still running in daemon threads.

Until 3.14 Python ends such a thread at its next instruction. When that instruction is in a callback the thread would
be torn out of the library, which aborts the whole process. So before the interpreter ends the log is turned off, and
whatever still runs in the library is cancelled and waited for: it ends within milliseconds. What begins later finds
the log off, and is given no progress callback.
"""

from __future__ import annotations

import atexit
import os
import time

from ._native import HR_LOG_OFF, Native, hr_log_fn

PATIENCE_S = 5.0  # a callback of the host may keep a call from ending

_running: set[Running] = set()
_logging: list[Native] = []
_ending = False


class Running:
    """Something in the library that may call back: between begin() and end(), in a ``try`` and its ``finally``."""

    def __init__(self, native: Native, handle: int = 0, sets_log: bool = False) -> None:
        self.native = native
        self.handle = handle
        self.sets_log = sets_log

    def begin(self) -> None:
        """Before asking whether the interpreter is ending(): then one of both sides sees the other."""
        _running.add(self)

    def end(self) -> None:
        _running.discard(self)


def log_is_on(native: Native) -> None:
    _logging[:] = [native]


def ending() -> bool:
    """The interpreter ends: the library is given no more callbacks."""
    return _ending


def _wind_up() -> None:
    global _ending
    _ending = True
    deadline = time.monotonic() + PATIENCE_S
    _wait_for({call for call in list(_running) if call.sets_log}, deadline)
    for native in _logging:
        native.hr_set_log(hr_log_fn(), None, HR_LOG_OFF)
    _wait_for(set(_running), deadline)  # what begins from here on cannot call back


def _wait_for(calls: set[Running], deadline: float) -> None:
    while time.monotonic() < deadline:
        calls = {call for call in calls if call in _running}
        if not calls:
            return
        for call in calls:
            call.native.hr_close(call.handle)
        time.sleep(0.002)


def _forget() -> None:
    _running.clear()


atexit.register(_wind_up)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
