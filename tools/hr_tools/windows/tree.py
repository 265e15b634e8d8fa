"""Wine, unpacked, with a prepared prefix.

Wine 8 runs 32-bit programs inside 64-bit processes, as Windows does on today's machines, when it has its own DLLs of
32 bits. Debian's 64-bit package does not have these DLLs and its 32-bit package brings them, so both are unpacked into one
tree. No 32-bit library of Linux, no second root and no foreign architecture is needed.
"""

import contextlib
import fcntl
import filecmp
import os
import shutil
import subprocess

from .. import debian
from ..tools import ROOT, Missing, installed, run

# What is downloaded and prepared once for all runs; a folder that is removed is made again.
CACHE = os.path.join(ROOT, "target", "windows")
FOLDER = os.path.join(CACHE, "wine")
FRESH = FOLDER + ".new"  # becomes FOLDER when it is complete
LIB = os.path.join("usr", "lib", "x86_64-linux-gnu")
KINDS = {64: os.path.join(LIB, "wine", "x86_64-windows"), 32: os.path.join(LIB, "wine", "i386-windows")}
MACHINES = {64: "x86_64", 32: "i686"}
SHIM = "tools/hr_tools/windows/shim/bcryptprimitives.c"
# What a machine may not have. With FreeType and without fontconfig, Wine starts processes for its desktop without end.
LIBRARIES = ("libunwind8", "libfreetype6", "libpng16-16", "libbrotli1", "libfontconfig1", "libexpat1")
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{}</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
"""
# Graphics, sound and browser: half of the bytes, and nothing that a test draws or plays.
UNUSED = ("d3d*", "d2d1*", "dx*", "wined3d*", "winevulkan*", "vulkan*", "opengl32*", "mshtml*", "quartz*", "x3daudio*",
          "xaudio*", "xactengine*", "xapofx*", "light.msstyles")
# Nothing may open a dialog, write into the menus of the desktop or start a debugger.
OVERRIDES = "mscoree,mshtml,winemenubuilder.exe,winedbg.exe="
PATIENCE = 180


def loader(tree=FOLDER):
    return os.path.join(tree, "usr", "lib", "wine", "wine64")


def server(tree=FOLDER):
    return os.path.join(tree, "usr", "lib", "wine", "wineserver64")


def environment(prefix, folder, tree=FOLDER):
    """All that programs under Wine get to see of the environment, apart from what a test adds."""
    return {
        "PATH": os.environ.get("PATH", os.defpath), "HOME": folder, "TMPDIR": folder,
        # Arguments and names of files are UTF-8 for Linux and UTF-16 for the programs.
        "LC_ALL": "C.UTF-8",
        "WINEPREFIX": prefix, "WINESERVER": server(tree), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": OVERRIDES,
        "LD_LIBRARY_PATH": f"{os.path.join(tree, LIB)}:{os.path.join(tree, 'lib', 'x86_64-linux-gnu')}",
        "FONTCONFIG_FILE": os.path.join(tree, "fonts.conf"),
    }


@contextlib.contextmanager
def alone():
    """One process at a time makes what is kept here."""
    os.makedirs(CACHE, exist_ok=True)
    with open(os.path.join(CACHE, "lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def packages_of_debian():
    return debian.Packages(os.path.join(CACHE, "packages"), "i386")


def unpack():
    with packages_of_debian() as packages:
        packages.download("libwine:amd64", "libwine:i386", "wine64:amd64", "libz-mingw-w64", "fonts-wine",
                          *(f"{name}:amd64" for name in LIBRARIES))
        if packages.version("libwine") != packages.version("libwine", "i386"):
            raise Missing("Debian's packages of Wine for 64 and 32 bits are of two versions")
        unused = [f"!*-windows/{name}" for name in (*UNUSED, "zlib1.dll")]
        for what in (
            (packages.file("libwine"), FRESH, f"./{LIB}/wine/x86_64-*", "./usr/share/wine", *unused),
            (packages.file("libwine", "i386"), FRESH, "./usr/lib/i386-linux-gnu/wine/i386-windows", *unused),
            (packages.file("wine64"), FRESH, "./usr/lib/wine"),
            (packages.file("fonts-wine", "all"), FRESH, "./usr/share/wine/fonts"),
            *((packages.file(name), FRESH, "*/x86_64-linux-gnu/lib*.so*") for name in LIBRARIES),
            (packages.file("libz-mingw-w64", "all"), FRESH, "*/zlib1.dll"),
        ):
            debian.members(*what)
    with open(os.path.join(FRESH, "fonts.conf"), "w", encoding="utf-8") as file:
        file.write(FONTS.format(os.path.join(FOLDER, "usr", "share", "wine", "fonts")))
    os.rename(os.path.join(FRESH, "usr/lib/i386-linux-gnu/wine/i386-windows"), os.path.join(FRESH, KINDS[32]))
    for bits, kind in KINDS.items():
        # Wine's own window code needs it.
        own = os.path.join(FRESH, "usr", f"{MACHINES[bits]}-w64-mingw32", "lib", "zlib1.dll")
        os.rename(own, os.path.join(FRESH, kind, "zlib1.dll"))


def command(prefix, home, *arguments):
    # Standard output is inherited by Wine's services, so that a pipe would end with the last of them.
    try:
        ended = subprocess.run([*arguments], env=environment(prefix, home, FRESH), stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise Missing(f"Wine's {' '.join(arguments[1:3])} does not end") from None
    if ended.returncode != 0:
        raise Missing(f"Wine's {' '.join(arguments[1:3])} ends with {ended.returncode}")


def prepare():
    """Makes the prefix that each test copies."""
    prefix, home = os.path.join(FRESH, "prefix"), os.path.join(FRESH, "home")
    os.mkdir(home)
    for bits, place in ((64, "system32"), (32, "syswow64")):
        folder = os.path.join(prefix, "drive_c", "windows", place)
        os.makedirs(folder)
        # Wine itself copies only the DLLs that bear its name.
        shutil.copy(os.path.join(FRESH, KINDS[bits], "zlib1.dll"), folder)
        # The DLL of the system that is not in Wine 8.0. Its function's name is exported without the mark of stdcall.
        compiler, shim = f"{MACHINES[bits]}-w64-mingw32-gcc", os.path.join(folder, "bcryptprimitives.dll")
        installed(compiler)
        run(compiler, "-O1", "-Wall", "-Wextra", "-Werror", SHIM, "-o", shim, "-shared", "-static-libgcc", "-Wl,--kill-at",
            "-ladvapi32", what="the shim does not compile")
    try:
        command(prefix, home, loader(FRESH), "wineboot", "-i")
        # Without this driver no window can be made where there is no display, not even one that stays hidden.
        command(prefix, home, loader(FRESH),
                "reg", "add", r"HKCU\Software\Wine\Drivers", "/v", "Graphics", "/d", "null")
    finally:
        for flag in ("-k", "-w"):
            subprocess.run([server(FRESH), flag], env=environment(prefix, home, FRESH), timeout=PATIENCE)
    lighten(prefix)
    os.remove(os.path.join(prefix, "wineserver"))
    shutil.rmtree(home)


def lighten(prefix):
    """Copies of Wine's files become links to them, and links into the home folder become folders."""
    for folder, folders, files in os.walk(os.path.join(prefix, "drive_c")):
        for name in folders:
            path = os.path.join(folder, name)
            if os.path.islink(path):
                os.remove(path)
                os.mkdir(path)
        for name in files:
            path = os.path.join(folder, name)
            for kind in KINDS.values():
                original = os.path.join(FRESH, kind, name)
                if os.path.isfile(original) and filecmp.cmp(original, path, shallow=False):
                    os.remove(path)
                    os.symlink(os.path.join(FOLDER, kind, name), path)
                    break


def copy(prefix):
    """A prefix of one's own. What belongs to the system is a link to it: the copy and its removal take a moment."""
    given = os.path.join(FOLDER, "prefix")
    windows = os.path.join("drive_c", "windows")

    def system(folder, names):
        return names if folder == os.path.join(given, windows) else []

    shutil.copytree(given, prefix, symlinks=True, ignore=system)
    for name in os.listdir(os.path.join(given, windows)):
        if name == "temp":
            os.mkdir(os.path.join(prefix, windows, name))
        else:
            os.symlink(os.path.join(given, windows, name), os.path.join(prefix, windows, name))


def make():
    """Gives the folder of Wine; what is there already is kept."""
    with alone():
        if not os.path.isdir(FOLDER):
            shutil.rmtree(FRESH, ignore_errors=True)
            os.makedirs(FRESH)
            unpack()
            prepare()
            os.rename(FRESH, FOLDER)
    return FOLDER
