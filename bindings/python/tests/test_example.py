"""The examples: what they send, and that they sign for nobody."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from practice import PIN, WRONG_PIN, Practice, practice
from sandbox import ROOT, Sandbox

EXAMPLE = ROOT / "bindings" / "python" / "examples" / "send_document.py"
QUICKSTART = EXAMPLE.with_name("quickstart.py")


def example(sandbox: Sandbox, answers: str, prenom: str, nom: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(EXAMPLE), json.dumps(sandbox.config()), "2000000002", nom, prenom, __file__]
    return subprocess.run(
        command, env=environment, input=answers, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("answers", ["", "\n", "n\ny\n", "y\n", "yes\ny\n"])
def test_n0d_nothing_is_sent_unless_a_person_signs(sandbox: Sandbox, answers: str) -> None:
    ended = example(sandbox, f"5678\n{answers}", "Loïc", "TÉMOIN")
    assert ended.returncode == 1
    assert ended.stderr.endswith("not confirmed: nothing was sent\n")
    for call in ("patient_update", "dmp_open", "dmp_send"):
        assert sandbox.requests(call) == []


def test_n0d_what_a_person_signs_for_is_sent(sandbox: Sandbox) -> None:
    ended = example(sandbox, "5678\ny\ny\n", "Loïc", "TÉMOIN")
    assert ended.returncode == 0, ended.stderr
    assert "You sign for this: I have checked this patient's identity document." in ended.stderr
    assert "You sign for this: The patient agrees that documents are added" in ended.stderr
    assert len(sandbox.documents()) == 1


def quickstart(
    at: Practice, answers: str, nom: str = "EXEMPLE", prenom: str = "Hélène"
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
    arguments = [str(at.config), at.serial, nom, prenom, str(at.document())]
    return subprocess.run(
        [sys.executable, str(QUICKSTART), *arguments],
        env=environment,
        cwd=at.folder,
        input=answers,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_the_quick_start_is_twenty_lines_and_sends_once(tmp_path: Path) -> None:
    program = QUICKSTART.read_text("utf-8").split('"""\n')[-1]
    assert len([line for line in program.splitlines() if line]) <= 20
    with practice(tmp_path) as at:
        first, second = (quickstart(at, f"{WRONG_PIN}\n{PIN}\n"), quickstart(at, f"{PIN}\n"))
        assert "Le code de la carte n'est pas le bon." in first.stdout
        assert "Le document a été déposé dans le dossier" in first.stdout
        assert "Le document avait déjà été déposé" in second.stdout
        assert (at.calls("dmp_send"), at.presentations(), first.stderr + second.stderr) == ([1], [3], "")
        assert (first.returncode, second.returncode) == (0, 0)


@pytest.mark.parametrize("fault", [{"status": 413}, {"cut": "before", "act": True}], ids=["refused", "in doubt"])
def test_the_quick_start_ends_with_what_became_of_the_document(tmp_path: Path, fault: dict[str, Any]) -> None:
    with practice(tmp_path) as at:
        at.sandbox.fault("dmp_send", times=1, **fault)
        ended = quickstart(at, f"{PIN}\n")
        assert (ended.returncode, ended.stderr, at.calls("dmp_send")) == (1, "", [1])
        assert " document " in ended.stdout


def test_the_quick_start_says_what_an_outage_is(tmp_path: Path) -> None:
    with practice(tmp_path) as at:
        at.sandbox.fault("ready", times=1, cut="before")
        ended = quickstart(at, f"{PIN}\n")
        assert (ended.returncode, ended.stdout, at.presentations()) == (1, "", [0])
        assert ended.stderr.count("\n") == 1
        assert "Traceback" not in ended.stderr


def test_the_quick_start_says_why_it_stops(tmp_path: Path) -> None:
    with practice(tmp_path) as at:
        assert quickstart(at, "\n").stderr == "Aucun code n'a été saisi pour la carte.\n"
        assert quickstart(at, f"{PIN}\n", "JUMEAU", "Marie").stderr.startswith(
            "Plusieurs patients correspondent à ces informations."
        )
        at.remove(at.serial)
        assert quickstart(at, f"{PIN}\n").stderr.startswith("La carte n'est pas dans le lecteur.")
        assert at.calls("dmp_open") == [0]
