"""Who takes part."""

import os
from dataclasses import dataclass, field

from ..tools import ROOT, installed
from . import builds

OWN = "hr_* (C)"
OWN_CJSON = "hr_*, result read with cJSON (C)"
CURL = "libcurl, cJSON (C)"
SOCKETS = "bare sockets (C)"
WRAPPER = "wrapper (Python)"
REQUESTS = "requests (Python)"
WRAPPER_CS = "wrapper (C#, mono)"
HTTP_CS = "HttpWebRequest (C#, mono)"

C = (OWN, OWN_CJSON, CURL, SOCKETS)
PYTHON = (WRAPPER, REQUESTS)
CSHARP = (WRAPPER_CS, HTTP_CS)
ALL = C + PYTHON + CSHARP


@dataclass
class Contestant:
    name: str
    command: list
    environment: dict = field(default_factory=dict)
    #: What it cannot do.
    unable: tuple = ()

    def can(self, workload):
        return workload.call not in self.unable and not (self.name == SOCKETS and workload.secure)


def own():
    """The program with hr.h."""
    return with_header("library", "library", "library_chain")


def with_header(name, *sources):
    """A program with the parts that call hr.h."""
    installed("/usr/include/cjson/cJSON.h")
    return builds.compiled(name, (*sources, "library_client", "library_read", "measure"), *builds.link(builds.library()),
                           "-lcjson")


def all_built():
    """Builds everything and gives the contestants by their names."""
    installed("curl-config")
    installed("mcs")
    program, folder = own(), builds.library()
    curl = builds.compiled("by_hand", ("by_hand", "by_hand_calls", "by_hand_http", "measure"), "-lcurl", "-lcjson")
    sockets = builds.compiled("sockets", ("sockets", "measure"))
    python, scripts = builds.python(), os.path.join(builds.HERE, "python")
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": os.path.join(builds.FOLDER, "pycache")}
    wrapped = {"HR_LIBRARY": os.path.join(folder, "libhr.so"), "PYTHONPATH": os.path.join(ROOT, "bindings", "python", "src")}
    wrapper_cs, http_cs = builds.csharp()
    contestants = (
        Contestant(OWN, [program]),
        Contestant(OWN_CJSON, [program], {"BENCH_READ": "cjson"}, unable=("search", "upload", "chain", "threads")),
        Contestant(CURL, [curl]),
        Contestant(SOCKETS, [sockets], unable=("chain",)),
        Contestant(WRAPPER, [python, os.path.join(scripts, "with_wrapper.py")], {**compiled, **wrapped}),
        Contestant(REQUESTS, [python, os.path.join(scripts, "by_hand.py")], compiled),
        Contestant(WRAPPER_CS, ["mono", wrapper_cs], {"LD_LIBRARY_PATH": folder}),
        Contestant(HTTP_CS, ["mono", http_cs]),
    )
    return {one.name: one for one in contestants}
