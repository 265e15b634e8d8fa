"""The library's handle of a session: opened, called, stopped, closed."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ctypes import byref, c_int32
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, TypeVar, Union

from ._boundary import json_text, receiver
from ._call import Progress, called, guarded, progress_function
from ._library import load_library
from ._native import Native
from .results import Settings

if TYPE_CHECKING:
    from typing_extensions import Self

T = TypeVar("T")

Given = Union["os.PathLike[str]", str, Mapping[str, object], None]


class Stop:
    """Ends the calls that are given it, within milliseconds, also those that begin later. Once stopped it stays so."""

    def __init__(self) -> None:
        self._native, number = load_library(), c_int32()
        guarded(self._native, "hr_stop_new", _ignored, byref(number), text=False)
        self.number = number.value
        self.stopped = False
        self._then: set[Callable[[], object]] = set()
        weakref.finalize(self, self._native.hr_stop_free, number.value)

    def stop(self) -> None:
        """Never waits. Any thread, also a signal's handler or a callback; more than once is fine."""
        self.stopped = True
        self._native.hr_stop(self.number)
        for then in tuple(self._then):
            then()

    @contextmanager
    def _stops(self, then: Callable[[], object]) -> Iterator[None]:
        """Called when it is stopped meanwhile, or was before."""
        try:
            self._then.add(then)
            if self.stopped:
                then()
            yield
        finally:
            self._then.discard(then)


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

    settings   the Path of a file with JSON, JSON as str, or a mapping such as Configuration. Opening sends nothing

    Raises HealthRecordError for every code but HR_OK; TypeError and ValueError for arguments: nothing was sent then.
    Calls block, without the GIL. Any thread; one call at a time, a second one raises HR_E_BUSY at once. What a signal's
    handler raises while a call runs in the main thread stops a document whose bytes still leave, and comes out when the
    call has ended, with that as its ``__cause__``. A session does not survive a fork; one that is dropped is closed.
    """

    settings: Settings
    """The settings in force, without secrets."""

    def __init__(self, settings: Given = None, /) -> None:
        if isinstance(settings, os.PathLike):
            settings = Path(settings).read_text("utf-8", "surrogateescape")  # what is no UTF-8 is refused below
        configuration = json_text({} if settings is None else settings, "settings")
        self._native, self._number = load_library(), c_int32()
        # Before it is open: nothing can come between. It does not know this object, which is collected at once.
        self._close = weakref.finalize(self, _closed, self._native, self._number)
        self._progress: Progress | None = None
        try:
            self.settings = guarded(self._native, "hr_open", Settings, configuration, byref(self._number))
            called(self._native, "hr_set_progress", _ignored, self.handle, progress_function, None, text=False)
        except BaseException:
            self._close()  # who keeps the exception keeps this object
            raise

    @property
    def handle(self) -> int:
        """The library's number of this session, for the raw layer."""
        return self._number.value

    def cancel(self) -> None:
        """Stops the call that runs, within milliseconds; does nothing when none runs. Never waits. Any thread."""
        called(self._native, "hr_cancel", _ignored, self.handle, text=False)

    def set_progress(self, progress: Progress | None) -> None:
        """Sets who receives the progress of documents: ``progress(done, total)``, on the thread that makes the call.

        In bytes, or KiB where they are more than 2,147,483,647. False stops the call, and so does what is raised.
        """
        self._progress = receiver(progress, "progress")

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


def _closed(native: Native, number: c_int32) -> None:
    """What a handler of a signal raises comes out, also before the library is called: then nothing else would close."""
    try:
        called(native, "hr_close", _ignored, number.value, text=False)
    except BaseException:
        native.hr_close(number.value)
        raise


def _ignored(*_: object) -> None:
    pass
