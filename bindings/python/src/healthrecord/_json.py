"""JSON in which no number loses a digit."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Union

Number = Union[int, Decimal, str]

_RAW = ',"raw":'
_SPACE = re.compile(r"[ \t\r\n]*")
_LONGEST_INT = 4000  # int() refuses texts of more than 4300 digits


def _whole(text: str) -> Number:
    return int(text) if len(text) <= _LONGEST_INT else _fraction(text)


def _fraction(text: str) -> Number:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent that no number type holds
        return text


_exact = json.JSONDecoder(parse_float=_fraction, parse_int=_whole)
_skip = json.JSONDecoder(parse_float=str, parse_int=str)


def decode(text: str) -> Any:
    """The value of a JSON text: whole numbers as int, others as Decimal, exactly as written."""
    return _exact.decode(text)


def apart(text: str) -> tuple[dict[str, Any], str]:
    """A result of the library: its members decoded, but for ``raw``, the last, which stays text, byte for byte."""
    at = text.find(_RAW)
    if at >= 0:
        try:
            result, end = _exact.raw_decode(text[:at] + "}")
            if end == at + 1:
                return result, text[at + len(_RAW) : -1].strip(" \t\r\n")
        except ValueError:
            pass  # a member of that name within another one: tried once, since a reply may hold any number of them
    texts = members(text)
    raw = texts.pop("raw", "null")
    return {name: decode(value) for name, value in texts.items()}, raw


def members(text: str) -> dict[str, str]:
    """The members of a JSON object: name -> its value's text, byte for byte."""
    found: dict[str, str] = {}
    at = _after_space(text, 0)
    if text[at : at + 1] != "{":
        raise ValueError("not a JSON object")
    at = _after_space(text, at + 1)
    while text[at : at + 1] == '"':
        name, at = _skip.raw_decode(text, at)
        start = _after_space(text, _after_space(text, at) + 1)
        _, end = _skip.raw_decode(text, start)
        found[name] = text[start:end]
        at = _after_space(text, end)
        if text[at : at + 1] == ",":
            at = _after_space(text, at + 1)
    return found


def text_of(fields: Mapping[str, Any], name: str) -> str | None:
    value = fields.get(name)
    return value if isinstance(value, str) else None


def number_of(fields: Mapping[str, Any], name: str) -> int | None:
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def encode(value: object) -> str:
    """The JSON text of a value made of dict, list, tuple, str, int, float, Decimal, bool and None."""
    if isinstance(value, Mapping):
        pairs = (f"{json.dumps(_key(name))}:{encode(inner)}" for name, inner in value.items())
        return "{" + ",".join(pairs) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(encode(inner) for inner in value) + "]"
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError("JSON has no number for a Decimal that is not finite")
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(Decimal(int(value)))
    return json.dumps(value, allow_nan=False)


def _key(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a JSON object's names must be str, not {type(name).__name__}")
    return name


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
