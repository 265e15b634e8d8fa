"""From the library's progress callback to the one of the host."""

from __future__ import annotations

import threading
from typing import Callable

from ._interrupts import Interrupts
from ._native import hr_progress_fn

Progress = Callable[[int, int], object]

GO_ON, STOP = 0, 1


class Upload:
    """One upload: its receiver, and what that raised."""

    def __init__(self, receiver: Progress | None, interrupts: Interrupts, relay: Relay) -> None:
        self._receiver = receiver
        self._interrupts = interrupts
        self._relay = relay
        self._before: Upload | None = None
        self.raised: BaseException | None = None

    def begin(self) -> None:
        self._before = self._relay.enter(self)

    def end(self) -> None:
        self._relay.leave(self, self._before)

    def report(self, done: int, total: int) -> int:
        if self.raised is None and self._receiver is not None:
            try:
                if self._receiver(done, total) is False:
                    return STOP
            except BaseException as error:
                self.raised = error
        stopped = self.raised is not None or self._interrupts.kept is not None
        return STOP if stopped else GO_ON


class Relay:
    """What the library calls. It finds the upload by its thread: the library calls on the thread that sends.

    It does not know the session, so that a session without other users is collected at once.
    """

    def __init__(self) -> None:
        uploads: dict[int, Upload] = {}

        def relay(_user: object, done: int, total: int) -> int:
            upload = uploads.get(threading.get_ident())
            return GO_ON if upload is None else upload.report(done, total)

        self._uploads = uploads
        self.function = hr_progress_fn(relay)

    def enter(self, upload: Upload) -> Upload | None:
        thread = threading.get_ident()
        before = self._uploads.get(thread)
        self._uploads[thread] = upload
        return before

    def leave(self, upload: Upload, before: Upload | None) -> None:
        thread = threading.get_ident()
        if self._uploads.get(thread) is not upload:
            return
        if before is None:
            del self._uploads[thread]
        else:
            self._uploads[thread] = before
