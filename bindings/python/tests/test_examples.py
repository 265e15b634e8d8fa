"""The examples, run as their users run them; the oracle is what the sandbox received."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from practice import PIN, TWO_PLACES, WRONG_PIN, Practice, card, practice
from sandbox import ROOT, Sandbox
from terminal import typed

EXAMPLES = ROOT / "bindings" / "python" / "examples"
COLUMNS = ("path", "type_code", "activity_type", "nom", "prenom", "date_naissance", "sexe", "patient_id")
SENT = "Le document a été déposé dans le dossier médical partagé du patient."
ALREADY = "Le document avait déjà été déposé"
CUT = [("patient_id", "Patient_id", 1), (",sexe", "", 1), ("0.pdf", "0.pdf,", 2), ("1.pdf,", "1.pdf", 3)]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal of the user lies there."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))


def start(name: str, *arguments: object) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")


def run(answers: str, name: str, *arguments: object) -> tuple[int, str, str]:
    with start(name, *arguments) as program:
        said, errors = program.communicate(answers, timeout=60)
        return program.returncode, said, errors


def listed(at: Practice, *rows: dict[str, str]) -> Path:
    """Each row has a letter of its own."""
    path = at.folder / "list.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for number, row in enumerate(rows):
            writer.writerow({**at.letter(f"{number}.pdf", b"%d" % number), "nom": "EXEMPLE", **row})
    return path


@pytest.mark.parametrize(("name", "most"), [("outbox.py", 78), ("quickstart.py", 40)])
def test_they_are_short(name: str, most: int) -> None:
    lines = (EXAMPLES / name).read_text("utf-8").splitlines()
    assert (len(lines) <= most, max(map(len, lines)) <= 110) == (True, True)
    assert not [line for line in lines if " input(" in line]  # but typed


def test_what_was_typed_before_a_question_does_not_answer_it(monkeypatch: pytest.MonkeyPatch) -> None:
    person, end = os.openpty()
    with open(end) as terminal, open(person, "wb", 0) as keys:
        keys.write(f"{PIN}\n".encode())
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr("builtins.input", lambda _: keys.write(b"2\n") and terminal.readline())
        assert typed("? ") == "2\n"


def test_the_outbox_sends_what_is_left(at: Practice) -> None:
    path = listed(at, {}, {"nom": "EXEMPLE\x0b"}, {}, {"path": ""})  # what is no end of a row
    code, said, errors = run(f"{WRONG_PIN}\n{PIN}\n", "outbox.py", at.config, path)
    assert (code, said.count(SENT), at.presentations()) == (1, 2, 2)
    assert "Aucun patient n'a été trouvé." in said
    assert said.endswith("Dans les dossiers : 2 sur 4.\n")
    assert "11 / 11" in errors
    assert (at.folder / ".local/state/vendor/uploads.hrj").is_file()
    assert "Traceback" not in errors
    again = run(f"{PIN}\n", "outbox.py", at.config, listed(at, {}, {}, {}))
    assert (again[0], again[1].count(ALREADY), again[1].count(SENT)) == (0, 2, 1)
    assert at.calls("dmp_send") == [3]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [*CUT, (",,,,", ',,,,"', 2), ("F,\n", 'F,"\n', 3), ("F,\n", 'F,"', 3), ("F,", 'F,"\n"', 3)],
)
def test_a_list_of_another_shape_asks_for_no_pin(at: Practice, old: str, new: str, line: int) -> None:
    path = listed(at, {}, {"sexe": "F"})
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    code, said, errors = run(f"{PIN}\n", "outbox.py", at.config, path)
    assert (code, said, at.presentations()) == (1, "", 0)
    assert (errors.partition(" : ")[0], ".pdf" in errors) == (f"ligne {line}", False)


def test_the_outbox_asks_everything(tmp_path: Path) -> None:
    with practice(tmp_path, card(situations=TWO_PLACES), card(situations=TWO_PLACES)) as at:
        at.sandbox.fault("dmp_send", nth=2, act=True, cut="before")
        path = listed(at, {"nom": "JUMEAU"}, {"nom": "TÉMOIN"})
        answers = ["1", PIN, "2", "", "", "", "F", "EXEMPLE", "Hélène", "", "", "oui", "oui"]
        code, said, _ = run("\n".join([*answers, ""]), "outbox.py", at.config, path)
        assert (code, said.count(SENT), said.count("(oui) : ")) == (1, 1, 2)
        assert "On ne sait pas si le document est arrivé dans le dossier du patient." in said
        searches = [one["query"] for one in at.sandbox.requests("patient_search")]
        assert searches[1:3] == ["nom=JUMEAU&sexe=F", "nom=EXEMPLE&prenom=H%C3%A9l%C3%A8ne&sexe=F"]
        answers = ["²", "9", "1", PIN, "2", "EXEMPLE", "Hélène", "", "", "1"]
        code, said, _ = run("\n".join([*answers, ""]), "outbox.py", at.config, path)
        assert said.index("1.pdf, TÉMOIN") < said.index("Ce document a déjà été envoyé")
        assert (code, said.endswith("Dans les dossiers : 2 sur 2.\n")) == (0, True)
        assert at.calls("dmp_send", "patient_update") == [2, 1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_recipe_asks_about_each_doubt(at: Practice, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    page = (ROOT / "docs" / language / "in-doubt.md").read_text("utf-8")
    (recipe := at.folder / "recipe.py").write_text(page.partition("```python\n")[2].partition("```")[0], "utf-8")
    journal = at.folder / "uploads.hrj"
    at.config.write_text(json.dumps({**json.loads(at.config.read_text("utf-8")), "journal": str(journal)}), "utf-8")
    at.sandbox.fault("dmp_send", times=1, act=True, cut="before")
    assert run(f"{PIN}\n", "outbox.py", at.config, listed(at, {}))[0] == 1
    journal.write_bytes(journal.read_bytes() + b'0000dead {"record":"upload"}\n')
    monkeypatch.chdir(at.folder)
    code, said, errors = run("oui\n", str(recipe))
    assert (code, said.count("oui, non"), "list.csv:2" in said, errors) == (0, 1, True, "")
    assert run(f"{PIN}\n{PIN}\n", "outbox.py", at.config, at.folder / "list.csv")[1].count(ALREADY) == 1


def test_the_outbox_is_killed_and_goes_on(at: Practice) -> None:
    path = listed(at, {}, {}, {})
    at.sandbox.fault("dmp_send", nth=2, delay_ms=600_000)  # acted upon first
    with start("outbox.py", at.config, path) as killed:
        print(PIN, file=killed.stdin, flush=True)
        at.sandbox.wait_until(lambda: len(at.sandbox.documents()) == 2)
        killed.kill()
        killed.wait()
    code, said, _ = run(f"{PIN}\n1\n", "outbox.py", at.config, path)
    assert (code, said.count(SENT)) == (0, 1)
    assert [one["filename"] for one in at.sandbox.documents()] == ["0.pdf", "1.pdf", "2.pdf"]


def test_nothing_typed_and_no_card_end_the_outbox(tmp_path: Path) -> None:
    with practice(tmp_path, card(inserted=False)) as at:
        at.sandbox.control("POST", "/cards/insert", card())
        code, said, _ = run("\n", "outbox.py", at.config, listed(at, {}))
        assert (code, said.endswith("Dans les dossiers : 0 sur 1.\n"), at.calls("login")) == (1, True, [0])


@pytest.mark.parametrize(("fault", "code"), [({}, 0), ({"status": 413}, 1), ({"cut": "before", "act": True}, 1)])
def test_the_quick_start_ends_with_what_became_of_the_document(at: Practice, fault: dict[str, Any], code: int) -> None:
    if fault:
        at.sandbox.fault("dmp_send", times=1, **fault)
    arguments = (at.config, at.serial, "EXEMPLE", "Hélène", at.document())
    ended = run(f"{WRONG_PIN}\n{PIN}\n", "quickstart.py", *arguments)
    assert (ended[0], ended[2], at.calls("dmp_send")) == (code, "", [1])
    assert " document " in ended[1]


def test_the_quick_start_chooses_a_situation_and_says_why_it_stops(tmp_path: Path) -> None:
    with practice(tmp_path, card(situations=TWO_PLACES)) as at:
        arguments = (at.config, at.serial, "EXEMPLE", "Hélène", at.document())
        assert run(f"{PIN}\n2\n", "quickstart.py", *arguments)[0] == 0
        assert at.sandbox.control("GET", "/state")["sessions"][0]["situation"]["id"] == "2"
        at.sandbox.fault("ready", times=1, cut="before")
        code, said, errors = run(f"{PIN}\n", "quickstart.py", *arguments)
        assert (code, said, errors.count("\n")) == (1, "", 1)
        at.remove(at.serial)
        assert run(f"{PIN}\n", "quickstart.py", *arguments)[2].startswith("La carte n'est pas dans le lecteur.")


@pytest.mark.parametrize("typed", ["", f"{PIN}\n", f"{PIN}\n²\n1\n\n", f"{PIN}\n1\n"])
def test_no_typing_ends_the_quick_start_with_a_traceback(tmp_path: Path, typed: str) -> None:
    """The end of the input, what is no number, and choices that only show what is known."""
    with practice(tmp_path, card(situations=TWO_PLACES)) as at:
        code, said, errors = run(typed, "quickstart.py", at.config, at.serial, "JUMEAU", "Marie", at.document())
        assert (code, "Traceback" in errors, at.calls("dmp_send")) == (1, False, [0])
        assert ("  1  1, A\n" in said, "  -  JUMEAU, Marie" in said) == (bool(typed), "1\n" in typed)
        assert "  1  " not in said.partition("Code : ")[0]


@pytest.mark.parametrize(("answers", "sent"), [("", 0), ("1\nn\ny\n", 0), ("1\ny\ny\n", 1)])
def test_the_steps_take_nobody_and_sign_for_nobody(sandbox: Sandbox, answers: str, sent: int) -> None:
    start = ("send_document.py", json.dumps(sandbox.config(patients_pointer="/patients")), "2000000002")
    code, _, errors = run(f"5678\n{answers}", *start, "TÉMOIN", "Loïc", __file__)
    assert (code, len(sandbox.documents()), "You sign for this:" in errors) == (1 - sent, sent, bool(answers))
    assert run("5678\n1\n", *start, "JUMEAU", "Marie", __file__)[0] == 1
    assert len(sandbox.requests("patient_get")) == bool(answers)
