"""A session's calls: what they take, what they give, and what they raise."""

from __future__ import annotations

import ctypes
import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from conftest import CODES, NOM, PATIENT, PIN, PRENOM, WRONG_PIN, card_of
from healthrecord import (
    HR_E_HANDLE,
    HR_E_STATE,
    Card,
    Client,
    Ended,
    HealthRecordError,
    LibraryError,
    Session,
    _call,
    _handle,
    load_library,
)
from healthrecord._call import Call
from sandbox import Sandbox


def test_where_there_is_no_memory_for_the_reply_last_is_enough(record: Session, monkeypatch: Any) -> None:
    copy, free, sizes = ctypes.string_at, record._native.hr_free, iter([False, False, True])
    texts: set[int] = set()

    def failing(address: int) -> bytes:
        texts.add(address)
        if next(sizes):
            return copy(address)
        raise MemoryError

    def freeing(text: int) -> None:
        texts.discard(text)
        free(text)

    monkeypatch.setattr(_call, "string_at", failing)
    monkeypatch.setattr(record._native, "hr_free", freeing)
    with pytest.raises(MemoryError) as caught:
        record.dmp_send_bytes(PATIENT, os.urandom(9), filename="a", **CODES)
    assert texts == set()
    ending = caught.value.__cause__
    assert isinstance(ending, Ended)
    assert ending.result is not None
    assert (ending.result.get("outcome"), ending.result.source("raw")) == ("accepted", None)


def failing(*_: object) -> Any:
    raise MemoryError


def interrupting(*_: object) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize("failure", [failing, interrupting])
@pytest.mark.parametrize(("owner", "name"), [(_call, "string_at"), (Call, "_end"), (_handle, "Settings")])
def test_a_handle_is_closed_when_its_session_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, failure: Any
) -> None:
    handles: list[int] = []
    opened = load_library().hr_open

    def opening(configuration: bytes, handle: Any, out: Any) -> int:
        code = opened(configuration, handle, out)
        handles.append(handle._obj.value)
        return int(code)

    monkeypatch.setattr(load_library(), "hr_open", opening)
    monkeypatch.setattr(owner, name, failure)
    with pytest.raises((MemoryError, KeyboardInterrupt)):
        Session()
    monkeypatch.undo()
    _call.running.clear()
    (handle,) = handles
    assert load_library().hr_close(handle) == HR_E_HANDLE


@pytest.mark.parametrize("failure", [failing, interrupting])
@pytest.mark.parametrize("of", [Session, Client])
def test_a_handle_is_closed_where_the_call_cannot_begin(of: Any, monkeypatch: Any, failure: Any) -> None:
    opened = of()
    monkeypatch.setattr(_call, "room", failure)
    with pytest.raises((MemoryError, KeyboardInterrupt)):
        opened.close()
    assert load_library().hr_close(getattr(opened, "session", opened).handle) == HR_E_HANDLE


def test_an_error_is_shown_with_what_to_do(session: Session, card: Card) -> None:
    with pytest.raises(HealthRecordError) as caught:
        session.login(card.token, WRONG_PIN)
    details = caught.value.details
    assert all(text in str(caught.value) for text in (details.message, details.remedy, "outcome", "http_status 200"))
    assert repr(caught.value) == "<HealthRecordError HR_E_CARD_STATUS in hr_login>"


@pytest.mark.parametrize("text", ["", "{}", "[]", "not JSON"])
def test_an_unknown_code_without_a_usable_text(text: str) -> None:
    error = HealthRecordError(-12345, text, "hr_ready")
    assert (error.code, error.details.operation, error.details.outcome) == (-12345, "hr_ready", None)
    assert error.details.message_fr in str(error)


def test_errors_can_be_copied_between_processes(session: Session) -> None:
    with pytest.raises(HealthRecordError) as caught:
        session.ready()
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.code, str(copy), copy.details.json) == (HR_E_STATE, str(caught.value), caught.value.details.json)
    library = LibraryError("missing", "a", "b")
    copy = pickle.loads(pickle.dumps(library))
    assert (copy.why, str(copy)) == ("missing", str(library))


def test_what_is_shown_holds_no_secret(session: Session, sandbox: Sandbox, serial: str) -> None:
    results: list[Any] = [session.ticket(), session.ready(), session.state(), session]
    ticket = results[0].license_ticket
    card = card_of(session, serial)
    login = session.login(card.token, PIN)
    results += [card, login, session.patient_search(NOM, PRENOM), session.patient_get(), session.settings]
    results += [session.dmp_open(PATIENT), session.profile_put({}), session.last()]
    shown = repr(results) + str(results)
    for secret in (ticket, card.token, serial, login.bearer, PATIENT, NOM, PRENOM, "ESSAI", "Zoé"):
        assert secret not in shown


def test_a_file_with_settings_may_have_a_mark_and_is_in_no_exception(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    settings = '{"license_bearer":"planted","user_agent":"été"}'
    path.write_bytes(settings.encode("cp1252"))
    with pytest.raises(ValueError, match="UTF-8") as caught:
        Session(path)
    assert "planted" not in repr(caught.value)
    assert caught.value.__context__ is None
    path.write_text('{"user_agent":"host/1"}', "utf-8-sig")
    with Session(path) as session:
        assert session.settings.user_agent == "host/1"


def test_arguments_of_another_type_are_refused(session: Session) -> None:
    wrong: list[Any] = [1, b"text", object()]
    for value in wrong:
        with pytest.raises(TypeError, match="nom must be str"):
            session.patient_search(value)
    with pytest.raises(TypeError, match="PIN must be str, bytes or bytearray, not int"):
        session.login("token", 1234)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="data must be bytes"):
        session.dmp_send_bytes("1", "text", filename="a", **CODES)  # type: ignore[arg-type]
    for body in (float("nan"), {"a": object()}, {1: "a"}):
        with pytest.raises((TypeError, ValueError)):
            session.profile_put(body)  # type: ignore[arg-type]


def test_bytes_of_any_kind(record: Session, sandbox: Sandbox, tmp_path: Path) -> None:
    content = os.urandom(999)
    for data in (content, bytearray(content), memoryview(content), memoryview(content + content)[::2], b""):
        sent = record.dmp_send_bytes(PATIENT, data, filename="a", **CODES)
        assert sent.bytes == len(bytes(data))
