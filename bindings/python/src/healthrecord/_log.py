"""The process-wide log of the library."""

from __future__ import annotations

import logging
import threading
from typing import Any, Callable, Union

from ._call import Call, nothing
from ._exit import ending, log_is_on
from ._library import load_library
from ._native import HR_LOG_DEBUG, HR_LOG_ERROR, HR_LOG_INFO, HR_LOG_OFF, HR_OK, hr_log_fn

Receiver = Callable[[int, str], object]
Log = Union[logging.Logger, "logging.LoggerAdapter[Any]", Receiver, None]

_LEVELS = {HR_LOG_ERROR: logging.ERROR, HR_LOG_INFO: logging.INFO, HR_LOG_DEBUG: logging.DEBUG}

_lock = threading.RLock()  # the receiver learns of a call that fails, and may set another
_receiver: Receiver | None = None


def _hand_over(_user: object, level: int, line: bytes) -> None:
    # What a receiver raises goes to sys.unraisablehook: it can neither cross C nor disturb the call that runs.
    receiver = _receiver
    if receiver is not None:
        receiver(level, line.decode("utf-8", "replace"))


_function = hr_log_fn(_hand_over)  # for the whole process: a call that runs may still hold it after a change


def set_log(log: Log, level: int = HR_LOG_DEBUG) -> None:
    """Sets who receives the library's log lines, for the whole process.

    log     a logging.Logger (or LoggerAdapter), whose own level and handlers then decide; a callable
            ``log(level, text)`` with a level of HR_LOG_ERROR to HR_LOG_DEBUG; None turns the log off
    level   the most detailed level wanted: HR_LOG_ERROR (calls that failed), HR_LOG_INFO (also calls that
            succeeded), HR_LOG_DEBUG (also sessions opened and closed; the default)

    A line holds function names, methods, path templates, statuses, durations and code names: never a secret, an
    address, a patient's data or a file name. It comes on the thread that makes the call, while that call runs. What
    the receiver raises goes to sys.unraisablehook. Raises CallerError (HR_E_ARGUMENT) for a level out of range, and
    LibraryError. Any thread, at any time; the last setting holds.
    """
    native = load_library()
    receiver = _bridge(log) if isinstance(log, (logging.Logger, logging.LoggerAdapter)) else log

    def exchange() -> int:
        global _receiver
        on = receiver is not None and not ending()
        with _lock:
            if on:
                log_is_on(native)
                code = int(native.hr_set_log(_function, None, level))
            else:
                code = int(native.hr_set_log(hr_log_fn(), None, HR_LOG_OFF))
            if code == HR_OK:
                _receiver = receiver if on else None
        return code

    call = Call(native, "hr_set_log")
    try:
        call.run(nothing, exchange)
    except BaseException as raised:
        call.leave(raised)
        raise


def _bridge(logger: logging.Logger | logging.LoggerAdapter[Any]) -> Receiver:
    return lambda level, text: logger.log(_LEVELS.get(level, logging.DEBUG), "%s", text)
