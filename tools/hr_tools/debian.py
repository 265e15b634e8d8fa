"""Debian's packages, unpacked into a folder.

apt-get reads the sources that the machine names, yet keeps its lists in that folder. So no root is needed, and packages
of an architecture that the machine does not know can be downloaded.
"""

import glob
import os
import re
import shutil
import subprocess

PATIENCE = 900


class Missing(Exception):
    """Something that the machine does not have; it says nothing about the library."""


def members(package, folder, *patterns):
    """Unpacks what has these forms; patterns that begin with ! are left out."""
    wanted = [pattern for pattern in patterns if not pattern.startswith("!")]
    unwanted = [f"--exclude={pattern[1:]}" for pattern in patterns if pattern.startswith("!")]
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as packed:
        taken = subprocess.run(["tar", "-x", "-C", folder, "--wildcards", *unwanted, *wanted], stdin=packed.stdout,
                               capture_output=True, text=True)
    if packed.returncode != 0 or taken.returncode != 0:
        raise Missing(f"{os.path.basename(package)} cannot be unpacked: {taken.stderr.strip()[-200:]}")


class Packages:
    """Files of packages, for the time of a `with`."""

    def __init__(self, folder, *more_architectures):
        for tool in ("apt-get", "dpkg-deb", "tar"):
            if shutil.which(tool) is None:
                raise Missing(f"no {tool} to get Debian's packages with")
        self.folder = folder
        # A list that is unavailable for one of them takes those of the others with it.
        self.architectures = ("amd64", *more_architectures)

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for part in ("state/lists/partial", "cache/archives/partial"):
            os.makedirs(os.path.join(self.folder, part))
        open(os.path.join(self.folder, "status"), "w").close()
        for _ in range(3):  # a mirror that is being updated serves lists that do not fit
            if self.apt("update").returncode == 0:
                break
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

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
            said = ended.stderr.splitlines()
            said = [line for line in said if line.startswith("E:")] or said or ["no reason given"]
            raise Missing(f"Debian's packages are unavailable: {said[0]}")

    def file(self, name, architecture="amd64"):
        [file] = glob.glob(os.path.join(self.folder, f"{name}_*_{architecture}.deb"))
        return file

    def version(self, name, architecture="amd64"):
        return re.search(r"_(.+)_", os.path.basename(self.file(name, architecture))).group(1)
