"""What is built for a run: the instrumented libraries and the C programs."""

import os
import platform
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = "x86_64-unknown-linux-gnu"
WARNINGS = ["-O1", "-g", "-fno-omit-frame-pointer", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


class NotRun(Exception):
    """Something that the machine lacks; it says nothing about the library."""


class Failed(Exception):
    """Something about the library, or about its build."""


def run(command, what, **more):
    """Runs a command that must succeed; gives what it wrote."""
    ended = subprocess.run(command, capture_output=True, text=True, cwd=more.pop("cwd", ROOT), **more)
    if ended.returncode != 0:
        said = (ended.stdout + ended.stderr).strip().splitlines()
        # Sources that cannot be fetched are the machine's lack, a compiler's error is not.
        lacking = any("failed to download" in line or "failed to get" in line for line in said)
        raise (NotRun if lacking else Failed)(f"{what}: " + " / ".join(said[-12:]))
    return ended.stdout


def need(*tools):
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise NotRun("only x86_64 Linux was tried")
    absent = [tool for tool in tools if shutil.which(tool) is None]
    if absent:
        raise NotRun(f"{', '.join(absent)} not installed")


def cargo(what, folder, more=(), flags="", **environment):
    """Builds with the project's lock file; gives the folder of what was built."""
    inherited = {name: value for name, value in os.environ.items()
                 if not name.startswith(("CARGO_", "RUST")) or name in ("CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN")}
    for name in ("CARGO_BUILD_JOBS", "CARGO_NET_OFFLINE"):
        if name in os.environ:
            inherited[name] = os.environ[name]
    target = os.path.join(ROOT, "target", folder)
    run(["cargo", "build", "--locked", "--target-dir", target, *more], what,
        env={**inherited, **({"RUSTFLAGS": flags} if flags else {}), **environment})
    return target


def sandbox():
    """The services, without a detector."""
    target = cargo("the sandbox does not build", "", ["-p", "hr-sandbox", "--bin", "hr-sandbox"])
    return os.path.join(target, "debug", "hr-sandbox")


def library(what, folder, symbol, more, **environment):
    """The library with a detector in it, which its undefined symbols prove."""
    # The lines of TLS that are written in C are watched as well; those in assembler cannot be.
    target = cargo(what, folder, ["-p", "healthrecord", "--lib", "--target", TARGET, *more], **environment)
    built = os.path.join(target, TARGET, "debug")
    if symbol not in run(["nm", "-D", "--undefined-only", os.path.join(built, "libhr.so")], "nm").split():
        raise Failed(f"libhr.so does not need {symbol}: there is no detector in it")
    return built


class AddressSanitizer:
    """The installed toolchain's; the C programs bring gcc's run-time part, Python has it preloaded."""

    symbol = "__asan_init"

    def __init__(self):
        need("cargo", "gcc", "nm")
        self.runtime = run(["gcc", "-print-file-name=libasan.so"], "gcc").strip()
        if not os.path.isabs(self.runtime):
            raise NotRun("gcc has no libasan.so")
        self.folder = library(
            "the library does not build with AddressSanitizer", "asan", self.symbol, [],
            flags="-Zsanitizer=address -Cforce-frame-pointers=yes", RUSTC_BOOTSTRAP="1",
            CFLAGS_x86_64_unknown_linux_gnu="-fsanitize=address -fno-omit-frame-pointer")
        self.options = {"ASAN_OPTIONS": "detect_leaks=1:exitcode=66:malloc_context_size=40"}

    def compile(self, name):
        return compile_c(name, self.folder, ["-fsanitize=address"], [])


class ThreadSanitizer:
    """A toolchain whose standard library can be built with the detector in it, with its own run-time part."""

    symbol = "__tsan_init"

    def __init__(self, toolchain):
        self.runtime = toolchain.runtime
        self.folder = library(
            "the library does not build with ThreadSanitizer", "tsan", self.symbol, ["-Zbuild-std=std,panic_unwind"],
            flags="-Zsanitizer=thread -Zexternal-clangrt", RUSTC_BOOTSTRAP="1", RUSTC=toolchain.rustc,
            LD_LIBRARY_PATH=toolchain.libraries, CFLAGS_x86_64_unknown_linux_gnu="-fsanitize=thread")
        symbolizer = shutil.which("addr2line")
        self.options = {"TSAN_OPTIONS": f"exitcode=66:history_size=4:external_symbolizer_path={symbolizer}"}

    def compile(self, name):
        whole = ["-Wl,--whole-archive", self.runtime, "-Wl,--no-whole-archive", "-Wl,--export-dynamic",
                 f"-Wl,--dynamic-list={self.runtime}.syms", "-ldl", "-lm", "-lrt", "-lresolv"]
        # Compiled by gcc, linked with the run-time part of the compiler that made the library.
        return compile_c(name, self.folder, ["-fsanitize=thread"], whole)


def compile_c(name, folder, flags, runtime):
    """tests/c/NAME.c with the library of this folder."""
    program = os.path.join(folder, f"host-{name}")
    own = [] if runtime else flags
    run(["gcc", "-std=c11", "-pthread", *WARNINGS, *flags, "-Iinclude", "-Itests/c", "-c", f"tests/c/{name}.c",
         "-o", f"{program}.o"], f"tests/c/{name}.c does not compile")
    run(["gcc", "-pthread", *own, f"{program}.o", "-o", program, "-L", folder, "-lhr", f"-Wl,-rpath,{folder}",
         *runtime], f"tests/c/{name}.c does not link")
    return program
