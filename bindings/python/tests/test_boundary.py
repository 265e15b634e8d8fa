"""Every text that the library gives is freed, once, also when something fails on the way."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from conftest import PIN
from healthrecord import HR_E_HANDLE, CallerError, Session, _call, _endings, _exit, load_library
from healthrecord import session as session_module
from healthrecord._call import Call
from healthrecord._exit import Running
from healthrecord._native import Native


class Counting(Native):
    """The real functions; every text given and freed is written down."""

    def __init__(self) -> None:
        vars(self).update(vars(load_library()))
        self.given: list[int] = []
        self.freed: list[int] = []
        self._free = self.hr_free
        self.hr_free = self._freeing

    def _freeing(self, text: Any) -> None:
        address = text.value if isinstance(text, ctypes.c_void_p) else text
        if address:
            self.freed.append(address)
        self._free(text)

    def noting(self, name: str) -> Any:
        function = getattr(self, name)

        def call(*arguments: Any) -> int:
            code = int(function(*arguments))
            self.given.append(arguments[-1]._obj.value)
            return code

        return call


@pytest.fixture
def native(session: Session, monkeypatch: pytest.MonkeyPatch) -> Counting:
    counting = Counting()
    for name in ("hr_state", "hr_ticket", "hr_ready", "hr_login", "hr_dmp_send_bytes"):
        setattr(counting, name, counting.noting(name))
    monkeypatch.setattr(session._calls, "_native", counting)
    return counting


def test_results_and_errors_are_freed(session: Session, native: Counting, serial: str) -> None:
    session.state()
    with pytest.raises(CallerError):
        session.ready()
    session.ticket()
    token = next(card.token for card in session.ready().cards if card.serial == serial)
    session.login(token, PIN)
    with pytest.raises(CallerError):
        session.dmp_send_bytes("1", b"", filename="a", activity_type="", type_code="")
    assert len(native.given) == 6
    assert native.freed == native.given


def test_a_text_that_cannot_be_read_is_freed(session: Session, native: Counting, monkeypatch: Any) -> None:
    def failing(*_: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr(_call, "string_at", failing)
    monkeypatch.setattr(_endings, "string_at", failing)
    with pytest.raises(CallerError) as caught:
        session.state()
    assert (caught.value.name, caught.value.outcome) == ("HR_E_TOO_LARGE", None)
    assert isinstance(caught.value.__cause__, MemoryError)
    assert len(native.given) == 1
    assert native.freed == native.given


def test_a_text_is_freed_when_the_call_is_left_by_an_exception(session: Session, native: Counting) -> None:
    state = native.hr_state

    def interrupted(*arguments: Any) -> int:
        state(*arguments)
        raise SystemExit

    native.hr_state = interrupted
    with pytest.raises(SystemExit):
        session._calls.call("hr_state", str)
    assert native.freed == native.given != []


def failing(*_: object) -> Any:
    raise MemoryError


def interrupting(*_: object) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize("failure", [failing, interrupting])
@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (_call, "string_at"),
        (Running, "end"),
        (Call, "_raise_stopped"),
        (session_module, "settings_of"),
        (session_module, "Calls"),
        (None, "hr_set_progress"),
    ],
)
def test_a_handle_is_closed_when_its_session_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, failure: Any
) -> None:
    counting = Counting()
    handles: list[int] = []

    def opening(configuration: bytes, handle: Any, out: Any) -> int:
        code = load_library().hr_open(configuration, handle, out)
        handles.append(handle._obj.value)
        return int(code)

    counting.hr_open = opening
    monkeypatch.setattr(session_module, "load_library", lambda: counting)
    monkeypatch.setattr(owner or counting, name, failure)
    with pytest.raises((CallerError, MemoryError, KeyboardInterrupt)) as caught:
        Session()
    monkeypatch.undo()
    _exit._running.clear()
    (handle,) = handles
    assert handle > 0
    assert load_library().hr_close(handle) == HR_E_HANDLE
    assert caught.value.__traceback__ is not None
