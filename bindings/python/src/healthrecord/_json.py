"""JSON in which no number loses a digit, and its objects, whose members are read when they are asked for."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar, Union

T = TypeVar("T")

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
        return "{" + ",".join(f"{encode(name)}:{encode(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(encode(inner) for inner in value) + "]"
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError("JSON has no number for a Decimal that is not finite")
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(Decimal(int(value)))
    if isinstance(value, os.PathLike):
        value = os.fsdecode(value)
    if not isinstance(value, (str, float, bool, type(None))):  # json's own exception would hold what is around it
        raise TypeError(f"JSON has nothing for {type(value).__name__}")
    if isinstance(value, str) and "\0" in value:
        raise ValueError("a text holds a NUL character")
    return json.dumps(value, allow_nan=False, ensure_ascii=False)  # what UTF-8 cannot hold is refused with the whole


def object_of(members: Mapping[str, str]) -> str:
    """The object that has these names, with these texts as values."""
    return "{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in members.items()) + "}"


def _after_space(text: str, at: int) -> int:
    return _SPACE.match(text, at).end()  # type: ignore[union-attr]  # it always matches


class Members:
    """What a function gave, or a part of it; the classes made of this one name its members.

    json   its text, as the library wrote it

    ``repr`` and ``str`` show no member, so that a result may end up in a log by accident.
    """

    __slots__ = ("_found", "json")

    def __init__(self, json: str) -> None:
        self.json = json
        self._found: dict[str, str] | None = None

    def __repr__(self) -> str:
        return f"<healthrecord.{type(self).__name__}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.json,)

    def source(self, name: str) -> str | None:
        """The JSON text of a member, byte for byte, such as of ``raw``; None when it is not there."""
        if self._found is None:
            self._found = dict(parts(self.json))
        return self._found.get(name)

    def get(self, name: str) -> Any:
        """A member as dict, list, str, int, Decimal, bool or None; None also when it is not there."""
        source = self.source(name)
        return None if source is None else decode(source)

    def _required(self, name: str, kind: type[T]) -> T:
        value = self._optional(name, kind)
        if value is None:
            raise ValueError(f"{type(self).__name__} has no {name} of this kind; see json")
        return value

    def _optional(self, name: str, kind: type[T]) -> T | None:
        """None also for what is of another kind."""
        source = self.source(name)
        return None if source is None else _made(source, kind)

    def _each(self, name: str, kind: type[T]) -> tuple[T, ...]:
        """Empty where there is no list."""
        made = (_made(source, kind) for _, source in parts(self.source(name) or ""))
        return tuple(one for one in made if one is not None)


def _made(source: str, kind: type[T]) -> T | None:
    if issubclass(kind, Members):
        return kind(source) if source.startswith("{") else None
    value = decode(source)
    if kind in (str, int, bool):
        return value if type(value) is kind else None
    return kind(value) if isinstance(value, str) else None  # type: ignore[call-arg]
