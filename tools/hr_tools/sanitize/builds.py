"""What is built for a run: the instrumented libraries and the C programs."""

import os
import shutil

from .. import rust_with_sources
from ..tools import Failed, Missing, cargo, installed, only_on_linux, run

TARGET = "x86_64-unknown-linux-gnu"
WARNINGS = ["-O1", "-g", "-fno-omit-frame-pointer", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def library(what, folder, symbol, more, **environment):
    """The library with a sanitizer in it, which its undefined symbols prove."""
    # The lines of TLS that are written in C are watched as well; those in assembler cannot be.
    # gcc's run-time part reads places in sources from the whole debug information alone.
    environment["CARGO_PROFILE_DEV_DEBUG"] = "full"
    target = cargo(what, folder, ["-p", "healthrecord", "--lib", "--target", TARGET, *more], **environment)
    built = os.path.join(target, TARGET, "debug")
    if symbol not in run("nm", "-D", "--undefined-only", os.path.join(built, "libhr.so"), what="nm").split():
        raise Failed(f"libhr.so does not need {symbol}: there is no sanitizer in it")
    return built


class AddressSanitizer:
    """The installed toolchain's; the C programs bring gcc's run-time part, Python has it preloaded."""

    symbol = "__asan_init"

    def __init__(self):
        only_on_linux()
        installed("cargo", "gcc", "nm")
        self.runtime = run("gcc", "-print-file-name=libasan.so", what="gcc").strip()
        if not os.path.isabs(self.runtime):
            raise Missing("gcc has no libasan.so")
        self.folder = library(
            "the library does not build with AddressSanitizer", "asan", self.symbol, [],
            flags="-Zsanitizer=address -Cforce-frame-pointers=yes", RUSTC_BOOTSTRAP="1",
            CFLAGS_x86_64_unknown_linux_gnu="-fsanitize=address -fno-omit-frame-pointer")
        self.options = {"ASAN_OPTIONS": "detect_leaks=1:exitcode=66:malloc_context_size=40"}

    def compile(self, name):
        return compile_c(name, self.folder, ["-fsanitize=address"], [])


class ThreadSanitizer:
    """A toolchain whose standard library can be built with the sanitizer in it, with its own run-time part."""

    symbol = "__tsan_init"

    def __init__(self):
        only_on_linux()
        toolchain = rust_with_sources.places()
        self.runtime = toolchain["thread_sanitizer"]
        self.folder = library(
            "the library does not build with ThreadSanitizer", "tsan", self.symbol, ["-Zbuild-std=std,panic_unwind"],
            flags="-Zsanitizer=thread -Zexternal-clangrt", RUSTC_BOOTSTRAP="1", RUSTC=toolchain["rustc"],
            LD_LIBRARY_PATH=toolchain["libraries"], CFLAGS_x86_64_unknown_linux_gnu="-fsanitize=thread")
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
    run("gcc", "-std=c11", "-pthread", *WARNINGS, *flags, "-Iinclude", "-Itests/c", "-c", f"tests/c/{name}.c",
        "-o", f"{program}.o", what=f"tests/c/{name}.c does not compile")
    run("gcc", "-pthread", *own, f"{program}.o", "-o", program, "-L", folder, "-lhr", f"-Wl,-rpath,{folder}",
        *runtime, what=f"tests/c/{name}.c does not link")
    return program
