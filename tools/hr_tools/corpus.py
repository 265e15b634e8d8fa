"""The corpus of a target: an archive in fuzz/corpus with one file for each input. The same inputs give the same archive.

An input whose name begins with `regression-` stays, whatever a merge finds; the others have the SHA-1 of their content as
name, which libFuzzer gives them.
"""

import gzip
import hashlib
import io
import os
import tarfile

from .tools import ROOT

PINNED = "regression-"


def archive(name):
    return os.path.join(ROOT, "fuzz", "corpus", f"{name}.tar.gz")


def contents(folder):
    """The inputs of a folder, by name."""
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def unpack(name, folder):
    """Writes the corpus of a target to a folder, which is returned."""
    os.makedirs(folder, exist_ok=True)
    with tarfile.open(archive(name), "r:gz") as packed:
        for member in packed:
            # The name is that of a file of this folder, whatever the archive says.
            with open(os.path.join(folder, os.path.basename(member.name)), "wb") as file:
                file.write(packed.extractfile(member).read())
    return folder


def pack(name, inputs):
    """Writes the corpus of a target; returns the bytes of the archive."""
    with open(archive(name), "wb") as file, \
            gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=file, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as out:
        for input_name, content in sorted(inputs.items()):
            # Owner, mode and time are the same everywhere.
            member = tarfile.TarInfo(input_name)
            member.size = len(content)
            out.addfile(member, io.BytesIO(content))
    return os.path.getsize(archive(name))


def merged(before, fresh):
    """The inputs to keep: those that libFuzzer chose, and the pinned ones once."""
    pinned = {name: content for name, content in before.items() if name.startswith(PINNED)}
    hashes = {hashlib.sha1(content).hexdigest() for content in pinned.values()}
    return {**{name: content for name, content in fresh.items() if name not in hashes}, **pinned}
