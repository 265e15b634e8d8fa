"""Debian's packages, unpacked below target/windows and not installed. Only a compiler is, by root, where it lacks.

apt-get reads the sources that the machine names, yet keeps its lists here. So no root is needed, and packages of an
architecture that the machine does not know can be had.
"""

import contextlib
import fcntl
import glob
import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "target", "windows")
ARCHITECTURES = ("amd64", "i386")
PATIENCE = 900


class Missing(Exception):
    """Something that the machine lacks; it says nothing about the library."""


@contextlib.contextmanager
def alone():
    """What is cached is made by one process at a time."""
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, "lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def need(tool, *packages):
    """A tool of the machine itself; root installs it."""
    if shutil.which(tool):
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            subprocess.run(["apt-get", "-qq", *command], env=environment, capture_output=True, timeout=PATIENCE)
    if not shutil.which(tool):
        raise Missing(f"{tool} is not installed (package {packages[0]})")


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

    def __init__(self):
        for tool in ("apt-get", "dpkg-deb", "tar"):
            if shutil.which(tool) is None:
                raise Missing(f"no {tool} to get Debian's packages with")
        self.folder = os.path.join(FOLDER, "packages")

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for part in ("state/lists/partial", "cache/archives/partial"):
            os.makedirs(os.path.join(self.folder, part))
        open(os.path.join(self.folder, "status"), "w").close()
        self.apt("update")  # one list that cannot be had does not matter: what cannot be downloaded tells
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def apt(self, *command):
        settings = {"Dir::State": "state", "Dir::State::status": "status", "Dir::Cache": "cache"}
        options = [f"-o{name}={os.path.join(self.folder, place)}" for name, place in settings.items()]
        options += [f"-oAPT::Architectures::={name}" for name in ARCHITECTURES]
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
            raise Missing(f"Debian's packages cannot be had: {said[0]}")

    def file(self, name, architecture="amd64"):
        [file] = glob.glob(os.path.join(self.folder, f"{name}_*_{architecture}.deb"))
        return file

    def version(self, name, architecture="amd64"):
        return re.search(r"_(.+)_", os.path.basename(self.file(name, architecture))).group(1)
