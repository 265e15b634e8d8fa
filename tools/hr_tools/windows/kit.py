"""The archives for Windows, packed by the project's own command; what a user has after unpacking them; programs made with it."""

import os
import re
import shutil
import subprocess
import zipfile

from ..tools import ROOT, Failed, installed, run
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
        with zipfile.ZipFile(self.packed) as archive:
            archive.extractall(folder)
        [name] = os.listdir(folder)
        self.root = os.path.join(folder, name)

    def path(self, name):
        return os.path.join(self.root, *name.split("/"))

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()


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
    with open(os.path.join(ROOT, "include", "hr.h"), encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)


def compiler(bits):
    name = f"{MACHINES[bits]}-w64-mingw32-gcc"
    installed(name)
    return name


def compile_c(bits, sources, output, *more):
    run(compiler(bits), *WARNINGS, *sources, "-o", output, *more, what=f"{os.path.basename(output)} does not compile",
        timeout=PATIENCE)
