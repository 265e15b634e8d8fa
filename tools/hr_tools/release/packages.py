"""Wheels and the NuGet package, with the libraries of the archives; the checksums."""

import glob
import os
import shutil
import subprocess
import sys
import tempfile

from ..tools import ROOT, Missing, run, write
from .archives import VERSION, named, unpacked

GLIBC = "2.17"
# The archives, and the platform that a wheel made of one has in its name.
WHEELS = {f"x86_64-unknown-linux-gnu-glibc{GLIBC}": "manylinux_2_17_x86_64",
          f"aarch64-unknown-linux-gnu-glibc{GLIBC}": "manylinux_2_17_aarch64",
          "win32": "win32", "win64": "win_amd64"}
NATIVES = {"win32": "win-x86", "win64": "win-x64", f"x86_64-unknown-linux-gnu-glibc{GLIBC}": "linux-x64"}
NAMES = ("hr.dll", "libhr.so")
PATIENCE = 600


def library(folder, kind, to):
    """Puts the library of an archive there, under the name that a program looks for."""
    with tempfile.TemporaryDirectory() as scratch:
        root = unpacked(named(folder, kind), scratch)
        [path] = [path for place in ("bin", "lib") for name in NAMES if os.path.exists(path := os.path.join(root, place, name))]
        os.makedirs(to, exist_ok=True)
        return shutil.copy(path, os.path.join(to, os.path.basename(path)))


def wheel(folder, kind, platform):
    with tempfile.TemporaryDirectory() as scratch:
        path = library(folder, kind, scratch)
        run("bash", os.path.join(ROOT, "bindings/python/build_wheel"), "--library", path, "--platform", platform, "--out", scratch,
            what="the wheel", timeout=PATIENCE)
        [made] = glob.glob(os.path.join(scratch, "*.whl"))
        said = used(made, scratch) if platform.endswith(os.uname().machine) else "not loaded: another platform's"
        return f"{os.path.basename(shutil.move(made, os.path.join(folder, os.path.basename(made))))}, {said}"


def used(made, scratch):
    """It is installed, and loads its library."""
    venv = os.path.join(scratch, "venv")
    python = os.path.join(venv, "bin", "python")
    run(sys.executable, "-m", "venv", venv, what="a virtual environment", otherwise=Missing)
    run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", made, what="the wheel")
    said = run(python, "-I", "-c", "import healthrecord; print(healthrecord.library_version())", what="the wheel", cwd=scratch)
    assert said.strip() == VERSION, said
    return "loaded"


def nuget(folder):
    """Of the assembly that `dotnet build -c Release` left; there is none where only Mono is."""
    assembly = os.path.join(ROOT, "target", "csharp", "dotnet")
    if not os.path.exists(os.path.join(assembly, "HealthRecord.pdb")):
        raise Missing("no assembly of dotnet build in target/csharp/dotnet")
    with tempfile.TemporaryDirectory() as natives:
        for kind, platform in NATIVES.items():
            library(folder, kind, os.path.join(natives, platform))
        address = subprocess.run(["git", "remote", "get-url", "origin"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        said = run(sys.executable, os.path.join(ROOT, "bindings/csharp/pack"), "--assembly", assembly, "--natives", natives,
                   "--output", folder, "--repository", address, what="the NuGet package")
    return os.path.basename(said.strip())


def checksums(folder):
    """Of everything that is there, in the form that sha256sum reads."""
    names = sorted(set(os.listdir(folder)) - {"SHA256SUMS"})
    names = [name for name in names if os.path.isfile(os.path.join(folder, name))]
    write(run("sha256sum", *names, what="sha256sum", cwd=folder), folder, "SHA256SUMS")
    return f"{len(names)} files"
