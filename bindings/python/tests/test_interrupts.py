"""Ctrl-C, as the system delivers it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from conftest import CODES, PATIENT
from healthrecord import HR_E_CANCELLED, CallerError, HealthRecordError, Session, set_log
from sandbox import Sandbox

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to itself")

HUGE = 400_000_000


def press() -> bool:
    os.kill(os.getpid(), signal.SIGINT)
    return True


@pytest.fixture
def huge(tmp_path: Path) -> Path:
    path = tmp_path / "huge.pdf"
    with path.open("wb") as file:
        file.write(os.urandom(32))
        file.truncate(HUGE)
    return path


def interrupted_upload(record: Session, huge: Path, kind: type[BaseException], progress: bool) -> CallerError:
    """Presses Ctrl-C once the upload is under way and its thread is inside the library."""
    under_way = threading.Event()
    thread = threading.Thread(target=lambda: under_way.wait(30) and press())
    thread.start()
    if not progress:
        under_way.set()
    with pytest.raises(kind) as caught:
        record.dmp_send(PATIENT, huge, **CODES, progress=(lambda done, total: under_way.set()) if progress else None)
    thread.join()
    ending = caught.value.__cause__
    assert isinstance(ending, CallerError)
    return ending


@pytest.mark.parametrize("progress", [True, False])
def test_an_upload_stops(record: Session, sandbox: Sandbox, huge: Path, progress: bool) -> None:
    before = signal.getsignal(signal.SIGINT)
    ending = interrupted_upload(record, huge, KeyboardInterrupt, progress)
    assert ending.code == HR_E_CANCELLED
    assert ending.outcome in ("incomplete", "not_sent")
    assert sandbox.documents() == []
    assert signal.getsignal(signal.SIGINT) is before


def test_a_handler_of_the_host_is_asked(record: Session, sandbox: Sandbox, huge: Path) -> None:
    class Stop(Exception):
        pass

    def handler(number: int, frame: FrameType | None) -> None:
        raise Stop

    before = signal.signal(signal.SIGINT, handler)
    try:
        interrupted_upload(record, huge, Stop, True)
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert sandbox.documents() == []


def test_a_handler_that_returns_lets_the_upload_go_on(record: Session, sandbox: Sandbox, huge: Path) -> None:
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        record.dmp_send(PATIENT, huge, **CODES, progress=lambda done, total: done or press())
    finally:
        signal.signal(signal.SIGINT, before)
    assert pressed
    assert len(sandbox.documents()) == 1


def when_arrived(sandbox: Sandbox, call: str) -> threading.Thread:
    def wait() -> None:
        sandbox.wait_for(call)
        press()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_while_waiting_for_the_answer_the_ending_is_told(record: Session, sandbox: Sandbox) -> None:
    sandbox.fault("dmp_send", delay_ms=500)
    thread = when_arrived(sandbox, "dmp_send")
    with pytest.raises(KeyboardInterrupt) as caught:
        record.dmp_send_bytes(PATIENT, os.urandom(9), filename="a", **CODES)
    thread.join()
    ending = caught.value.__cause__
    assert isinstance(ending, HealthRecordError)
    assert (ending.code, ending.outcome, ending.bytes) == (0, "accepted", 9)
    assert len(sandbox.documents()) == 1


@pytest.mark.parametrize("logged", [False, True])
def test_no_call_loses_it(session: Session, sandbox: Sandbox, logged: bool, no_log: Any) -> None:
    if logged:
        set_log(lambda level, text: None)
    sandbox.fault("ticket", delay_ms=500)
    thread = when_arrived(sandbox, "ticket")
    with pytest.raises(KeyboardInterrupt):
        session.ticket()
    thread.join()
    assert session.state().ticket


DAEMON = """
import sys, threading, os
from healthrecord import HealthRecordError, Session, set_log
set_log(lambda level, text: None)
session = Session()
session.session_set(sys.argv[1], sys.argv[2])
session.patient_search("EXEMPLE")
session.dmp_open(session.patient_get().patient_id)
under_way = threading.Event()
def send():
    try:
        session.dmp_send_bytes("255081416802538", bytes(200_000_000), filename="a", activity_type="", type_code="",
                               progress=lambda done, total: done and under_way.set())
    except HealthRecordError:
        pass
threading.Thread(target=send, daemon=True).start()
assert under_way.wait(30)
"""


def test_the_interpreter_ends_in_the_middle_of_an_upload(sandbox: Sandbox, session: Session, card: Any) -> None:
    login = session.login(card.token, "1234")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(5):
        command = [sys.executable, "-c", DAEMON, login.service_url, login.bearer]
        ended = subprocess.run(command, env=environment, timeout=60, capture_output=True, text=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, "")
    assert sandbox.documents() == []
