"""The wheel as a vendor gets it: what is in it, and that it works far from the sources."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

import healthrecord
from sandbox import Sandbox

PYTHON = Path(__file__).resolve().parents[1]
LIBRARY = os.environ["HR_LIBRARY"]
VERSION = healthrecord.__version__

linux = pytest.mark.skipif(sys.platform != "linux", reason="the script is for bash, the library for Linux")
pytestmark = linux


def run(*command: object, said: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    names = ("HR_LIBRARY", "HR_WHEEL_PLATFORM", "PYTHONPATH")
    environment = {key: value for key, value in os.environ.items() if key not in names}
    environment.update(PYTHON=sys.executable, **more)
    arguments = list(map(str, command))
    return subprocess.run(arguments, input=said, env=environment, capture_output=True, text=True, check=False, cwd="/")


def build(out: Path, *options: object, **more: str) -> Path:
    done = run(PYTHON / "build_wheel", "--out", out, *options, **more)
    assert done.returncode == 0, done.stderr
    (wheel,) = out.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"), "--library", LIBRARY)


def windows_library(folder: Path, machine: int) -> Path:
    """A dummy: the headers that the script reads, no code behind them."""
    path = folder / "hr.dll"
    header = b"MZ" + bytes(58) + (64).to_bytes(4, "little") + b"PE\0\0" + machine.to_bytes(2, "little") + bytes(18)
    path.write_bytes(header)
    return path


def test_what_is_inside(wheel: Path) -> None:
    info = f"healthrecord-{VERSION}.dist-info"
    sources = {f"healthrecord/{path.name}" for path in (PYTHON / "src" / "healthrecord").glob("*.py")}
    others = {"METADATA", "WHEEL", "RECORD", "licenses/LICENSE-APACHE", "licenses/LICENSE-MIT"}
    with zipfile.ZipFile(wheel) as archive:
        expected = {*sources, "healthrecord/py.typed", "healthrecord/libhr.so", *(f"{info}/{name}" for name in others)}
        assert set(archive.namelist()) == expected
        assert archive.read("healthrecord/libhr.so") == Path(LIBRARY).read_bytes()
        metadata, tags = archive.read(f"{info}/METADATA").decode(), archive.read(f"{info}/WHEEL").decode()
        assert {entry.date_time[:3] for entry in archive.infolist()} == {(2020, 2, 2)}
    assert "Root-Is-Purelib: false" in tags
    assert "Tag: py3-none-manylinux_2_" in tags
    assert "Requires-Python: >=3.9" in metadata
    assert "License-Expression: MIT OR Apache-2.0" in metadata
    assert "Requires-Dist" not in metadata


def test_the_same_sources_make_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    library = Path(shutil.copyfile(LIBRARY, tmp_path / "libhr.so"))
    os.utime(library, (1, 1))
    again = build(tmp_path / "out", "--library", library)
    assert (again.name, again.read_bytes()) == (wheel.name, wheel.read_bytes())


def test_it_works_where_nothing_else_is(wheel: Path, tmp_path: Path, sandbox: Sandbox) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    done = run(python, "-m", "pip", "install", "--no-index", "--no-deps", wheel)
    assert done.returncode == 0, done.stderr
    example = shutil.copy(PYTHON / "examples" / "send_document.py", tmp_path)
    document = tmp_path / "compte-rendu été.pdf"
    document.write_bytes(os.urandom(100_000))
    sha256 = hashlib.sha256(document.read_bytes()).hexdigest()
    config = json.dumps(sandbox.config(patients_pointer="/patients", identified_field="/identified"))
    command = [python, "-I", example, config, "2000000001", "EXEMPLE", "Hélène", document]
    sent = run(*command, said="1234\n", HR_LIBRARY=__file__)  # another program's: the wheel's own goes before
    assert (sent.returncode, sent.stdout, sent.stderr) == (0, f"sent, sha256 {sha256}\n", "")
    (stored,) = sandbox.documents()
    assert (stored["sha256"], stored["filename"]) == (sha256, document.name)


@pytest.mark.parametrize(("machine", "platform"), [(0x8664, "win_amd64"), (0x14C, "win32")])
def test_layout_for_windows_with_a_dummy_in_place_of_the_library(tmp_path: Path, machine: int, platform: str) -> None:
    library = windows_library(tmp_path, machine)
    wheel = build(tmp_path / "out", "--library", library, "--platform", platform)
    assert wheel.name == f"healthrecord-{VERSION}-py3-none-{platform}.whl"
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("healthrecord/hr.dll") == library.read_bytes()
        assert "healthrecord/libhr.so" not in archive.namelist()


@pytest.mark.parametrize(
    ("library", "platform"),
    [(0x14C, "win_amd64"), (0x8664, "manylinux_2_17_x86_64"), (None, "win32"), (None, "manylinux_2_5_x86_64")],
)
def test_a_tag_that_the_library_cannot_serve_is_refused(tmp_path: Path, library: Any, platform: str) -> None:
    path = Path(LIBRARY) if library is None else windows_library(tmp_path, library)
    done = run(PYTHON / "build_wheel", "--out", tmp_path / "out", "--library", path, "--platform", platform)
    assert done.returncode != 0
    assert f"not for {platform}" in done.stderr + done.stdout


def test_a_younger_tag_is_fine(tmp_path: Path) -> None:
    wheel = build(tmp_path, "--library", LIBRARY, "--platform", "manylinux_2_99_x86_64")
    assert wheel.name.endswith("-py3-none-manylinux_2_99_x86_64.whl")


def test_a_file_that_is_no_library_is_refused(tmp_path: Path) -> None:
    done = run(PYTHON / "build_wheel", "--out", tmp_path, "--library", __file__)
    assert done.returncode != 0
    assert "is no library" in done.stderr + done.stdout


def test_a_source_archive_needs_the_library_to_become_a_wheel(tmp_path: Path) -> None:
    done = run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path, PYTHON)
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    assert run("tar", "xf", archive, "-C", tmp_path).returncode == 0
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert not list(folder.rglob("*.so"))
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path / "out", folder]
    refused = run(*command)
    assert refused.returncode != 0
    assert "the native library is not there" in refused.stderr + refused.stdout
    assert "Set HR_LIBRARY to the absolute path" in refused.stderr + refused.stdout
    assert run(*command, HR_LIBRARY=LIBRARY).returncode == 0
