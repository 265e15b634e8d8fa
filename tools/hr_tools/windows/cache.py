"""What is downloaded and prepared once for all runs, below target/windows."""

import contextlib
import fcntl
import os

from .. import debian
from ..tools import ROOT

FOLDER = os.path.join(ROOT, "target", "windows")


@contextlib.contextmanager
def alone():
    """One process at a time makes what is kept here."""
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, "lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def packages():
    return debian.Packages(os.path.join(FOLDER, "packages"), "i386")
