"""A canceller stays cancelled; what it stops ends truthfully."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest

from healthrecord import (
    Cancelled,
    Canceller,
    Code,
    Deposited,
    DmpClient,
    Document,
    InDoubt,
    LoggedIn,
    NotSent,
    One,
    Session,
)
from healthrecord.canceller import _insist, _Running
from practice import CODES, HELENE, PIN, Answers, Practice, in_another_thread, logged_in, patient_of, practice

LONG = 600_000


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Practice]:
    with practice(tmp_path) as one:
        yield one


@pytest.fixture
def dmp(at: Practice) -> Iterator[DmpClient]:
    with DmpClient(at.config) as client:
        yield client


def test_one_that_was_cancelled_lets_nothing_begin(at: Practice, dmp: DmpClient) -> None:
    stop = Canceller()
    patient = patient_of(logged_in(dmp))
    before = len(at.sandbox.control("GET", "/requests"))
    in_another_thread(stop.cancel)
    stop.cancel()
    assert stop.cancelled
    assert repr(stop) == "<healthrecord.Canceller cancelled>"
    with pytest.raises(Cancelled) as login:
        dmp.login(ask_pin=Answers().pin, canceller=stop)
    with pytest.raises(Cancelled) as find:
        dmp.find(**HELENE, canceller=stop)
    ended = dmp.deposit(patient, [Document(at.document(), **CODES)] * 2, canceller=stop)
    assert isinstance(ended, Deposited)
    assert [type(one) for one in ended.documents] == [NotSent, NotSent]
    assert ended.documents[1].index == 1
    assert all("annulée" in one.sentence_fr for one in ended.documents)
    for error in (login.value, find.value, ended.error):
        assert error is not None
        assert error.code == Code.CANCELLED
    assert len(at.sandbox.control("GET", "/requests")) == before
    assert isinstance(dmp.find(**HELENE, canceller=Canceller()), One)


def test_a_login_is_cancelled_between_the_dialog_and_the_card(at: Practice, dmp: DmpClient) -> None:
    stop = Canceller()

    def typed_too_late() -> str:
        in_another_thread(stop.cancel)
        return PIN

    with pytest.raises(Cancelled):
        dmp.login(ask_pin=Answers(typed_too_late).pin, canceller=stop)
    assert (at.presentations(), at.calls("login")) == ([0], [0])
    assert isinstance(dmp.login(ask_pin=Answers(PIN).pin), LoggedIn)


def test_a_call_that_ended_is_not_stopped_any_more() -> None:
    stopped: list[int] = []
    running = _Running(lambda: stopped.append(1))
    running.cancel()
    running.end()
    running.cancel()
    _insist([running])
    assert stopped == [1]


@pytest.mark.parametrize("call", ["ticket", "ready", "patient_search", "patient_get", "dmp_open", "dmp_send"])
def test_each_call_ends_when_it_is_cancelled_at_the_server(at: Practice, dmp: DmpClient, call: str) -> None:
    at.sandbox.fault(call, delay_ms=LONG)
    stop = Canceller()

    def cancel_when_it_arrived() -> None:
        if call == "dmp_send":
            at.sandbox.wait_until(lambda: len(at.sandbox.documents()) == 1)
        at.sandbox.wait_for(call)
        stop.cancel()

    other = threading.Thread(target=cancel_when_it_arrived)
    other.start()
    began = time.monotonic()
    ended: object = None
    try:
        dmp.login(ask_pin=Answers(PIN).pin, canceller=stop)
        found = dmp.find(**HELENE, canceller=stop)
        assert isinstance(found, One)
        ended = dmp.send(found.patient, at.document(), **CODES, canceller=stop)
    except Cancelled as cancelled:
        ended = cancelled
    other.join()
    assert time.monotonic() - began < 30
    wanted = {"dmp_open": NotSent, "dmp_send": InDoubt}.get(call, Cancelled)
    assert type(ended) is wanted
    assert at.calls("dmp_send") == [int(call == "dmp_send")]


def test_a_cancel_that_comes_before_the_library_is_reached_is_not_lost(
    at: Practice, dmp: DmpClient, monkeypatch: Any
) -> None:
    """The call was admitted, and the library has not begun it: its hr_cancel stops nothing."""
    logged_in(dmp)
    at.sandbox.fault("patient_search", delay_ms=LONG)
    stop, find = Canceller(), Session.patient_find

    def cancelled_first(self: Session, **traits: Any) -> Any:
        in_another_thread(stop.cancel)
        return find(self, **traits)

    monkeypatch.setattr(Session, "patient_find", cancelled_first)
    began = time.monotonic()
    with pytest.raises(Cancelled):
        dmp.find(**HELENE, canceller=stop)
    assert time.monotonic() - began < 30


def test_it_does_not_stop_the_next_call_of_somebody_else(at: Practice, dmp: DmpClient) -> None:
    patient = patient_of(logged_in(dmp))
    for number in range(30):
        stop = Canceller()
        other = threading.Thread(target=stop.cancel)
        path = at.document(content=b"%d" % number)
        other.start()
        dmp.send(patient, path, **CODES, canceller=stop)
        assert isinstance(dmp.find(**HELENE), One)
        other.join()
    assert not [one for one in threading.enumerate() if one.name == "healthrecord cancel" and not ended_soon(one)]


def ended_soon(thread: threading.Thread) -> bool:
    thread.join(30)
    return not thread.is_alive()


def test_a_signal_s_handler_may_cancel(at: Practice, dmp: DmpClient) -> None:
    """In the middle of an upload, between two instructions of its progress."""
    patient = patient_of(logged_in(dmp))
    stop = Canceller()
    previous = signal.signal(signal.SIGTERM, lambda *_: stop.cancel())
    try:
        path = at.document(content=b"x" * 3_000_000)
        progress = in_the_middle(lambda: signal.raise_signal(signal.SIGTERM))
        ended = dmp.send(patient, path, **CODES, progress=progress, canceller=stop)
    finally:
        signal.signal(signal.SIGTERM, previous)
    assert isinstance(ended, NotSent)
    assert (ended.code, at.sandbox.documents()) == (Code.CANCELLED, [])


def in_the_middle(action: Callable[[], None]) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        if 0 < done < total:
            action()

    return progress
