"""Values and settings of the client that need nobody at the other side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from healthrecord import Accepted, DmpClient, InDoubt, NotSent, Rejected
from healthrecord.documents import endings_of
from practice import WRONG_PIN


def test_what_is_not_known_to_have_failed_is_in_doubt() -> None:
    words = ["accepted", "rejected", "not_sent", "incomplete", "unknown", "accepted_unreadable", "newer", None]
    kinds = [type(one) for one in endings_of([{"outcome": word} for word in words], None)]
    assert kinds == [Accepted, Rejected, NotSent, NotSent, InDoubt, InDoubt, InDoubt, InDoubt]


@pytest.mark.parametrize("text", ["{", "[]", '"a"'])
def test_settings_are_not_repeated_where_they_cannot_be_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.json"
    path.write_text(text + WRONG_PIN, "utf-8")
    for config in (path, text):
        with pytest.raises(ValueError, match="settings") as caught:
            DmpClient(config)
        assert WRONG_PIN not in str(caught.value)


def test_a_journal_s_path_may_be_relative(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    with DmpClient(journal="envois.hrj") as dmp:
        assert dmp.session.settings["journal"] == str(tmp_path / "envois.hrj")
