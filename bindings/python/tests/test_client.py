"""The client: one loop over what is asked, for login, find and deposit alike."""

from __future__ import annotations

import pickle
import traceback
from pathlib import Path
from typing import Any

import pytest

from healthrecord import Ask, Client, Code, Ending, HealthRecordError, Question, Result, set_log
from practice import BEARER, CODES, HELENE, NIR, PIN, WRONG_PIN, Person, Practice, card, open_client, practice

TWO = ({"id": "1", "label": "Cabinet"}, {"id": "100%?#&+", "label": "Maison"})
SIGNED = {"insQualified": True, "alimentationConsent": True}
WITNESS = {"nom": "TÉMOIN", "prenom": "Loïc"}
TWINS = {"nom": "JUMEAU"}


def test_the_whole_way(at: Practice) -> None:
    seen: list[int] = []
    with Client(at.config, ask=Person(pin=PIN), progress=lambda done, total: seen.append(done)) as dmp:
        assert repr(dmp) == "<healthrecord.Client open>"
        login = dmp.login(wait_card=1.5)
        assert (login.is_open, login.ending, login.error, login.sentence_fr != "") == (True, "open", None, True)
        assert login.value is not None
        assert login.value.session is True
        found = dmp.find(HELENE)
        assert (found.is_found, found.value and found.value.patient_id) == (True, NIR)
        sent = dmp.deposit(HELENE, patient_id=NIR, documents=[at.letter()])
        assert (sent.is_complete, [one.ending for one in sent.documents]) == (True, [Ending.SENT])
        again = dmp.deposit(HELENE, documents=[at.letter()])
        assert [one.already for one in again.documents] == [True]
        data = at.document("b.pdf", b"b").read_bytes()
        assert dmp.deposit_bytes(data, HELENE, document={**CODES, "filename": "b.pdf"}).is_complete
        last = dmp.last()
        assert last is not None
        assert (last.ending, last.is_complete) == ("sent", True)
    assert repr(dmp) == "<healthrecord.Client closed>"
    assert (at.calls("dmp_send", "login"), seen[-1]) == ([2, 1], 11)


def test_a_pin_goes_until_the_session_is_open_and_is_asked_again_when_it_is_refused(tmp_path: Path) -> None:
    with practice(tmp_path, card(situations=TWO)) as at:
        person = Person(pin=[WRONG_PIN, PIN], situation=1)
        with Client(at.config, ask=person) as dmp:
            assert dmp.login().is_open
        assert person.asked == ["pin", "pin", "situation"]
        assert person.questions[1].sentence_fr.startswith("Le code de la carte n'est pas le bon.")
        assert at.presentations() == 2
        assert at.sandbox.control("GET", "/state")["sessions"][0]["situation"]["id"] == "100%?#&+"


@pytest.mark.parametrize("answer", [{"situation_id": "100%?#&+"}, None])
def test_a_situation_that_the_host_knows(tmp_path: Path, answer: dict[str, str] | None) -> None:
    with practice(tmp_path, card(situations=TWO)) as at:
        at.without("situations_pointer")
        with Client(at.config, ask=Person(pin=PIN, situation=answer)) as dmp:
            login = dmp.login()
            assert (login.ending, login.is_open, login.value is None) == ("open", answer is not None, answer is None)
        assert at.calls("profile_select") == [0 if answer is None else 1]


def test_a_profile_may_be_asked(tmp_path: Path) -> None:
    with practice(tmp_path, card(situations=TWO)) as at:
        at.without("profile")
        person = Person(pin=PIN, profile={}, situation=0)
        with Client(at.config, ask=person) as dmp:
            assert dmp.login().is_open
        assert (person.asked, at.presentations()) == (["pin", "profile", "situation"], 1)


def test_a_wrong_pin_is_never_presented_again_without_a_person(at: Practice) -> None:
    person = Person(pin=[WRONG_PIN, WRONG_PIN, WRONG_PIN, WRONG_PIN], retry=0)
    with Client(at.config, ask=person) as dmp:
        result = dmp.login()
    assert person.asked[:3] == ["pin", "pin", "pin"]
    assert at.presentations() <= 3
    assert not result.is_open


def test_a_card_is_chosen(tmp_path: Path) -> None:
    with practice(tmp_path, card(), card()) as at:
        person = Person(card=0, pin=PIN)
        with Client(at.config, ask=person) as dmp:
            assert dmp.login().is_open
            assert person.asked == ["card", "pin"]
            assert len(person.questions[0].choices) == 2
        with Client(at.config) as nobody:
            asking = nobody.login()
            assert (asking.ending, asking.get("ask"), asking.value) == (Ending.LOGIN_NEEDED, "card", None)


def test_traits_and_the_patient_are_asked(at: Practice) -> None:
    at.without("patients_pointer")
    with open_client(at, patient=0) as dmp:
        assert dmp.deposit(HELENE, documents=[at.letter()]).is_complete


def test_several_are_shown_and_more_traits_asked(at: Practice) -> None:
    with open_client(at, traits=[HELENE]) as dmp:
        found = dmp.find({"nom": "JUMEAU"})
        assert found.value is not None
        assert found.value.patient_id == NIR
    with open_client(at, traits=0) as dmp, pytest.raises(ValueError, match="cannot be chosen"):
        dmp.find({"nom": "JUMEAU"})


@pytest.mark.parametrize("update", [SIGNED, None])
def test_consent_is_signed_for_or_nothing_is_sent(at: Practice, update: Any) -> None:
    with open_client(at, update=update) as dmp:
        result = dmp.deposit(WITNESS, documents=[at.letter()])
    sent = int(update is not None)
    assert (result.is_complete, at.calls("patient_update", "dmp_send")) == (bool(sent), [sent, sent])
    assert update is not None or result.ending == Ending.CONSENT_NEEDED


@pytest.mark.parametrize(("choice", "sendings"), [(0, 1), (1, 2), (None, 1)])
def test_a_doubt_is_asked_by_the_next_call(at: Practice, choice: int | None, sendings: int) -> None:
    at.sandbox.fault("dmp_send", nth=1, act=True, cut="before")
    with open_client(at, doubt=choice) as dmp:
        first = dmp.deposit(HELENE, documents=[at.letter()])
        assert (first.ending, first.is_complete) == (Ending.IN_DOUBT, False)
        second = dmp.deposit(HELENE, documents=[at.letter()])
    assert second.is_complete is (choice is not None)
    assert at.calls("dmp_send") == [sendings]


def test_outages_are_results_with_what_became_of_each_document(at: Practice) -> None:
    letters = [at.letter(name, name.encode()) for name in ("a", "b", "c")]
    at.sandbox.fault("dmp_send", nth=2, status=503, act=True)
    with open_client(at) as dmp:
        result = dmp.deposit(HELENE, documents=letters)
        assert [one.ending for one in result.documents] == ["sent", "in_doubt", "not_sent"]
        assert result.error is not None
        assert (result.error.code, result.error.details.step) == (Code.SERVER, "hr_dmp_send")
        at.sandbox.control("POST", "/sessions/end")
        assert dmp.find(HELENE).ending == Ending.LOGIN_NEEDED


def test_mistakes_are_raised(at: Practice) -> None:
    with open_client(at) as dmp:
        with pytest.raises(HealthRecordError) as wrong:
            dmp.deposit(documents=[at.letter()])
        assert wrong.value.code == Code.ARGUMENT
        with pytest.raises(HealthRecordError):
            dmp.deposit(HELENE, documents=[{"path": "a"}])
        with pytest.raises(ValueError, match="update is not JSON"):
            dmp.deposit(HELENE, patient_id=NIR, documents=[], update='{},"patient_id":"1"')
    with pytest.raises(HealthRecordError) as closed:
        dmp.find(HELENE)
    assert closed.value.code == Code.HANDLE
    for settings in ({"unknown_key": 1}, '{"unknown_key":1}'):
        with pytest.raises(HealthRecordError, match="unknown_key") as bad:
            Client(settings)
        assert bad.value.code == Code.CONFIG
    with Client() as fresh:
        assert fresh.last() is None


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 2**31, 1e300])
def test_numbers_that_c_would_wrap_are_refused(seconds: float) -> None:
    with Client() as dmp:
        with pytest.raises(ValueError, match="wait_card"):
            dmp.login(seconds)
        wrong: list[Any] = ["1", None, True, 1j]
        for kind in wrong:
            with pytest.raises(TypeError, match="wait_card"):
                dmp.login(kind)
        with pytest.raises(ValueError, match="timeout_ms"):
            dmp.session.wait_card(None, 2**32 + 5)
        with pytest.raises(TypeError, match="timeout_ms"):
            dmp.session.wait_card(None, 1.5)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="level"):
            set_log(print, 2**32)


def test_nothing_that_is_shown_or_pickled_has_a_name(at: Practice) -> None:
    shown: list[str] = []
    set_log(lambda level, text: shown.append(text))
    try:
        with open_client(at) as dmp:
            results: list[Result[Any]] = [dmp.find(HELENE), dmp.find(TWINS), dmp.login()]
            results += [dmp.deposit(WITNESS, documents=[at.letter()])]
            missing = {**at.letter(), "path": "/EXEMPLE.pdf", "reference": "EXEMPLE"}
            results += [dmp.deposit(HELENE, documents=[missing])]
            assert results[-1].error is not None
            assert [one.reference for one in results[-1].error.documents] == ["EXEMPLE"]
            with pytest.raises(HealthRecordError) as raised:
                dmp.session.patient_find({"patient": TWINS})
            assert len(raised.value.choices) == 2
            errors = [result.error for result in results if result.error] + [raised.value]
            shown += [repr(one) + str(one) for one in [*results, *errors, *raised.value.choices, dmp]]
            for error in errors:
                shown += [str(vars(error)), str(error.args), pickle.dumps(error, 0).decode("latin-1")]
                shown += traceback.format_exception(type(error), error, error.__traceback__)
                again = pickle.loads(pickle.dumps(error))
                assert (again.choices, again.documents) == ((), ())
    finally:
        set_log(None)
    for secret in ("EXEMPLE", "JUMEAU", "TÉMOIN", "\\xc9MOIN", "D'ESSAI", NIR, PIN, BEARER):
        assert secret not in "".join(shown)


@pytest.mark.parametrize("failure", [KeyboardInterrupt, ValueError])
def test_no_frame_of_ours_holds_a_name(at: Practice, failure: type[BaseException]) -> None:
    def raising(question: Question) -> None:
        raise failure

    calls: list[Any] = [
        lambda dmp: dmp.deposit({"nom": "JUMEAU"}, documents=[at.letter("SECRET.pdf")]),
        lambda dmp: dmp.find({"nom": "JUMEAU"}),
        lambda dmp: dmp.find({"nom": "JUMEAU", "prenom": float("nan")}),
        lambda dmp: dmp.find({"nom": "JUMEAU", "else": 1}),
        lambda dmp: dmp.session.patient_search("JUMEAU", "\0"),
        lambda dmp: dmp.session.patient_find({"patient": {"nom": "JUMEAU"}}),
        lambda dmp: dmp.find({"nom": b"JUMEAU"}),
        lambda dmp: dmp.deposit(HELENE, documents=[], update='{"JUMEAU":'),
        lambda dmp: dmp.deposit(HELENE, documents=[], update='["JUMEAU",' + "[" * 9000 + "]" * 9001),
    ]
    with open_client(at) as dmp:
        dmp._ask = raising
        for call in calls:
            with pytest.raises((failure, TypeError, ValueError, HealthRecordError)) as caught:
                call(dmp)
            assert held(caught.value, ("JUMEAU", "SECRET"), everywhere=True) == []


def held(error: BaseException | None, secrets: tuple[str, ...], everywhere: bool = False) -> list[str]:
    """In frames of ours, and in those of what we call."""
    found = []
    while error is not None:
        said = [getattr(error, name, None) for name in ("args", "doc", "object")]
        found += [secret for secret in secrets if secret in str(said)]
        traced = error.__traceback__
        while traced is not None:
            frame = traced.tb_frame
            package = frame.f_globals.get("__package__", "")
            if "healthrecord" in package or (everywhere and package == "json"):
                found += [
                    f"{frame.f_code.co_name} {name}"
                    for name, value in frame.f_locals.items()
                    if any(secret in repr(value) for secret in secrets)
                ]
            traced = traced.tb_next
        error = error.__cause__ or error.__context__
    return found


def test_words_of_a_newer_library_survive() -> None:
    question = Question('{"ask":"newer","message":"m","message_fr":"f","choices":[{"label":"a","value":null}]}')
    assert (question.kind, f"{question.kind}", question.choices[0].value) == ("newer", "newer", None)
    assert pickle.loads(pickle.dumps(Ask("newer"))) == "newer"
    error = HealthRecordError(-12345, '{"name":"HR_E_NEW","operation":"hr_x","message":"m","remedy":"r"}')
    assert (error.code, str(error), error.details.reason) == (-12345, "m [HR_E_NEW, in hr_x] r", None)
