"""The archives for Windows, packed by the project's own command; what a user has after unpacking them; programs made with it."""

import os
import re
import shutil
import subprocess

from ..release.archives import unpacked
from ..tools import ROOT, Failed, installed, read, run, text
from .wine import CACHE, MACHINES

BUILT_IN = 3600  # four builds, each with its standard library
WARNINGS = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror"]
PATIENCE = 300  # seconds of a compiler
TRIPLES = {32: "i686-pc-windows-gnu", 64: "x86_64-pc-windows-gnu"}


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


def library_with_hooks(bits):
    """A DLL that can be made to panic."""
    return dist("--hooks", "--target", TRIPLES[bits]).strip()


def header():
    """hr.h without its comments."""
    return re.sub(r"/\*.*?\*/", "", text(ROOT, "include/hr.h"), flags=re.S)


def compiler(bits):
    name = f"{MACHINES[bits]}-w64-mingw32-gcc"
    installed(name)
    return name


def compile_c(bits, sources, output, *more):
    run(compiler(bits), *WARNINGS, *sources, "-o", output, *more, what=f"{os.path.basename(output)} does not compile",
        timeout=PATIENCE)
