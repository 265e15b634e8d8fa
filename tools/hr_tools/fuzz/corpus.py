"""The inputs that are kept in the repository, by target."""

import os
import shutil

from ..tools import ROOT

FOLDER = os.path.join(ROOT, "fuzz", "corpus")


def folder(name):
    """A folder with the kept inputs of a target, one file each."""
    return os.path.join(FOLDER, name)


def replace(name, fresh):
    """Keeps what is in the folder `fresh` from now on; gives the number of inputs and of bytes."""
    kept = folder(name)
    shutil.rmtree(kept)
    shutil.move(fresh, kept)
    os.chmod(kept, 0o755)
    sizes = [os.path.getsize(os.path.join(kept, file)) for file in os.listdir(kept)]
    return len(sizes), sum(sizes)
