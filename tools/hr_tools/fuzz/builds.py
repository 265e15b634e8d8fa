"""The targets' programs: with the coverage that libFuzzer needs, and with AddressSanitizer."""

import os
import re
import shutil
import subprocess

from ..tools import ROOT, Failed, Missing

FOLDER = os.path.join(ROOT, "target", "fuzz")
# The longest input of each target, in bytes.
TARGETS = {"exports": 2048, "replies": 8192, "multipart": 65536, "configuration": 4096, "addresses": 4096, "json": 4096}

# What cargo-fuzz passes, and: checks as calls, because a check in line looks to the coverage like a comparison of the
# program's own; no -Zub-checks, which would look at each byte that is wiped.
COVERAGE = ("-sanitizer-coverage-level=4", "-sanitizer-coverage-inline-8bit-counters", "-sanitizer-coverage-pc-table",
            "-sanitizer-coverage-trace-compares", "-simplifycfg-branch-fold-threshold=0",
            "-asan-instrumentation-with-call-threshold=0")
FLAGS = ("-Cpasses=sancov-module", *(f"-Cllvm-args={option}" for option in COVERAGE),
         "-Zsanitizer=address", "-Zub-checks=no", "-Ccodegen-units=1")


def host():
    said = subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"^host: (.+)$", said, re.M).group(1)
    if not found.endswith("-linux-gnu"):
        raise Missing(f"made for Linux, not for {found}")
    return found


def build(platform, to, *more):
    """Puts the programs into the folder `to`."""
    log = os.path.join(FOLDER, "log", "build")
    made = os.path.join(FOLDER, "build")
    command = ["cargo", "build", "--locked", "--release", "--quiet", "--manifest-path", "fuzz/Cargo.toml",
               "--features", "libfuzzer", "--target", platform, "--target-dir", made, *more]
    environment = {**os.environ, "RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": " ".join(FLAGS)}
    with open(log, "w", encoding="utf-8") as file:
        ended = subprocess.run(command, cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT)
    if ended.returncode != 0:
        said = last_lines(log, 20)
        print(said)
        with open(log, encoding="utf-8", errors="replace") as file:
            # What cannot be downloaded is missing; what does not compile is wrong.
            if re.search(r"failed to (download|get|fetch)", file.read()):
                raise Missing("its packages are unavailable")
        raise Failed("the targets do not build")
    os.makedirs(to, exist_ok=True)
    for name in TARGETS:
        program = os.path.join(made, platform, "release", name)
        if os.path.exists(program):
            shutil.copy(program, to)


def last_lines(path, count):
    with open(path, encoding="utf-8", errors="replace") as file:
        return "\n".join(file.read().splitlines()[-count:])
