"""Progress: what the host is told, and what it raises."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Callable

import pytest

from conftest import CODES, NOM, PATIENT, PIN, PRENOM
from healthrecord import HR_E_CANCELLED, Card, HealthRecordError, Session
from sandbox import Sandbox

Maker = Callable[..., "tuple[Path, str]"]


class OwnError(Exception):
    pass


@pytest.mark.parametrize("answer", [None, True, 0, 1, "", "x", False])
def test_only_false_stops(record: Session, sandbox: Sandbox, answer: object) -> None:
    record.set_progress(lambda done, total: answer)
    with suppress(HealthRecordError):
        record.dmp_send_bytes(PATIENT, b"x" * 300_000, filename="a", **CODES)
    assert len(sandbox.documents()) == int(answer is not False)


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

    record.set_progress(raising)
    with pytest.raises(kind) as caught:
        record.dmp_send(PATIENT, path, None, **CODES)
    assert caught.value is mine
    library = mine.__cause__
    assert isinstance(library, HealthRecordError)
    assert (library.code, library.details.outcome) == (HR_E_CANCELLED, "not_sent")
    assert calls == [0]
    assert sandbox.documents() == []
    record.set_progress(None)
    record.dmp_send(PATIENT, path, None, **CODES)
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

    record.set_progress(raising)
    with pytest.raises(type(error)) as caught:
        record.dmp_send(PATIENT, path, None, **CODES)
    assert caught.value is error
    assert isinstance(error.__cause__, HealthRecordError)


def test_a_cause_of_its_own_comes_after_the_library_s(record: Session, make_document: Maker) -> None:
    mine, root = OwnError(), ValueError("root")
    raise_in_upload(record, make_document()[0], mine, root)
    assert causes(mine) == [mine, mine.__cause__, root, None]
    assert root.__cause__ is None


def test_an_exception_raised_again_has_the_ending_of_its_last_upload_first(
    record: Session, make_document: Maker
) -> None:
    (path, _), mine = make_document(), OwnError()
    endings = []
    for _ in range(2):
        raise_in_upload(record, path, mine)
        endings.append(mine.__cause__)
    assert causes(mine) == [mine, endings[1], endings[0], None]


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
        inner.set_progress(raising)
        outer.set_progress(lambda done, total: inner.dmp_send_bytes(PATIENT, b"", filename="a", **CODES))
        with pytest.raises(OwnError):
            outer.dmp_send(PATIENT, path, None, **CODES)
        endings = [error.details.operation for error in causes(mine) if isinstance(error, HealthRecordError)]
        assert endings == ["hr_dmp_send", "hr_dmp_send_bytes"]
