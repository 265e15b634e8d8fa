"""Downloads a Rust compiler that comes with the sources of its standard library, for targets without a built one:
ThreadSanitizer, and Windows where rustup's targets are not installed.

Debian packages the compiler, exactly these sources, and the sanitizers' run-time part from the same LLVM. They are
unpacked under target/ and not installed. As a program (`python3 -m hr_tools.rust_with_sources`) it prints their places
as one JSON object; when they are unavailable, the reason goes to standard error.
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys

from . import debian
from .tools import ROOT, Missing

FOLDER = os.path.join(ROOT, "target", "rust-with-sources")
FRESH = FOLDER + ".new"  # becomes FOLDER when it is complete
PATIENCE = 900


def refuse(reason):
    raise Missing(f"no compiler with the sources of its standard library: {reason}")


def attempt(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def depends(file, wanted):
    """The name among a package's dependencies that has this form."""
    listed = attempt("dpkg-deb", "-f", file, "Depends").stdout
    found = re.search(rf"\b{wanted}", listed)
    if not found:
        refuse(f"{os.path.basename(file)} does not depend on {wanted}")
    return found.group()


def unpack():
    shutil.rmtree(FRESH, ignore_errors=True)
    os.makedirs(FRESH)
    with debian.Packages(FOLDER + ".packages") as packages:
        packages.download("rustc-web", "libstd-rust-web-dev", "rust-web-src")
        standard = depends(packages.file("libstd-rust-web-dev"), r"libstd-rust-web-[0-9.]+")
        packages.download(standard)
        llvm = depends(packages.file(standard), r"libllvm[0-9]+")
        packages.download(llvm, f"libclang-rt-{llvm.removeprefix('libllvm')}-dev")
        for file in glob.glob(os.path.join(packages.folder, "*.deb")):
            if attempt("dpkg-deb", "-x", file, os.path.join(FRESH, "debian")).returncode != 0:
                refuse(f"{os.path.basename(file)} cannot be unpacked")
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.rename(FRESH, FOLDER)


def newest(pattern):
    return max(glob.glob(pattern), default="", key=lambda path: [int(n) for n in re.findall(r"\d+", path)])


def found():
    """None when it is not there, or not whole."""
    usr = os.path.join(FOLDER, "debian", "usr")
    lib = os.path.join(usr, "lib")
    places = {
        "sysroot": usr,
        "rustc": os.path.join(usr, "bin", "rustc"),
        "libraries": ":".join([os.path.join(lib, "x86_64-linux-gnu"), *glob.glob(os.path.join(lib, "llvm-*/lib"))]),
        "sources": os.path.join(lib, "rustlib/src/rust/library"),
        "thread_sanitizer": newest(os.path.join(lib, "llvm-*/lib/clang/*/lib/linux/libclang_rt.tsan-x86_64.a")),
        "copyright": newest(os.path.join(usr, "share/doc/libstd-rust-web-[0-9]*/copyright")),
    }
    whole = all(os.path.exists(path) for name, path in places.items() if name != "libraries")
    environment = {**os.environ, "LD_LIBRARY_PATH": places["libraries"]}
    if not whole or subprocess.run([places["rustc"], "-V"], env=environment, capture_output=True).returncode != 0:
        return None
    return places


def places():
    """Where the compiler and its parts are, by their names."""
    if not found():
        unpack()
    return found() or refuse("what was unpacked is incomplete")


if __name__ == "__main__":
    try:
        print(json.dumps(places()))
    except Missing as missing:
        sys.exit(str(missing))
