"""The archives for Windows, packed by the project's own command; what a user has after unpacking them, looked at without running
it; programs made with it. What the DLL exports `cargo xtask dist` has compared with the header."""

import json
import os
import re
import shutil
import subprocess
import zipfile

from ..release.archives import VERSION, unpacked
from ..tools import ROOT, Failed, installed, read, run, text
from .wine import CACHE, MACHINES

BUILT_IN = 3600  # four builds, each with its standard library
WARNINGS = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror"]
PATIENCE = 300  # seconds of a compiler
TRIPLES = {32: "i686-pc-windows-gnu", 64: "x86_64-pc-windows-gnu"}

# Of every Windows since version 10, and of Windows Server since 2016; ole32 starts the browser of the sandbox,
# combase frees what names the folders of a user.
SYSTEM = {"advapi32", "api-ms-win-core-synch-l1-2-0", "bcrypt", "bcryptprimitives", "crypt32", "kernel32", "msvcrt", "ntdll",
          "shell32", "user32", "userenv", "ws2_32", "ole32", "combase"}
LARGEST = json.loads(text(ROOT, "benches", "budget.json"))["bytes"]["hr.dll"]
BINARIES = ("bin/hr.dll", "bin/hr.exe", "bin/hr-sandbox.exe")
# What nothing else here uses.
FILES = ("README.txt", "include/hr.hpp", "include/hr/session.hpp", "share/hr/examples/quickstart.cpp",
         "share/doc/hr/LICENSE-MIT", "share/doc/hr/THIRD-PARTY-NOTICES.txt", "share/doc/hr/MINGW-W64.txt",
         "share/doc/hr/docs/en/windows.md", "bindings/csharp/src/Native.cs", "bindings/delphi/src/HrApi.pas",
         "bindings/python/pyproject.toml", "bindings/vb6/HealthRecordApi.bas", "bindings/windev/HealthRecord.wl",
         "bindings/OTHERS.md")


class Kit:
    def __init__(self, bits):
        compiler(bits)
        self.bits, self.packed = bits, dist("--target", TRIPLES[bits]).strip()
        folder = os.path.join(CACHE, f"unpacked {bits}")
        shutil.rmtree(folder, ignore_errors=True)
        self.root = unpacked(self.packed, folder)

    def path(self, name):
        return os.path.join(self.root, *name.split("/"))

    def read(self, name):
        return read(self.path(name))


def dist(*arguments):
    command = ["cargo", "run", "--quiet", "--locked", "-p", "xtask", "--", "dist", *arguments]
    ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=BUILT_IN)
    if ended.returncode != 0:
        raise Failed(f"{' '.join(command)} ended with {ended.returncode}")
    return ended.stdout


def compiler(bits):
    name = f"{MACHINES[bits]}-w64-mingw32-gcc"
    installed(name)
    return name


def compile_c(bits, sources, output, *more):
    run(compiler(bits), *WARNINGS, *sources, "-o", output, *more, what=f"{os.path.basename(output)} does not compile",
        timeout=PATIENCE)


def dumped(unpacked, name):
    """What mingw's objdump prints about a binary."""
    dump = f"{MACHINES[unpacked.bits]}-w64-mingw32-objdump"
    plain = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
    return subprocess.run([dump, "-p", unpacked.path(name)], capture_output=True, text=True, check=True, env=plain).stdout


def has_what_it_shall(unpacked):
    missing = [name for name in FILES if not os.path.exists(unpacked.path(name))]
    assert not missing, missing
    with zipfile.ZipFile(unpacked.packed) as archive:
        assert len({entry.date_time for entry in archive.infolist()}) == 1, "several dates"
        assert not any("tests/" in name for name in archive.namelist()), "tests"
    size = len(unpacked.read("bin/hr.dll"))
    assert size <= LARGEST, f"{size} bytes"
    return f"{size} bytes of hr.dll"


def needs_windows_10_and_states_what_it_is(unpacked):
    flags = ["DYNAMIC_BASE", "NX_COMPAT", ".reloc"] + (["HIGH_ENTROPY_VA"] if unpacked.bits == 64 else [])
    for name in BINARIES:
        text, content = dumped(unpacked, name), unpacked.read(name)
        needed = {dll.lower().removesuffix(".dll") for dll in re.findall(r"DLL Name: (\S+)", text)}
        assert needed and needed <= SYSTEM, f"{name}: {needed - SYSTEM}"
        assert all(flag in text for flag in flags), f"{name}: {flags}"
        assert re.search(r"Time/Date\s+Thu Jan +1 00:00:00 1970", text), f"{name} is dated"
        for part in ("OSystem", "Subsystem"):
            assert re.search(rf"^Major{part}Version\s+10$", text, re.M), f"{name}: {part}"
        for said in ("FileVersion", VERSION, os.path.basename(name)):
            assert said.encode("utf-16-le") in content, f"{name}: {said}"


CHECKS = [has_what_it_shall, needs_windows_10_and_states_what_it_is]
