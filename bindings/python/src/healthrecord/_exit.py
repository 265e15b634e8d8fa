"""The end of the interpreter, with calls still running in daemon threads.

Until 3.14 Python ends such a thread at its next instruction: in a callback it would be torn out of the library, which
aborts the process. So before that the log is turned off, and what still runs in the library is cancelled and waited
for: it ends within milliseconds. What begins later finds the log off, and is given no progress callback.
"""

from __future__ import annotations

import atexit
import os
import time
from typing import TYPE_CHECKING

from ._native import HR_LOG_OFF, Native, hr_log_fn

if TYPE_CHECKING:
    from ._call import Call

PATIENCE_S = 5.0  # a callback of the host may keep a call from ending

running: set[Call] = set()
"""What may call back; put in before asking for ending(): then one of both sides sees the other."""

logging: list[Native] = []
"""Whose log is on."""

_ending = False


def ending() -> bool:
    """The interpreter ends: the library is given no more callbacks."""
    return _ending


def _wind_up() -> None:
    global _ending
    _ending = True
    deadline = time.monotonic() + PATIENCE_S
    _wait_for({call for call in list(running) if call.operation == "hr_set_log"}, deadline)
    for native in logging:
        native.hr_set_log(hr_log_fn(), None, HR_LOG_OFF)
    _wait_for(set(running), deadline)  # what begins from here on cannot call back


def _wait_for(calls: set[Call], deadline: float) -> None:
    while time.monotonic() < deadline:
        calls = {call for call in calls if call in running}
        if not calls:
            return
        for call in calls:
            call.native.hr_close(call.handle)
        time.sleep(0.002)


atexit.register(_wind_up)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=running.clear)
