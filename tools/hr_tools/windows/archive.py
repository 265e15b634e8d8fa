"""What was packed, looked at without running it."""

import os
import re
import subprocess
import zipfile

from . import kit, tree

# Of every Windows since version 10, and of Windows Server since 2016.
SYSTEM = {"advapi32", "api-ms-win-core-synch-l1-2-0", "bcrypt", "bcryptprimitives", "crypt32", "kernel32", "msvcrt", "ntdll",
          "shell32", "user32", "userenv", "ws2_32"}
# What starts a browser.
OPENED = {"ole32"}
LARGEST = 1_800_000
BINARIES = ("bin/hr.dll", "bin/hr-sandbox.exe")
FILES = {
    "README.txt", *BINARIES, "include/hr.h", "include/hr.hpp", "include/hr/session.hpp", "lib/hr.lib", "lib/libhr.dll.a",
    "lib/hr.def", "lib/cmake/hr/hr-config.cmake", "lib/cmake/hr/hr-config-version.cmake", "lib/cmake/hr/hr-targets.cmake",
    "share/hr/examples/quickstart.c", "share/hr/examples/utf8_main.h",
    "share/hr/examples/deposit.c", "share/hr/examples/quickstart.cpp", "share/hr/examples/outbox.cpp",
    "share/hr/examples/send_document.cpp", "share/hr/examples/CMakeLists.txt", "share/doc/hr/LICENSE-MIT",
    "share/doc/hr/LICENSE-APACHE", "share/doc/hr/THIRD-PARTY-NOTICES.txt", "share/doc/hr/MINGW-W64.txt", "share/doc/hr/README.md",
    "share/doc/hr/docs/windows.md", "share/doc/hr/docs/errors.md",
    "bindings/csharp/src/Native.cs", "bindings/csharp/examples/SendDocument.cs", "bindings/delphi/src/HrApi.pas",
    "bindings/delphi/demo/SendDocument.dpr", "bindings/vb6/HealthRecordApi.bas",
    "bindings/windev/HealthRecord.wl", "bindings/windev/HealthRecordApi.wl", "bindings/OTHERS.md",
}


def dumped(unpacked, name):
    """What mingw's objdump prints about a binary."""
    dump = f"{tree.MACHINES[unpacked.bits]}-w64-mingw32-objdump"
    plain = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
    return subprocess.run([dump, "-p", unpacked.path(name)], capture_output=True, text=True, check=True, env=plain).stdout


def has_every_file(unpacked):
    missing = [name for name in FILES if not os.path.exists(unpacked.path(name))]
    assert not missing, missing
    with zipfile.ZipFile(unpacked.packed) as archive:
        dates = {entry.date_time for entry in archive.infolist()}
        names = archive.namelist()
    assert len(dates) == 1, dates
    assert not any("tests/" in name or "__pycache__" in name for name in names), names
    return f"{os.path.getsize(unpacked.packed)} bytes"


def exports_the_header_and_nothing_else(unpacked):
    wanted = set(kit.functions())
    assert len(wanted) >= 28
    if unpacked.bits == 32:
        wanted |= {name.replace("hr_", "hr32_", 1) for name in wanted}
    table = dumped(unpacked, "bin/hr.dll").split("[Ordinal/Name Pointer] Table", 1)[1].split("\n\n", 1)[0]
    seen = re.findall(r"^\s*\[\s*\d+\]\s+(?:\+base\[\s*\d+\]\s+\w+\s+)?(\S+)$", table, re.M)
    assert sorted(seen) == sorted(wanted), set(seen) ^ wanted
    return f"{len(seen)} functions, {len(unpacked.read('bin/hr.dll'))} bytes"


def needs_nothing_but_the_system(unpacked):
    for name, system in {"bin/hr.dll": SYSTEM, "bin/hr-sandbox.exe": SYSTEM | OPENED}.items():
        wanted = {re.sub(r"\.dll$", "", dll.lower()) for dll in re.findall(r"DLL Name: (\S+)", dumped(unpacked, name))}
        assert wanted and wanted <= system, f"{name}: {wanted - system}"


def stays_small(unpacked):
    size = len(unpacked.read("bin/hr.dll"))
    assert size <= LARGEST, f"{size} bytes"


def is_protected_and_undated(unpacked):
    flags = ["DYNAMIC_BASE", "NX_COMPAT"] + (["HIGH_ENTROPY_VA"] if unpacked.bits == 64 else [])
    for name in BINARIES:
        text = dumped(unpacked, name)
        assert all(flag in text for flag in flags), f"{name}: {flags}"
        assert re.search(r"Time/Date\s+Thu Jan +1 00:00:00 1970", text), name
        assert ".reloc" in text, name


def states_which_windows_it_needs(unpacked):
    """What it imports is in no Windows before 10."""
    for name in BINARIES:
        header = dict(re.findall(r"^(M\w+or(?:OSystem|Subsystem)Version)\s+(\d+)$", dumped(unpacked, name), re.M))
        seen = {part: f"{header[f'Major{part}Version']}.{header[f'Minor{part}Version']}" for part in ("OSystem", "Subsystem")}
        assert set(seen.values()) == {"10.0"}, f"{name}: {seen}"


def states_its_version(unpacked):
    version = re.search(r"-(\d+\.\d+\.\d+)-", os.path.basename(unpacked.packed)).group(1)
    for name in BINARIES:
        content = unpacked.read(name)
        for text in ("VS_VERSION_INFO", "FileVersion", version, os.path.basename(name)):
            assert text.encode("utf-16-le") in content, f"{name}: {text}"


def defines_names_without_ordinals(unpacked):
    lines = unpacked.text("lib/hr.def").splitlines()
    assert lines[:2] == ["LIBRARY hr.dll", "EXPORTS"], lines[:2]
    assert sorted(line.strip() for line in lines[2:]) == sorted(kit.functions())
    # The names of its own symbols come from that of the file: a longer one would have a path in it.
    assert re.search(rb"\0_{1,2}head_libhr_dll_a\0", unpacked.read("lib/libhr.dll.a"))


CHECKS = [
    has_every_file,
    exports_the_header_and_nothing_else,
    needs_nothing_but_the_system,
    stays_small,
    is_protected_and_undated,
    states_which_windows_it_needs,
    states_its_version,
    defines_names_without_ordinals,
]
