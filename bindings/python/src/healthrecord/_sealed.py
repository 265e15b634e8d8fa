"""A traceback keeps the variables of the frames that its exception left: in ours no name, patient's number or PIN."""

from __future__ import annotations

import functools
from contextlib import suppress
from traceback import walk_tb
from typing import Any, Callable, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def sealed(method: F) -> F:
    """The same method; an exception that leaves it takes nothing along."""

    @functools.wraps(method)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return method(*given, **named)
        except BaseException as error:
            given, named = (), {}
            forget(error)
            raise

    return cast(F, call)


def sealed_async(method: F) -> F:
    @functools.wraps(method)
    async def call(*given: Any, **named: Any) -> Any:
        try:
            return await method(*given, **named)
        except BaseException as error:
            given, named = (), {}
            forget(error)
            raise

    return cast(F, call)


def forget(error: BaseException | None, seen: tuple[BaseException, ...] = ()) -> None:
    """Empties the frames of this package that an exception, or what it was raised from, holds."""
    if error is None or error in seen:
        return
    for frame, _ in walk_tb(error.__traceback__):
        if frame.f_globals.get("__package__") == __package__:
            with suppress(RuntimeError):  # it still runs
                frame.clear()
    forget(error.__cause__, (*seen, error))
    forget(error.__context__, (*seen, error))
