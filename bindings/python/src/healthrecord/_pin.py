"""A PIN on its way into the library: copied once, wiped, and in no frame of a traceback afterwards.

An exception's traceback holds the variables of each frame that it left, and Ctrl-C may come at any instruction.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from ctypes import byref
from types import TracebackType
from typing import TYPE_CHECKING, Callable, TypeVar, Union

from ._boundary import text, utf8

if TYPE_CHECKING:
    from ._calls import Calls

Secret = Union[str, bytes, bytearray]

T = TypeVar("T")


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


def token_of(calls: Calls, card_token: str, confirmed: bool) -> bytes:
    """The argument of the login, once its permit is there."""
    token = text(card_token, "card_token")
    if confirmed:
        calls.call_void("hr_pin_retry_allow", token)
    return token


def present(
    calls: Calls, operation: str, make: Callable[[str], T], argument: Callable[[], bytes], given: list[Secret]
) -> T:
    """A call with a PIN, which it takes out of the list, behind the argument that is made last."""
    secret = Pin()
    call = calls.change(operation)
    try:
        try:
            secret.hold(given)
            first = argument()
            function = getattr(call.native, operation)
            return call.run(make, function, call.handle, first, secret.buffer, byref(call.out))
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
