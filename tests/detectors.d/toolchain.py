"""A Rust compiler with the sources of its standard library, and the run-time part of ThreadSanitizer.

ThreadSanitizer reports races that are none unless the standard library is built with it too. Debian packages the
compiler, exactly these sources, and the run-time part from the same LLVM. They are unpacked under target/, so that
nothing on the machine changes.
"""

import glob
import os
import re
import shutil
import subprocess

from tools import ROOT, NotRun, newest

FOLDER = os.path.join(ROOT, "target", "tsan", "debian")
FRESH = FOLDER + ".new"  # becomes FOLDER when it is complete


def attempt(*command):
    return subprocess.run(command, cwd=FRESH, capture_output=True, text=True)


def depends(package, wanted):
    """The name among a package's dependencies that has this form."""
    [file] = glob.glob(os.path.join(FRESH, f"{package}_*.deb"))
    listed = attempt("dpkg-deb", "-f", file, "Depends").stdout
    found = re.search(rf"\b{wanted}", listed)
    if not found:
        raise NotRun(f"{package} does not depend on {wanted}")
    return found.group()


def download(*packages):
    ended = attempt("apt-get", "download", *packages)
    if ended.returncode != 0 and os.geteuid() == 0:
        attempt("apt-get", "update")
        ended = attempt("apt-get", "download", *packages)
    if ended.returncode != 0:
        said = (ended.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NotRun(f"no compiler with the sources of its standard library: {said}")


def unpack():
    shutil.rmtree(FRESH, ignore_errors=True)
    os.makedirs(FRESH)
    download("rustc-web", "libstd-rust-web-dev", "rust-web-src")
    standard = depends("libstd-rust-web-dev", r"libstd-rust-web-[0-9.]+")
    download(standard)
    llvm = depends(standard, r"libllvm[0-9]+")
    download(llvm, f"libclang-rt-{llvm.removeprefix('libllvm')}-dev")
    for file in glob.glob(os.path.join(FRESH, "*.deb")):
        if attempt("dpkg-deb", "-x", file, "root").returncode != 0:
            raise NotRun(f"{os.path.basename(file)} cannot be unpacked")
        os.remove(file)
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.rename(FRESH, FOLDER)


class Toolchain:
    def __init__(self):
        for tool in ("apt-get", "dpkg-deb"):
            if shutil.which(tool) is None:
                raise NotRun(f"no compiler with the sources of its standard library: no {tool} to get one with")
        if not self.found():
            unpack()
            if not self.found():
                raise NotRun("no compiler with the sources of its standard library: what was unpacked is incomplete")

    def found(self):
        lib = os.path.join(FOLDER, "root", "usr", "lib")
        self.rustc = os.path.join(FOLDER, "root", "usr", "bin", "rustc")
        self.runtime = newest(os.path.join(lib, "llvm-*/lib/clang/*/lib/linux/libclang_rt.tsan-x86_64.a"))
        self.libraries = ":".join([os.path.join(lib, "x86_64-linux-gnu"), *glob.glob(os.path.join(lib, "llvm-*/lib"))])
        sources = os.path.join(lib, "rustlib/src/rust/library/std/Cargo.toml")
        if not (self.runtime and os.path.exists(sources) and os.path.exists(self.rustc)):
            return False
        environment = {**os.environ, "LD_LIBRARY_PATH": self.libraries}
        return subprocess.run([self.rustc, "-V"], env=environment, capture_output=True).returncode == 0
