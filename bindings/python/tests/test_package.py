"""What must agree: versions, licences, methods and functions; and the size of files."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import healthrecord
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
    assert len(path.read_text("utf-8").splitlines()) <= 350


def test_everything_public_is_described() -> None:
    for name in healthrecord.__all__:
        thing = getattr(healthrecord, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name
            assert "\n" not in thing.__doc__.split("\n\n")[0].strip() or name in ("Session",), name
    for name, member in vars(healthrecord.Session).items():
        if not name.startswith("_"):
            assert member.__doc__, name


def test_methods_are_the_functions_in_the_header_s_order() -> None:
    native = [name for name in vars(healthrecord.load_library()) if name.startswith("hr_")]
    of_a_handle = [name for name in native if native.index(name) >= native.index("hr_close")]
    names = [name for part in healthrecord.Session.__mro__ for name in vars(part)]
    methods = [f"hr_{name}" for name in names if f"hr_{name}" in native]
    assert methods == of_a_handle


def test_the_package_says_nothing_by_itself() -> None:
    for path in (PYTHON / "src").rglob("*.py"):
        assert not re.search(r"\bprint\(|sys\.std(out|err)", path.read_text("utf-8")), path
