"""The library's handle of a session: opened, cancelled, closed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from ctypes import byref, c_int32
from typing import Callable, TypeVar

from ._boundary import text
from ._call import Call
from ._exit import Running
from ._interrupts import Interrupts, room
from ._json import encode
from ._native import Native

T = TypeVar("T")


class Handle:
    def __init__(self, native: Native) -> None:
        self._native = native
        self._out = c_int32()

    @property
    def number(self) -> int:
        """0 while it is not open."""
        return self._out.value

    def open(self, make: Callable[[str], T], configuration: bytes) -> T:
        """What ``make`` makes of the settings in force."""
        call = Call(self._native, "hr_open")
        try:
            return call.run(make, self._native.hr_open, configuration, byref(self._out), byref(call.out))
        except BaseException as raised:
            call.leave(raised)
            raise

    def cancel(self) -> None:
        self._quietly("hr_cancel")

    def close(self) -> None:
        self._quietly("hr_close")

    def _quietly(self, operation: str) -> None:
        """What a handler raises comes out; how the library ended does not matter."""
        interrupts, running = Interrupts(), Running(self._native)
        try:
            room()
            interrupts.wrap()
            running.begin()
            getattr(self._native, operation)(self.number)
        finally:
            try:
                running.end()
            finally:
                interrupts.restore()
        interrupts.raise_kept()


def configuration_of(config: Mapping[str, object] | str | None, settings: Mapping[str, object]) -> bytes:
    if isinstance(config, str):
        if settings:
            raise TypeError("give the settings as JSON text or as keyword arguments, not both")
        return text(config, "config")
    merged = {**(config or {}), **settings}
    paths = {name: os.fspath(value) for name, value in merged.items() if isinstance(value, os.PathLike)}
    return text(encode({**merged, **paths}), "config")
