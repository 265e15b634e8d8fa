"""A PIN on its way into the library: copied once, wiped, and in no frame of a traceback afterwards.

An exception's traceback holds the variables of each frame that it left, and Ctrl-C may come at any instruction.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from ctypes import byref
from types import TracebackType
from typing import TYPE_CHECKING, Union

from ._boundary import text, utf8
from ._read import login_of

if TYPE_CHECKING:
    from ._calls import Calls
    from .results import Login

Secret = Union[str, bytes, bytearray]


class Pin:
    """A buffer that holds nothing before hold(), and nothing after wipe()."""

    def __init__(self) -> None:
        self.buffer = ctypes.create_string_buffer(1)

    def hold(self, given: list[Secret]) -> None:
        """Takes the PIN out of the list."""
        item: int | str = ""
        part = b""
        try:
            pin = given.pop()
            if not isinstance(pin, (str, bytes, bytearray)):
                raise TypeError(f"pin must be str, bytes or bytearray, not {type(pin).__name__}")
            self.buffer = ctypes.create_string_buffer(4 * len(pin) + 1)
            at = 0
            for item in pin:  # one at a time: an encoded copy of the whole could not be wiped
                part = (utf8(item) or b"\0") if isinstance(item, str) else bytes((item,))
                if b"\0" in part:
                    raise ValueError("pin holds a NUL character, or one that UTF-8 cannot hold")
                ctypes.memmove(ctypes.addressof(self.buffer) + at, part, len(part))
                at += len(part)
        finally:
            pin, item, part = "", "", b""

    def wipe(self) -> None:
        ctypes.memset(self.buffer, 0, len(self.buffer))


def present(calls: Calls, card_token: str, given: list[Secret], confirmed: bool) -> Login:
    """The login; takes the PIN out of the list."""
    secret = Pin()
    call = calls.change("hr_login")
    try:
        try:
            secret.hold(given)
            token = text(card_token, "card_token")
            if confirmed:
                calls.call_void("hr_pin_retry_allow", token)
            return call.run(login_of, call.native.hr_login, call.handle, token, secret.buffer, byref(call.out))
        finally:
            secret.wipe()
    except BaseException as raised:
        given.clear()
        secret.wipe()  # the other may have been interrupted
        call.leave(raised)
        raise


def forget(error: BaseException) -> None:
    """Empties the frames of this package that an exception, or what it was raised from, holds."""
    seen: set[int] = set()
    left: list[BaseException | None] = [error]
    while left:
        one = left.pop()
        if one is not None and id(one) not in seen:
            seen.add(id(one))
            left += (one.__cause__, one.__context__)
            _empty(one.__traceback__)


def _empty(traceback: TracebackType | None) -> None:
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__package__") == __package__:
            with suppress(RuntimeError):  # it still runs
                traceback.tb_frame.clear()
        traceback = traceback.tb_next
