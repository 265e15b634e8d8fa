"""Who takes part, and what they are built with."""

import functools
import os
from dataclasses import dataclass, field

from .. import tools
from ..tools import ROOT, Missing, installed

HERE = os.path.join(ROOT, "benches")
FOLDER = os.path.join(ROOT, "target", "benches")

OWN = "hr_* (C)"
OWN_CJSON = "hr_*, result read with cJSON (C)"
CURL = "libcurl, cJSON (C)"
SOCKETS = "bare sockets (C)"
WRAPPER = "wrapper (Python)"
REQUESTS = "requests (Python)"

BY_HAND = ("by_hand_calls", "by_hand_http", "measure")
# What else the programs consist of, and what they are linked with.
CJSON, ZLIB, LIBCURL, LIBRARY = "-lcjson", "-lz", "-lcurl", "library"
NEEDED = {CJSON: "/usr/include/cjson/cJSON.h", ZLIB: "/usr/include/zlib.h", LIBCURL: "curl-config"}
PROGRAMS = {
    "library": (("library_chain", "library_client", "library_read", "measure"), (LIBRARY, CJSON)),
    "journal": (("library_client", "library_read", "measure"), (LIBRARY, CJSON)),
    "by_hand": (BY_HAND, (LIBCURL, CJSON)),
    "sockets": (("measure",), ()),
    "handles": (("many", "measure"), (LIBRARY,)),
    "handles_by_hand": (("many", *BY_HAND), (LIBCURL, CJSON)),
    "json": (("measure",), (CJSON, LIBRARY)),
    "journal_open": (("measure",), (CJSON, ZLIB, LIBRARY)),
    "load": (("measure",), ()),
}


def run(*command, what, **more):
    """A contestant that cannot be built here does not take part."""
    return tools.run(*command, what=what, otherwise=Missing, timeout=1800, **more)


@functools.cache
def library():
    """The folder of the library as it is shipped."""
    return run("cargo", "run", "--quiet", "--locked", "-p", "xtask", "--", "dist", "--library",
               what="the library does not build").strip()


@functools.cache
def compiled(name):
    """A program of benches/c."""
    sources, libraries = PROGRAMS[name]
    installed("cc", *(NEEDED[library] for library in libraries if library in NEEDED))
    os.makedirs(FOLDER, exist_ok=True)
    program, flags = os.path.join(FOLDER, name), [flag for flag in libraries if flag != LIBRARY]
    if LIBRARY in libraries:
        flags += ["-L", library(), "-lhr", f"-Wl,-rpath,{library()}"]
    run("cc", "-std=c99", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pedantic", "-pthread", "-Iinclude", "-Itests/c",
        *(os.path.join(HERE, "c", f"{source}.c") for source in (name, *sources)), "-o", program, *flags, "-ldl",
        what=f"{name} does not compile")
    return program


def python():
    """An interpreter with requests, apart from the machine's."""
    folder = os.path.join(FOLDER, "python")
    program = os.path.join(folder, "bin", "python")
    if not os.path.exists(program):
        run("python3", "-m", "venv", folder, what="venv")
    run(program, "-m", "pip", "install", "-q", "--disable-pip-version-check", "requests", "requests-toolbelt",
        what="requests cannot be installed from PyPI")
    return program


@dataclass
class Contestant:
    name: str
    command: list
    environment: dict = field(default_factory=dict)
    #: What it cannot do.
    unable: tuple = ()

    def can(self, workload):
        return workload.call not in self.unable and not (self.name == SOCKETS and workload.secure)


def contestants():
    """Builds everything."""
    own, interpreter, scripts = compiled("library"), python(), os.path.join(HERE, "python")
    compiling = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": os.path.join(FOLDER, "pycache")}
    wrapped = {"HR_LIBRARY": os.path.join(library(), "libhr.so"), "PYTHONPATH": os.path.join(ROOT, "bindings", "python", "src")}
    return [
        Contestant(OWN, [own]),
        Contestant(OWN_CJSON, [own], {"BENCH_READ": "cjson"}, unable=("search", "upload", "chain", "threads")),
        Contestant(CURL, [compiled("by_hand")]),
        Contestant(SOCKETS, [compiled("sockets")], unable=("chain",)),
        Contestant(WRAPPER, [interpreter, os.path.join(scripts, "with_wrapper.py")], {**compiling, **wrapped}),
        Contestant(REQUESTS, [interpreter, os.path.join(scripts, "by_hand.py")], compiling),
    ]
