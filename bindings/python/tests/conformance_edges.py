"""Reasons, what is left out, short memory, a callback that interferes, the interpreter's end."""

from __future__ import annotations

import dis
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Callable

from conformance_steps import Seen, Stage, opened, present, send
from every_point import PACKAGE, is_last

from healthrecord import HealthRecordError, Session, ended, set_log
from healthrecord._native import Native


def reason_and_entry(stage: Stage) -> Seen:
    reasons: list[str | None] = []
    entries: list[str | None] = []
    with Session(stage["config"]) as session:
        session.ticket()

        def refused(token: str, confirmed: bool) -> None:
            try:
                if confirmed:
                    session.pin_retry_allow(token)
                session.login(token, stage["wrong_pin"])
            except HealthRecordError as error:
                reasons.append(error.details.reason)

        token = present(session, stage).token
        refused(token, False)
        refused(token, False)
        token = present(session, stage).token
        refused(token, False)
        refused("another", True)
        refused(token, False)
        refused(token, True)
        patient = opened(session, stage)
        for _ in range(2):
            try:
                send(session, patient, stage)
            except HealthRecordError as error:
                entries.append(error.details.entry)
        session.dmp_resend_allow(entries[0] or "")
        send(session, patient, stage)
    return {"reasons": reasons, "entry": entries[0], "same_entry": entries[0] == entries[1]}


def null_optional_text(stage: Stage) -> Seen:
    with Session(stage["config"]) as session:
        session.ticket()
        session.login(present(session, stage).token, stage["pin"])
        return {"nom": session.patient_search(stage["nom"], None, None, None).raw["nom"]}


def callback_ends_accepted_upload(stage: Stage) -> Seen:
    def interrupted(done: int, total: int) -> None:
        if done == total:
            raise KeyboardInterrupt

    with Session(stage["config"]) as session:
        patient = opened(session, stage)
        try:
            send(session, patient, stage, progress=interrupted)
        except KeyboardInterrupt as error:
            result = ended(error)
            assert result is not None
            return {"outcome": result.get("outcome"), "sha256": result.get("sha256")}
    return {"outcome": "not interrupted"}


class Watched(Native):
    """The real functions; tells when an upload has returned."""

    def __init__(self, native: Native) -> None:
        vars(self).update(vars(native))
        self.returned = False
        self._send = native.hr_dmp_send_bytes
        self.hr_dmp_send_bytes = self._send_and_tell

    def _send_and_tell(self, *arguments: Any) -> Any:
        try:
            return self._send(*arguments)
        finally:
            self.returned = True


@contextmanager
def short_of_memory(native: Watched, due: int) -> Iterator[None]:
    """After the library's return the instruction of that number finds no memory."""
    count = 0
    native.returned = False

    def traced(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and native.returned and allocates(frame):
            count += 1
            if count == due:
                sys.settrace(None)
                raise MemoryError
        return traced

    sys._getframe().f_trace_opcodes = True
    sys.settrace(traced)
    try:
        yield
    finally:
        sys.settrace(None)


def allocates(frame: FrameType) -> bool:
    name = dis.opname[frame.f_code.co_code[frame.f_lasti]]
    return name.startswith(("CALL", "BUILD", "FORMAT", "BINARY", "LIST", "DICT", "MAKE")) and not is_last(frame)


def out_of_memory_after_accept(stage: Stage) -> Seen:
    codes = {"activity_type": stage["activity_type"], "type_code": stage["type_code"]}
    seen = {"accepted": 0, "unreadable": 0, "hidden": 0}
    with Session(stage["config"]) as session:
        patient = opened(session, stage)
        native = Watched(session._native)
        session._native = native
        while not seen["accepted"] and not seen["hidden"]:
            try:
                with short_of_memory(native, seen["unreadable"] + 1):
                    session.dmp_send_bytes(patient.patient_id, b"a note", filename="note.txt", **codes)
                seen["accepted"] += 1
            except MemoryError as error:
                result = ended(error)
                known = result is not None and result.get("outcome") == "accepted"
                seen["unreadable" if known else "hidden"] += 1
    return seen


def keep_running(work: Callable[[], object]) -> Seen:
    """Returns when the threads run, which never end."""
    lines: list[int] = []
    set_log(lambda level, text: lines.append(level))

    def for_ever() -> None:
        while True:
            with suppress(HealthRecordError):
                work()

    for _ in range(4):
        threading.Thread(target=for_ever, daemon=True).start()
    while len(lines) < 1000:
        time.sleep(0.001)
    return {"running": True}


def exit_while_logging(stage: Stage) -> Seen:
    return keep_running(Session({}).ready)


def exit_while_closing(stage: Stage) -> Seen:
    return keep_running(lambda: Session({}).close())


EDGES: dict[str, Callable[[Stage], Seen]] = {
    run.__name__: run
    for run in (
        reason_and_entry,
        null_optional_text,
        callback_ends_accepted_upload,
        out_of_memory_after_accept,
        exit_while_logging,
        exit_while_closing,
    )
}
