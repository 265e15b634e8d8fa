"""A host that is killed in the middle of an upload and started again asks the doctor, and stores nothing twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Callable

import pytest

from healthrecord import JournalEntry, Session
from sandbox import ROOT, Sandbox

EXAMPLE = ROOT / "bindings" / "python" / "examples" / "after_a_restart.py"
REFUSED = "Ce document a déjà été envoyé et on ne sait pas s'il est arrivé ; il n'a pas été renvoyé. "
QUESTION = "Le document y est-il ? oui, non (il sera envoyé à nouveau), ou plus tard"
DAMAGED = "Une ligne du journal est abîmée : on ne sait pas de quel document elle parlait."
ASKED = f"{REFUSED}Vérifiez dans le dossier du patient. {QUESTION}"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills with a signal")


class Host:
    def __init__(self, sandbox: Sandbox, document: Path, serial: str) -> None:
        journal = document.with_name("envois.hrj")
        self.config = sandbox.config(journal=str(journal), language="fr")
        self.arguments = [json.dumps(self.config), serial, "EXEMPLE", "Hélène", str(document)]

    @contextmanager
    def started(self, answers: str) -> Iterator[subprocess.Popen[str]]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1", "TZ": "UTC"}
        command = [sys.executable, str(EXAMPLE), *self.arguments]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True, encoding="utf-8") as host:
            assert host.stdin is not None
            host.stdin.write(answers)
            host.stdin.flush()
            try:
                yield host
            finally:
                host.kill()

    def said(self, answers: str) -> list[str]:
        with self.started(answers) as host:
            said, _ = host.communicate(timeout=60)
        assert host.returncode == 0
        return said.splitlines()

    def killed_when(self, sandbox: Sandbox, happened: Callable[[], None]) -> JournalEntry:
        """The upload that it leaves in doubt."""
        with self.started("1234\n") as host:
            happened()
            host.kill()
        sandbox.heal()
        with Session(self.config) as session:
            (doubt,) = session.journal(doubt=True).entries
        return doubt


@pytest.fixture
def host(sandbox: Sandbox, serial: str, make_document: Callable[..., tuple[Path, str]]) -> Host:
    return Host(sandbox, make_document(16_000_000)[0], serial)


def to_check(doubt: JournalEntry, document: str) -> str:
    began = f"{doubt.time:%d/%m/%Y à %H:%M}"
    return f"À vérifier dans le dossier du patient : {document}, envoi du {began}, resté sans confirmation."


def test_killed_once_the_document_was_stored_it_stores_no_second_copy(sandbox: Sandbox, host: Host) -> None:
    sandbox.fault("dmp_send", delay_ms=600_000)  # acted upon first
    doubt = host.killed_when(sandbox, lambda: sandbox.wait_until(lambda: len(sandbox.documents()) == 1))
    expected = [to_check(doubt, host.arguments[-1]), ASKED]
    for later in ("1234\n", "1234\nplus tard\n"):
        assert host.said(later) == expected
    assert host.said("1234\noui\n") == expected
    assert (len(sandbox.documents()), len(sandbox.requests("dmp_send"))) == (1, 1)
    with Session(host.config) as session:
        (entry,) = session.journal().entries
    assert (entry.entry, entry.outcome, entry.found, entry.doubt) == (doubt.entry, "accepted", True, False)


def test_killed_in_mid_upload_it_sends_again_when_the_doctor_says_so(sandbox: Sandbox, host: Host) -> None:
    sandbox.fault("dmp_send", after_bytes=1_000_000, delay_ms=600_000)
    doubt = host.killed_when(sandbox, lambda: sandbox.wait_for("dmp_send"))
    assert sandbox.documents() == []
    *printed, sent = host.said("1234\nnon\n")
    assert printed == [to_check(doubt, host.arguments[-1]), ASKED]
    (stored,) = sandbox.documents()
    assert sent == f"Document envoyé : {stored['sha256']}"
    with Session(host.config) as session:
        listed = session.journal()
    assert ([entry.outcome for entry in listed.entries], listed.doubts) == (["accepted", "unknown"], 0)


def test_a_lost_reply_is_asked_about_at_once(sandbox: Sandbox, host: Host) -> None:
    sandbox.fault("dmp_send", act=True, cut="before", times=1)
    (asked,) = host.said("1234\noui\n")
    assert asked.startswith("On ne sait pas si le document est arrivé dans le dossier du patient.")
    assert asked.endswith(QUESTION)
    with Session(host.config) as session:
        assert session.journal().entries[0].found


def test_another_document_in_doubt_is_named_by_its_length(
    sandbox: Sandbox, host: Host, make_document: Callable[..., tuple[Path, str]]
) -> None:
    sandbox.fault("dmp_send", delay_ms=600_000)
    doubt = host.killed_when(sandbox, lambda: sandbox.wait_for("dmp_send"))
    path, sha256 = make_document(1000)
    host.arguments[-1] = str(path)
    assert host.said("1234\n") == [to_check(doubt, "un document de 16000000 octets"), f"Document envoyé : {sha256}"]


def test_a_damaged_line_is_said_and_refuses_nothing(sandbox: Sandbox, host: Host) -> None:
    sent = host.said("1234\n")
    journal = Path(host.config["journal"])
    first, presentation, *others = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([first, b"-" + presentation[1:], *others]))
    assert host.said("1234\n") == [DAMAGED, *sent]
    assert len(sandbox.documents()) == 2
