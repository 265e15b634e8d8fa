"""Ctrl-C and other signals, as the system delivers them."""

from __future__ import annotations

import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Callable

import pytest

from conftest import CODES, PATIENT
from healthrecord import HR_E_CANCELLED, HR_LOG_DEBUG, Client, Ended, HealthRecordError, Result, Session, ended, set_log
from healthrecord import _call as call_module
from healthrecord import _interrupts as interrupts_module
from healthrecord._interrupts import Interrupts
from practice import HELENE, PIN, Practice, open_client
from sandbox import Sandbox, run_python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to itself")

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM", "SIGUSR1") if hasattr(signal, name)]


@pytest.fixture(autouse=True)
def ctrl_c_raises() -> Iterator[None]:
    """Where the tests run in the background the shell has it ignored, and Python then leaves it so."""
    with handlers(signal.default_int_handler, signal.SIGINT):
        yield


class Stop(Exception):
    pass


def press(number: int = signal.SIGINT) -> bool:
    signal.pthread_kill(threading.main_thread().ident or 0, number)
    return True


def stopping(number: int, frame: FrameType | None) -> None:
    raise Stop(number)


@contextmanager
def handlers(handler: Any, *numbers: int) -> Iterator[None]:
    """They must be there at the end too."""
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
        assert {signal.getsignal(number) for number in numbers} == {handler}
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)


@contextmanager
def wrapped(interrupts: Interrupts | None = None) -> Iterator[Interrupts]:
    interrupts = interrupts or Interrupts()
    try:
        interrupts.wrap()
        yield interrupts
    finally:
        interrupts.restore()


@contextmanager
def pressed_when(
    wait: Callable[[float], object], number: int, then: Callable[[], object] = lambda: None
) -> Iterator[None]:
    """Presses once, and has pressed when the block is left."""

    def work() -> None:
        wait(30)
        press(number)
        then()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.parametrize(
    ("number", "handler", "kind"),
    [(signal.SIGINT, signal.default_int_handler, KeyboardInterrupt), *((number, stopping, Stop) for number in SIGNALS)],
)
def test_an_upload_stops(
    record: Session, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, number: int, handler: Any, kind: Any
) -> None:
    """It goes on until the signal was sent, its thread being mostly inside the library."""
    under_way, pressed = threading.Event(), threading.Event()
    calls: list[int] = []
    report = call_module.Call.report

    def held(upload: Any, done: int, total: int) -> int:
        calls.append(done)
        under_way.set()
        if len(calls) > 2:
            assert pressed.wait(30)
        return report(upload, done, total)

    monkeypatch.setattr(call_module.Call, "report", held)
    pressing = pressed_when(under_way.wait, number, pressed.set)
    with handlers(handler, number), pytest.raises(kind) as caught, pressing:
        record.dmp_send_bytes(PATIENT, bytes(3_000_000), filename="a", **CODES)
    ending = caught.value.__cause__
    assert isinstance(ending, HealthRecordError)
    assert ending.code == HR_E_CANCELLED
    assert ending.details.outcome in ("incomplete", "not_sent")
    assert sandbox.documents() == []


@pytest.mark.parametrize("number", SIGNALS)
def test_a_handler_that_returns_lets_the_upload_go_on(record: Session, sandbox: Sandbox, number: int) -> None:
    pressed: list[int] = []

    def told(done: int, total: int) -> None:
        if done == 0:
            press(number)

    with handlers(lambda number, frame: pressed.append(number), number):
        record.set_progress(told)
        record.dmp_send_bytes(PATIENT, bytes(300_000), filename="a", **CODES)
    assert set(pressed) == {number}
    assert len(sandbox.documents()) == 1


def test_what_a_handler_raises_goes_before_what_the_callback_raises(record: Session, sandbox: Sandbox) -> None:
    def raising(done: int, total: int) -> None:
        press()
        raise ValueError

    record.set_progress(raising)
    with pytest.raises(KeyboardInterrupt) as caught:
        record.dmp_send_bytes(PATIENT, b"", filename="a", **CODES)
    assert isinstance(caught.value.__cause__, HealthRecordError)


@pytest.mark.parametrize("call", ["ready", "patient_search", "dmp_send"])
def test_ctrl_c_stops_a_client_s_call_at_once(at: Practice, call: str) -> None:
    """While it waits for an answer; and the exception has the result, though the client is closed when it is seen."""
    at.sandbox.fault(call, delay_ms=600_000, times=1)
    there = at.sandbox.documents if call == "dmp_send" else lambda: at.sandbox.requests(call)
    pressing = pressed_when(lambda _: at.sandbox.wait_until(lambda: bool(there())), signal.SIGINT)
    dmp = Client(at.config, ask=lambda _: PIN)
    with pytest.raises(KeyboardInterrupt) as caught, pressing, dmp:
        assert dmp.login() and dmp.deposit(HELENE, documents=[at.letter()])  # noqa: PT018
    known = ended(caught.value)
    assert isinstance(known, Result)
    assert known.ending == ("in_doubt" if call == "dmp_send" else "cancelled")
    last = dmp.last()
    assert last is not None
    assert last.ending == known.ending
    assert at.calls("dmp_send") == [int(call == "dmp_send")]
    assert signal.set_wakeup_fd(-1) == -1
    assert not [thread for thread in threading.enumerate() if thread.name == "healthrecord-signals"]


def test_a_wake_up_descriptor_of_the_program_is_left_alone(at: Practice) -> None:
    reader, writer = socket.socketpair()
    with reader, writer:
        writer.setblocking(False)
        signal.set_wakeup_fd(writer.fileno())
        try:
            with open_client(at) as dmp:
                assert dmp.find(HELENE).is_found
        finally:
            assert signal.set_wakeup_fd(-1) == writer.fileno()


def close_and_cancel(session: Session) -> None:
    session.close()
    session.cancel()


@pytest.mark.parametrize(
    ("line", "cause", "call"),
    [
        ("opened", None, lambda session: Session()),
        ("hr_open", "hr_open", lambda session: Session({"unknown_key": 1})),
        ("closed", None, lambda session: session.close()),
        ("hr_cancel", "hr_cancel", close_and_cancel),
        ("hr_set_log", "hr_set_log", lambda session: set_log(print, HR_LOG_DEBUG + 1)),
        ("hr_state", "hr_state", lambda session: (session.close(), session.state())),
        ("hr_ticket", None, lambda session: session.ticket()),
        ("hr_ticket_set", "hr_ticket_set", lambda session: session.ticket_set("")),
        ("hr_session_set", "hr_session_set", lambda session: session.session_set("", "")),
        ("hr_pin_retry_allow", "hr_pin_retry_allow", lambda session: session.pin_retry_allow("x")),
        ("hr_dmp_resend_allow", "hr_dmp_resend_allow", lambda session: session.dmp_resend_allow("x")),
        ("hr_dmp_send", "hr_dmp_send", lambda session: session.dmp_send("1", __file__, None, **CODES)),
    ],
)
@pytest.mark.parametrize("number", SIGNALS[:2])
def test_no_call_loses_it(
    session: Session, line: str, cause: str | None, call: Callable[[Session], object], number: int, no_log: Any
) -> None:
    """It comes while the log is told of the call: what is raised there would be printed and forgotten."""
    set_log(lambda level, text: line in text.split() and press(number))
    with handlers(stopping, number):
        with pytest.raises(Stop) as caught:
            call(session)
        set_log(None)
    ending = caught.value.__cause__
    assert isinstance(ending, Ended) if cause is None else isinstance(ending, HealthRecordError)
    assert not isinstance(ending, HealthRecordError) or ending.details.operation == cause


def test_two_handlers_raise_during_one_call() -> None:
    with handlers(stopping, *SIGNALS[:2]):
        with wrapped() as interrupts:
            for number in SIGNALS[:2]:
                press(number)
        last = interrupts.kept
    assert last is not None
    assert (last.args, last.__context__ and last.__context__.args) == ((SIGNALS[1],), (SIGNALS[0],))


def test_another_thread_touches_no_handler() -> None:
    seen: list[object] = []

    def work() -> None:
        with wrapped():
            seen.append(signal.getsignal(signal.SIGTERM))

    with handlers(stopping, signal.SIGTERM):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join(30)
    assert seen == [stopping]


@pytest.mark.parametrize("entering", [True, False])
def test_a_signal_while_the_handlers_are_exchanged(monkeypatch: pytest.MonkeyPatch, entering: bool) -> None:
    """SIGINT is wrapped, and unwrapped, before SIGTERM."""
    real, due = signal.signal, [signal.SIGTERM if entering else signal.SIGINT]

    def exchanging(number: int, handler: Any) -> Any:
        back = handler is stopping
        if number == signal.SIGTERM and back is not entering and due:
            press(due.pop())
        return real(number, handler)

    with handlers(stopping, *SIGNALS):
        interrupts = Interrupts()
        monkeypatch.setattr(interrupts_module, "set_handler", exchanging)
        if entering:
            with pytest.raises(Stop), wrapped(interrupts):
                pytest.fail("the signal did not come out of wrap()")
        else:
            with wrapped(interrupts):
                pass
            assert isinstance(interrupts.kept, Stop)
        monkeypatch.undo()
        assert due == []


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
        session.set_progress(lambda done, total: done and under_way.set())
        session.dmp_send_bytes("255081416802538", bytes(200_000_000), filename="a", activity_type="", type_code="")
    except HealthRecordError:
        pass
threading.Thread(target=send, daemon=True).start()
assert under_way.wait(30)
"""


def test_the_interpreter_ends_in_the_middle_of_an_upload(sandbox: Sandbox, session: Session, card: Any) -> None:
    login = session.login(card.token, "1234")
    for _ in range(5):
        ended = run_python("-c", DAEMON, login.service_url, login.bearer)
        assert (ended.returncode, ended.stderr) == (0, "")
    assert sandbox.documents() == []
