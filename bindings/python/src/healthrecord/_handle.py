"""The library's handle of a session: opened, called, stopped, closed."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ctypes import byref, c_int32
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, TypeVar, Union

from ._boundary import json_text
from ._call import Progress, called, guarded, progress_function
from ._library import load_library
from ._native import Native
from .results import Settings

if TYPE_CHECKING:
    from typing_extensions import Self

T = TypeVar("T")

Given = Union["os.PathLike[str]", str, Mapping[str, object], None]


class Stop:
    """Ends the calls that run under it and, before they send anything, those that begin under it later.

    Once stopped it stays so: one for each job. A call ends within milliseconds.
    """

    def __init__(self) -> None:
        self._native = load_library()
        number = c_int32()
        guarded(self._native, "hr_stop_new", _ignored, byref(number), gives_text=False)
        self.number = number.value
        weakref.finalize(self, self._native.hr_stop_free, number.value)

    def stop(self) -> None:
        """Never waits. Any thread, also a signal's handler or a callback; more than once is fine."""
        self._native.hr_stop(self.number)


class Closing:
    """What is open until it is closed, with ``with`` or ``async with`` too."""

    _close: weakref.finalize[Any, Any]

    @property
    def closed(self) -> bool:
        """close() was called."""
        return not self._close.alive

    def close(self) -> None:
        """Closes the session and drops its secrets; a call that runs is cancelled. Never waits. Twice is fine."""
        self._close()

    def __repr__(self) -> str:
        return f"<healthrecord.{type(self).__name__} {'closed' if self.closed else 'open'}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()


class Handle(Closing):
    """A session: one method a function of the library, with its name without ``hr_``. Client is the simpler way.

    settings   a path of a file with JSON, JSON text, or a mapping such as Configuration. Opening sends nothing

    Raises HealthRecordError for every code but HR_OK. An argument that is not of its type raises TypeError, one that C
    cannot take ValueError; nothing was sent then. Nothing is repeated by itself.

    Calls block, without the GIL. Any thread; one call at a time, a second one raises HR_E_BUSY at once. The handlers of
    signals that Python has are asked while a call runs in the main thread: what one of them raises, such as
    KeyboardInterrupt, stops a document on its way, and comes out when the call has ended, with Ended or the library's
    error as its ``__cause__``. A session does not survive a fork; one that is dropped is closed.
    """

    settings: Settings
    """The settings in force, without secrets."""

    def __init__(self, settings: Given = None, /) -> None:
        if isinstance(settings, os.PathLike):
            settings = Path(settings).read_text("utf-8-sig")
        configuration = json_text({} if settings is None else settings, "settings")
        self._native, self._number = load_library(), c_int32()
        # Before it is open: nothing can come between. It does not know this object, which is collected at once.
        self._close = weakref.finalize(self, _quietly, self._native, "hr_close", self._number)
        self._progress: Progress | None = None
        try:
            self.settings = guarded(self._native, "hr_open", Settings, configuration, byref(self._number))
            called(self._native, "hr_set_progress", _ignored, self.handle, progress_function, None, gives_text=False)
        except BaseException:
            self._close()  # who keeps the exception keeps this object
            raise

    @property
    def handle(self) -> int:
        """The library's number of this session, for the raw layer."""
        return self._number.value

    def cancel(self) -> None:
        """Stops the call that runs, within milliseconds; does nothing when none runs. Never waits. Any thread."""
        _quietly(self._native, "hr_cancel", self._number)

    def set_progress(self, progress: Progress | None) -> None:
        """Sets who receives the progress of documents: ``progress(done, total)``, on the thread that makes the call.

        Both are bytes, or units of 1,024 bytes above 2,147,483,647. Returning False stops the call; what it raises
        stops it too, and comes out of the call.
        """
        self._progress = progress

    def _call(self, operation: str, make: Callable[[str], T], *arguments: object) -> T:
        """A function that gives a text."""
        given = (self.handle, *arguments)
        return guarded(self._native, operation, make, *given, handle=self.handle, progress=self._progress)

    @contextmanager
    def _under(self, stop: Stop) -> Iterator[None]:
        """Calls that this thread begins meanwhile end with the stop."""
        try:
            self._native.hr_set_stop(self.handle, stop.number)
            yield
        finally:
            self._native.hr_set_stop(self.handle, 0)


def _quietly(native: Native, operation: str, number: c_int32) -> None:
    """What a handler of a signal raises comes out; how the library ended does not matter."""
    called(native, operation, _ignored, number.value, gives_text=False)


def _ignored(*_: object) -> None:
    pass
