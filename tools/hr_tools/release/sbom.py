"""The bills of materials (CycloneDX): which packages are in the library and in the programs, for Windows and for Linux."""

import contextlib
import glob
import json
import os
import re

from ..tools import ROOT, Missing, cargo_environment, run, text, write
from .archives import VERSION, date

TOOL = "cargo-cyclonedx@0.5.9"
FOLDERS = {"library": "", "hr": "cli", "hr-sandbox": "sandbox/program"}
SYSTEMS = {"windows": "x86_64-pc-windows-gnu", "linux": "x86_64-unknown-linux-gnu"}
# The tool writes beside each manifest.
WRITTEN = "release-sbom"
PATIENCE = 1800


def tool():
    """Where it is; built by cargo where it is not installed."""
    root = os.path.join(ROOT, "target", "cyclonedx")
    if not os.path.exists(os.path.join(root, "bin", "cargo-cyclonedx")):
        run("cargo", "install", "--quiet", "--locked", "--root", root, TOOL, what="cargo-cyclonedx does not build",
            otherwise=Missing, timeout=PATIENCE, env=cargo_environment())
    return os.path.join(root, "bin")


def members():
    return json.loads(re.search(r"^members = (.*)", text(ROOT, "Cargo.toml"), re.M)[1])


def make(folder):
    os.makedirs(folder, exist_ok=True)
    path = os.pathsep.join([tool(), os.environ["PATH"]])
    try:
        for system, target in SYSTEMS.items():
            run("cargo", "cyclonedx", "--quiet", "--format", "json", "--spec-version", "1.5", "--target", target, "--no-build-deps",
                "--override-filename", WRITTEN, what="cargo cyclonedx", env=cargo_environment(PATH=path, SOURCE_DATE_EPOCH=date()))
            for name, place in FOLDERS.items():
                bill = text(ROOT, place, f"{WRITTEN}.json").replace(ROOT, "/hr")
                write(bill, folder, f"hr-{VERSION}-{name}-{system}.cdx.json")
    finally:
        for place in ("", *members()):
            with contextlib.suppress(FileNotFoundError):
                os.remove(os.path.join(ROOT, place, f"{WRITTEN}.json"))


def present(folder):
    found = glob.glob(os.path.join(folder, f"hr-{VERSION}-*.cdx.json"))
    if len(found) != len(FOLDERS) * len(SYSTEMS):
        raise Missing("cargo xtask release sbom makes it")
    return f"{len(found)} files"
