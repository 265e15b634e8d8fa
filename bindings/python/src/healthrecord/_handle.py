"""The library's handle of a session: opened, cancelled, closed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from ctypes import byref, c_int32

from ._boundary import invoke, text
from ._endings import finish
from ._exit import Running
from ._interrupts import Interrupts
from ._json import encode
from ._native import Native


class Handle:
    def __init__(self, native: Native) -> None:
        self._native = native
        self._out = c_int32()

    @property
    def number(self) -> int:
        """0 while it is not open."""
        return self._out.value

    def open(self, configuration: bytes) -> str:
        """The settings in force, as JSON text."""
        native = self._native
        with Interrupts() as interrupts, Running(native):
            code, told = invoke(native, native.hr_open, configuration, byref(self._out))
        return finish(native, "hr_open", code, told, interrupts)

    def cancel(self) -> None:
        with Interrupts() as interrupts:
            self._native.hr_cancel(self.number)
        interrupts.raise_kept()

    def close(self) -> None:
        with Interrupts() as interrupts:
            self._native.hr_close(self.number)
        interrupts.raise_kept()


def configuration_of(config: Mapping[str, object] | str | None, settings: Mapping[str, object]) -> bytes:
    if isinstance(config, str):
        if settings:
            raise TypeError("give the settings as JSON text or as keyword arguments, not both")
        return text(config, "config")
    merged = {**(config or {}), **settings}
    paths = {name: os.fspath(value) for name, value in merged.items() if isinstance(value, os.PathLike)}
    return text(encode({**merged, **paths}), "config")
