"""Runs of a target's program, and what libFuzzer wrote about them."""

import glob
import os
import re
import subprocess
import tempfile

from ..tools import ROOT
from . import corpus
from .builds import FOLDER, TARGETS

LIMITS = ("-timeout=20", "-rss_limit_mb=2048", "-malloc_limit_mb=1024")
FOUND = os.path.join(FOLDER, "found")


def libfuzzer(program, log, *arguments):
    """Whether the run ended well."""
    # Symbols are not needed to find something; a failure is repeated with its file.
    options = f"detect_leaks=1:symbolize={os.environ.get('SYMBOLIZE') or 1}"
    # The targets' own few files; a target that is stopped cannot remove them.
    environment = {**os.environ, "ASAN_OPTIONS": options, "TMPDIR": os.path.join(FOLDER, "tmp")}
    with open(log, "wb") as file:
        ended = subprocess.run([program, *LIMITS, *arguments], cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT)
    return ended.returncode == 0


def play(name, log, *arguments):
    return libfuzzer(os.path.join(FOLDER, "bin", name), log, f"-max_len={TARGETS[name]}", "-print_final_stats=1",
                     f"-artifact_prefix={FOUND}/{name}-", f"-dict=fuzz/dictionaries/{name}", *arguments)


def read(log):
    with open(log, encoding="utf-8", errors="replace") as file:
        return file.read()


def last(pattern, text, otherwise=""):
    found = re.findall(pattern, text, re.M)
    return found[-1] if found else otherwise


def shown(text):
    """The lines about a crash, each with the two behind it."""
    lines, wanted = text.splitlines(), set()
    for at, line in enumerate(lines):
        if re.search(r"panicked at|ERROR: |^SUMMARY", line):
            wanted.update(range(at, min(at + 3, len(lines))))
    return [lines[at] for at in sorted(wanted)][:12]


def fuzz(name, seconds):
    """Gives the target's row of the table, and whether it crashed."""
    log, own = os.path.join(FOLDER, "log", name), os.path.join(FOLDER, "corpus", name)
    os.makedirs(own, exist_ok=True)
    for file in glob.glob(os.path.join(FOUND, f"{name}-*")):
        os.remove(file)
    print(f"{name}: {seconds} s", flush=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as kept:
        ended_well = play(name, log, f"-max_total_time={seconds}", own, corpus.unpack(name, kept))
    inputs = sorted(glob.glob(os.path.join(FOUND, f"{name}-*")))
    # A run that ended badly without leaving a file is a crash, too.
    crashes = len(inputs) or (0 if ended_well else 1)
    said = read(log)
    row = (name, last(r"^stat::number_of_executed_units: *(.*)", said), last(r"^stat::average_exec_per_sec: *(.*)", said),
           last(r"cov: ([0-9]+)", said, "0"), str(crashes))
    if crashes:
        print("\n".join([*shown(said), *(f"input: {path}" for path in inputs)]), flush=True)
    return row, crashes > 0
