"""The client's calls one by one: what is a value, what is raised, and what was received meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from healthrecord import (
    Accepted,
    CallerError,
    Candidate,
    Card,
    CardLocked,
    Choose,
    Code,
    ConsentNeeded,
    Deposited,
    DmpClient,
    Document,
    FoundPatient,
    GivenUp,
    HealthRecordError,
    InDoubt,
    LoggedIn,
    NetworkError,
    Nobody,
    NoCard,
    NotSent,
    One,
    OtherPatient,
    Outcome,
    PeerError,
    PinRefused,
    Rejected,
    Several,
    Unverified,
)
from healthrecord.errors import error_of
from practice import (
    CODES,
    HELENE,
    NIR,
    PIN,
    WRONG_PIN,
    Answers,
    Practice,
    card,
    logged_in,
    patient_of,
    practice,
    witnessed,
)


@pytest.fixture(autouse=True)
def nothing_leaks(monkeypatch: Any, capfd: Any) -> Iterator[None]:
    with witnessed(monkeypatch) as witness:
        yield
    assert witness.found() == []
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Practice]:
    with practice(tmp_path) as one:
        yield one


@pytest.fixture
def dmp(at: Practice) -> Iterator[DmpClient]:
    with DmpClient(at.config) as client:
        yield client


def test_a_login_gives_the_card_and_its_results(at: Practice, dmp: DmpClient) -> None:
    ended = dmp.login(ask_pin=Answers(bytearray(PIN.encode())).pin, card={"cardType": "CPS"})  # type: ignore[arg-type]
    assert isinstance(ended, LoggedIn)
    assert (ended.card.serial, ended.connected.identified, ended.connected.profile) == (at.serial, True, None)
    assert ended.connected.card is not None
    assert ended.connected.card.serial == at.serial
    assert (dmp.session.state().session, at.presentations()) == (True, [1])


def test_a_program_that_answers_one_pin_again_and_again_spends_two_tries_and_no_third(
    at: Practice, dmp: DmpClient
) -> None:
    asked: list[str | None] = []

    def always(_card: Card, why: str | None) -> str:
        asked.append(why)
        return WRONG_PIN

    ended = dmp.login(ask_pin=always)
    assert isinstance(ended, PinRefused)
    assert (at.presentations(), len(asked), asked[0]) == ([2], 3, None)
    assert "n'a pas été présenté" in (asked[2] or "")


def test_a_pin_typed_after_a_warning_is_presented_once(at: Practice, dmp: DmpClient) -> None:
    at.sandbox.fault("login", act=True, cut="before", times=1)
    with pytest.raises(NetworkError) as lost:
        dmp.login(ask_pin=Answers(PIN).pin)
    assert (lost.value.code, lost.value.step, at.presentations()) == (Code.IN_DOUBT, "hr_login", [1])
    typed = Answers(PIN, None)
    given_up = dmp.login(ask_pin=typed.pin)
    assert isinstance(given_up, GivenUp)
    assert (given_up.choose, at.presentations()) == (None, [1])
    assert "n'a pas été présenté" in typed.questions[1]
    assert isinstance(dmp.login(ask_pin=Answers(PIN, PIN).pin), LoggedIn)
    assert at.presentations() == [2]


def test_a_card_locks(at: Practice, dmp: DmpClient) -> None:
    ended = dmp.login(ask_pin=Answers(WRONG_PIN, "11112222", "33334444", PIN).pin)
    assert isinstance(ended, CardLocked)
    assert (ended.card.serial, at.presentations()) == (at.serial, [3])
    assert ended.sentence_fr.startswith("La carte est bloquée.")


def test_a_code_without_a_meaning_asks_a_person_and_nobody_else(at: Practice) -> None:
    at.without("card_codes")
    with DmpClient(at.config) as dmp:
        typed = Answers(WRONG_PIN, None)
        assert isinstance(dmp.login(ask_pin=typed.pin), GivenUp)
    assert (at.presentations(), len(typed.questions)) == ([1], 2)


def test_nothing_typed_and_a_card_taken_out_are_values(at: Practice, dmp: DmpClient) -> None:
    for nothing in (None, "", b"", bytearray()):
        assert isinstance(dmp.login(ask_pin=lambda *_, given=nothing: given), GivenUp)

    def taken_out() -> str:
        at.remove(at.serial)
        return PIN

    for typed in (Answers(taken_out), Answers()):
        assert isinstance(dmp.login(ask_pin=typed.pin), NoCard)
    assert at.presentations() == [0]


def test_a_choice_without_who_chooses(tmp_path: Path) -> None:
    two = ({"id": "1", "label": "A"}, {"id": "2", "label": "B"})
    with practice(tmp_path, card(situations=two), card()) as at, DmpClient(at.config) as dmp:
        cards = dmp.login(ask_pin=Answers().pin)
        assert isinstance(cards, GivenUp)
        assert (cards.choose, len(cards.choices), at.presentations()) == (Choose.CARD, 2, [0, 0])
        situations = dmp.login(ask_pin=Answers(PIN).pin, card={"serial": at.serial})
        assert isinstance(situations, GivenUp)
        assert (situations.choose, situations.choices) == (Choose.SITUATION, list(two))
        assert isinstance(dmp.login(ask_pin=Answers().pin, card={"serial": "0"}), NoCard)
        assert at.presentations() == [1, 0]
        dmp.session.profile_select("2")
        assert isinstance(dmp.find(**HELENE), One)


def test_what_ask_pin_raises_comes_out_and_nothing_is_presented(at: Practice, dmp: DmpClient) -> None:
    with pytest.raises(KeyError):
        dmp.login(ask_pin=lambda *_: os.environ["HR_TEST_NO_DIALOG"])
    with pytest.raises(TypeError):
        dmp.login(ask_pin=lambda *_: 1234)  # type: ignore[arg-type]
    assert at.presentations() == [0]


def test_the_values_of_a_search(at: Practice, dmp: DmpClient) -> None:
    logged_in(dmp)
    found = dmp.find(**HELENE)
    assert isinstance(found, One)
    patient = found.patient
    assert (patient.patient_id, patient.may_receive, patient.parameters["patient_id"]) == (NIR, True, NIR)
    several = dmp.find(nom="JUMEAU")
    assert isinstance(several, Several)
    assert len(several.choices) == 2
    assert isinstance(dmp.find(nom="PERSONNE"), Nobody)
    at.sandbox.fault("patient_search", status=503, times=1)
    with pytest.raises(PeerError) as outage:
        dmp.find(**HELENE)
    assert (outage.value.code, outage.value.step) == (Code.SERVER, "hr_patient_search")


def test_a_patient_comes_from_a_search_of_this_client_alone(at: Practice, dmp: DmpClient) -> None:
    logged_in(dmp)
    patient, path = patient_of(dmp), at.document()
    with DmpClient(at.config) as other:
        logged_in(other)
        with pytest.raises(ValueError, match="another client"):
            other.send(patient, path, **CODES)
    for wrong in (NIR, {"patient_id": NIR}, One(patient), None):
        with pytest.raises(TypeError, match="find"):
            dmp.send(wrong, path, **CODES)  # type: ignore[arg-type]
    for kind in (FoundPatient, Candidate):
        with pytest.raises(TypeError, match="find"):
            kind(object(), object(), HELENE, patient.parameters)
    with pytest.raises(TypeError):
        dmp.send(patient, path, "11503-0", "10")  # type: ignore[misc]
    assert at.calls("dmp_open", "dmp_send") == [0, 0]


def test_a_candidate_is_no_patient_before_a_person_compared(at: Practice) -> None:
    at.without("patients_pointer")
    with DmpClient(at.config) as dmp:
        found = logged_in(dmp).find(**HELENE)
        assert isinstance(found, Unverified)
        with pytest.raises(TypeError, match="Candidate"):
            dmp.send(found.candidate, at.document(), **CODES)  # type: ignore[arg-type]
        assert at.calls("dmp_open") == [0]
        assert isinstance(dmp.send(found.candidate.confirm(), at.document(), **CODES), Accepted)


def test_a_patient_who_became_another_one_gets_nothing(at: Practice, dmp: DmpClient) -> None:
    """Stale: other calls of the session, or the service itself, went on to somebody else."""
    patient = patient_of(logged_in(dmp))
    assert isinstance(dmp.find(nom="ESSAI"), One)
    assert isinstance(dmp.send(patient, at.document("a.pdf", b"a"), **CODES), Accepted)
    assert at.sandbox.documents()[0]["patient_id"] == f"{NIR[:4]}…{NIR[-2:]}"
    at.reads(1, patient_id="269054958815780")
    stale = dmp.send(patient, at.document("b.pdf", b"b"), **CODES)
    assert isinstance(stale, OtherPatient)
    assert at.calls("dmp_open", "dmp_send") == [1, 1]


def test_consent_is_signed_for_or_nothing_is_sent(at: Practice, dmp: DmpClient) -> None:
    patient = patient_of(logged_in(dmp), nom="TÉMOIN")
    assert not patient.may_receive
    needed = dmp.send(patient, at.document(), **CODES)
    assert isinstance(needed, ConsentNeeded)
    assert needed.parameters["alimentationConsent"] is False
    half = dmp.send(patient, at.document(), **CODES, update='{"insQualified": true}')
    assert isinstance(half, ConsentNeeded)
    assert at.calls("dmp_open", "dmp_send") == [0, 0]
    with pytest.raises(ValueError, match="update is not JSON"):
        dmp.send(patient, at.document(), **CODES, update='{},"patient_id":"1"')
    body = '{ "insQualified": true, "alimentationConsent": true }'
    assert isinstance(dmp.send(patient, at.document(), **CODES, update=body), Accepted)
    assert at.calls("patient_update", "dmp_send") == [2, 1]


def test_each_document_has_its_own_ending(at: Practice, dmp: DmpClient) -> None:
    names = ("a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf")
    documents = [Document(at.document(name, name.encode()), **CODES, reference=f"n° {name}") for name in names]
    documents[1].path = at.folder / "absent.pdf"
    at.sandbox.fault("dmp_send", nth=2, status=413)
    at.sandbox.fault("dmp_send", nth=3, status=503, act=True)
    patient = patient_of(logged_in(dmp))
    ended = dmp.deposit(patient, documents)
    assert isinstance(ended, Deposited)
    assert [type(one) for one in ended.documents] == [Accepted, Rejected, Rejected, InDoubt, NotSent]
    assert [one.reference for one in ended.documents] == [f"n° {name}" for name in names]
    assert [one.index for one in ended.documents] == list(range(5))
    assert ended.error is not None
    assert not ended.accepted
    assert ended.documents[1].code == Code.FILE
    assert (ended.documents[2].http_status, ended.documents[3].outcome) == (413, Outcome.UNKNOWN)
    assert all(one.sentence_fr and one.sentence for one in ended.documents)
    doubt = ended.documents[3]
    assert isinstance(doubt, InDoubt)
    again = dmp.deposit(patient, documents)
    assert isinstance(again, Deposited)
    assert [type(one) for one in again.documents] == [Accepted, Rejected, Accepted, InDoubt, Accepted]
    assert [getattr(one, "already", None) for one in again.documents] == [True, None, False, None, False]
    assert [one["filename"] for one in at.sandbox.documents()] == ["a.pdf", "d.pdf", "c.pdf", "e.pdf"]
    dmp.session.dmp_found(doubt.entry or "")
    settled = dmp.send(patient, documents[3].path, **CODES)
    assert isinstance(settled, Accepted)
    assert settled.already
    assert at.calls("dmp_send") == [5]


def test_a_document_from_memory_is_the_one_from_a_file(at: Practice, dmp: DmpClient) -> None:
    patient = patient_of(logged_in(dmp))
    path = at.document("b.pdf")
    letter = bytearray(path.read_bytes())
    for again in (False, True):
        ended = dmp.session.deposit_bytes(
            letter, filename="a.pdf", **CODES, patient=HELENE, reference="letter 7", again=again
        )
        (document,) = ended.documents
        assert (document.reference, document.bytes) == ("letter 7", len(letter))
    known = dmp.send(patient, path, **CODES)
    assert isinstance(known, Accepted)
    assert known.already
    assert [one["filename"] for one in at.sandbox.documents()] == ["a.pdf", "a.pdf"]
    with pytest.raises(TypeError):
        dmp.session.deposit_bytes("text", filename="a.pdf", **CODES, patient=HELENE)  # type: ignore[arg-type]


def test_an_outage_before_any_document_is_their_ending(at: Practice, dmp: DmpClient) -> None:
    patient = patient_of(logged_in(dmp))
    at.sandbox.fault("dmp_open", cut="before", times=1)
    ended = dmp.send(patient, at.document(), **CODES)
    assert isinstance(ended, NotSent)
    assert ended.error is not None
    assert (ended.error.step, ended.sentence_fr) == ("hr_dmp_open", ended.error.message_fr)
    at.sandbox.control("POST", "/sessions/end")
    expired = dmp.send(patient, at.document(), **CODES)
    assert isinstance(expired, NotSent)
    assert isinstance(expired.error, PeerError)
    assert expired.error.code == Code.UNAUTHORIZED


def test_a_defect_is_raised(at: Practice, dmp: DmpClient) -> None:
    with pytest.raises(CallerError) as early:
        dmp.find(**HELENE)
    assert early.value.code == Code.STATE
    patient = patient_of(logged_in(dmp))
    with pytest.raises(CallerError) as wrong:
        dmp.send(patient, at.document(), type_code=10, activity_type="10")  # type: ignore[arg-type]
    assert wrong.value.code == Code.ARGUMENT
    with pytest.raises(CallerError):
        dmp.find()
    dmp.close()
    with pytest.raises(HealthRecordError) as closed:
        dmp.send(patient, at.document(), **CODES)
    assert closed.value.code == Code.HANDLE
    assert at.calls("dmp_send") == [0]


@pytest.mark.parametrize("code", [Code.STATE, Code.ARGUMENT, Code.PANIC])
def test_a_defect_is_raised_although_it_names_documents(
    at: Practice, dmp: DmpClient, monkeypatch: Any, code: Code
) -> None:
    patient = patient_of(logged_in(dmp))
    error = error_of(code, '{"documents":[{"index":0,"outcome":"not_sent"}]}', "hr_deposit", "")

    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(dmp.session, "deposit", fails)
    with pytest.raises(HealthRecordError) as caught:
        dmp.send(patient, at.document(), **CODES)
    assert caught.value is error


def test_what_progress_raises_comes_out_with_what_became_of_each(at: Practice, dmp: DmpClient) -> None:
    patient = patient_of(logged_in(dmp))
    documents = [Document(at.document(name, name.encode() * 3_000_000), **CODES) for name in ("a", "b", "c")]

    def stops(done: int, total: int) -> None:
        if done > total / 2:
            raise LookupError

    with pytest.raises(LookupError) as caught:
        dmp.deposit(patient, documents, progress=stops)
    cause = caught.value.__cause__
    assert isinstance(cause, HealthRecordError)
    assert [one["outcome"] for one in cause.documents or ()] == ["accepted", "incomplete", "not_sent"]
    assert len(at.sandbox.documents()) == 1
