from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from conftest import PIN
from healthrecord import Card, Client, HealthRecordError, Session, _boundary
from healthrecord._boundary import Secret
from sandbox import Sandbox

PACKAGE = Path(_boundary.__file__).parent


@pytest.mark.parametrize("pin", [PIN, PIN.encode(), bytearray(PIN.encode())])
def test_a_pin_may_be_text_or_bytes(session: Session, card: Card, pin: Any) -> None:
    assert session.login(card.token, pin).outcome == "accepted"
    assert pin in (PIN, PIN.encode())


@pytest.mark.parametrize("pin", ["été🩺", "été🩺".encode(), bytearray("été🩺".encode())])
def test_the_buffer_holds_the_pin_and_is_wiped(pin: Any) -> None:
    secret = Secret(pin)
    assert secret.buffer.value == "été🩺".encode()
    secret.wipe()
    assert not any(secret.buffer.raw)


UNIQUE = "7391820465"


def tracebacks(error: BaseException | None) -> Iterator[TracebackType]:
    """Those of the package, also in what the error was raised from."""
    if error is not None:
        traceback = error.__traceback__
        while traceback is not None:
            if Path(traceback.tb_frame.f_code.co_filename).parent == PACKAGE:
                yield traceback
            traceback = traceback.tb_next
        yield from tracebacks(error.__cause__ or error.__context__)


@pytest.mark.parametrize(
    ("token", "pin"),
    [
        (None, UNIQUE),
        (None, UNIQUE.encode()),
        (None, bytearray(UNIQUE.encode())),
        (None, UNIQUE + "\0"),
        (None, UNIQUE.encode() + b"\0"),
        (None, UNIQUE + "\ud800"),
        (None, int(UNIQUE)),
        (None, (UNIQUE,)),
        (1, UNIQUE),
        ("\0", UNIQUE.encode()),
        ("no such card", UNIQUE),
    ],
)
def test_no_frame_of_the_package_holds_the_pin(session: Session, card: Card, token: Any, pin: Any) -> None:
    with pytest.raises((HealthRecordError, TypeError, ValueError)) as caught:
        session.login(card.token if token is None else token, pin)
    assert holding(caught.value) == []


@pytest.mark.parametrize("name", ["_boundary.utf8", "ctypes.memmove", "ctypes.create_string_buffer", "_call.string_at"])
@pytest.mark.parametrize("pin", [UNIQUE, UNIQUE.encode()])
def test_nor_when_it_is_interrupted(session: Session, card: Card, monkeypatch: Any, name: str, pin: Any) -> None:
    def interrupting(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(name if name.startswith("ctypes.") else f"healthrecord.{name}", interrupting)
    with pytest.raises((KeyboardInterrupt, HealthRecordError)) as caught:
        session.login(card.token, pin)
    assert holding(caught.value) == []


@pytest.mark.parametrize("pin", [UNIQUE, UNIQUE.encode(), UNIQUE + "\0", int(UNIQUE), (UNIQUE,)])
def test_nor_where_one_call_makes_several_steps(session: Session, card: Card, sandbox: Sandbox, pin: Any) -> None:
    sandbox.fault("login", status=503)
    wanted = {"serial": card.get("serial")}
    for request in ({"card": wanted}, "{", {"card": float("nan")}):
        with pytest.raises((HealthRecordError, TypeError, ValueError)) as caught:
            session.connect(request, pin)
        assert holding(caught.value, "connect") == []
    with Client(sandbox.config(), ask=lambda _: pin) as dmp:
        if pin in (UNIQUE, UNIQUE.encode()):
            assert dmp.login(card=wanted).ending == "not_open"
            return
        with pytest.raises((TypeError, ValueError)) as caught:
            dmp.login(card=wanted)
        assert holding(caught.value) == []


def holding(error: BaseException, method: str = "login") -> list[str]:
    """Where a variable of the package shows the PIN, or a buffer still holds it."""
    seen = [traceback.tb_frame for traceback in tracebacks(error)]
    assert any(frame.f_code.co_name == method for frame in seen)
    found = []
    for frame in seen:
        for name, value in frame.f_locals.items():
            values = [getattr(one, "buffer", one) for one in (value if isinstance(value, tuple) else (value,))]
            buffers = [one.raw for one in values if isinstance(one, ctypes.Array)]
            if UNIQUE in repr(value) or any(UNIQUE.encode() in buffer for buffer in buffers):
                found.append(f"{frame.f_code.co_name} {name}")
    return found
