"""Commands of the machine: whether they are there, how they are run, and what their failure means."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Missing(Exception):
    """Something that the machine does not have; it says nothing about the library."""


class Failed(Exception):
    """Something about the library, its build, or a program that uses it."""


def run(*command, what, otherwise=Failed, **more):
    """Runs a command that must succeed; gives what it wrote. `otherwise` is raised when it fails."""
    ended = subprocess.run(command, capture_output=True, text=True, **{"cwd": ROOT, **more})
    if ended.returncode != 0:
        said = (ended.stdout + ended.stderr).strip().splitlines()
        # Sources that cannot be downloaded are missing; a compiler's error is a failure.
        undelivered = any("failed to download" in line or "failed to get" in line for line in said)
        raise (Missing if undelivered else otherwise)(f"{what}: " + " / ".join(said[-12:]))
    return ended.stdout


def read(*path):
    return Path(*path).read_bytes()


def text(*path):
    return read(*path).decode()


def write(content, *path):
    """Writes a text, or bytes; gives the path."""
    Path(*path).write_bytes(content.encode() if isinstance(content, str) else content)
    return os.path.join(*path)


def only_on_linux():
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise Missing("only x86_64 Linux was tried")


def there(tool):
    """`tool` is a command, or the path of a header."""
    return os.path.exists(tool) if tool.startswith("/") else shutil.which(tool) is not None


def installed(*tools):
    absent = [tool for tool in tools if not there(tool)]
    if absent:
        raise Missing(f"{', '.join(absent)} not installed; tools/install can do it as root on Debian")


def cargo_environment(flags="", **more):
    """Without what would have cargo build otherwise here than elsewhere."""
    kept = ("CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "CARGO_BUILD_JOBS", "CARGO_INCREMENTAL", "CARGO_NET_OFFLINE")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("CARGO", "RUST")) or name in kept}
    return {**inherited, **({"RUSTFLAGS": flags} if flags else {}), **more}


def cargo(what, folder, more=(), flags="", **environment):
    """Builds with the project's lock file; gives the folder of what was built."""
    target = os.path.join(ROOT, "target", folder)
    run("cargo", "build", "--locked", "--target-dir", target, *more, what=what, env=cargo_environment(flags, **environment))
    return target
