from __future__ import annotations

import logging
import sys
import threading
from typing import Any

import pytest

from healthrecord import HR_LOG_DEBUG, HealthRecordError, Session, set_log

pytestmark = pytest.mark.usefixtures("no_log")


def test_a_logger_receives_the_lines(session: Session, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    set_log(logging.getLogger("practice.dmp"))
    with pytest.raises(HealthRecordError):
        session.ready()
    session.ticket()
    Session().close()
    assert {record.name for record in caplog.records} == {"practice.dmp"}
    assert {record.levelno for record in caplog.records} == {logging.DEBUG, logging.INFO, logging.ERROR}
    assert any(record.getMessage().startswith("hr_ready HR_E_STATE") for record in caplog.records)
    count = len(caplog.records)
    set_log(None)
    Session().close()
    assert len(caplog.records) == count


def test_an_adapter_is_a_logger(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    set_log(logging.LoggerAdapter(logging.getLogger("adapted"), {"practice": 1}))
    Session().close()
    assert caplog.records[0].practice == 1  # type: ignore[attr-defined]


def test_what_the_receiver_raises_goes_to_the_hook(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    caught: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: caught.append(unraisable.exc_type))

    def raising(level: int, text: str) -> None:
        raise ZeroDivisionError

    set_log(raising)
    assert session.ticket().http_status == 200
    set_log(None)
    assert set(caught) == {ZeroDivisionError}


def test_the_receiver_may_call_the_library(session: Session) -> None:
    names: list[str] = []

    def calling(level: int, text: str) -> None:
        with Session({"license_url": "http://127.0.0.1", "license_bearer": "x"}) as other:
            names.append(other.state().next or "")
            other.cancel()

    set_log(calling)
    session.ticket()
    assert set(names) == {"hr_ticket"}


def test_the_receiver_may_set_another_while_a_setting_is_refused() -> None:
    lines: list[str] = []

    def refused() -> None:
        set_log(lambda level, text: set_log(lambda level, text: lines.append(text)))
        with pytest.raises(HealthRecordError):
            set_log(print, HR_LOG_DEBUG + 1)

    thread = threading.Thread(target=refused, daemon=True)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()
    Session().close()
    assert lines
