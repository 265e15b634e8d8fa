"""Finding and loading the native library, and telling the ways apart in which that fails."""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
import sysconfig
import threading
from pathlib import Path

from ._declare import INT, SymbolMissing, declare
from ._native import HR_ABI_VERSION, Native
from .errors import LibraryError

if sys.platform == "win32":
    FILE_NAME = "hr.dll"
elif sys.platform == "darwin":
    FILE_NAME = "libhr.dylib"
else:
    FILE_NAME = "libhr.so"

_ELF_MACHINES = {3: "x86", 40: "ARM", 62: "x86", 183: "ARM"}
_PE_MACHINES = {0x14C: "32-bit x86", 0x8664: "64-bit x86", 0x1C4: "32-bit ARM", 0xAA64: "64-bit ARM"}

# Of winerror.h: ERROR_ACCESS_DISABLED_BY_POLICY, ERROR_SYSTEM_INTEGRITY_POLICY_VIOLATION.
_RULES = {
    1260: (
        "a rule of the administrator blocks it (AppLocker or software restriction, error 1260)",
        "une règle de l'administrateur le bloque (erreur 1260)",
    ),
    4551: (
        "application control accepts no file without a trusted signature (Smart App Control or App Control for "
        "Business, error 4551)",
        "le contrôle des applications n'accepte aucun fichier sans signature reconnue (erreur 4551)",
    ),
}

# Reason, message, message_fr, remedy, remedy_fr.
_MISSING = (
    "missing",
    "the library is not there: {path}",
    "Le composant est introuvable : {path}.",
    "Install the package's wheel, or set HR_LIBRARY to the absolute path of {file}.",
    "Réinstallez le logiciel, ou indiquez dans HR_LIBRARY le chemin absolu de {file}.",
)
_NOT_ABSOLUTE = (
    "missing",
    "HR_LIBRARY is not an absolute path: {path}",
    "HR_LIBRARY n'est pas un chemin absolu : {path}.",
    "Set it to the absolute path of {file}, or unset it.",
    "Indiquez le chemin absolu de {file}, ou supprimez la variable.",
)
_OTHER_ARCHITECTURE = (
    "architecture",
    "{path} is {theirs}, but this Python is {ours}",
    "{path} : {theirs}, alors que ce Python est {ours}.",
    "Install the library for the architecture of this Python.",
    "Installez le composant prévu pour l'architecture de ce Python.",
)
_NO_ARM = (
    *_OTHER_ARCHITECTURE[:3],
    "There is no library for ARM64 Windows: use a Python for x64 (amd64), which such a Windows runs as well.",
    "Il n'y a pas de composant pour Windows ARM64 : utilisez un Python pour x64 (amd64).",
)
_BLOCKED = (
    "blocked",
    "Windows does not allow {path}: {why}",
    "Windows interdit {path} : {why_fr}.",
    "Sign it together with the program, or have the administrator allow it.",
    "Demandez à l'éditeur une version signée, ou à l'administrateur d'autoriser ce fichier.",
)
_UNLOADABLE = (
    "unloadable",
    "{path} cannot be loaded: {why}",
    "{path} ne peut pas être chargé.",
    "Install it again.",
    "Réinstallez le composant.",
)
_SYMBOL_MISSING = (
    "symbol",
    "{path} has no function {name}",
    "{path} n'a pas de fonction {name}.",
    "It is another library, or another version: install the one that came with this package.",
    "C'est un autre composant ou une autre version : installez celui qui va avec ce logiciel.",
)
_OTHER_ABI = (
    "abi",
    "{path} has the binary contract {theirs}, but this package is made for {ours}",
    "{path} a le contrat binaire {theirs}, mais ce logiciel est fait pour {ours}.",
    "Install the library and the package of the same version.",
    "Installez le composant et le logiciel de la même version.",
)
_OTHER_LOADED = (
    "loaded",
    "another library was loaded before: {path}",
    "Un autre composant est déjà chargé : {path}.",
    "Call load_library with a path once, before everything else.",
    "Redémarrez le logiciel.",
)

_lock = threading.Lock()
_loaded: tuple[str, Native] | None = None


def load_library(path: str | os.PathLike[str] | None = None) -> Native:
    """Loads the native library, once per process. Opening a session does it by itself.

    path   where the library is. Without it: the file that the environment variable HR_LIBRARY names (an
           absolute path), else the one beside this package, else the one that the system finds by its name
           (libhr.so, hr.dll, libhr.dylib).

    Returns the raw layer: every function of hr.h under its own name. Raises LibraryError with a ``reason``:
    "missing", "architecture", "blocked" (rules of the computer forbid the file), "unloadable", "symbol", "abi";
    "loaded" when another file was loaded before.
    Any thread.
    """
    global _loaded
    with _lock:
        if _loaded is not None:
            wanted = None if path is None else os.path.abspath(os.fspath(path))
            if wanted is not None and wanted != _loaded[0]:
                raise _failure(_OTHER_LOADED, _loaded[0])
            return _loaded[1]
        found = _find(path)
        native = _open(found)
        _loaded = (found, native)
        return native


def library_version() -> str:
    """The version of the native library, such as "0.1.0". Loads it if needed. Raises LibraryError."""
    return str(load_library().hr_version().decode())


def _find(path: str | os.PathLike[str] | None) -> str:
    if path is not None:
        return _existing(os.path.abspath(os.fspath(path)))
    named = os.environ.get("HR_LIBRARY")
    if named:
        if not os.path.isabs(named):
            raise _failure(_NOT_ABSOLUTE, named)
        return _existing(named)
    beside = Path(__file__).with_name(FILE_NAME)
    return str(beside) if beside.is_file() else FILE_NAME


def _existing(path: str) -> str:
    if not os.path.isfile(path):
        raise _failure(_MISSING, path)
    return path


def _open(path: str) -> Native:
    if path != FILE_NAME and _is_cut(path):
        raise _failure(_UNLOADABLE, path, why="the file is not whole")
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise _refused(path, error) from None
    try:
        version = int(declare(library, "hr_abi_version", INT)())
        if version != HR_ABI_VERSION:
            raise _failure(_OTHER_ABI, path, theirs=version, ours=HR_ABI_VERSION)
        return Native(library)
    except SymbolMissing as error:
        raise _failure(_SYMBOL_MISSING, path, name=error.name) from None


def _refused(path: str, error: OSError) -> LibraryError:
    number = getattr(error, "winerror", None)
    if number in _RULES:
        why, why_fr = _RULES[number]
        return _failure(_BLOCKED, path, why=why, why_fr=why_fr)
    if path == FILE_NAME and not _names_another_file(error):
        return _failure(_MISSING, f"{FILE_NAME} (not beside the package, not where the system looks)")
    theirs = None if path == FILE_NAME else _architecture(path)
    ours = _own_architecture()
    if theirs is not None and theirs != ours:
        kind = _NO_ARM if ours == "64-bit ARM for Windows" else _OTHER_ARCHITECTURE
        return _failure(kind, path, theirs=theirs, ours=ours)
    return _failure(_UNLOADABLE, path, why=str(error))


def _names_another_file(error: OSError) -> bool:
    """The system found the library but not another one that it needs, or refuses it for another reason."""
    return sys.platform == "linux" and not str(error).startswith(FILE_NAME + ": cannot open shared object")


def _architecture(path: str) -> str | None:
    try:
        with open(path, "rb") as file:
            return architecture_of(file.read(4096))
    except OSError:
        return None


def architecture_of(head: bytes) -> str | None:
    """What a file that begins so is for, such as "64-bit x86 for Linux"; None when that is unknown."""
    if head[:4] == b"\x7fELF" and len(head) >= 20:
        bits = {1: 32, 2: 64}.get(head[4])
        order = "<" if head[5] == 1 else ">"
        (machine,) = struct.unpack_from(order + "H", head, 18)
        family = _ELF_MACHINES.get(machine, f"machine {machine}")
        return f"{bits}-bit {family} for Linux"
    if head[:2] == b"MZ" and len(head) >= 64:
        (start,) = struct.unpack_from("<I", head, 60)
        if head[start : start + 4] == b"PE\0\0" and len(head) >= start + 6:
            (machine,) = struct.unpack_from("<H", head, start + 4)
            return _PE_MACHINES.get(machine, f"machine {machine}") + " for Windows"
    return None


def _own_architecture() -> str:
    # Of this Python, not of the computer: an emulated one may see the latter.
    machine = sysconfig.get_platform().rpartition("-")[2] if sys.platform == "win32" else platform.machine()
    machine = "x86" if machine == "win32" else machine.lower()
    if machine.startswith(("arm", "aarch")):
        family = "ARM"
    elif machine in ("x86_64", "amd64", "i386", "i486", "i586", "i686", "x86"):
        family = "x86"
    else:
        family = machine
    system = {"win32": "Windows", "linux": "Linux"}.get(sys.platform, sys.platform)
    return f"{struct.calcsize('P') * 8}-bit {family} for {system}"


def _is_cut(path: str) -> bool:
    """A copy that stopped half-way: the system's loader on Linux dies of it."""
    try:
        with open(path, "rb") as file:
            head, size = file.read(64), os.fstat(file.fileno()).st_size
    except OSError:
        return False
    if head[:6] != b"\x7fELF\x02\x01" or len(head) < 64:
        return False
    (sections,) = struct.unpack_from("<Q", head, 40)
    entry, count = struct.unpack_from("<HH", head, 58)
    return bool(sections + entry * count > size)


def _failure(kind: tuple[str, ...], path: str, **facts: object) -> LibraryError:
    reason, *texts = kind
    return LibraryError(reason, *(text.format(path=path, file=FILE_NAME, **facts) for text in texts))
