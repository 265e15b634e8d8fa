"""The setup for Windows, of the two archives that mingw made: setup.nsi says what it does.

    bin          hr.exe and hr-sandbox.exe, of the system's own bitness; no DLL, so that it may be in PATH
    win32, win64 what programs of this bitness are built with: bin, lib, include
    bindings     the sources for other languages
    share        manual, schema, licences, examples
"""

import os
import re
import sys
import tempfile

from ..tools import ROOT, installed, read, run, write
from . import signing
from .archives import VERSION, date, files, unpacked

HERE = os.path.dirname(os.path.abspath(__file__))
BITS = ("win32", "win64")
PROGRAMS = ("bin/hr.exe", "bin/hr-sandbox.exe")
SHARED = ("bindings/", "share/")
# It is about the archive: where to find what is in it.
LEFT_OUT = "README.txt"
# Where the menu's entry leads: the first that is there.
MANUAL = ("share/doc/hr/manual/{0}/index.html", "share/doc/hr/docs/{0}/README.md", "share/doc/hr/docs/en/README.md")
PATIENCE = 600


def layout(roots):
    """The file for each place. What the two share is there once, where both have the same."""
    found, places = {bits: files(root) for bits, root in roots.items()}, {}
    for bits, own in found.items():
        for name, path in own.items():
            others = [other.get(name) for other in found.values()]
            same = name.startswith(SHARED) and None not in others and len({read(other) for other in others}) == 1
            if name not in (*PROGRAMS, LEFT_OUT):
                places[name if same else f"{bits}/{name}"] = path
    return places


def quoted(path):
    return '"' + path.replace("$", "$$").replace('"', '$\\"') + '"'


def at(place):
    return '"$INSTDIR\\' + place.replace("/", "\\") + '"'


def scripts(places, folder):
    """What puts the files there, and what removes these and the folders that are empty then."""
    puts, deletes, parents = [], [], set()
    for place, path in sorted(places.items()):
        parent = os.path.dirname(place)
        puts += [f"SetOutPath {at(parent)}", f"File {quoted('/oname=' + os.path.basename(place))} {quoted(path)}"]
        deletes.append(f"Delete {at(place)}")
        while parent:
            parents.add(parent)
            parent = os.path.dirname(parent)
    deletes += [f"RMDir {at(parent)}" for parent in sorted(parents, key=lambda one: (-one.count("/"), one))]
    for name, lines in (("puts.nsh", puts), ("deletes.nsh", deletes)):
        write("\n".join(lines) + "\n", folder, name)


def made(win32, win64):
    """Beside the archives; gives its path."""
    installed("makensis")
    output = os.path.join(os.path.dirname(os.path.abspath(win32)), f"hr-{VERSION}-setup.exe")
    with tempfile.TemporaryDirectory() as scratch:
        roots = {bits: unpacked(archive, os.path.join(scratch, bits)) for bits, archive in zip(BITS, (win32, win64))}
        places = layout(roots)
        scripts(places, scratch)
        sizes = [os.path.getsize(path) for path in (*places.values(), *(os.path.join(roots["win64"], name) for name in PROGRAMS))]
        numbers = re.match(r"\d+\.\d+\.\d+", VERSION)[0]
        values = {"VERSION": VERSION, "NUMBERS": f"{numbers}.0", "OUTPUT": output, "SCRATCH": scratch, "KILOBYTES": sum(sizes) // 1024,
                  "WIN32": roots["win32"], "WIN64": roots["win64"]}
        for language in ("fr", "en"):
            pages = (page.format(language) for page in MANUAL)
            values[f"MANUAL_{language.upper()}"] = next(page for page in pages if page in places).replace("/", "\\")
        if signing.is_wanted():
            values["SIGN"] = f'"{sys.executable}" -m hr_tools.release sign'
        given = [f"-D{name}={value}" for name, value in values.items()]
        given_to_it = {**os.environ, "SOURCE_DATE_EPOCH": date(), "PYTHONPATH": os.path.join(ROOT, "tools")}
        run("makensis", "-V2", "-WX", "-NOCD", "-INPUTCHARSET", "UTF8", *given, os.path.join(HERE, "setup.nsi"), what="makensis",
            timeout=PATIENCE, env=given_to_it)
        if signing.is_wanted():
            signing.sign(output)
    return output
