"""JSON in which no number loses a digit."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Union

_SPACE = re.compile(r"[ \t\r\n]*")


def _whole(text: str) -> Union[int, Decimal, str]:
    return int(text) if len(text) <= 4000 else _fraction(text)  # int() refuses texts of more than 4300 digits


def _fraction(text: str) -> Union[Decimal, str]:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent that no number type holds
        return text


_exact = json.JSONDecoder(parse_float=_fraction, parse_int=_whole)
_skip = json.JSONDecoder(parse_float=str, parse_int=str)


def decode(text: str) -> Any:
    """The value of a JSON text: whole numbers as int, others as Decimal, exactly as written."""
    return _exact.decode(text)


def parts(text: str) -> Iterator[tuple[str, str]]:
    """The members of an object, or the elements of an array with "" as name: the values' texts, byte for byte."""
    at = _after_space(text, 0)
    kind = text[at : at + 1]
    at = _after_space(text, at + 1)
    while kind in ("{", "[") and text[at : at + 1] not in ("}", "]", ""):
        name = ""
        if kind == "{":
            name, at = _skip.raw_decode(text, at)
            at = _after_space(text, _after_space(text, at) + 1)
        end = _skip.raw_decode(text, at)[1]
        yield name, text[at:end]
        at = _after_space(text, end)
        if text[at : at + 1] == ",":
            at = _after_space(text, at + 1)


def encode(value: object) -> str:
    """The JSON text of a value made of dict, list, tuple, str, path, int, float, Decimal, bool and None."""
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) for name in value):
            raise TypeError("a JSON object's names must be str")
        return object_of({name: encode(inner) for name, inner in value.items()})
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(encode(inner) for inner in value) + "]"
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError("JSON has no number for a Decimal that is not finite")
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(Decimal(int(value)))
    return json.dumps(os.fsdecode(value) if isinstance(value, os.PathLike) else value, allow_nan=False)


def object_of(members: Mapping[str, str]) -> str:
    """The object that has these names, with these texts as values."""
    return "{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in members.items()) + "}"


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
