from __future__ import annotations

import gc
import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from healthrecord import HR_E_HANDLE, HealthRecordError, Session, _call, load_library
from sandbox import Sandbox

LONG = 60_000


@pytest.mark.parametrize("cycle", [False, True])
def test_a_dropped_session_is_closed(cycle: bool) -> None:
    session = Session()
    if cycle:
        session.set_progress(lambda done, total, _kept=[session]: _kept)  # type: ignore[misc]
    handle = session.handle
    assert load_library().hr_state(handle, None) == 0
    del session
    gc.collect()
    assert load_library().hr_state(handle, None) == HR_E_HANDLE


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
