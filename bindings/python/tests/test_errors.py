from __future__ import annotations

import pickle
from typing import Any, Callable

import pytest

import healthrecord
from conftest import NOM, PATIENT, PIN, PRENOM, WRONG_PIN, card_of
from healthrecord import (
    HR_E_CONFIG,
    HR_E_HANDLE,
    HR_E_IN_DOUBT,
    HR_E_STATE,
    CallerError,
    Card,
    HealthRecordError,
    InternalError,
    LibraryError,
    NetworkError,
    PeerError,
    Session,
)
from healthrecord._boundary import check
from healthrecord._declare import INT, OUT_TEXT, TEXT
from healthrecord._messages import _ARGUMENTS
from healthrecord.errors import error_of
from sandbox import Sandbox


@pytest.mark.parametrize(
    ("code", "family"),
    [
        (-1, CallerError),
        (-99, CallerError),
        (-100, NetworkError),
        (-199, NetworkError),
        (-200, PeerError),
        (-299, PeerError),
        (-900, InternalError),
        (-999, InternalError),
        (-300, HealthRecordError),
        (-12345, HealthRecordError),
        (7, HealthRecordError),
    ],
)
def test_a_code_has_the_type_of_its_family(code: int, family: type) -> None:
    assert type(error_of(code, "{}", "hr_ready", "X")) is family


@pytest.mark.parametrize("text", ["", "{}", "[]", "not JSON", '{"message": 1, "outcome": true, "bytes": "x"}'])
def test_an_unknown_code_without_a_usable_text(text: str) -> None:
    with pytest.raises(HealthRecordError) as caught:
        check(healthrecord.load_library(), -12345, text, "hr_ready")
    error = caught.value
    assert (error.code, error.name, error.operation) == (-12345, "HR_E_UNKNOWN_CODE", "hr_ready")
    assert (error.outcome, error.bytes, error.in_doubt, error.raw) == (None, None, False, text)
    assert error.message
    assert error.message_fr


def test_zero_is_no_error() -> None:
    check(healthrecord.load_library(), 0, "", "hr_ready")


def test_everything_that_the_library_tells(session: Session, card: Card) -> None:
    with pytest.raises(PeerError) as caught:
        session.login(card.token, WRONG_PIN)
    error = caught.value
    assert (error.name, error.operation, error.at) == ("HR_E_CARD_STATUS", "hr_login", "card")
    assert (error.http_status, error.service_code, error.outcome, error.phase) == (200, 4, "rejected", None)
    assert error.service_message == "wrong PIN: 2 left before the card locks"
    assert error.message in str(error)
    assert error.remedy in str(error)
    assert "la carte" in error.message_fr
    assert "hr_ready" in error.remedy_fr
    assert error.raw.startswith("{")
    assert repr(error) == "<PeerError HR_E_CARD_STATUS in hr_login>"


@pytest.mark.parametrize(
    ("told", "code"),
    [("4", 4), ('"DOC-17"', "DOC-17"), ("null", None), ("1.50", "1.50"), ("[]", None), ("9" * 30, int("9" * 30))],
)
def test_n19_a_service_code_is_a_number_or_a_text(told: str, code: object) -> None:
    raw = f'{{"service_code":{told},"reason":"pin_held","entry":"{"a" * 32}"}}'
    error = error_of(-204, raw, "hr_dmp_send", "HR_E_CONFLICT")
    assert (error.service_code, error.reason, error.entry) == (code, "pin_held", "a" * 32)
    assert type(error.service_code) is type(code)
    assert (code is None) == ("service code" not in str(error))


def test_retry_after(session: Session, sandbox: Sandbox) -> None:
    sandbox.fault("ticket", status=429, headers={"retry-after": "7"})
    with pytest.raises(PeerError) as caught:
        session.ticket()
    assert caught.value.retry_after_s == 7


def test_nothing_listens(session: Session) -> None:
    with Session(local_url="http://127.0.0.1:9") as lonely:
        lonely.ticket_set("ticket")
        with pytest.raises(NetworkError) as caught:
            lonely.ready()
    assert (caught.value.name, caught.value.phase) == ("HR_E_CARD_CLIENT_ABSENT", "connect")


def test_a_bad_configuration_is_named() -> None:
    with pytest.raises(CallerError, match="unknown_key") as caught:
        Session({"unknown_key": 1})
    assert (caught.value.code, caught.value.operation) == (HR_E_CONFIG, "hr_open")


def test_out_of_order(session: Session) -> None:
    with pytest.raises(CallerError, match="hr_ticket") as caught:
        session.ready()
    assert caught.value.code == HR_E_STATE
    assert "hr_ticket" in caught.value.remedy_fr


def test_functions_without_a_text_tell_what_to_do(session: Session, no_log: None) -> None:
    calls: dict[str, tuple[Callable[[], None], str, str]] = {
        "hr_ticket_set": (lambda: session.ticket_set(""), "HR_E_ARGUMENT", "licenseTicket"),
        "hr_session_set": (lambda: session.session_set("", ""), "HR_E_ARGUMENT", "serviceUrl"),
        "hr_pin_retry_allow": (lambda: session.pin_retry_allow("x"), "HR_E_STATE", "ready()"),
        "hr_dmp_resend_allow": (lambda: session.dmp_resend_allow(""), "HR_E_ARGUMENT", "entry"),
        "hr_dmp_found": (lambda: session.dmp_found(""), "HR_E_ARGUMENT", "entry"),
        "hr_set_log": (lambda: healthrecord.set_log(print, 99), "HR_E_ARGUMENT", "HR_LOG_DEBUG"),
    }
    for operation, (call, name, remedy) in calls.items():
        with pytest.raises(CallerError) as caught:
            call()
        error = caught.value
        assert (error.operation, error.name, error.at) == (operation, name, "library")
        assert remedy in error.remedy
        assert error.message_fr.endswith(".")
        assert error.remedy_fr.endswith(".")


def test_no_card_has_a_pin_held_back(session: Session, card: Card) -> None:
    for token in (card.token, "x"):
        with pytest.raises(CallerError, match=r"no PIN of this card is held back.*HR_E_PIN_GUARD") as caught:
            session.pin_retry_allow(token)
        assert caught.value.name == "HR_E_ARGUMENT"


def test_every_function_without_a_text_has_its_words() -> None:
    without = {
        name
        for name, function in vars(healthrecord.load_library()).items()
        if function.restype is INT and TEXT in function.argtypes and OUT_TEXT not in function.argtypes
    }
    of_a_call = {name for name in without if not name.startswith(("hr_json_", "hr_text_copy"))}
    assert of_a_call == set(_ARGUMENTS) - {"hr_set_log"}


def test_in_doubt_also_without_a_text() -> None:
    assert error_of(HR_E_IN_DOUBT, "", "hr_dmp_send", "HR_E_IN_DOUBT").in_doubt


def test_errors_can_be_copied_between_processes(session: Session) -> None:
    with pytest.raises(CallerError) as caught:
        session.ready()
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is CallerError
    assert (copy.code, str(copy), copy.raw) == (HR_E_STATE, str(caught.value), caught.value.raw)
    library = LibraryError("missing", "a", "b", "c", "d")
    copy = pickle.loads(pickle.dumps(library))
    assert (copy.reason, str(copy), copy.message_fr) == ("missing", str(library), "b")


def test_what_is_shown_holds_no_secret(session: Session, sandbox: Sandbox, serial: str) -> None:
    results: list[Any] = [session.ticket(), session.ready(), session.state(), session]
    ticket = results[0].license_ticket
    card = card_of(session, serial)
    login = session.login(card.token, PIN)
    results += [card, login, session.patient_search(NOM, PRENOM), session.patient_get(), session.settings]
    results += [session.dmp_open(PATIENT), session.profile_put({})]
    shown = repr(results) + str(results)
    secrets = [ticket, card.token, serial, login.bearer, login.connection_id, PATIENT, NOM, PRENOM, 'ESSAI"', "Zoé"]
    for secret in [*secrets, sandbox.addresses["license_bearer"], card.id_nat or "?"]:
        assert secret not in shown
    assert "http_status=200" in shown


@pytest.mark.parametrize("value", ["A\0B", "\0", "A\ud800B"])
def test_what_c_would_cut_is_refused(session: Session, card: Card, sandbox: Sandbox, value: str) -> None:
    session.login(card.token, PIN)
    before = len(sandbox.control("GET", "/requests"))
    calls = (
        lambda: session.patient_search(nom=value),
        lambda: session.patient_search("A", None, value),
        lambda: session.ticket_set(value),
        lambda: session.login(value, PIN),
        lambda: session.login(card.token, value),
        lambda: session.pin_retry_allow(value),
        lambda: session.session_set("http://127.0.0.1", value),
        lambda: session.profile_put(value),
        lambda: session.profile_select(value),
        lambda: session.patient_update(value),
        lambda: session.request("GET", value),
        lambda: session.dmp_open(value),
        lambda: session.dmp_send(PATIENT, value, activity_type="", type_code=""),
        lambda: session.dmp_send(PATIENT, __file__, filename=value, activity_type="", type_code=""),
        lambda: session.dmp_send_bytes(PATIENT, b"", filename="a", activity_type="", type_code=value),
        lambda: session.dmp_resend_allow(value),
        lambda: session.dmp_found(value),
        lambda: Session(value),
    )
    for call in calls:
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            call()
        assert value not in str(caught.value)
        assert caught.value.__context__ is None
    assert len(sandbox.control("GET", "/requests")) == before


def test_arguments_of_another_type_are_refused(session: Session, card: Card) -> None:
    wrong: list[object] = [1, b"text", object()]
    for value in wrong:
        with pytest.raises(TypeError, match="nom must be str"):
            session.patient_search(nom=value)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="pin must be str, bytes or bytearray, not int"):
        session.login(card.token, 1234)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="data must be bytes"):
        session.dmp_send_bytes("1", "text", filename="a", activity_type="", type_code="")  # type: ignore[arg-type]
    for body in (float("nan"), {"a": object()}, {1: "a"}):
        with pytest.raises((TypeError, ValueError)):
            session.profile_put(body)  # type: ignore[arg-type]


def test_use_after_close(sandbox: Sandbox) -> None:
    session = Session(sandbox.config())
    assert not session.closed
    session.close()
    session.close()
    session.cancel()
    assert session.closed
    for call in (session.state, session.ticket, lambda: session.ticket_set("a")):
        with pytest.raises(CallerError) as caught:
            call()
        assert caught.value.code == HR_E_HANDLE
