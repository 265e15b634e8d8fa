"""Crossing into the library and back: arguments in, texts out, codes into exceptions."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from typing import Any, Union

from ._json import encode
from ._native import HR_OK, Function, Native
from .errors import error_of

Json = Union[str, Mapping[str, Any], list[Any], tuple[Any, ...]]
Document = Union[bytes, bytearray, memoryview]

_LARGEST = 2_147_483_647


def take(native: Native, out: ctypes.c_void_p) -> str:
    """Copies a text that the library gave, and frees it, also when copying fails."""
    try:
        return ctypes.string_at(out.value).decode("utf-8") if out.value else ""
    finally:
        native.hr_free(out)


def invoke(native: Native, function: Function, *arguments: object) -> tuple[int, str]:
    """Calls a function whose last parameter is out_json: its code and its text."""
    out = ctypes.c_void_p()
    try:
        code = int(function(*arguments, ctypes.byref(out)))
    finally:
        told = take(native, out)
    return code, told


def check(native: Native, code: int, text: str, operation: str) -> None:
    """Raises the exception of a code other than HR_OK."""
    if code != HR_OK:
        raise error_of(code, text, operation, code_name(native, code))


def code_name(native: Native, code: int) -> str:
    return str(native.hr_code_name(code).decode())


def text(value: object, name: str) -> bytes:
    """An argument as UTF-8. Refuses what C would cut or garble."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be str, not {type(value).__name__}")
    encoded = _utf8(value)
    if encoded is None:
        raise ValueError(f"{name} holds a character that UTF-8 cannot hold")
    if b"\0" in encoded:
        raise ValueError(f"{name} holds a NUL character")
    return encoded


def optional(value: object, name: str) -> bytes | None:
    return None if value is None else text(value, name)


def json_text(value: Json, name: str) -> bytes:
    """JSON text as it is, byte for byte; anything else encoded."""
    return text(value if isinstance(value, str) else encode(value), name)


def optional_json(value: Json | None, name: str) -> bytes | None:
    return None if value is None else json_text(value, name)


def file_path(value: str | os.PathLike[str]) -> bytes:
    return text(os.fsdecode(os.fspath(value)), "path")


class Pin:
    """A PIN in a buffer of its own, wiped at the end of the ``with``.

    Each function drops what it was given: an exception's traceback holds the variables of each frame.
    """

    def __init__(self, pin: str | bytes | bytearray) -> None:
        try:
            if not isinstance(pin, (str, bytes, bytearray)):
                raise TypeError(f"pin must be str, bytes or bytearray, not {type(pin).__name__}")
            self._buffer = ctypes.create_string_buffer(4 * len(pin) + 1)
            try:
                self._fill(pin)
            except BaseException:
                self._wipe()
                raise
        finally:
            del pin

    def _fill(self, pin: str | bytes | bytearray) -> None:
        at = 0
        item: int | str = ""
        part = b""
        try:
            for item in pin:  # one at a time: an encoded copy of the whole could not be wiped
                part = (_utf8(item) or b"\0") if isinstance(item, str) else bytes((item,))
                if b"\0" in part:
                    raise ValueError("pin holds a NUL character, or one that UTF-8 cannot hold")
                ctypes.memmove(ctypes.addressof(self._buffer) + at, part, len(part))
                at += len(part)
        finally:
            del pin, item, part

    def _wipe(self) -> None:
        ctypes.memset(self._buffer, 0, len(self._buffer))

    def __enter__(self) -> ctypes.Array[ctypes.c_char]:
        return self._buffer

    def __exit__(self, *_: object) -> None:
        self._wipe()


def document(data: Document) -> tuple[Any, int]:
    """The address and length of a document; copied only when it is a view, read-only or not contiguous."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"data must be bytes, bytearray or memoryview, not {type(data).__name__}")
    length = data.nbytes if isinstance(data, memoryview) else len(data)
    if length > _LARGEST:
        raise ValueError(f"data has more than {_LARGEST} bytes: send a document so large from a file")
    if length == 0:
        return None, 0
    if isinstance(data, memoryview) and (data.readonly or not data.c_contiguous):
        data = data.tobytes()
    if isinstance(data, bytes):
        return ctypes.cast(ctypes.c_char_p(data), ctypes.POINTER(ctypes.c_uint8)), length
    return (ctypes.c_uint8 * length).from_buffer(data), length


def _utf8(value: str) -> bytes | None:
    """None instead of an exception, which would carry the value."""
    try:
        return value.encode("utf-8")
    except UnicodeEncodeError:
        return None
