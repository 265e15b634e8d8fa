"""The raw layer says the same as the header."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import healthrecord
from healthrecord import _native
from sandbox import ROOT

HEADER = ROOT / "include" / "hr.h"
RAW = Path(_native.__file__)

KINDS = {
    "int32_t": "INT",
    "const char *": "TEXT",
    "const uint8_t *": "BYTES",
    "void *": "USER",
    "uint16_t *": "BUFFER16",
    "int32_t *": "OUT_INT",
    "char **": "OUT_TEXT",
    "hr_log_fn": "hr_log_fn",
    "hr_progress_fn": "hr_progress_fn",
    "void": "None",
}
CHARS = {"hr_free": "OWNED", "hr_text_copy": "BUFFER"}

pytestmark = pytest.mark.skipif(not HEADER.exists(), reason="the header is not beside this package")


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def kind(declaration: str, function: str) -> str:
    base = re.sub(r"\s*\w+$", "", " ".join(declaration.split())) if " " in declaration.strip() else declaration.strip()
    base = re.sub(r"\s*(\*+)$", r" \1", base)
    return CHARS[function] if base == "char *" else KINDS[base]


def in_the_header() -> list[tuple[str, str, list[str]]]:
    found = []
    pattern = r"HR_API\s+(const char \*|\w+)\s*(hr_\w+)\(([^)]*)\)"
    for result, name, parameters in re.findall(pattern, without_comments(HEADER.read_text("utf-8"))):
        kinds = [] if parameters.strip() == "void" else [kind(one, name) for one in parameters.split(",")]
        found.append((name, KINDS[result], kinds))
    return found


def in_the_raw_layer() -> list[tuple[str, str, list[str]]]:
    found = []
    pattern = re.compile(r"self\.(\w+) = declare\(lib, (.*)\)$", flags=re.MULTILINE)
    for attribute, inner in pattern.findall(RAW.read_text("utf-8")):
        name, result, *kinds = inner.split(", ")
        assert name == f'"{attribute}"'
        found.append((attribute, result, kinds))
    return found


def test_functions() -> None:
    assert in_the_raw_layer() == in_the_header()
    assert len(in_the_raw_layer()) == 28


def test_constants() -> None:
    header = re.findall(r"#define (HR_[A-Z_]+) (-?\d+)", without_comments(HEADER.read_text("utf-8")))
    raw = re.findall(r"^(HR_[A-Z_]+) = (-?\d+)$", RAW.read_text("utf-8"), flags=re.MULTILINE)
    assert raw == header
    for name, number in header:
        assert getattr(healthrecord, name) == int(number)
        assert name in healthrecord.__all__


def test_callback_types() -> None:
    assert "typedef void (*hr_log_fn)(void *user, int32_t level, const char *text);" in HEADER.read_text("utf-8")
    assert "typedef int32_t (*hr_progress_fn)(void *user, int32_t done, int32_t total);" in HEADER.read_text("utf-8")
    assert "hr_log_fn = ctypes.CFUNCTYPE(None, USER, INT, TEXT)" in RAW.read_text("utf-8")
    assert "hr_progress_fn = ctypes.CFUNCTYPE(INT, USER, INT, INT)" in RAW.read_text("utf-8")


def test_names_of_codes() -> None:
    native = healthrecord.load_library()
    for name in healthrecord.__all__:
        if name == "HR_OK" or name.startswith("HR_E_"):
            assert native.hr_code_name(getattr(healthrecord, name)).decode() == name
