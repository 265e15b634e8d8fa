"""A JSON object of the library, whose members are read when they are asked for."""

from __future__ import annotations

from typing import Any, TypeVar

from ._json import decode, parts

T = TypeVar("T")


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
