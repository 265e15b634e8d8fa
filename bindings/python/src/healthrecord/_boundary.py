"""What the library takes: texts, JSON, numbers, documents, PINs. Nothing that C would cut, garble or wrap goes in."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Union

from ._json import decode, encode

Json = Union[str, Mapping[str, object], list[Any], tuple[Any, ...]]
"""JSON text, which goes out byte for byte, or what makes one."""

Data = Union[bytes, bytearray, memoryview]
Pin = Union[str, bytes, bytearray]

LARGEST = 2_147_483_647


def text(value: object, name: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be str, not {type(value).__name__}")
    encoded = utf8(value)
    if not encoded and value:
        raise ValueError(f"{name} holds a character that UTF-8 cannot hold")
    if b"\0" in encoded:
        raise ValueError(f"{name} holds a NUL character")
    return encoded


def utf8(value: str) -> bytes:
    """Nothing instead of an exception, which would carry the value."""
    try:
        return value.encode("utf-8")
    except UnicodeEncodeError:
        return b""


def json_text(value: Json, name: str) -> bytes:
    return text(value if isinstance(value, str) else encode(value), name)


def one_value(value: Json, name: str) -> str:
    """JSON that stands within a larger one: a text must be whole."""
    source = json_text(value, name).decode()
    with suppress(ValueError, RecursionError):  # both hold the text
        decode(source)
        return source
    raise ValueError(f"{name} is not JSON, or too deep")


def receiver(value: Any, name: str) -> Any:
    if value is not None and not callable(value):
        raise TypeError(f"{name} must be callable, not {type(value).__name__}")
    return value


def file_path(value: str | os.PathLike[str]) -> bytes:
    return text(os.fsdecode(value), "path")


def number(value: object, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be int, not {type(value).__name__}")
    if not -LARGEST - 1 <= value <= LARGEST:
        raise ValueError(f"{name} does not fit into 32 bits")
    return int(value)


def milliseconds(seconds: object, name: str) -> int:
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
        raise TypeError(f"{name} must be seconds as int or float, not {type(seconds).__name__}")
    if not 0 <= seconds <= LARGEST // 1000:  # NaN neither
        raise ValueError(f"{name} must be seconds from 0 to {LARGEST // 1000}")
    return round(seconds * 1000)


def document(data: Data) -> tuple[Any, int]:
    """The address and length of a document; copied only when it is a view, read-only or not contiguous."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"data must be bytes, bytearray or memoryview, not {type(data).__name__}")
    length = data.nbytes if isinstance(data, memoryview) else len(data)
    if length > LARGEST:
        raise ValueError(f"data has more than {LARGEST} bytes: send a document so large from a file")
    if length == 0:
        return None, 0
    if isinstance(data, memoryview) and (data.readonly or not data.c_contiguous):
        data = data.tobytes()
    if isinstance(data, bytes):
        return ctypes.cast(ctypes.c_char_p(data), ctypes.POINTER(ctypes.c_uint8)), length
    return (ctypes.c_uint8 * length).from_buffer(data), length


class Secret:
    """A copy of a PIN until wipe(). A call that is given this one wipes it at its end.

    buffer   for the library; None for no PIN
    """

    buffer: Any = None

    def __init__(self, pin: Pin | None = None) -> None:
        if pin is None:
            return
        if not isinstance(pin, (str, bytes, bytearray)):
            raise TypeError(f"the PIN must be str, bytes or bytearray, not {type(pin).__name__}")
        self.buffer = ctypes.create_string_buffer(4 * len(pin) + 1)
        at = 0
        try:
            for item in pin:  # one at a time: an encoded copy of the whole could not be wiped
                part = (utf8(item) or b"\0") if isinstance(item, str) else bytes((item,))
                if b"\0" in part:
                    raise ValueError("the PIN holds a NUL character, or one that UTF-8 cannot hold")
                ctypes.memmove(ctypes.addressof(self.buffer) + at, part, len(part))
                at += len(part)
        except BaseException:
            self.wipe()
            raise

    def wipe(self) -> None:
        if self.buffer is not None:
            ctypes.memset(self.buffer, 0, len(self.buffer))
