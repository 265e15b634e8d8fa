"""Windows programs of both bitnesses, run under Wine, which is unpacked from Debian's packages once.

    with Wine(32, folder) as wine:
        ended = wine.run(program, ["argument"], timeout=30)

Wine 8 runs 32-bit programs inside 64-bit processes, as Windows does on today's machines, when it has its own DLLs of
32 bits. Debian's 64-bit package does not have these DLLs and its 32-bit package brings them, so both are unpacked into one
tree. No 32-bit library of Linux, no second root and no foreign architecture is needed.
"""

import collections
import os
import select
import shutil
import subprocess
import tempfile

from .. import unpacked_packages
from ..tools import ROOT, Missing, installed, only_on_linux, run, write

CACHE = os.path.join(ROOT, "target", "windows")
FOLDER = os.path.join(unpacked_packages.FOLDER, "wine")
LIB = os.path.join("usr", "lib", "x86_64-linux-gnu")
KINDS = {64: os.path.join(LIB, "wine", "x86_64-windows"), 32: os.path.join(LIB, "wine", "i386-windows")}
SYSTEM = {64: "system32", 32: "syswow64"}
MACHINES = {64: "x86_64", 32: "i686"}
SHIM = "tests/c/windows/bcryptprimitives.c"
# What a machine may not have. With FreeType and without fontconfig, Wine starts processes for its desktop without end.
LIBRARIES = ("libunwind8", "libfreetype6", "libpng16-16", "libbrotli1", "libfontconfig1", "libexpat1")
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{}</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
"""
# Nothing may open a dialog, write into the menus of the desktop or start a debugger.
OVERRIDES = "mscoree,mshtml,winemenubuilder.exe,winedbg.exe="
PATIENCE = 600

Ended = collections.namedtuple("Ended", "code stdout stderr")


def unpack(packages, folder):
    packages.download("libwine:amd64", "libwine:i386", "wine64:amd64", "libz-mingw-w64", "fonts-wine",
                      *(f"{name}:amd64" for name in LIBRARIES))
    for file, *patterns in (
        (packages.file("libwine"), f"./{LIB}/wine/x86_64-*", "./usr/share/wine"),
        (packages.file("libwine", "i386"), "./usr/lib/i386-linux-gnu/wine/i386-windows"),
        (packages.file("wine64"), "./usr/lib/wine"),
        (packages.file("fonts-wine", "all"), "./usr/share/wine/fonts"),
        *((packages.file(name), "*/x86_64-linux-gnu/lib*.so*") for name in LIBRARIES),
        (packages.file("libz-mingw-w64", "all"), "*/zlib1.dll"),
    ):
        unpacked_packages.members(file, folder, *patterns)
    write(FONTS.format(os.path.join(FOLDER, "usr", "share", "wine", "fonts")), folder, "fonts.conf")
    os.rename(os.path.join(folder, "usr/lib/i386-linux-gnu/wine/i386-windows"), os.path.join(folder, KINDS[32]))
    for bits, machine in MACHINES.items():
        compiler, system = f"{machine}-w64-mingw32-gcc", os.path.join(folder, SYSTEM[bits])
        os.mkdir(system)
        # Wine's own window code needs it, and Wine itself copies only the DLLs that bear its name.
        own = os.path.join(folder, "usr", f"{machine}-w64-mingw32", "lib", "zlib1.dll")
        for place in (os.path.join(folder, KINDS[bits]), system):
            shutil.copy(own, place)
        # The DLL of the system that is not in Wine 8.0. Its function's name is exported without the mark of stdcall.
        installed(compiler)
        run(compiler, "-O1", "-Wall", "-Wextra", "-Werror", SHIM, "-o", os.path.join(system, "bcryptprimitives.dll"),
            "-shared", "-static-libgcc", "-Wl,--kill-at", "-ladvapi32", what="the shim does not compile")


class Wine:
    """A Windows of its own for the time of a `with`. At the end no process and no folder is left of it."""

    loader = os.path.join(FOLDER, "usr", "lib", "wine", "wine64")
    server = os.path.join(FOLDER, "usr", "lib", "wine", "wineserver64")

    def __init__(self, bits):
        only_on_linux()
        unpacked_packages.once(FOLDER, unpack, "i386")
        self.bits = bits
        self.folder = tempfile.mkdtemp(prefix="run-", dir=CACHE)
        prefix = os.path.join(self.folder, "prefix")
        # All that programs get to see of the environment, apart from what a test adds.
        self.environment = {
            "PATH": os.environ.get("PATH", os.defpath), "HOME": self.folder, "TMPDIR": self.folder,
            # Arguments and names of files are UTF-8 for Linux and UTF-16 for the programs.
            "LC_ALL": "C.UTF-8",
            "WINEPREFIX": prefix, "WINESERVER": self.server, "WINEDEBUG": "-all", "WINEDLLOVERRIDES": OVERRIDES,
            "LD_LIBRARY_PATH": f"{os.path.join(FOLDER, LIB)}:{os.path.join(FOLDER, 'lib', 'x86_64-linux-gnu')}",
            "FONTCONFIG_FILE": os.path.join(FOLDER, "fonts.conf"),
        }
        for place in SYSTEM.values():
            shutil.copytree(os.path.join(FOLDER, place), os.path.join(prefix, "drive_c", "windows", place))

    def __enter__(self):
        try:
            self.command("wineboot", "-i")
            # Without this driver no window can be made where there is no display, not even one that stays hidden.
            self.command("reg", "add", r"HKCU\Software\Wine\Drivers", "/v", "Graphics", "/d", "null")
            # Wine 8 would say that it is Windows 7.
            self.command("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
            # A shell waits for input that never comes. While it does, Wine's services stay, and the next program need
            # not start them. When this process ends, however it ends, the input ends, and all of Wine after it.
            self.keeper = self.popen([self.loader, "cmd"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL)
            if not select.select([self.keeper.stdout], [], [], PATIENCE)[0]:
                raise Missing("Wine starts no program")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        """Ends what is left of the programs and Wine itself, and waits for it."""
        for flag in ("-k", "-w"):
            subprocess.run([self.server, flag], env=self.environment, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        shutil.rmtree(self.folder)

    def command(self, *arguments):
        # Standard output is inherited by Wine's services, so that a pipe would end with the last of them.
        ended = self.popen([self.loader, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL).wait(PATIENCE)
        if ended != 0:
            raise Missing(f"Wine's {' '.join(arguments[:2])} ends with {ended}")

    def path(self, path):
        """A path of Linux as the programs know it."""
        return "Z:" + os.path.abspath(path).replace("/", "\\")

    def popen(self, command, env=None, **more):
        return subprocess.Popen(command, env={**self.environment, **(env or {})}, start_new_session=True, **more)

    def start(self, program, arguments=(), env=None, **more):
        """A program that goes on meanwhile; what is not said of its standard streams is as for Popen."""
        return self.popen([self.loader, os.path.abspath(program), *arguments], env=env, **more)

    def run(self, program, arguments=(), timeout=PATIENCE, stdin=b"", env=None, cwd=None):
        """Runs it to its end. Linux keeps only the lowest eight bits of the exit code."""
        # Files, not pipes: what a program starts may keep these open after its end.
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(stdin)
            given.seek(0)
            process = self.start(program, arguments, env, stdin=given, stdout=out, stderr=err, cwd=cwd)
            try:
                process.wait(timeout)
            finally:
                process.kill()
                process.wait()
            out.seek(0)
            err.seek(0)
            return Ended(process.returncode, out.read(), err.read())
