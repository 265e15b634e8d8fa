"""Runs the library under AddressSanitizer, LeakSanitizer and ThreadSanitizer. The mistakes that each must first find are in
memory that the library itself allocates or writes."""

import glob
import os
import re
import shutil
import subprocess
import sys

from . import rust_with_sources, sandbox
from .sandbox import CARD, CARD_MANY, Sandbox
from .tally import Tally
from .tools import Failed, Missing, cargo, cargo_environment, installed, only_on_linux, read, run

TARGET = "x86_64-unknown-linux-gnu"
WARNINGS = ["-O1", "-g", "-fno-omit-frame-pointer", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
PATIENCE = 300  # seconds; a host that hangs has failed
REPORTED = 66
DOCUMENT = bytes(range(256)) * 2735  # several buffers long
STEPS = 250
SEED = os.environ.get("HR_SEED", "1")
# But for two that measure memory, of which a sanitizer takes its own share.
SUITES = ["functions::", "json::", "deposit::", "find::", "last::", "stops::", "--skip", "many::", "--skip", "threads_that_ended"]

# For each mistake: what the report must say. The frames are the library's, by the exported function that was called
# and by the place in the library that gave the memory back, took it, or wrote it.
PLANTED_IN_MEMORY = {
    "freed-twice": ["heap-use-after-free", "in hr_free ", "freed by thread", "src/ffi/text.rs"],
    "used-after-free": ["heap-use-after-free", "in hr_text_copy ", "freed by thread", "in hr_free "],
    "written-after-free": ["heap-use-after-free", "WRITE of size 4", "#0", "in hr_open src/ffi/handle.rs"],
    "too-small": ["heap-buffer-overflow", "WRITE", "in hr_text_copy_utf16 "],
    "lost": ["LeakSanitizer", "Direct leak", "in hr_ticket ", "src/ffi/allocator.rs"],
}
PLANTED_IN_THREADS = {"raced": ["data race", "Write of size", "hr::ffi::library::fill", "hr_text_copy"]}
# What a sanitizer says that cannot work on this machine, whatever it watches.
UNABLE = re.compile("Shadow memory range interleaves|LeakSanitizer has encountered a fatal error|unexpected memory mapping")


class Address:
    """The installed toolchain's; the C programs bring gcc's run-time part."""

    name = "AddressSanitizer and LeakSanitizer"
    planted = PLANTED_IN_MEMORY
    options = {"ASAN_OPTIONS": f"detect_leaks=1:exitcode={REPORTED}:malloc_context_size=40"}
    flags = ["-fsanitize=address"]
    linked = flags
    # The lines of TLS that are written in C are watched as well; those in assembler cannot be. gcc's run-time part reads
    # places in sources from the whole debug information alone.
    built = {"flags": "-Zsanitizer=address -Cforce-frame-pointers=yes", "RUSTC_BOOTSTRAP": "1",
             "CFLAGS_x86_64_unknown_linux_gnu": "-fsanitize=address -fno-omit-frame-pointer",
             "CARGO_PROFILE_DEV_DEBUG": "full"}

    def __init__(self):
        self.folder = library("asan", "__asan_init", [], **self.built)


class Thread:
    """A toolchain whose standard library can be built with the sanitizer in it, with its own run-time part."""

    name = "ThreadSanitizer"
    planted = PLANTED_IN_THREADS
    flags = ["-fsanitize=thread"]

    def __init__(self):
        installed("addr2line")
        toolchain = rust_with_sources.places()
        runtime = toolchain["thread_sanitizer"]
        self.folder = library(
            "tsan", "__tsan_init", ["-Zbuild-std=std,panic_unwind"], flags="-Zsanitizer=thread -Zexternal-clangrt",
            CFLAGS_x86_64_unknown_linux_gnu="-fsanitize=thread", CARGO_PROFILE_DEV_DEBUG="full", **toolchain["environment"])
        # Compiled by gcc, linked with the run-time part of the compiler that made the library.
        self.linked = ["-Wl,--whole-archive", runtime, "-Wl,--no-whole-archive", "-Wl,--export-dynamic",
                       f"-Wl,--dynamic-list={runtime}.syms", "-ldl", "-lm", "-lrt", "-lresolv"]
        symbolizer = shutil.which("addr2line")
        self.options = {"TSAN_OPTIONS": f"exitcode={REPORTED}:history_size=4:external_symbolizer_path={symbolizer}"}


def library(folder, symbol, more, **environment):
    """The library with a sanitizer in it, which its undefined symbols prove."""
    target = cargo("the library does not build", folder, ["-p", "healthrecord", "--lib", "--target", TARGET, *more],
                   **environment)
    built = os.path.join(target, TARGET, "debug")
    if symbol not in run("nm", "-D", "--undefined-only", os.path.join(built, "libhr.so"), what="nm").split():
        raise Failed(f"libhr.so does not need {symbol}: there is no sanitizer in it")
    return built


class Hosts:
    """The C programs with the library of a sanitizer."""

    def __init__(self, build):
        self.build = build
        self.programs = {name: self.compiled(name) for name in ("planted", "threads")}

    def compiled(self, name):
        """tests/c/NAME.c with this library."""
        program = os.path.join(self.build.folder, f"host-{name}")
        run("gcc", "-std=c11", "-pthread", *WARNINGS, *self.build.flags, "-Iinclude", "-Itests/c", "-c", f"tests/c/{name}.c",
            "-o", f"{program}.o", what=f"tests/c/{name}.c does not compile")
        run("gcc", "-pthread", f"{program}.o", "-o", program, "-L", self.build.folder, "-lhr",
            f"-Wl,-rpath,{self.build.folder}", *self.build.linked, what=f"tests/c/{name}.c does not link")
        return program

    def run(self, name, box, text, *arguments):
        """Runs to the end; gives its status, what it printed, and what it complained of with the sanitizer's reports."""
        reports = os.path.join(box.folder, "report")
        options = {name: f"{value}:log_path={reports}" for name, value in self.build.options.items()}
        ended = subprocess.run([self.programs[name], *arguments], input=text.encode(), capture_output=True, timeout=PATIENCE,
                               cwd=box.folder, env={**os.environ, "RUST_BACKTRACE": "0", **options})
        said = ended.stderr.decode()
        for report in glob.glob(reports + ".*"):
            said += read(report).decode(errors="replace")
            os.remove(report)
        if UNABLE.search(said):
            raise Missing("it cannot work on this machine")
        return ended.returncode, ended.stdout.decode(), said

    def prove(self, services):
        """Without a mistake nothing is reported; each mistake is, as what it is."""
        with Sandbox(services, False) as box:
            for which, expected in {"none": [], **self.build.planted}.items():
                status, _, said = self.run("planted", box, box.config(), which)
                absent = [text for text in expected if text not in said]
                if status != (REPORTED if expected else 0) or absent or (said and not expected):
                    raise Failed(f"{which}: status {status}, the report does not have {absent}\n{said[:3000]}")
        return f"{len(self.build.planted)} planted mistakes"

    def threads(self, services, tls):
        """Everything at once; what the threads say is compared with what the sandbox has."""
        with Sandbox(services, tls) as box:
            # Lost answers, and time for a cancellation to meet a call that waits.
            for call, lost in (("login", (2, 5, 8)), ("dmp_send", range(3, 33, 3))):
                for nth in lost:
                    box.ask("/faults", "POST", {"call": call, "nth": nth, "act": True, "cut": "before"})
                box.ask("/faults", "POST", {"call": call, "delay_ms": 20})
            file = box.file("Bilan é.bin", DOCUMENT)
            lines = [box.config(), box.addresses["service_url"], file, *CARD, *CARD_MANY]
            status, printed, said = self.run("threads", box, "\n".join(lines) + "\n", str(STEPS), SEED)
            if status != 0 or said:
                raise Failed(f"status {status}, seed {SEED}\n{said[:3000]}")
            accepted, doubted = map(int, re.search(r"accepted (\d+), in doubt (\d+)", printed).groups())
            stored = len(box.documents())
            if not accepted <= stored <= accepted + doubted or re.search(r"hr_\w+ 0\b", printed):
                raise Failed(f"stored {stored}, or a function never succeeded: {printed}")
        return printed.split(";")[0]


def suites():
    """The library's own tests of its functions, with the library in the same program."""
    said = run("cargo", "test", "--locked", "--target-dir", "target/asan", "--target", TARGET, "-p", "healthrecord", "--test",
               "api", "--", *SUITES, what="cargo test", env=cargo_environment(**Address.built, **Address.options))
    return re.search(r"^test result: ok. (\d+ passed)", said, re.M).group(1)


def sanitizer(tally, build):
    with tally.within(build.name):
        only_on_linux()
        installed("cargo", "gcc", "nm")
        services, hosts = sandbox.program(), Hosts(build())
        tally.check(f"{build.name}, proof", hosts.prove, services)
        for tls in (False, True):
            tally.check(f"{build.name}, threads{' over TLS' if tls else ''}", hosts.threads, services, tls)
        if build is Address:
            tally.check(f"{build.name}, suites", suites)


def main():
    wanted = sys.argv[1:] or ["address", "thread"]
    if not set(wanted) <= {"address", "thread"}:
        sys.exit("cargo xtask sanitize --help says what it takes")
    tally = Tally("sanitizers")
    for name in wanted:
        sanitizer(tally, Address if name == "address" else Thread)
    tally.end()


if __name__ == "__main__":
    main()
