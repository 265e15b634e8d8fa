"""Fuzzes with libFuzzer and AddressSanitizer, on the stable compiler. What it finds stays in target/fuzz until the target
runs again. Before the targets run, two planted faults must be found: one that a target's own judgement sees, and one that
only the sanitizer sees.
"""

import os
import re
import shutil
import sys
import tempfile
import time

from ..tools import Failed, Missing, installed
from . import builds, corpus
from .builds import FOLDER, TARGETS
from .play import fuzz, libfuzzer, play, read

USAGE = """usage: cargo xtask fuzz [SECONDS] [TARGET...]
       cargo xtask fuzz merge FOLDER|- [TARGET...]
       cargo xtask fuzz unpack FOLDER [TARGET...]
targets: """ + " ".join(TARGETS)
SECONDS = 60
ROW = "{:<14} {:>12} {:>9} {:>8} {:>8}"
# A target, what must be in its log, and the one input to begin with: a search that succeeds, for the replies.
PLANTED = (
    ("replies", r"^planted$", b"\5\0\0\0\0\0HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"),
    ("exports", r"heap-buffer-overflow", b"\0"),
)


class Usage(Exception):
    """Arguments that are none."""


def parsed(arguments):
    """`run`, `merge` or `unpack`, its folder, the seconds of a target, and the targets."""
    rest, seconds, mode, folder = list(arguments), SECONDS, "run", None
    if rest[:1] in (["merge"], ["unpack"]):
        if len(rest) < 2:
            raise Usage
        (mode, folder), rest = rest[:2], rest[2:]
    elif rest and rest[0][:1].isdigit():
        if not re.fullmatch("[0-9]+", rest[0]):
            raise Usage
        seconds, rest = int(rest[0]), rest[1:]
    if not set(rest) <= set(TARGETS):
        raise Usage
    return mode, folder, seconds, rest or list(TARGETS)


def prove(name, sign, first):
    """A run that does not find what is there proves nothing."""
    began = time.monotonic()
    folder = os.path.join(FOLDER, "planted", name)
    shutil.rmtree(folder, ignore_errors=True)
    inputs, log = os.path.join(folder, "corpus"), os.path.join(folder, "log")
    os.makedirs(inputs)
    with open(os.path.join(inputs, "first"), "wb") as file:
        file.write(first)
    ended_well = libfuzzer(os.path.join(FOLDER, "planted", "bin", name), log, "-max_total_time=120",
                           f"-artifact_prefix={folder}/", f"-dict=fuzz/dictionaries/{name}", inputs)
    if ended_well or not re.search(sign, read(log), re.M):
        print(builds.last_lines(log, 5))
        raise Failed(f"{name} did not find the planted fault ({sign})")
    print(f"proven: {name} found the planted fault in {time.monotonic() - began:.0f} s ({sign})", flush=True)


def run(platform, seconds, names):
    """Gives the exit status."""
    print("building", flush=True)
    builds.build(platform, os.path.join(FOLDER, "planted", "bin"), "--features", "planted", "--bin", "replies", "--bin", "exports")
    for planted in PLANTED:
        prove(*planted)
    builds.build(platform, os.path.join(FOLDER, "bin"), "--bins")
    rows = [fuzz(name, seconds) for name in names]
    print("\n" + "\n".join(ROW.format(*row) for row in
                           [("target", "executions", "exec/s", "edges", "crashes"), *(row for row, _ in rows)]))
    return int(any(crashed for _, crashed in rows))


def merge(platform, source, names):
    """Adds to the corpus the inputs of SOURCE/TARGET that cover more code; `-` minimises the corpus itself."""
    builds.build(platform, os.path.join(FOLDER, "bin"), "--bins")
    for name in names:
        log = os.path.join(FOLDER, "log", f"{name}-merge")
        more = [] if source == "-" else [os.path.join(os.path.abspath(source), name)]
        with tempfile.TemporaryDirectory(dir=FOLDER) as kept, tempfile.TemporaryDirectory(dir=FOLDER) as fresh:
            before = corpus.contents(corpus.unpack(name, kept))
            if not play(name, log, "-set_cover_merge=1", fresh, kept, *more):
                raise Failed(builds.last_lines(log, 5))
            after = corpus.merged(before, corpus.contents(fresh))
        size = corpus.pack(name, after)
        print(f"{name}: {len(before)} inputs before, {len(after)} after, {size} bytes", flush=True)
    return 0


def unpack(folder, names):
    """Writes the corpus to FOLDER/TARGET, one file for each input."""
    for name in names:
        corpus.unpack(name, os.path.join(folder, name))


def main():
    try:
        mode, folder, seconds, names = parsed(sys.argv[1:])
    except Usage:
        print(USAGE, file=sys.stderr)
        sys.exit(2)
    if mode == "unpack":
        sys.exit(unpack(folder, names))
    temporary = os.path.join(FOLDER, "tmp")
    for part in ("log", "corpus", "found", "tmp"):
        os.makedirs(os.path.join(FOLDER, part), exist_ok=True)
    try:
        # libFuzzer is C++; its sources come with the crate libfuzzer-sys.
        installed("c++")
        platform = builds.host()
        status = run(platform, seconds, names) if mode == "run" else merge(platform, folder, names)
    except Missing as missing:
        print(f"NOT RUN: fuzzing ({missing})")
        status = 1
    except Failed as failure:
        print(f"FAILED: {failure}")
        status = 1
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
