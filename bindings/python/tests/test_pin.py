from __future__ import annotations

import ctypes
from typing import Any

import pytest

from conftest import PIN, WRONG_PIN, card_of
from healthrecord import HR_E_PIN_GUARD, CallerError, Card, PeerError, Session
from healthrecord._boundary import Pin
from sandbox import Sandbox


def test_a_refused_pin_is_held_back_until_a_person_decides(session: Session, card: Card, sandbox: Sandbox) -> None:
    serial = card.serial or ""
    with pytest.raises(PeerError):
        session.login(card.token, WRONG_PIN)
    for fresh in (False, True):
        if fresh:
            session.ready()
        with pytest.raises(CallerError) as caught:
            session.login(card.token, WRONG_PIN)
        assert (caught.value.code, caught.value.outcome) == (HR_E_PIN_GUARD, "rejected")
    assert sandbox.presentations(serial) == 1
    session.pin_retry_allow(card_of(session, serial).token)
    with pytest.raises(PeerError):
        session.login(card.token, WRONG_PIN)
    assert sandbox.presentations(serial) == 2
    session.ready()
    assert session.login(card.token, PIN).outcome == "accepted"


@pytest.mark.parametrize("pin", [PIN, PIN.encode(), bytearray(PIN.encode())])
def test_a_pin_may_be_text_or_bytes(session: Session, card: Card, pin: Any) -> None:
    assert session.login(card.token, pin).outcome == "accepted"
    assert pin in (PIN, PIN.encode())


@pytest.mark.parametrize("pin", ["été🩺", "été🩺".encode(), bytearray("été🩺".encode())])
def test_the_buffer_holds_the_pin_and_is_wiped(pin: Any) -> None:
    secret = Pin(pin)
    with secret as buffer:
        assert buffer.value == "été🩺".encode()
    assert not any(buffer.raw)


def test_the_buffer_is_wiped_after_a_login_that_fails(session: Session, card: Card, monkeypatch: Any) -> None:
    seen: list[tuple[bytes, ctypes.Array[ctypes.c_char]]] = []
    ask = session._calls.ask

    def spy(operation: str, *arguments: Any) -> str:
        seen.append((arguments[1].value, arguments[1]))
        return ask(operation, *arguments)

    monkeypatch.setattr(session._calls, "ask", spy)
    with pytest.raises(PeerError):
        session.login(card.token, WRONG_PIN)
    ((value, buffer),) = seen
    assert value == WRONG_PIN.encode()
    assert not any(buffer.raw)


def test_no_frame_of_the_package_holds_the_pin(session: Session, card: Card) -> None:
    with pytest.raises(PeerError) as caught:
        session.login(card.token, WRONG_PIN)
    traceback = caught.value.__traceback__
    while traceback is not None:
        if "healthrecord" in traceback.tb_frame.f_code.co_filename.replace("tests", ""):
            assert WRONG_PIN not in map(str, traceback.tb_frame.f_locals.values())
        traceback = traceback.tb_next


def test_an_empty_pin_and_a_foreign_token_are_refused(session: Session, card: Card, sandbox: Sandbox) -> None:
    for token, pin in ((card.token, ""), ("x", PIN)):
        with pytest.raises(CallerError) as caught:
            session.login(token, pin)
        assert caught.value.name == "HR_E_ARGUMENT"
    assert sandbox.requests("login") == []
