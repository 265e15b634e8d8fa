"""Uploads that end in another way than well: what the host learns, what the sandbox has."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Callable

import pytest
from tqdm import tqdm

from conftest import CODES, NOM, PATIENT, PIN, PRENOM
from healthrecord import (
    HR_E_CANCELLED,
    HR_E_CONFLICT,
    HR_E_FILE,
    HR_E_IN_DOUBT,
    HR_OK,
    CallerError,
    Card,
    HealthRecordError,
    NetworkError,
    PeerError,
    Session,
)
from sandbox import Sandbox

Maker = Callable[..., "tuple[Path, str]"]


class OwnError(Exception):
    pass


def test_a_lost_reply_is_never_repeated_by_program(record: Session, sandbox: Sandbox, make_document: Maker) -> None:
    path, sha256 = make_document()
    sandbox.fault("dmp_send", act=True, cut="before", times=1)
    with pytest.raises(NetworkError) as lost:
        record.dmp_send(PATIENT, path, **CODES)
    assert (lost.value.code, lost.value.outcome, lost.value.in_doubt) == (HR_E_IN_DOUBT, "unknown", True)
    assert (lost.value.cause, lost.value.sha256, lost.value.bytes) == ("HR_E_INTERRUPTED", sha256, 3_000_000)
    with pytest.raises(HealthRecordError) as refused:
        record.dmp_send(PATIENT, path, **CODES)
    assert (refused.value.code, refused.value.at) == (HR_E_CONFLICT, "library")
    assert len(sandbox.documents()) == 1
    record.dmp_resend_allow(refused.value.entry or "")
    assert record.dmp_send(PATIENT, path, **CODES).sha256 == sha256
    assert [stored["sha256"] for stored in sandbox.documents()] == [sha256, sha256]


def test_an_accepted_document_with_an_unreadable_reply(record: Session, sandbox: Sandbox) -> None:
    sandbox.fault("dmp_send", act=True, body='{"cut', content_type="application/json", times=1)
    with pytest.raises(PeerError) as caught:
        record.dmp_send_bytes(PATIENT, os.urandom(10), filename="a", **CODES)
    assert (caught.value.outcome, caught.value.in_doubt) == ("accepted_unreadable", True)
    assert len(sandbox.documents()) == 1


def test_a_file_that_is_not_there(record: Session, tmp_path: Path, sandbox: Sandbox) -> None:
    for path in (tmp_path / "absent.pdf", tmp_path, str(tmp_path / "absent"), os.fsencode(tmp_path / "absent")):
        with pytest.raises(CallerError) as caught:
            record.dmp_send(PATIENT, path, **CODES)  # type: ignore[arg-type]
        assert (caught.value.code, caught.value.outcome) == (HR_E_FILE, "rejected")
        assert str(tmp_path) not in str(caught.value) + caught.value.raw
    assert sandbox.requests("dmp_send") == []


def test_progress_tells_every_step(record: Session, make_document: Maker) -> None:
    path, _ = make_document()
    seen: list[tuple[int, int]] = []
    record.set_progress(lambda done, total: seen.append((done, total)))
    record.dmp_send(PATIENT, path, **CODES)
    assert seen[0] == (0, 3_000_000)
    assert seen[-1] == (3_000_000, 3_000_000)
    assert seen == sorted(seen)
    assert len(seen) > 20
    mine: list[int] = []
    record.dmp_send(PATIENT, path, **CODES, progress=lambda done, total: mine.append(done))
    before = len(seen)
    record.set_progress(None)
    record.dmp_send(PATIENT, path, **CODES)
    assert mine[-1] == 3_000_000
    assert len(seen) == before


def test_a_progress_bar(record: Session, make_document: Maker) -> None:
    path, _ = make_document()
    with tqdm(total=path.stat().st_size, unit="B", file=io.StringIO(), mininterval=0) as bar:
        record.dmp_send(PATIENT, path, **CODES, progress=lambda done, total: bar.update(done - bar.n))
        assert bar.n == 3_000_000


@pytest.mark.parametrize("answer", [None, True, 0, 1, "", "x"])
def test_only_false_stops(record: Session, sandbox: Sandbox, answer: object) -> None:
    record.dmp_send_bytes(PATIENT, b"x" * 300_000, filename="a", **CODES, progress=lambda done, total: answer)
    assert len(sandbox.documents()) == 1


def test_false_stops(record: Session, sandbox: Sandbox, make_document: Maker) -> None:
    with pytest.raises(CallerError) as caught:
        record.dmp_send(PATIENT, make_document()[0], **CODES, progress=lambda done, total: done == 0)
    assert caught.value.code == HR_E_CANCELLED
    assert caught.value.outcome in ("incomplete", "not_sent")
    assert sandbox.documents() == []


@pytest.mark.parametrize("kind", [OwnError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_the_callback_raises_comes_out_itself(
    record: Session, sandbox: Sandbox, make_document: Maker, kind: type[BaseException]
) -> None:
    path, _ = make_document()
    mine = kind("mine")
    calls: list[int] = []

    def raising(done: int, total: int) -> None:
        calls.append(done)
        raise mine

    with pytest.raises(kind) as caught:
        record.dmp_send(PATIENT, path, **CODES, progress=raising)
    assert caught.value is mine
    library = mine.__cause__
    assert isinstance(library, CallerError)
    assert (library.code, library.outcome) == (HR_E_CANCELLED, "not_sent")
    assert calls == [0]
    assert sandbox.documents() == []
    record.dmp_send(PATIENT, path, **CODES)
    assert len(sandbox.documents()) == 1


def causes(error: BaseException) -> list[BaseException | None]:
    """The first four: a chain may come back to where it began."""
    chain: list[BaseException | None] = [error]
    while len(chain) < 4:
        chain.append(chain[-1] and chain[-1].__cause__)
    return chain


def raise_in_upload(record: Session, path: Path, error: BaseException, cause: BaseException | None = None) -> None:
    def raising(done: int, total: int) -> None:
        if cause is not None:
            raise error from cause
        raise error

    with pytest.raises(type(error)) as caught:
        record.dmp_send(PATIENT, path, **CODES, progress=raising)
    assert caught.value is error
    assert isinstance(error.__cause__, CallerError)


def test_a_cause_of_its_own_comes_after_the_library_s(record: Session, make_document: Maker) -> None:
    mine, root = OwnError(), ValueError("root")
    raise_in_upload(record, make_document()[0], mine, root)
    assert causes(mine) == [mine, mine.__cause__, root, None]
    assert root.__cause__ is None


def test_an_exception_raised_again_has_the_ending_of_its_last_upload(record: Session, make_document: Maker) -> None:
    (path, _), mine, root = make_document(), OwnError(), ValueError("root")
    endings = []
    for cause in (root, None, None):
        raise_in_upload(record, path, mine, cause)
        endings.append(mine.__cause__)
        assert causes(mine) == [mine, endings[-1], root, None]
    assert len(set(endings)) == 3


def test_causes_may_form_a_ring(record: Session, make_document: Maker) -> None:
    path, _ = make_document()
    one, other, alone = OwnError(), OwnError(), OwnError()
    other.__cause__, alone.__cause__ = one, alone
    for _ in range(2):
        raise_in_upload(record, path, one, other)
        assert causes(one) == [one, one.__cause__, other, one]
        raise_in_upload(record, path, alone)
        assert causes(alone) == [alone, alone.__cause__, alone, alone.__cause__]
    ending = one.__cause__
    assert ending is not None
    for _ in range(2):
        raise_in_upload(record, path, ending, ending)
        assert ending.__cause__ is not ending


def test_an_upload_within_an_upload_keeps_its_ending(session: Session, card: Card, make_document: Maker) -> None:
    (path, _), mine = make_document(), OwnError()
    login = session.login(card.token, PIN)

    def raising(done: int, total: int) -> None:
        raise mine

    with Session() as inner, Session() as outer:
        for one in (inner, outer):
            one.session_set(login.service_url, login.bearer)
            one.patient_search(NOM, PRENOM)
            one.dmp_open(one.patient_get().patient_id)

        def within(done: int, total: int) -> None:
            inner.dmp_send_bytes(PATIENT, b"", filename="a", **CODES, progress=raising)

        for _ in range(2):
            with pytest.raises(OwnError):
                outer.dmp_send(PATIENT, path, **CODES, progress=within)
            endings = [error for error in causes(mine)[1:] if isinstance(error, CallerError)]
            assert [ending.operation for ending in endings] == ["hr_dmp_send", "hr_dmp_send_bytes"]


def test_raised_too_late_the_document_is_known_to_be_there(
    record: Session, sandbox: Sandbox, make_document: Maker
) -> None:
    path, sha256 = make_document()

    def raising(done: int, total: int) -> None:
        if sandbox.documents():
            raise OwnError

    with pytest.raises(OwnError) as caught:
        record.dmp_send(PATIENT, path, **CODES, progress=raising)
    ending = caught.value.__cause__
    assert type(ending) is HealthRecordError
    assert (ending.code, ending.name, ending.outcome, ending.sha256) == (HR_OK, "HR_OK", "accepted", sha256)
    assert set(json.loads(ending.raw)) == {"http_status", "outcome", "sha256", "bytes"}
    assert len(sandbox.documents()) == 1


def test_a_callback_may_cancel_and_close(record: Session, sandbox: Sandbox, make_document: Maker) -> None:
    path, _ = make_document()
    stops: list[Callable[[], None]] = [record.cancel, record.close]
    for stop in stops:

        def told(done: int, total: int, stop: Callable[[], None] = stop) -> None:
            stop()

        with pytest.raises(CallerError) as caught:
            record.dmp_send(PATIENT, path, **CODES, progress=told)
        assert caught.value.code == HR_E_CANCELLED
    assert record.closed
    assert sandbox.documents() == []


def test_a_call_from_the_callback_is_busy_and_disturbs_nothing(
    record: Session, sandbox: Sandbox, make_document: Maker
) -> None:
    path, sha256 = make_document()
    codes: list[int] = []
    done_seen: list[int] = []

    def nested(done: int, total: int) -> None:
        done_seen.append(done)
        with pytest.raises(CallerError) as caught:
            record.dmp_send(PATIENT, path, **CODES, progress=lambda done, total: False)
        codes.append(caught.value.code)

    assert record.dmp_send(PATIENT, path, **CODES, progress=nested).sha256 == sha256
    assert set(codes) == {-3}
    assert done_seen[-1] == 3_000_000
    assert len(sandbox.documents()) == 1
