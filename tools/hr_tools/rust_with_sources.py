"""Downloads a Rust compiler that comes with the sources of its standard library, for targets without a built one:
ThreadSanitizer, and Windows where rustup's targets are not installed.

Debian packages the compiler, exactly these sources, and the sanitizers' run-time part from the same LLVM. They are
unpacked under target/ and not installed. As a program (`python3 -m hr_tools.rust_with_sources`) it prints `places` as one
JSON object; when they are unavailable, the reason goes to standard error.
"""

import glob
import json
import os
import re
import sys

from . import unpacked_packages
from .tools import ROOT, Missing, only_on_linux, run, text

FOLDER = os.path.join(unpacked_packages.FOLDER, "rust")
WINDOWS_32 = "i686-pc-windows-gnu"


def unpack(packages, folder):
    packages.download("rustc-web", "libstd-rust-web-dev", "rust-web-src")
    standard = packages.dependency("libstd-rust-web-dev", r"libstd-rust-web-[0-9.]+")
    packages.download(standard)
    llvm = packages.dependency(standard, r"libllvm[0-9]+")
    packages.download(llvm, f"libclang-rt-{llvm.removeprefix('libllvm')}-dev")
    for file in glob.glob(os.path.join(packages.folder, "*.deb")):
        unpacked_packages.members(file, folder)


def numbers(words):
    return [int(number) for number in re.findall(r"\d+", words)]


def newest(pattern):
    return max(glob.glob(pattern), default="", key=numbers)


def places():
    """What cargo has to have in its environment to use the compiler, and where parts of it are."""
    only_on_linux()
    usr = os.path.join(unpacked_packages.once(FOLDER, unpack), "usr")
    lib = os.path.join(usr, "lib")
    rustc, libraries = os.path.join(usr, "bin", "rustc"), [os.path.join(lib, "x86_64-linux-gnu"), *glob.glob(f"{lib}/llvm-*/lib")]
    # Building the standard library is a matter of nightly compilers; its own release builds it like this.
    own = {"RUSTC": rustc, "LD_LIBRARY_PATH": ":".join(libraries), "RUSTC_BOOTSTRAP": "1"}
    environment = {**os.environ, **own}
    said = run(rustc, "-V", what=f"the compiler in {FOLDER} does not run", otherwise=Missing, env=environment)
    # What programs of this platform begin and end with: cargo does not make it with the standard library.
    made = os.path.join(lib, "rustlib", WINDOWS_32, "lib")
    for name in ("rsbegin", "rsend"):
        os.makedirs(made, exist_ok=True)
        run(rustc, "--target", WINDOWS_32, "--emit=obj", "-o", os.path.join(made, f"{name}.o"),
            os.path.join(lib, f"rustlib/src/rust/library/rtstartup/{name}.rs"), what=name, otherwise=Missing, env=environment)
    needed = re.search(r'^rust-version = "(.*)"', text(ROOT, "Cargo.toml"), re.MULTILINE)[1]
    if numbers(said)[:2] < numbers(needed):
        raise Missing(f"Debian has {said.strip()}, {needed} is needed; {FOLDER} may be older than what Debian has now")
    return {"environment": own,
            "thread_sanitizer": newest(os.path.join(lib, "llvm-*/lib/clang/*/lib/linux/libclang_rt.tsan-x86_64.a")),
            "copyright": newest(os.path.join(usr, "share/doc/libstd-rust-web-[0-9]*/copyright"))}


if __name__ == "__main__":
    try:
        print(json.dumps(places()))
    except Missing as missing:
        sys.exit(str(missing))
