"""Each way in which loading fails has its own words. The libraries are real files, loaded by the real loader."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import healthrecord
from healthrecord import HR_ABI_VERSION, LibraryError, _library, load_library
from healthrecord._library import FILE_NAME, architecture_of
from sandbox import ROOT

GOOD = os.environ["HR_LIBRARY"]
EXPORTS = [name for name in vars(load_library()) if name.startswith("hr_")]

linux = pytest.mark.skipif(sys.platform != "linux", reason="makes libraries with the system's C compiler")


@pytest.fixture(autouse=True)
def _not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_library, "_loaded", None)
    monkeypatch.delenv("HR_LIBRARY")


def refusal(path: Any = None) -> LibraryError:
    with pytest.raises(LibraryError) as caught:
        load_library(path)
    error = caught.value
    details = error.details
    assert all((details.message, details.message_fr, details.remedy, details.remedy_fr))
    return error


def windows_header(machine: int) -> bytes:
    return b"MZ" + bytes(58) + (64).to_bytes(4, "little") + b"PE\0\0" + machine.to_bytes(2, "little") + bytes(18)


def stub(folder: Path, names: list[str], abi: int) -> Path:
    """A library that has these functions."""
    lines = [f"int {name}(void) {{ return {abi}; }}" for name in names]
    source, made = folder / "stub.c", folder / FILE_NAME
    source.write_text("\n".join(lines))
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", made, source], check=True)
    return made


def test_by_a_path(tmp_path: Path) -> None:
    assert load_library(GOOD).hr_abi_version() == HR_ABI_VERSION
    assert load_library() is load_library(GOOD)
    other = shutil.copy(GOOD, tmp_path)
    assert refusal(other).why == "loaded"


def test_beside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable counts only where there is no such file."""
    beside = tmp_path / FILE_NAME
    monkeypatch.setattr(_library, "__file__", str(tmp_path / "_library.py"))
    monkeypatch.setenv("HR_LIBRARY", GOOD)
    for expected in (GOOD, str(beside)):
        if expected != GOOD:
            shutil.copy(GOOD, beside)
        monkeypatch.setattr(_library, "_loaded", None)
        load_library()
        assert _library._loaded is not None
        assert _library._loaded[0] == expected


@linux
def test_by_the_search_of_the_system(tmp_path: Path) -> None:
    shutil.copy(GOOD, tmp_path / FILE_NAME)
    source = ROOT / "bindings" / "python" / "src"
    environment = {key: value for key, value in os.environ.items() if key != "HR_LIBRARY"}
    environment.update(PYTHONPATH=str(source), LD_LIBRARY_PATH=str(tmp_path))
    program = "import healthrecord; print(healthrecord.library_version())"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, check=True)
    assert done.stdout.strip() == healthrecord.__version__


def test_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    error = refusal(tmp_path / "absent.so")
    assert error.why == "missing"
    assert "absent.so" in str(error)
    error = refusal()
    assert error.why == "missing"
    assert FILE_NAME in str(error)
    monkeypatch.setenv("HR_LIBRARY", str(tmp_path / "absent.so"))
    assert "absent.so" in str(refusal())
    monkeypatch.setenv("HR_LIBRARY", "relative/" + FILE_NAME)
    assert "absolute" in str(refusal())


@linux
@pytest.mark.parametrize(
    ("at", "patch", "theirs"),
    [
        (4, b"\x01", "32-bit x86 for Linux"),
        (18, b"\xb7\x00", "64-bit ARM for Linux"),
        (0, windows_header(0x14C), "32-bit x86 for Windows"),
    ],
)
def test_another_architecture(tmp_path: Path, at: int, patch: bytes, theirs: str) -> None:
    """The real library with another word in its header, as the loader reads it."""
    data = bytearray(Path(GOOD).read_bytes())
    data[at : at + len(patch)] = patch
    path = tmp_path / FILE_NAME
    path.write_bytes(data)
    error = refusal(path)
    assert error.why == "architecture"
    assert theirs in error.details.message
    assert "this Python is 64-bit x86 for Linux" in error.details.message


@linux
def test_a_python_for_arm_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(windows_header(0x8664))
    monkeypatch.setattr("healthrecord._library.sys.platform", "win32")
    program = tmp_path / "python.exe"
    program.write_bytes(windows_header(0xAA64))
    monkeypatch.setattr("healthrecord._library.sys.executable", str(program))
    error = refusal(path)
    assert error.why == "architecture"
    assert "is 64-bit x86 for Windows, but this Python is 64-bit ARM for Windows" in error.details.message


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (windows_header(0x8664), "64-bit x86 for Windows"),
        (windows_header(0xAA64), "64-bit ARM for Windows"),
        (windows_header(0x14C)[:69], None),
        (b"\x7fELF\x02\x01" + bytes(12) + b"\x28\x00", "64-bit ARM for Linux"),
        (b"\x7fELF\x02\x02" + bytes(12) + b"\x00\x3e", "64-bit x86 for Linux"),
        (b"\x7fELF", None),
        (b"", None),
        (b"MZ", None),
        (b"text", None),
    ],
)
def test_headers(head: bytes, expected: str | None) -> None:
    assert architecture_of(head) == expected


@linux
def test_a_file_that_is_no_library(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    for content in (b"", b"text", Path(GOOD).read_bytes()[:5000]):
        path.write_bytes(content)
        assert refusal(path).why == "unloadable"


def test_a_file_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object) -> None:
        raise PermissionError(13, "locked")

    monkeypatch.setattr(_library, "open", locked, raising=False)
    assert "locked" in refusal(GOOD).details.message


@linux
def test_a_python_that_is_embedded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("healthrecord._library.sys.executable", None)
    path = tmp_path / FILE_NAME
    path.write_bytes(b"text")
    assert refusal(path).why == "unloadable"


@linux
@pytest.mark.parametrize("absent", ["hr_abi_version", "hr_text_copy_utf16", EXPORTS[-1]])
def test_a_function_that_is_missing_is_named(tmp_path: Path, absent: str) -> None:
    error = refusal(stub(tmp_path, [name for name in EXPORTS if name != absent], HR_ABI_VERSION))
    assert error.why == "symbol"
    assert f"has no function {absent}" in error.details.message


@linux
def test_another_contract(tmp_path: Path) -> None:
    error = refusal(stub(tmp_path, ["hr_abi_version"], 7))
    assert error.why == "abi"
    assert "has the binary contract 7, but this package is made for 2" in error.details.message
