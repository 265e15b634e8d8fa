from __future__ import annotations

import gc
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from ctypes import byref, c_void_p
from pathlib import Path
from typing import Callable

import pytest

from conftest import CODES, PATIENT
from healthrecord import HR_E_BUSY, HR_E_CANCELLED, HR_E_HANDLE, HealthRecordError, Session, _call, load_library
from sandbox import Sandbox

Maker = Callable[..., "tuple[Path, str]"]

LONG = 60_000


@pytest.mark.parametrize("how", ["cancel", "close"])
def test_a_waiting_call_is_stopped_from_another_thread(session: Session, sandbox: Sandbox, how: str) -> None:
    sandbox.fault("ticket", delay_ms=LONG)
    started = time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(session.ticket)
        sandbox.wait_for("ticket")
        getattr(session, how)()
        with pytest.raises(HealthRecordError) as caught:
            call.result()
    assert caught.value.code == HR_E_CANCELLED
    assert time.monotonic() - started < LONG / 2000


def test_cancel_with_nothing_running_does_nothing(session: Session) -> None:
    session.cancel()
    assert session.ticket().http_status == 200


def test_an_upload_is_cancelled_from_another_thread(record: Session, sandbox: Sandbox, make_document: Maker) -> None:
    def cancel(done: int, total: int) -> None:
        thread = threading.Thread(target=record.cancel)
        thread.start()
        thread.join()

    record.set_progress(cancel)
    with pytest.raises(HealthRecordError) as caught:
        record.dmp_send(PATIENT, make_document()[0], None, **CODES)
    assert caught.value.code == HR_E_CANCELLED
    assert sandbox.documents() == []


def test_cancelled_when_all_was_sent_is_in_doubt(record: Session, sandbox: Sandbox) -> None:
    sandbox.fault("dmp_send", delay_ms=LONG)
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(record.dmp_send_bytes, PATIENT, os.urandom(9), filename="a", **CODES)
        deadline = time.monotonic() + 30
        while not sandbox.documents():
            assert time.monotonic() < deadline
            time.sleep(0.005)
        record.cancel()
        with pytest.raises(HealthRecordError) as caught:
            call.result()
    details = caught.value.details
    assert (details.name, details.cause, details.outcome) == ("HR_E_IN_DOUBT", "HR_E_CANCELLED", "unknown")


def test_one_call_at_a_time_and_sessions_are_independent(sandbox: Sandbox, session: Session) -> None:
    sandbox.fault("ticket", delay_ms=LONG, nth=1)
    with ThreadPoolExecutor(1) as pool, Session(sandbox.config()) as other:
        call = pool.submit(session.ticket)
        sandbox.wait_for("ticket")
        assert session.state().document is None
        for busy in (session.ticket, session.ready, lambda: session.ticket_set("a")):
            with pytest.raises(HealthRecordError) as caught:
                busy()
            assert caught.value.code == HR_E_BUSY
        assert other.ticket().http_status == 200
        session.cancel()
        with pytest.raises(HealthRecordError) as caught:
            call.result()
    assert caught.value.code == HR_E_CANCELLED


def test_progress_of_two_uploads_at_once(sandbox: Sandbox, record: Session, make_document: Maker) -> None:
    """The second upload of the same session is refused, and the first one's callback goes on to be told."""
    path, sha256 = make_document()
    mine: list[int] = []
    with ThreadPoolExecutor(1) as pool:

        def told(done: int, total: int) -> None:
            mine.append(done)
            second = pool.submit(record.dmp_send, PATIENT, path, None, **CODES)
            with pytest.raises(HealthRecordError) as caught:
                second.result()
            assert caught.value.code == HR_E_BUSY

        record.set_progress(told)
        assert record.dmp_send(PATIENT, path, None, **CODES).sha256 == sha256
    assert mine[-1] == 3_000_000


def state_code(handle: int) -> int:
    native, out = load_library(), c_void_p()
    code = int(native.hr_state(handle, byref(out)))
    native.hr_free(out)
    return code


def test_a_dropped_session_is_closed() -> None:
    session = Session()
    handle = session.handle
    assert state_code(handle) == 0
    del session
    assert state_code(handle) == HR_E_HANDLE


def test_a_dropped_session_in_a_cycle_is_closed() -> None:
    session = Session()
    session.set_progress(lambda done, total, _kept=[session]: _kept)  # type: ignore[misc]
    handle = session.handle
    del session
    gc.collect()
    assert state_code(handle) == HR_E_HANDLE


def test_the_session_lives_as_long_as_its_call(sandbox: Sandbox) -> None:
    """Nobody else holds the session while the call runs."""
    sandbox.fault("ticket", delay_ms=300)
    assert Session(sandbox.config()).ticket().http_status == 200


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_child_process_has_no_session(session: Session) -> None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            session.state()
        except HealthRecordError as error:
            os.write(writing, str(error.code).encode())
            session.close()
            os.write(writing, b" closed")
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        assert told.read() == f"{HR_E_HANDLE} closed"
    os.waitpid(child, 0)
    assert session.ticket().http_status == 200


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_process_does_not_wait_for_the_parent_s_calls(session: Session, sandbox: Sandbox) -> None:
    sandbox.fault("ticket", delay_ms=LONG)
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(session.ticket)
        sandbox.wait_for("ticket")
        child = os.fork()
        if child == 0:
            waited = True
            try:
                started = time.monotonic()
                _call._wind_up()
                waited = time.monotonic() - started > _call.PATIENCE_S / 2
            finally:
                os._exit(int(waited))
        assert os.waitpid(child, 0)[1] == 0
        session.cancel()
        with pytest.raises(HealthRecordError):
            call.result()


def test_many_threads_with_a_session_each(sandbox: Sandbox) -> None:
    def work(_: int) -> str:
        with Session(sandbox.config()) as session:
            return session.ticket().license_ticket

    with ThreadPoolExecutor(8) as pool:
        tickets = list(pool.map(work, range(80)))
    assert len(set(tickets)) == 80
    assert len(sandbox.requests("ticket")) == 80
