"""Debian's packages, unpacked into a folder.

apt-get reads the sources that the machine names, yet keeps its lists in that folder. So no root is needed, and packages
of an architecture that the machine does not know can be downloaded.
"""

import glob
import os
import re
import shutil
import subprocess

from .tools import ROOT, Missing, installed

FOLDER = os.path.join(ROOT, "target", "debian")
PATIENCE = 900


def once(folder, make, *architectures):
    """Has `make(packages, fresh)` fill a folder, which is kept. One process at a time does so."""
    import fcntl  # Windows, where nothing is downloaded, has none.
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    with open(folder + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.isdir(folder):
            fresh, packages = folder + ".new", folder + ".packages"
            for own in (fresh, packages):
                shutil.rmtree(own, ignore_errors=True)
                os.makedirs(own)
            make(Packages(packages, *architectures), fresh)
            shutil.rmtree(packages)
            os.rename(fresh, folder)
    return folder


def members(package, folder, *patterns):
    """Unpacks what has these forms, or everything."""
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as packed:
        taken = subprocess.run(["tar", "-x", "-C", folder, "--wildcards", *patterns], stdin=packed.stdout,
                               capture_output=True, text=True)
    if packed.returncode != 0 or taken.returncode != 0:
        raise Missing(f"{os.path.basename(package)} cannot be unpacked: {taken.stderr.strip()[-200:]}")


class Packages:
    def __init__(self, folder, *more_architectures):
        installed("apt-get", "dpkg-deb", "tar")
        self.folder = folder
        # A list that is unavailable for one of them takes those of the others with it.
        self.architectures = ("amd64", *more_architectures)
        for part in ("state/lists/partial", "cache/archives/partial"):
            os.makedirs(os.path.join(self.folder, part))
        open(os.path.join(self.folder, "status"), "w").close()
        for _ in range(3):  # a mirror that is being updated serves lists that do not fit
            if self.apt("update").returncode == 0:
                break

    def apt(self, *command):
        settings = {"Dir::State": "state", "Dir::State::status": "status", "Dir::Cache": "cache"}
        options = [f"-o{name}={os.path.join(self.folder, place)}" for name, place in settings.items()]
        options += [f"-oAPT::Architectures::={name}" for name in self.architectures]
        options += ["-oAPT::Architecture=amd64", "-oAcquire::Languages=none"]
        # Files below a home folder cannot be written by the user to whom root would hand the download.
        options += [f"-oAPT::Sandbox::User={'root' if os.geteuid() == 0 else ''}"]
        return subprocess.run(["apt-get", *options, *command], cwd=self.folder, capture_output=True, text=True,
                              timeout=PATIENCE)

    def download(self, *names):
        ended = self.apt("download", *names)
        if ended.returncode != 0:
            raise Missing(f"Debian's packages are unavailable: {ended.stderr.strip()[-300:]}")

    def file(self, name, architecture="amd64"):
        [file] = glob.glob(os.path.join(self.folder, f"{name}_*_{architecture}.deb"))
        return file

    def dependency(self, name, form):
        """The name of this form that a package depends on."""
        listed = subprocess.run(["dpkg-deb", "-f", self.file(name), "Depends"], capture_output=True, text=True).stdout
        found = re.search(rf"\b{form}", listed)
        if not found:
            raise Missing(f"{name} depends on no {form}")
        return found.group()
