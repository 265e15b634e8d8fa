"""The process-wide log of the library."""

from __future__ import annotations

import logging
import threading
from typing import Any, Callable, Union

from . import _call
from ._boundary import number
from ._call import guarded
from ._library import load_library
from ._native import HR_LOG_DEBUG, HR_LOG_ERROR, HR_LOG_INFO, HR_LOG_OFF, hr_log_fn

Receiver = Callable[[int, str], object]
Log = Union[logging.Logger, "logging.LoggerAdapter[Any]", Receiver, None]

_LEVELS = {HR_LOG_ERROR: logging.ERROR, HR_LOG_INFO: logging.INFO, HR_LOG_DEBUG: logging.DEBUG}
_lock = threading.RLock()  # the receiver learns of a call that fails, and may set another
_receiver: Receiver | None = None


def _hand_over(_user: object, level: int, line: bytes) -> None:
    receiver = _receiver
    if receiver is not None:
        receiver(level, line.decode("utf-8", "replace"))  # what it raises goes to sys.unraisablehook


_function = hr_log_fn(_hand_over)  # for the whole process: a call that runs may still hold it after a change


def set_log(log: Log, level: int = HR_LOG_DEBUG) -> None:
    """Sets who receives the library's log lines, for the whole process. Any thread; the last setting holds.

    log     a logging.Logger (or LoggerAdapter), a callable ``log(level, text)``, or None, which turns the log off
    level   the most detailed level wanted: HR_LOG_ERROR, HR_LOG_INFO or HR_LOG_DEBUG

    A line comes on the thread that makes the call. What the receiver raises goes to sys.unraisablehook.
    """
    native = load_library()
    receiver: Receiver | None = None

    def set_receiver(_: str) -> None:
        global _receiver
        _receiver = receiver

    if isinstance(log, (logging.Logger, logging.LoggerAdapter)):
        logger = log
        receiver = lambda level, text: logger.log(_LEVELS.get(level, logging.DEBUG), "%s", text)  # noqa: E731
    elif not _call.interpreter_ends:
        receiver = log
    with _lock:
        _call.logging[:] = [native]
        function, wanted = (_function, level) if receiver else (hr_log_fn(), HR_LOG_OFF)
        guarded(native, "hr_set_log", set_receiver, function, None, number(wanted, "level"), text=False)
