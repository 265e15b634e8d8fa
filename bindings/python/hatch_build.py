"""Puts the native library into the wheel, and gives the wheel the tag of the platform that the library is for.

HR_LIBRARY          absolute path of libhr.so or hr.dll; without it the one in src/healthrecord
HR_WHEEL_PLATFORM   the platform's tag, such as win32 or manylinux_2_17_x86_64; without it the one that fits
"""

from __future__ import annotations

import os
import re
import struct
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ELF_MACHINES = {3: "i686", 40: "armv7l", 62: "x86_64", 183: "aarch64"}
PE_PLATFORMS = {0x14C: "win32", 0x8664: "win_amd64", 0xAA64: "win_arm64"}


class Library(NamedTuple):
    """What a wheel must know of a library: its tag, its name beside the package, the glibc 2.x that it needs."""

    platform: str
    name: str
    glibc: int


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        path = find(Path(self.root))
        library = examine(path)
        platform = os.environ.get("HR_WHEEL_PLATFORM") or library.platform
        if not fits(library, platform):
            raise SystemExit(f"healthrecord: {path} is for {library.platform}, not for {platform}")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        self._folder = tempfile.TemporaryDirectory()
        copy = Path(self._folder.name) / library.name
        copy.write_bytes(path.read_bytes())
        copy.chmod(0o644)  # the same wheel whatever the rights of the file
        build_data["force_include"][str(copy)] = f"healthrecord/{library.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()


def find(root: Path) -> Path:
    named = os.environ.get("HR_LIBRARY")
    places = [Path(named)] if named else [root / "src" / "healthrecord" / name for name in ("libhr.so", "hr.dll")]
    for place in places:
        if place.is_file():
            return place.resolve()
    raise SystemExit(
        "healthrecord: the native library is not there: "
        + ", ".join(map(str, places))
        + ". Set HR_LIBRARY to the absolute path of libhr.so or hr.dll, or install a wheel: it has the library inside."
    )


def examine(path: Path) -> Library:
    data = path.read_bytes()
    if data[:4] == b"\x7fELF" and len(data) >= 64:
        (machine,) = struct.unpack_from("<H", data, 18)
        versions = [int(minor) for minor in re.findall(rb"\0GLIBC_2\.(\d+)(?=[.\0])", data)]
        if machine in ELF_MACHINES and versions:
            return Library(f"manylinux_2_{max(versions)}_{ELF_MACHINES[machine]}", "libhr.so", max(versions))
    if data[:2] == b"MZ" and len(data) >= 64:
        (start,) = struct.unpack_from("<I", data, 60)
        if data[start : start + 4] == b"PE\0\0" and len(data) >= start + 6:
            (machine,) = struct.unpack_from("<H", data, start + 4)
            if machine in PE_PLATFORMS:
                return Library(PE_PLATFORMS[machine], "hr.dll", 0)
    raise SystemExit(f"healthrecord: {path} is no library for glibc or Windows on a machine that is known here")


def fits(library: Library, platform: str) -> bool:
    """The tag is the library's, or that of a younger glibc."""
    asked = re.fullmatch(r"manylinux_2_(\d+)_(\w+)", platform)
    if asked is None or not library.glibc:
        return platform == library.platform
    return int(asked[1]) >= library.glibc and library.platform.endswith("_" + asked[2])
