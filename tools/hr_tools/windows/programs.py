"""C programs for Windows, of both bitnesses."""

import os
import subprocess

from ..tools import ROOT, installed

MACHINES = {64: "x86_64", 32: "i686"}
WARNINGS = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror"]
PATIENCE = 300


def compiler(bits):
    machine = MACHINES[bits]
    name = f"{machine}-w64-mingw32-gcc"
    installed(name)
    return name


def compile_c(bits, sources, output, *more):
    command = [compiler(bits), *WARNINGS, *sources, "-o", output, *more]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    if ended.returncode != 0:
        raise AssertionError(f"{os.path.basename(output)} does not compile: {ended.stderr.strip()[-1500:]}")
    return output


SHIM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shim", "bcryptprimitives.c")


def shim(bits, output):
    """The DLL of the system that is not in Wine 8.0. Its function's name is exported without the mark of stdcall."""
    return compile_c(bits, [SHIM], output, "-shared", "-static-libgcc", "-Wl,--kill-at", "-ladvapi32")
