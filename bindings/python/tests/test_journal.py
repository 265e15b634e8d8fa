"""The journal: what it lists, what a person decides, and what is said when it cannot be used or completed."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from conftest import CODES, NOM, PATIENT, PIN, PRENOM, card_of
from healthrecord import (
    HR_E_ARGUMENT,
    HR_E_CONFIG,
    HR_E_CONFLICT,
    HR_E_JOURNAL,
    CallerError,
    HealthRecordError,
    JournalEntry,
    Sent,
    Session,
)
from healthrecord._progress import Progress
from healthrecord._read import journal_of
from sandbox import Sandbox

ENTRY = (
    '{"entry":"e1","time":"2026-11-22T18:30:00.250Z","ended":null,"outcome":null,"doubt":false,"permitted":false,'
    '"found":false,"in_use":true,"bytes":null,"reference":"lettre 7","name":null,"http_status":201,'
    '"damaged":false,"new":1}'
)
DAMAGED = (
    '{"entry":null,"time":null,"ended":null,"outcome":"unknown","doubt":true,"permitted":false,"found":false,'
    '"in_use":false,"damaged":true,"bytes":null,"reference":null,"name":null,"http_status":null}'
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "envois é.hrj"


@pytest.fixture
def journaled(sandbox: Sandbox, serial: str, path: Path) -> Session:
    """A session with the patient's record open, and a journal."""
    session = Session(sandbox.config(), journal=path, journal_days=30)
    session.ticket()
    session.login(card_of(session, serial).token, PIN)
    session.patient_search(NOM, PRENOM)
    session.dmp_open(session.patient_get().patient_id)
    return session


def send(session: Session, content: bytes, **more: Any) -> Sent:
    return session.dmp_send_bytes(PATIENT, content, filename="a", **CODES, **more)


def lost(session: Session, sandbox: Sandbox, content: bytes, **more: Any) -> HealthRecordError:
    sandbox.fault("dmp_send", act=True, cut="before", times=1)
    with pytest.raises(HealthRecordError) as caught:
        send(session, content, **more)
    return caught.value


def test_what_is_in_doubt_is_listed_until_a_person_decides(journaled: Session, sandbox: Sandbox, path: Path) -> None:
    assert (journaled.settings["journal"], journaled.settings["journal_days"]) == (str(path), 30)
    began = datetime.now(timezone.utc)
    error = lost(journaled, sandbox, b"first")
    lost(journaled, sandbox, b"second")
    with Session(journal=path) as other:
        listed = other.journal(doubt=True, outcome="unknown", since=began - timedelta(seconds=1))
        second, first = listed.entries
        assert (listed.doubts, listed.uploads, listed.more, listed.damaged, listed.torn) == (2, 2, False, 0, 0)
        assert (first.entry, first.bytes, first.name, first.in_use) == (error.entry, 5, "HR_E_IN_DOUBT", False)
        assert first.entry
        assert second.entry
        assert first.time
        assert first.ended
        assert second.time
        assert first.time <= first.ended <= second.time
        assert abs(first.time - began) < timedelta(seconds=30)
        assert other.journal(limit=1).more
        assert other.journal(since=began + timedelta(days=1)).entries == ()
        assert other.journal(sha256=error.sha256 or "").entries == other.journal(entry=first.entry).entries == (first,)
        other.dmp_found(first.entry)
        other.dmp_resend_allow(second.entry)
        decided = {entry.entry: entry for entry in other.journal().entries}
    assert (decided[first.entry].found, decided[first.entry].outcome) == (True, "accepted")
    assert (decided[second.entry].permitted, decided[second.entry].doubt) == (True, True)
    with pytest.raises(CallerError) as settled:
        journaled.dmp_found(first.entry)
    assert settled.value.code == HR_E_ARGUMENT
    send(journaled, b"second")
    lost(journaled, sandbox, b"third")
    with pytest.raises(HealthRecordError) as held:
        send(journaled, b"third")
    assert (held.value.code, held.value.at) == (HR_E_CONFLICT, "library")


def test_every_member_of_an_entry_and_none_that_is_newer() -> None:
    entries = f"[{ENTRY},{DAMAGED}]"
    listed = journal_of(f'{{"entries":{entries},"more":true,"doubts":1,"uploads":2,"damaged":3,"torn":4,"newer":5}}')
    began = datetime(2026, 11, 22, 18, 30, 0, 250_000, timezone.utc)
    entry, damaged = listed.entries
    assert entry == JournalEntry("e1", began, None, None, False, False, False, True, False, None, "lettre 7", None, 201)
    wanted = (None, None, None, "unknown", True, False, False, False, True, None, None, None, None)
    assert dataclasses.astuple(damaged) == wanted
    assert [getattr(listed, field.name) for field in dataclasses.fields(listed)][1:-1] == [True, 1, 2, 3, 4]
    assert "lettre 7" not in repr(listed)


@pytest.mark.parametrize(
    "wanted", [{"since": "yesterday"}, {"limit": 0}, {"entry": "é"}, {"doubt": None}, {"kolor": 1}]
)
def test_a_filter_that_cannot_be_is_named(journaled: Session, wanted: Any) -> None:
    with pytest.raises(CallerError, match=next(iter(wanted))) as caught:
        journaled.journal(**wanted)
    assert caught.value.code == HR_E_ARGUMENT


def test_without_a_journal(session: Session) -> None:
    with pytest.raises(CallerError, match="journal") as caught:
        session.journal()
    assert caught.value.code == HR_E_CONFIG


def test_a_file_that_is_no_journal_is_left_as_it_is(path: Path) -> None:
    path.write_text("essai\n")
    with pytest.raises(CallerError) as caught:
        Session(journal=path)
    assert (caught.value.code, caught.value.operation) == (HR_E_JOURNAL, "hr_open")
    assert caught.value.reason == "journal_not_ours"
    assert path.read_text() == "essai\n"


def removing(path: Path) -> Progress:
    """In the middle of an upload, the begin of which is recorded."""

    def removed(done: int, total: int) -> None:
        if done > 0:
            path.unlink(missing_ok=True)

    return removed


def test_a_result_says_that_its_end_was_not_recorded(journaled: Session, path: Path) -> None:
    assert send(journaled, b"a").journal is None
    sent = send(journaled, b"b" * 300_000, progress=removing(path))
    assert (sent.outcome, sent.journal, sent.bytes) == ("accepted", "not_completed", 300_000)
    assert sent.reply["sha256"] == sent.sha256
    for call in (journaled.journal, lambda: journaled.dmp_found("a" * 32), lambda: send(journaled, b"c")):
        with pytest.raises(CallerError) as caught:
            call()
        assert caught.value.code == HR_E_JOURNAL
        assert "journal" in caught.value.message_fr


def test_an_error_says_that_its_end_was_not_recorded(journaled: Session, sandbox: Sandbox, path: Path) -> None:
    recorded = lost(journaled, sandbox, b"a")
    error = lost(journaled, sandbox, b"b" * 300_000, progress=removing(path))
    assert (recorded.journal, error.journal, error.outcome) == (None, "not_completed", "unknown")
