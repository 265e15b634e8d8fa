"""The outbox of the examples, with every end that it can come to; the oracle is what the sandbox received."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest

if sys.version_info < (3, 10):
    pytest.skip("the example has match", allow_module_level=True)

from healthrecord import Canceller
from outbox import ASKED, outbox
from practice import (
    BEARER,
    NIR,
    PIN,
    WRONG_PIN,
    Answer,
    Answers,
    Practice,
    card,
    in_another_thread,
    practice,
    witnessed,
)

LINE = "lettre.pdf,EXEMPLE,Hélène,1955-08-14,F"
DEPOSITED = "Le document a été déposé dans le dossier médical partagé du patient."
ALREADY = "Le document avait déjà été déposé dans le dossier médical partagé du patient ; il n'a pas été renvoyé."
IN_DOUBT = "On ne sait pas si le document est arrivé dans le dossier du patient."
SEVERAL = (
    "Plusieurs patients correspondent à ces informations. Complétez-les, par exemple avec la date de naissance, "
    "puis relancez la recherche."
)
CONFIRM = "L'identité ou l'accord du patient reste à confirmer. Interrogez le patient."


class Run:
    """One run of the outbox: what it asked, and what it said."""

    def __init__(self, at: Practice, *lines: str, pins: tuple[Answer, ...] = (PIN,), answers: tuple[Answer, ...] = ()):
        self.at = at
        self.stop = Canceller()
        self.ask, self.secret = Answers(*answers), Answers(*pins)
        self.said: list[str] = []
        self.when_said: Callable[[], object] = lambda: None
        header = "file,nom,prenom,date_naissance,sexe"
        (at.folder / "patients.csv").write_text("\n".join([header, *(lines or (LINE,))]), "utf-8")
        for line in lines or (LINE,):
            at.document(line.split(",")[0], line.encode())

    def say(self, sentence: str) -> None:
        self.said.append(sentence)
        self.when_said()

    def run(self) -> list[str]:
        """What was said; the last is why it gave up."""
        try:
            outbox(self.at.config, self.at.folder, self.stop, self.ask, self.secret, self.say)
        except SystemExit as ended:
            self.said.append(str(ended.code))
        return self.said


@pytest.fixture(autouse=True)
def nothing_leaks(monkeypatch: Any, capfd: Any) -> Iterator[None]:
    with witnessed(monkeypatch) as witness:
        yield
    assert witness.texts
    assert witness.found() == []
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Practice]:
    with practice(tmp_path) as one:
        yield one


def test_sent(at: Practice) -> None:
    run = Run(at, LINE, "autre.pdf,EXEMPLE,Hélène,,")
    assert run.run() == [f"lettre.pdf : {DEPOSITED}", f"autre.pdf : {DEPOSITED}"]
    stored = at.sandbox.documents()
    assert [one["filename"] for one in stored] == ["lettre.pdf", "autre.pdf"]
    assert {(one["type_code"], one["activity_type"], one["patient_id"]) for one in stored} == {
        ("11503-0", "10", f"{NIR[:4]}…{NIR[-2:]}")
    }
    assert (at.presentations(), at.calls("ticket", "login", "dmp_open")) == ([1], [1, 1, 2])


def test_already_sent_by_an_earlier_run(at: Practice) -> None:
    assert Run(at).run() == [f"lettre.pdf : {DEPOSITED}"]
    assert Run(at).run() == [f"lettre.pdf : {ALREADY}"]
    assert (len(at.sandbox.documents()), at.calls("dmp_send")) == (1, [1])


def test_a_wrong_pin_then_the_right_one(at: Practice) -> None:
    run = Run(at, pins=(WRONG_PIN, PIN))
    assert run.run() == [f"lettre.pdf : {DEPOSITED}"]
    first, second = run.secret.questions
    assert first.startswith("Code de la carte (D'ESSAI")
    assert second.startswith("Le code de la carte n'est pas le bon.")
    assert at.presentations() == [2]


@pytest.mark.parametrize("pins", [("",), (WRONG_PIN, "")])
def test_the_pin_is_given_up(at: Practice, pins: tuple[str, ...]) -> None:
    run = Run(at, pins=pins)
    assert run.run() == ["Aucun code n'a été saisi pour la carte."]
    assert (at.presentations(), at.calls("patient_search")) == ([len(pins) - 1], [0])


def test_no_card_is_there(tmp_path: Path) -> None:
    with practice(tmp_path, card(inserted=False)) as at:
        run = Run(at, pins=())
        assert run.run() == ["La carte n'est pas dans le lecteur. Insérez-la, puis recommencez."]
        assert at.calls("ready", "login") == [1, 0]


def test_the_card_is_taken_out_while_its_pin_is_typed(at: Practice) -> None:
    def taken_out() -> str:
        at.remove(at.serial)
        return PIN

    run = Run(at, pins=(taken_out,))
    assert run.run() == ["La carte n'est pas dans le lecteur. Insérez-la, puis recommencez."]
    assert (at.presentations(), at.calls("login")) == ([0], [0])


def test_one_of_several_cards_is_chosen(tmp_path: Path) -> None:
    with practice(tmp_path, card(), card(), card()) as at:
        run = Run(at, answers=("2",))
        assert run.run() == [f"lettre.pdf : {DEPOSITED}"]
        listed = run.ask.questions[0].split(", ")
        chosen = [int(serial in listed[1]) for serial in at.serials]
        assert (sum(chosen), len(listed), at.presentations()) == (1, 3, chosen)
        assert Run(at, pins=(), answers=("",)).run() == ["Aucun choix n'a été fait."]
        assert at.presentations() == chosen


def test_a_situation_is_chosen(tmp_path: Path) -> None:
    places = ({"id": "cabinet", "label": "Cabinet d'essai"}, {"id": "100%?#&+", "label": "Maison d'essai"})
    with practice(tmp_path, card(situations=places)) as at:
        run = Run(at, answers=("2",))
        assert run.run() == [f"lettre.pdf : {DEPOSITED}"]
        assert run.ask.questions == ["1 : Cabinet d'essai, 2 : Maison d'essai ?"]
        assert at.sandbox.control("GET", "/state")["sessions"][0]["situation"]["id"] == "100%?#&+"
        assert (at.presentations(), at.calls("profile_put", "profile_select")) == ([1], [1, 1])
        assert Run(at, answers=("3",)).run() == ["Choisissez votre situation d'exercice."]


def test_several_patients_and_nobody(at: Practice) -> None:
    run = Run(at, "a.pdf,JUMEAU,Marie,,", "b.pdf,PERSONNE,Aucun,,", LINE)
    several, nobody, sent = run.run()
    assert several == f"a.pdf : {SEVERAL}"
    assert nobody.startswith("b.pdf : Aucun patient n'a été trouvé.")
    assert sent == f"lettre.pdf : {DEPOSITED}"
    assert [one["filename"] for one in at.sandbox.documents()] == ["lettre.pdf"]
    assert at.calls("patient_get", "dmp_open") == [2, 1]


@pytest.mark.parametrize("answer", ["oui", "non", ""])
def test_unverified(at: Practice, answer: str) -> None:
    at.without("patients_pointer")
    run = Run(at, answers=(answer,))
    said = DEPOSITED if answer == "oui" else "Patient non confirmé : rien n'a été envoyé."
    assert run.run() == [f"lettre.pdf : {said}"]
    assert run.ask.questions[0].startswith("Comparez ces informations avec votre patient")
    assert at.calls("dmp_open", "dmp_send") == ([1, 1] if answer == "oui" else [0, 0])


def test_opposed(at: Practice) -> None:
    (said,) = Run(at, "a.pdf,OPPOSÉ,Dominique,,", answers=("oui",)).run()
    assert said.startswith("a.pdf : Les informations du patient n'ont pas été mises à jour")
    assert at.calls("patient_update", "dmp_open", "dmp_send") == [1, 0, 0]


@pytest.mark.parametrize("answer", ["oui", "non"])
def test_consent(at: Practice, answer: str) -> None:
    run = Run(at, "a.pdf,TÉMOIN,Loïc,,", answers=(answer,))
    assert run.run() == [f"a.pdf : {DEPOSITED if answer == 'oui' else CONFIRM}"]
    assert run.ask.questions == [ASKED]
    assert at.calls("patient_update", "dmp_open", "dmp_send") == ([1, 1, 1] if answer == "oui" else [0, 0, 0])


def test_another_patient(at: Practice) -> None:
    at.reads(2, patient_id="269054958815780")
    (said,) = Run(at).run()
    assert said.startswith("lettre.pdf : Le service a répondu pour un autre patient : aucun dossier n'a été ouvert.")
    assert at.calls("patient_update", "dmp_open", "dmp_send") == [0, 0, 0]


@pytest.mark.parametrize("call", ["patient_search", "dmp_open"])
def test_the_server_fails_before_the_document(at: Practice, call: str) -> None:
    at.sandbox.fault(call, status=500, times=1)
    (said,) = Run(at).run()
    assert "en panne" in said or "On ne sait pas si le dossier médical partagé du patient a été ouvert" in said
    assert at.calls("dmp_send") == [0]
    assert Run(at).run() == [f"lettre.pdf : {DEPOSITED}"]


@pytest.mark.parametrize("fault", [{"status": 500, "act": True}, {"status": 500}, {"act": True, "cut": "before"}])
def test_nobody_knows_whether_it_arrived(at: Practice, fault: dict[str, Any]) -> None:
    at.sandbox.fault("dmp_send", times=1, **fault)
    (said,) = Run(at).run()
    assert said.startswith(f"lettre.pdf : {IN_DOUBT}")
    (again,) = Run(at).run()
    assert again.startswith("lettre.pdf : Ce document a déjà été envoyé et on ne sait pas s'il est arrivé")
    assert at.calls("dmp_send") == [1]


def test_cancelled_between_two_calls(at: Practice) -> None:
    run = Run(at, LINE, "autre.pdf,EXEMPLE,Hélène,,")
    run.when_said = lambda: in_another_thread(run.stop.cancel)
    sent, cancelled = run.run()
    assert sent == f"lettre.pdf : {DEPOSITED}"
    assert cancelled == "L'opération a été annulée avant de commencer ; rien n'a été envoyé."
    assert at.calls("patient_search", "dmp_send") == [2, 1]


def test_cancelled_during_a_sending(at: Practice) -> None:
    at.sandbox.fault("dmp_send", delay_ms=600_000)  # acted upon first
    run = Run(at, LINE, "autre.pdf,EXEMPLE,Hélène,,")

    def cancel_when_it_is_stored() -> None:
        at.sandbox.wait_until(lambda: len(at.sandbox.documents()) == 1)
        run.stop.cancel()

    other = threading.Thread(target=cancel_when_it_is_stored)
    other.start()
    doubt, cancelled = run.run()
    other.join()
    assert doubt.startswith(f"lettre.pdf : {IN_DOUBT}")
    assert cancelled.startswith("L'opération a été annulée")
    assert at.calls("dmp_send") == [1]


def test_the_configuration_is_a_file_with_secrets_that_are_not_said(at: Practice) -> None:
    assert json.loads(at.config.read_text("utf-8"))["license_bearer"] == BEARER
    at.sandbox.fault("ticket", status=401)
    (said,) = Run(at, pins=()).run()
    assert said.startswith("La licence du logiciel n'a pas pu être vérifiée")
