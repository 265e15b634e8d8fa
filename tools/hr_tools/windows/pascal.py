"""Free Pascal for Windows of both bitnesses.

Debian's compilers can write programs for Windows and link them without help; what it does not package is their
run-time part. It is built once from Debian's sources. The compiler for 32 bits is one of i386 that needs no library.
"""

import glob
import os
import shutil

from .. import tools, unpacked_packages
from ..tools import Missing

FOLDER = os.path.join(unpacked_packages.FOLDER, "fpc")
VERSION = "3.2.2"
# The compiler, the system and the processor as Free Pascal names them.
KINDS = {64: ("ppcx64", "win64", "x86_64"), 32: ("ppc386", "win32", "i386")}
# What the unit that needs all the others leaves out: the compiler's own needs, and those of the sources here.
MORE = ("rtl/inc/heaptrc.pp", "rtl/inc/uuchar.pp", "rtl/inc/iso7185.pp", "rtl/inc/lineinfo.pp",
        "rtl/inc/lnfodwrf.pp", "packages/fcl-base/src/syncobjs.pp")
PATIENCE = 300


def run(*command, **more):
    try:
        return tools.run(*command, errors="replace", timeout=PATIENCE, **more)
    except OSError as refusal:
        raise Missing(f"{os.path.basename(command[0])} does not run here: {refusal.strerror}") from refusal


def compiler(folder, bits):
    return os.path.join(folder, KINDS[bits][0])


def units(folder, bits):
    return os.path.join(folder, KINDS[bits][1])


def unpack(packages, folder):
    name, sources = f"fp-compiler-{VERSION}", f"fpc-source-{VERSION}"
    packages.download(f"{name}:amd64", f"{name}:i386", sources)
    for bits, architecture in ((64, "amd64"), (32, "i386")):
        unpacked_packages.members(packages.file(name, architecture), folder, f"*/{KINDS[bits][0]}")
        [program] = glob.glob(os.path.join(folder, "usr/lib/*/fpc/*", KINDS[bits][0]))
        os.rename(program, compiler(folder, bits))
    unpacked_packages.members(packages.file(sources, "all"), folder, f"./usr/share/fpcsrc/{VERSION}/rtl",
                   *(f"*/{file}" for file in MORE if file.startswith("packages/")))
    for bits in KINDS:
        build(folder, bits)
    shutil.rmtree(os.path.join(folder, "usr"))


def build(folder, bits):
    """First what every unit needs, then the unit that needs all the others."""
    program, (_, system, processor) = compiler(folder, bits), KINDS[bits]
    source = os.path.join(folder, "usr", "share", "fpcsrc", VERSION)
    rtl, made = os.path.join(source, "rtl"), units(folder, bits)
    os.mkdir(made)
    searched = [f"-F{kind}{os.path.join(rtl, place)}" for kind, places in (
        ("i", ("win", "inc", processor, "objpas", "objpas/sysutils", "objpas/classes", "win/wininc")),
        ("u", (processor, "win", "win/wininc", "inc", "objpas"))) for place in places]
    options = ["-n", f"-T{system}", "-O2", "-v0e", f"-FU{made}", f"-Fu{made}", *searched]
    for unit in (["-Us", "-Sg", "system.pp"], ["buildrtl.pp"], *([os.path.join(source, file)] for file in MORE)):
        run(program, *options, *unit, what=f"Free Pascal's {os.path.basename(unit[-1])} for {system}", otherwise=Missing,
            cwd=os.path.join(rtl, system))


def compiled(bits, source, folder, *options):
    """Compiles into this folder; gives the program's path."""
    unpacked_packages.once(FOLDER, unpack, "i386")
    program = os.path.join(folder, os.path.splitext(os.path.basename(source))[0] + ".exe")
    run(compiler(FOLDER, bits), "-n", f"-T{KINDS[bits][1]}", "-l-", f"-Fu{units(FOLDER, bits)}", f"-FU{folder}",
        f"-FE{folder}", f"-o{program}", *options, source, what=f"{os.path.basename(source)} does not compile")
    return program
