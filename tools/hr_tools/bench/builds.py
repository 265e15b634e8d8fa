"""What the contestants are built with."""

import functools
import os

from .. import tools
from ..tools import ROOT, Missing

HERE = os.path.join(ROOT, "benches")
FOLDER = os.path.join(ROOT, "target", "benches")


def run(*command, what, **more):
    """A contestant that cannot be built here does not take part."""
    return tools.run(*command, what=what, otherwise=Missing, timeout=1800, **more)


def stay_on_one_core():
    """The server, and who makes small calls: woken on another core they take five times as long, by chance."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


@functools.cache
def library():
    """The folder of the library as it is shipped."""
    return run("cargo", "run", "--quiet", "--locked", "-p", "xtask", "--", "dist", "--library",
               what="the library does not build").strip()


def link(folder):
    return "-L", folder, "-lhr", f"-Wl,-rpath,{folder}"


def compiled(name, sources, *flags):
    os.makedirs(FOLDER, exist_ok=True)
    program = os.path.join(FOLDER, name)
    run("cc", "-std=c99", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pedantic", "-pthread", "-Iinclude", "-Itests/c",
        *(os.path.join(HERE, "c", f"{source}.c") for source in sources), "-o", program, *flags, "-ldl",
        what=f"{name} does not compile")
    return program


def csharp():
    """The programs with the wrapper and with HttpWebRequest."""
    sources = os.path.join(HERE, "csharp")
    wrapper = os.path.join(ROOT, "bindings", "csharp", "src")
    def program(name, *files, options=()):
        made = os.path.join(FOLDER, f"{name}.exe")
        run("mcs", "-nologo", "-optimize+", *options, f"-out:{made}", *files, what=f"{name} does not compile")
        return made
    ours = sorted(os.path.join(wrapper, name) for name in os.listdir(wrapper) if name.endswith(".cs"))
    at = lambda *names: [os.path.join(sources, f"{name}.cs") for name in names]
    return (program("wrapper", *at("WithWrapper", "Timing"), *ours),
            program("http", *at("ByHand", "ByHandClient", "ByHandForm", "ByHandTls", "Timing"),
                    options=("-r:System.Web.Extensions.dll", "-r:Mono.Security.dll")))


def python():
    """An interpreter with requests, apart from the machine's."""
    folder = os.path.join(FOLDER, "python")
    program = os.path.join(folder, "bin", "python")
    if not os.path.exists(program):
        run("python3", "-m", "venv", folder, what="venv")
    run(program, "-m", "pip", "install", "-q", "--disable-pip-version-check", "requests", "requests-toolbelt",
        what="requests cannot be installed from PyPI")
    return program
