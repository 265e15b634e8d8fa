"""Fuzzes with libFuzzer and AddressSanitizer, on the stable compiler. What it finds stays in target/fuzz until the target
runs again. Before the targets run, two planted faults must be found: one that a target's own judgement sees, and one that
only the sanitizer sees.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from . import corpus
from .tally import Tally
from .tools import ROOT, Failed, Missing, cargo, installed, only_on_linux

FOLDER = os.path.join(ROOT, "target", "fuzz")
FOUND = os.path.join(FOLDER, "found")
# The longest input of each target, in bytes.
TARGETS = {"exports": 2048, "replies": 8192, "multipart": 65536, "configuration": 4096, "addresses": 4096, "json": 4096}
SECONDS = 60
LIMITS = ("-timeout=20", "-rss_limit_mb=2048", "-malloc_limit_mb=1024")
# A target, what must be in its log, and the one input to begin with: a search that succeeds, for the replies.
PLANTED = (
    ("replies", r"^planted$", b"\5\0\0\0\0\0HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"),
    ("exports", r"heap-buffer-overflow", b"\0"),
)

PLATFORM = "x86_64-unknown-linux-gnu"
# What cargo-fuzz passes, and: checks as calls, because a check in line looks to the coverage like a comparison of the
# program's own; no -Zub-checks, which would look at each byte that is wiped.
COVERAGE = ("-sanitizer-coverage-level=4", "-sanitizer-coverage-inline-8bit-counters", "-sanitizer-coverage-pc-table",
            "-sanitizer-coverage-trace-compares", "-simplifycfg-branch-fold-threshold=0",
            "-asan-instrumentation-with-call-threshold=0")
FLAGS = ("-Cpasses=sancov-module", *(f"-Cllvm-args={option}" for option in COVERAGE),
         "-Zsanitizer=address", "-Zub-checks=no", "-Ccodegen-units=1")


def build(to, *more):
    """Puts the programs into the folder `to`."""
    made = cargo("the targets do not build", "fuzz/build", [
        "--release", "--manifest-path", "fuzz/Cargo.toml", "--features", "libfuzzer", "--target", PLATFORM, *more],
        " ".join(FLAGS), RUSTC_BOOTSTRAP="1")
    os.makedirs(to, exist_ok=True)
    for name in TARGETS:
        program = os.path.join(made, PLATFORM, "release", name)
        if os.path.exists(program):
            shutil.copy(program, to)


def libfuzzer(program, name, log, *arguments):
    """Whether the run ended well, and what it said."""
    # The targets' own few files; a target that is stopped cannot remove them.
    environment = {**os.environ, "ASAN_OPTIONS": f"detect_leaks=1:symbolize={os.environ.get('SYMBOLIZE') or 1}",
                   "TMPDIR": os.path.join(FOLDER, "tmp")}
    with open(log, "wb") as file:
        ended = subprocess.run([program, *LIMITS, f"-dict=fuzz/dictionaries/{name}", *arguments], cwd=ROOT, env=environment,
                               stdout=file, stderr=subprocess.STDOUT)
    with open(log, encoding="utf-8", errors="replace") as file:
        return ended.returncode == 0, file.read()


def play(name, log, *arguments):
    return libfuzzer(os.path.join(FOLDER, "bin", name), name, os.path.join(FOLDER, "log", log), f"-max_len={TARGETS[name]}",
                     "-print_final_stats=1", f"-artifact_prefix={FOUND}/{name}-", *arguments)


def prove(name, sign, first):
    """A run that does not find what is there proves nothing."""
    folder = os.path.join(FOLDER, "planted", name)
    shutil.rmtree(folder, ignore_errors=True)
    inputs = os.path.join(folder, "corpus")
    os.makedirs(inputs)
    with open(os.path.join(inputs, "first"), "wb") as file:
        file.write(first)
    program = os.path.join(FOLDER, "planted", "bin", name)
    ended_well, said = libfuzzer(program, name, os.path.join(folder, "log"), "-max_total_time=120",
                                 f"-artifact_prefix={folder}/", inputs)
    if ended_well or not re.search(sign, said, re.M):
        raise Failed(f"it did not find the planted fault ({sign}): {said[-800:]}")


def shown(text):
    """The lines about a crash, each with the two behind it."""
    lines, wanted = text.splitlines(), set()
    for at, line in enumerate(lines):
        if re.search(r"panicked at|ERROR: |^SUMMARY", line):
            wanted.update(range(at, min(at + 3, len(lines))))
    return [lines[at] for at in sorted(wanted)][:12]


def fuzz(name, seconds):
    own = os.path.join(FOLDER, "corpus", name)
    os.makedirs(own, exist_ok=True)
    for file in glob.glob(os.path.join(FOUND, f"{name}-*")):
        os.remove(file)
    with tempfile.TemporaryDirectory(dir=FOLDER) as kept:
        ended_well, said = play(name, name, f"-max_total_time={seconds}", own, corpus.unpack(name, kept))
    inputs = sorted(glob.glob(os.path.join(FOUND, f"{name}-*")))
    # A run that ended badly without leaving a file is a crash, too.
    if inputs or not ended_well:
        raise Failed("\n".join([*shown(said), *(f"input: {path}" for path in inputs)]))

    def last(pattern):
        return (re.findall(pattern, said, re.M) or ["no"])[-1]

    return (f"{last(r'^stat::number_of_executed_units: *(.*)')} executions, "
            f"{last(r'^stat::average_exec_per_sec: *(.*)')} a second, {last(r'cov: ([0-9]+)')} edges")


def merge(name, source):
    """Adds to the corpus the inputs of SOURCE/TARGET that cover more code; `-` minimises the corpus itself."""
    more = [] if source == "-" else [os.path.join(os.path.abspath(source), name)]
    with tempfile.TemporaryDirectory(dir=FOLDER) as kept, tempfile.TemporaryDirectory(dir=FOLDER) as fresh:
        before = corpus.contents(corpus.unpack(name, kept))
        ended_well, said = play(name, f"{name}-merge", "-set_cover_merge=1", fresh, kept, *more)
        if not ended_well:
            raise Failed(said[-800:])
        after = corpus.merged(before, corpus.contents(fresh))
    return f"{len(before)} inputs before, {len(after)} after, {corpus.pack(name, after)} bytes"


def main():
    words, seconds, mode, folder = sys.argv[1:], SECONDS, "run", None
    if words[:1] in (["merge"], ["unpack"]) and len(words) > 1:
        mode, folder, *words = words
    elif words and words[0].isdigit():
        seconds, words = int(words[0]), words[1:]
    if not set(words) <= set(TARGETS):
        sys.exit("cargo xtask fuzz --help says what it takes")
    tally, names = Tally("fuzzing"), words or TARGETS
    if mode == "unpack":
        for name in names:
            tally.check(name, corpus.unpack, name, os.path.join(folder, name))
        tally.end()
    for part in ("log", "corpus", "found", "tmp"):
        os.makedirs(os.path.join(FOLDER, part), exist_ok=True)
    try:
        only_on_linux()
        # libFuzzer is C++; its sources come with the crate libfuzzer-sys.
        installed("c++")
        if mode == "run":
            build(os.path.join(FOLDER, "planted", "bin"), "--features", "planted", "--bin", "replies", "--bin", "exports")
            for name, sign, first in PLANTED:
                tally.check(f"of a planted fault by {name}", prove, name, sign, first)
        build(os.path.join(FOLDER, "bin"), "--bins")
        for name in names:
            tally.check(name, *((fuzz, name, seconds) if mode == "run" else (merge, name, folder)))
    except Missing as missing:
        tally.not_run("all targets", missing)
    except Failed as failure:
        tally.wrong("all targets", failure)
    finally:
        shutil.rmtree(os.path.join(FOLDER, "tmp"), ignore_errors=True)
    tally.end()


if __name__ == "__main__":
    main()
