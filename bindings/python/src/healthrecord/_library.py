"""Finding and loading the native library, and telling the ways apart in which that fails."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
import threading
from contextlib import suppress
from pathlib import Path

from ._native import HR_ABI_VERSION, INT, Native, declare
from .errors import LibraryError

FILE_NAME = {"win32": "hr.dll", "darwin": "libhr.dylib"}.get(sys.platform, "libhr.so")

_MACHINES = {3: "x86", 40: "ARM", 62: "x86", 183: "ARM"}  # of ELF
_PROCESSORS = {0x14C: "32-bit x86", 0x8664: "64-bit x86", 0x1C4: "32-bit ARM", 0xAA64: "64-bit ARM"}  # of Windows
_INSTALL = "Install the wheel for this Python; without one, set HR_LIBRARY to the absolute path of its " + FILE_NAME
_lock = threading.Lock()
_loaded: tuple[str, Native] | None = None


def load_library(path: str | os.PathLike[str] | None = None) -> Native:
    """Loads the native library, once per process. Opening a session does it by itself.

    path   where it is. Without it: the file beside this package; where there is none, the one that the environment
           variable HR_LIBRARY names (an absolute path), else the one that the system finds by its name

    Returns the raw layer: every function of hr.h under its own name. Raises LibraryError. Any thread.
    """
    global _loaded
    if _loaded is not None and path is None:  # no lock that Ctrl-C could leave taken
        return _loaded[1]
    with _lock:
        if _loaded is None:
            found = _find(path)
            _loaded = (found, _open(found))
        elif path is not None and os.path.abspath(path) != _loaded[0]:
            raise LibraryError("loaded", f"another library was loaded before: {_loaded[0]}", "Call load_library first")
        return _loaded[1]


def library_version() -> str:
    """The version of the native library. Loads it if needed. Raises LibraryError."""
    return str(load_library().hr_version().decode())


def _find(path: str | os.PathLike[str] | None) -> str:
    beside = Path(__file__).with_name(FILE_NAME)
    if path is None and beside.is_file():  # whoever sets variables must not choose what receives the PINs
        return str(beside)
    named = os.environ.get("HR_LIBRARY") if path is None else os.path.abspath(path)
    if not named:
        return FILE_NAME
    if not os.path.isabs(named) or not os.path.isfile(named):
        raise LibraryError("missing", f"the library is not there, or this is not an absolute path: {named}", _INSTALL)
    return named


def _open(path: str) -> Native:
    try:
        if path != FILE_NAME and _is_cut(path):
            raise LibraryError("unloadable", f"{path} cannot be loaded: the file is not whole", _INSTALL)
        library = ctypes.CDLL(path)
    except OSError as error:
        raise _refused(path, error) from None
    try:
        version = int(declare(library, "hr_abi_version", INT)())
        if version != HR_ABI_VERSION:
            made = f"has the binary contract {version}, but this package is made for {HR_ABI_VERSION}"
            raise LibraryError("abi", f"{path} {made}", _INSTALL)
        return Native(library)
    except AttributeError as error:
        symbol = str(error).rpartition(": ")[2]
        raise LibraryError("symbol", f"{path} has no function {symbol}", _INSTALL) from None


def _refused(path: str, error: OSError) -> LibraryError:
    # Another message speaks of a library that this one needs.
    absent = sys.platform != "linux" or str(error).startswith(FILE_NAME + ": cannot open shared object")
    if path == FILE_NAME and absent:
        return LibraryError("missing", f"{path} is neither beside the package nor where the system looks", _INSTALL)
    theirs, ours = _architecture(path), _architecture(sys.executable or "")  # None: embedded
    if theirs and ours and theirs != ours:
        return LibraryError("architecture", f"{path} is {theirs}, but this Python is {ours}", _INSTALL)
    return LibraryError("unloadable", f"{path} cannot be loaded: {error}", _INSTALL)


def _architecture(path: str) -> str | None:
    with suppress(OSError), open(path, "rb") as file:
        return architecture_of(file.read(4096))
    return None


def architecture_of(head: bytes) -> str | None:
    """What a file that begins so is for, such as "64-bit x86 for Linux"; None when that is unknown."""
    if head[:4] == b"\x7fELF" and len(head) >= 20:
        (machine,) = struct.unpack_from("<H" if head[5] == 1 else ">H", head, 18)
        return f"{32 * head[4]}-bit {_MACHINES.get(machine, f'machine {machine}')} for Linux"
    if head[:2] == b"MZ" and len(head) >= 64:
        (start,) = struct.unpack_from("<I", head, 60)
        if head[start : start + 4] == b"PE\0\0" and len(head) >= start + 6:
            (machine,) = struct.unpack_from("<H", head, start + 4)
            return _PROCESSORS.get(machine, f"machine {machine}") + " for Windows"
    return None


def _is_cut(path: str) -> bool:
    """A copy that stopped half-way: the system's loader on Linux dies of it."""
    with open(path, "rb") as file:
        head, size = file.read(64), os.fstat(file.fileno()).st_size
    if head[:6] != b"\x7fELF\x02\x01" or len(head) < 64:
        return False
    sections, entry, count = struct.unpack_from("<40xQ10xHH", head)
    return bool(sections + entry * count > size)
