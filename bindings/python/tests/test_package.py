"""What must agree: versions, licences, constants, the manual; and the size of files."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import healthrecord
from healthrecord import _native
from sandbox import ROOT

PYTHON = Path(__file__).resolve().parents[1]
SOURCES = sorted(path for folder in ("src", "tests", "examples") for path in (PYTHON / folder).rglob("*.py"))


def test_version_is_the_library_s() -> None:
    cargo = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text("utf-8"), flags=re.MULTILINE)
    assert cargo is not None
    assert healthrecord.__version__ == cargo[1] == healthrecord.library_version()


@pytest.mark.parametrize("name", ["LICENSE-APACHE", "LICENSE-MIT"])
def test_licences_are_the_project_s(name: str) -> None:
    assert (PYTHON / name).read_bytes() == (ROOT / name).read_bytes()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_files_stay_small(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "by cargo xtask bindings" in text or len(text.splitlines()) <= 350


def test_every_constant_is_public() -> None:
    constants = {name: value for name, value in vars(_native).items() if name.startswith("HR_")}
    assert constants == {name: getattr(healthrecord, name) for name in healthrecord.__all__ if name.startswith("HR_")}


def test_everything_public_is_described() -> None:
    for name in healthrecord.__all__:
        thing = getattr(healthrecord, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name
            if inspect.isclass(thing) and "healthrecord" in thing.__module__:
                for member, value in vars(thing).items():
                    assert member.startswith("_") or not callable(value) or value.__doc__, f"{name}.{member}"


def test_the_manual_s_program_for_asyncio_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("mypy.api")
    monkeypatch.setenv("MYPYPATH", str(PYTHON / "src"))
    section = (PYTHON / "README.md").read_text("utf-8").partition("## asyncio")[2]
    program = tmp_path / "program.py"
    names = "AsyncClient, DocumentFile, Result, Traits, ended"
    head = "from __future__ import annotations\nimport asyncio\nfrom typing import Any\nimport healthrecord\n"
    body = section.partition("```py\n")[2].partition("```")[0]
    program.write_text(f"{head}from healthrecord import {names}\n\n{body}", "utf-8")
    said, errors, code = api.run(["--strict", "--config-file=", f"--cache-dir={tmp_path}", str(program)])
    assert code == 0, said + errors


def test_the_package_says_nothing_by_itself() -> None:
    for path in (PYTHON / "src").rglob("*.py"):
        assert not re.search(r"\bprint\(|sys\.std(out|err)", path.read_text("utf-8")), path
