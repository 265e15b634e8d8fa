"""What answers may be, what stops a call, and what is known afterwards."""

from __future__ import annotations

import copy
import pickle
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from test_client import TWINS, held

from healthrecord import Client, Ended, Ending, Question, Result, Stop, ended
from healthrecord._json import Members
from practice import HELENE, NIR, PIN, TWO_PLACES, Person, Practice, card, open_client, practice


def test_an_empty_answer_is_none(at: Practice) -> None:
    for empty in ("", b"", bytearray()):
        with Client(at.config, ask=Person(pin=empty)) as dmp:
            assert dmp.login().ending == Ending.LOGIN_NEEDED
    with open_client(at, traits={}) as dmp:
        assert dmp.find(TWINS).get("ask") == "traits"
    assert at.presentations() == 1


@pytest.mark.parametrize("wrong", [{"ask": 1}, {"progress": "x"}, {"stop": 5}])
def test_what_cannot_be_called_or_stop_is_refused_at_once(at: Practice, wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=next(iter(wrong))):
        Client(at.config, **wrong) if "stop" not in wrong else Client(at.config).login(**wrong)
    with Client() as dmp, pytest.raises(TypeError, match="progress"):
        dmp.session.set_progress(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", ["JUMEAU\0", "JUMEAU\ud800"])
def test_texts_that_c_would_cut_or_garble_are_refused(at: Practice, bad: str) -> None:
    letter = at.letter()
    calls: list[Any] = [
        lambda dmp: dmp.find({"nom": bad}),
        lambda dmp: dmp.find({bad: "a"}),
        lambda dmp: dmp.find(HELENE, patient_id=bad),
        lambda dmp: dmp.deposit(HELENE, documents=[{**letter, "filename": bad}]),
        lambda dmp: dmp.deposit(HELENE, patient_id=NIR, documents=[letter], update={"a": [bad]}),
        lambda dmp: dmp.session.patient_find({"patient": {"nom": bad}}),
        lambda dmp: dmp.session.patient_search(bad),
        lambda dmp: dmp.session.login("token", bad),
        lambda dmp: dmp.session.connect("{}", bad),
        lambda dmp: Client(bad),
    ]
    with open_client(at) as dmp:
        for call in calls:
            with pytest.raises(ValueError, match="character") as raised:
                call(dmp)
            assert held(raised.value, ("JUMEAU",), everywhere=True) == []
    assert at.calls("patient_search") == [0]


def test_a_stop_holds_for_calls_that_begin_later(at: Practice) -> None:
    with open_client(at) as dmp:
        stop = Stop()
        at.sandbox.fault("patient_search", delay_ms=600_000)
        threading.Thread(target=at.sandbox.when, args=("patient_search", stop.stop)).start()
        for _ in range(2):
            assert dmp.find(HELENE, stop=stop).ending == Ending.CANCELLED
        at.sandbox.heal()
        assert dmp.find(HELENE).is_found
    assert at.calls("patient_search") == [2]


def test_a_question_may_make_other_calls(at: Practice) -> None:
    def asked(question: Question) -> str:
        assert dmp.find(HELENE).ending == Ending.LOGIN_NEEDED
        dmp.stop()
        return PIN

    with Client(at.config, ask=asked) as dmp:
        assert dmp.login().ending == Ending.CANCELLED


def test_nothing_is_asked_any_more_once_it_is_stopped(tmp_path: Path) -> None:
    with practice(tmp_path, card(situations=TWO_PLACES)) as at, Client(at.config) as dmp:
        dmp._ask = person = Person(pin=PIN, situation=[dmp.stop, sys.exit])
        dmp.login()
        assert person.asked == ["pin", "situation"]


def test_stop_leaves_a_stop_of_the_host_alone(at: Practice) -> None:
    job = Stop()
    with open_client(at) as one, open_client(at) as other:
        at.sandbox.fault("patient_search", delay_ms=600_000, times=1)
        threading.Thread(target=at.sandbox.when, args=("patient_search", one.stop)).start()
        assert one.find(HELENE, stop=job).ending == Ending.CANCELLED
        assert other.find(HELENE, stop=job).is_found
        assert one.find(HELENE, stop=job).is_found


def test_what_took_effect_before_a_stop_or_an_exception_is_known(at: Practice) -> None:
    letters = [at.letter("a", b"a"), at.letter("b", b"b")]

    def refused() -> int:
        at.sandbox.fault("patient_search", status=503, times=1)
        return 0

    def busy() -> int:
        at.sandbox.fault("patient_search", delay_ms=600_000, times=1)
        searches = at.calls("patient_search")[0]
        threading.Thread(target=dmp.find, args=(HELENE,)).start()
        at.sandbox.wait_for("patient_search", searches + 1)
        return 0

    def raising() -> None:
        try:
            raise KeyError
        except KeyError as error:
            raise RuntimeError from error

    at.sandbox.fault("dmp_send", nth=1, act=True, cut="before")
    with Client(at.config) as dmp:
        dmp._ask = Person(pin=PIN, doubt=[dmp.stop, refused, raising])
        dmp.login()
        dmp.deposit(HELENE, documents=letters[1:])
        for ending in ("cancelled", "failed"):
            repeated = dmp.deposit(HELENE, documents=letters)
            assert (repeated.ending, outcomes(repeated)) == (ending, ["accepted", "rejected"])
            assert repeated.error is not None
            assert "été déposé" in repeated.error.documents[0].message_fr
        with pytest.raises(RuntimeError) as raised:
            dmp.deposit(HELENE, documents=letters)
    assert outcomes(ended(raised.value)) == ["accepted", "rejected"]
    cause = raised.value.__cause__
    assert isinstance(cause, Ended)
    assert isinstance(cause.__cause__, KeyError)
    assert outcomes(dmp.last()) == ["accepted", "rejected"]  # though it is closed
    with open_client(at, doubt=busy) as dmp:
        dmp._progress = lambda done, total: 1 // (total - done)
        with pytest.raises(ZeroDivisionError) as failed:
            dmp.deposit(HELENE, documents=[at.letter("c", b"c")])
        dmp._progress = None
        in_use = dmp.deposit(HELENE, documents=letters)
        assert (in_use.ending, outcomes(in_use)) == ("in_use", ["accepted", "rejected"])
    assert outcomes(ended(failed.value)) in (["accepted"], ["unknown"])


def outcomes(result: Members | None) -> list[str | None]:
    assert isinstance(result, Result)
    return [one.outcome for one in result.documents]


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_of_a_result_is_whole(at: Practice, how: Any) -> None:
    with open_client(at) as dmp:
        for result in (dmp.find(HELENE), dmp.find(TWINS)):
            same = how(result)
            assert (same.json, same.ending, same.is_found) == (result.json, result.ending, result.is_found)
            assert (same.value and same.value.json) == (result.value and result.value.json)
            assert str(same.error) == str(result.error)
