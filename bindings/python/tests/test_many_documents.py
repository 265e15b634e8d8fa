"""A thousand documents in one deposit."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import pytest

from practice import CODES, HELENE, open_client, practice

MANY, SIZE, ROOM = 1000, 100_000, 24 << 20


def resident() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_thousand_documents_take_no_more_memory_than_a_few(tmp_path: Path) -> None:
    """100 MB of documents; and progress only grows, to exactly their sum."""
    documents = []
    for number in range(MANY):
        path = tmp_path / f"{number}.pdf"
        path.write_bytes(os.urandom(16) * (SIZE // 16))
        documents.append({"path": path, **CODES, "reference": str(number)})
    seen: list[int] = []
    largest = 0

    def progress(done: int, total: int) -> None:
        nonlocal largest
        assert total == MANY * SIZE
        seen.append(done)
        if len(seen) % 50 == 0:
            largest = max(largest, resident())

    with practice(tmp_path) as at, open_client(at) as dmp:
        dmp.deposit(HELENE, documents=documents[:10])
        before = resident()
        dmp._progress = progress
        ended = dmp.deposit(HELENE, documents=documents)
        assert ended.is_complete
        assert [one.already for one in ended.documents].count(True) == 10
        stored = {one["sha256"] for one in at.sandbox.documents()}
        assert at.calls("login", "dmp_open", "dmp_send") == [1, 2, MANY]
    assert stored == {hashlib.sha256(Path(document["path"]).read_bytes()).hexdigest() for document in documents}
    assert [one.reference for one in ended.documents] == [document["reference"] for document in documents]
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, MANY * SIZE)
    assert largest - before < ROOM
