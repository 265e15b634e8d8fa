"""Fuzzes with libFuzzer and AddressSanitizer, on the stable compiler. The same inputs give the same archive of a corpus."""

import contextlib
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

from .tally import Tally
from .tools import ROOT, Failed, cargo, installed, only_on_linux, read, run

FOLDER = os.path.join(ROOT, "target", "fuzz")
FOUND = os.path.join(FOLDER, "found")
PINNED = "regression-"  # an input with this name stays, whatever a merge finds
# The longest input of each target, in bytes.
TARGETS = {"exports": 2048, "replies": 8192, "multipart": 65536, "configuration": 4096, "addresses": 4096, "json": 4096}
SECONDS = 60
LIMITS = ("-timeout=20", "-rss_limit_mb=2048", "-malloc_limit_mb=1024", "-print_final_stats=1")

PLATFORM = "x86_64-unknown-linux-gnu"
# What cargo-fuzz passes, and: checks as calls, because a check in line looks to the coverage like a comparison of the
# program's own; no -Zub-checks, which would look at each byte that is wiped.
COVERAGE = ("-sanitizer-coverage-level=4", "-sanitizer-coverage-inline-8bit-counters", "-sanitizer-coverage-pc-table",
            "-sanitizer-coverage-trace-compares", "-simplifycfg-branch-fold-threshold=0",
            "-asan-instrumentation-with-call-threshold=0")
FLAGS = ("-Cpasses=sancov-module", *(f"-Cllvm-args={option}" for option in COVERAGE),
         "-Zsanitizer=address", "-Zub-checks=no", "-Ccodegen-units=1")


def build():
    """Gives the folder of the programs."""
    made = cargo("the targets do not build", "fuzz/build", [
        "--release", "--manifest-path", "fuzz/Cargo.toml", "--features", "libfuzzer", "--target", PLATFORM, "--bins"],
        " ".join(FLAGS), RUSTC_BOOTSTRAP="1")
    return os.path.join(made, PLATFORM, "release")


def archive(name):
    return os.path.join(ROOT, "fuzz", "corpus", f"{name}.tar.gz")


def unpack(name, folder):
    os.makedirs(folder, exist_ok=True)
    run("tar", "-xzf", archive(name), "-C", folder, what=f"the corpus of {name}")


def libfuzzer(programs, name, *arguments):
    """Whether the run ended well, and what it said."""
    # The targets' own few files; a target that is stopped cannot remove them.
    environment = {**os.environ, "ASAN_OPTIONS": f"detect_leaks=1:symbolize={os.environ.get('SYMBOLIZE') or 1}",
                   "TMPDIR": os.path.join(FOLDER, "tmp")}
    log = os.path.join(FOLDER, "log", name)
    with open(log, "wb") as file:
        ended = subprocess.run([os.path.join(programs, name), *LIMITS, f"-dict=fuzz/dictionaries/{name}",
                                f"-max_len={TARGETS[name]}", f"-artifact_prefix={FOUND}/{name}-", *arguments],
                               cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT)
    return ended.returncode == 0, read(log).decode(errors="replace")


def fuzz(programs, name, seconds):
    own = os.path.join(FOLDER, "corpus", name)
    os.makedirs(own, exist_ok=True)
    for file in glob.glob(os.path.join(FOUND, f"{name}-*")):
        os.remove(file)
    with tempfile.TemporaryDirectory(dir=FOLDER) as kept:
        unpack(name, kept)
        ended_well, said = libfuzzer(programs, name, f"-max_total_time={seconds}", own, kept)
    inputs = sorted(glob.glob(os.path.join(FOUND, f"{name}-*")))
    # A run that ended badly without leaving a file is a crash, too.
    if inputs or not ended_well:
        shown = re.findall(r"^.*(?:panicked at|ERROR: |^SUMMARY).*\n.*", said, re.M)
        raise Failed("\n".join([*shown[:6], *(f"input: {path}" for path in inputs)]))
    return " ".join(re.findall(r"^stat::(?:number_of_executed_units|average_exec_per_sec): *\d+", said, re.M))


def merge(programs, name, source):
    """Adds to the corpus the inputs of SOURCE/TARGET that cover more code; `-` minimises the corpus itself."""
    more = [] if source == "-" else [os.path.join(os.path.abspath(source), name)]
    with tempfile.TemporaryDirectory(dir=FOLDER) as kept, tempfile.TemporaryDirectory(dir=FOLDER) as fresh:
        unpack(name, kept)
        ended_well, said = libfuzzer(programs, name, "-set_cover_merge=1", fresh, kept, *more)
        if not ended_well:
            raise Failed(said[-800:])
        for file in glob.glob(os.path.join(kept, PINNED + "*")):
            shutil.copy(file, fresh)
            # The same input by the name that libFuzzer gives it.
            with contextlib.suppress(FileNotFoundError):
                os.remove(os.path.join(fresh, hashlib.sha1(read(file)).hexdigest()))
        # Owner, mode and time are the same everywhere.
        run("tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=644", "--mtime=@0", "--format=ustar",
            "-I", "gzip -9n", "-cf", archive(name), "-C", fresh, *sorted(os.listdir(fresh)), what="tar")
        return f"{len(os.listdir(kept))} inputs before, {len(os.listdir(fresh))} after"


def main():
    words, work, argument = sys.argv[1:], fuzz, SECONDS
    if words[:1] == ["merge"] and len(words) > 1:
        work, argument, words = merge, words[1], words[2:]
    elif words and words[0].isdigit():
        argument, words = int(words[0]), words[1:]
    if not set(words) <= set(TARGETS):
        sys.exit("cargo xtask fuzz --help says what it takes")
    tally = Tally("fuzzing")
    for part in ("log", "corpus", "found", "tmp"):
        os.makedirs(os.path.join(FOLDER, part), exist_ok=True)
    with tally.within("all targets"):
        only_on_linux()
        # libFuzzer is C++; its sources come with the crate libfuzzer-sys.
        installed("c++")
        programs = build()
        for name in words or TARGETS:
            tally.check(name, work, programs, name, argument)
    shutil.rmtree(os.path.join(FOLDER, "tmp"), ignore_errors=True)
    tally.end()


if __name__ == "__main__":
    main()
