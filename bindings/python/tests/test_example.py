"""The example signs for nobody."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from sandbox import ROOT, Sandbox

EXAMPLE = ROOT / "bindings" / "python" / "examples" / "send_document.py"


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
