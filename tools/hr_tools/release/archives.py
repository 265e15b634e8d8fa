"""The archives: their names, what is in them, and putting other files in."""

import os
import re
import shutil
import zipfile
from pathlib import Path

from ..tools import ROOT, Missing, run, text

VERSION = re.search(r'^version = "(.*)"', text(ROOT, "Cargo.toml"), re.M)[1]


def date():
    """Of all that is made: nothing in it has the time of its making."""
    return os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct", what="git").strip()


def files(root):
    """The paths of the files below it, by their names there."""
    return {path.relative_to(root).as_posix(): str(path) for path in Path(root).rglob("*") if path.is_file()}


def named(folder, kind):
    for ending in ("zip", "tar.gz"):
        path = os.path.join(folder, f"hr-{VERSION}-{kind}.{ending}")
        if os.path.exists(path):
            return path
    raise Missing(f"no archive {kind}")


def unpacked(archive, folder):
    """Gives the one folder that is in it."""
    shutil.unpack_archive(archive, folder)
    [name] = os.listdir(folder)
    return os.path.join(folder, name)


def replaced(archive, contents):
    """Puts these contents in place of those with the same names; the rest stays as it is."""
    fresh = archive + ".new"
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(fresh, "w") as new:
        for entry in old.infolist():
            content = contents.get(entry.filename)
            new.writestr(entry, old.read(entry) if content is None else content, compresslevel=9)
    os.replace(fresh, archive)
