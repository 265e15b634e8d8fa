"""The client: one loop over what is asked, for login, find and deposit alike."""

from __future__ import annotations

import pickle
import traceback
from typing import Any

import pytest

from healthrecord import Ask, Client, HealthRecordError, Question, Result, set_log
from practice import BEARER, CODES, HELENE, NIR, PIN, Person, Practice, open_client

WITNESS = {"nom": "TÉMOIN", "prenom": "Loïc"}
TWINS = {"nom": "JUMEAU"}


def test_the_whole_way(at: Practice) -> None:
    with Client(at.config, ask=Person(pin=PIN)) as dmp:
        assert repr(dmp) == "<healthrecord.Client open>"
        login = dmp.login(wait_card=1.5)
        assert (login.error, login.value and login.value.session) == (None, True)
        found = dmp.find(HELENE)
        assert (found.is_found, found.value and found.value.patient_id) == (True, NIR)
        data = at.document().read_bytes()
        assert dmp.deposit_bytes(data, HELENE, document={**CODES, "filename": "b.pdf"}).is_complete
        last = dmp.last()
        assert (last and last.ending, last and last.is_complete) == ("sent", True)
    assert repr(dmp) == "<healthrecord.Client closed>"


def test_mistakes_are_raised(at: Practice) -> None:
    with open_client(at, traits=0) as dmp:
        with pytest.raises(ValueError, match="cannot be chosen"):
            dmp.find(TWINS)
        with pytest.raises(ValueError, match="update is not JSON"):
            dmp.deposit(HELENE, patient_id=NIR, documents=[], update='{},"patient_id":"1"')
    with Client() as fresh:
        assert fresh.last() is None


def test_patient_is_answered_by_a_choice_of_its_own_alone(at: Practice) -> None:
    at.without("patients_pointer")
    with open_client(at) as dmp:
        dmp._ask = person = Person()
        dmp.find(HELENE)
        person.answers["patient"] = [person.questions[0].choices[0], HELENE]
        for traits, mistake in ((WITNESS, ValueError), (HELENE, TypeError)):
            with pytest.raises(mistake, match="choice"):
                dmp.find(traits)


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
        for frame, _ in traceback.walk_tb(error.__traceback__):
            package = frame.f_globals.get("__package__", "")
            if "healthrecord" in package or (everywhere and package == "json"):
                found += [
                    f"{frame.f_code.co_name} {name}"
                    for name, value in frame.f_locals.items()
                    if any(secret in repr(value) for secret in secrets)
                ]
        error = error.__cause__ or error.__context__
    return found


def test_words_of_a_newer_library_survive() -> None:
    question = Question('{"ask":"newer","message":"m","message_fr":"f","choices":[{"label":"a","value":null}]}')
    assert (question.kind, f"{question.kind}", question.choices[0].value) == ("newer", "newer", None)
    assert pickle.loads(pickle.dumps(Ask("newer"))) == "newer"
    error = HealthRecordError(-12345, '{"name":"NEW","operation":"x","message":"m","remedy":"r","service_message":"n"}')
    assert (error.code, str(error), error.details.reason) == (-12345, "m [NEW, in x] r", None)
