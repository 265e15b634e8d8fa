"""Crossing into the library and back: arguments in, texts out, codes into exceptions."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from typing import Any, Union

from ._json import encode
from ._native import HR_OK, Native
from .errors import error_of

Json = Union[str, Mapping[str, Any], list[Any], tuple[Any, ...]]
Document = Union[bytes, bytearray, memoryview]

_LARGEST = 2_147_483_647


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
    encoded = utf8(value)
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


def utf8(value: str) -> bytes | None:
    """None instead of an exception, which would carry the value."""
    try:
        return value.encode("utf-8")
    except UnicodeEncodeError:
        return None
