"""What the package shows of the raw layer; `cargo xtask bindings` writes that one."""

from __future__ import annotations

import healthrecord
from healthrecord import _native


def test_every_constant_is_public() -> None:
    constants = {name: value for name, value in vars(_native).items() if name.startswith("HR_")}
    assert constants == {name: getattr(healthrecord, name) for name in healthrecord.__all__ if name.startswith("HR_")}
    assert constants["HR_E_PANIC"] == -900


def test_names_of_codes() -> None:
    native = healthrecord.load_library()
    for name in healthrecord.__all__:
        if name == "HR_OK" or name.startswith("HR_E_"):
            assert native.hr_code_name(getattr(healthrecord, name)).decode() == name
