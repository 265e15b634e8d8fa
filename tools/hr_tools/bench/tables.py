"""The tables, and where they are written."""

import datetime
import os
import platform
import re

from .. import tools
from . import programs

README = os.path.join(programs.HERE, "README.md")


def time(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds / 1e3:.2f} µs"


def memory(kilobytes):
    return f"{kilobytes / 1024:.1f} MB"


def of(rows):
    """The first row has the heads."""
    heads, *rows = [[each if isinstance(each, str) else f"{each:,.0f}" for each in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *rows])


def machine():
    model = re.search(r"model name\s*:\s*(.*)", tools.text("/proc/cpuinfo"))
    versions = [programs.run(*command, what=command[0]).splitlines()[0] for command in (
        ["rustc", "--version"], ["cc", "--version"], ["python3", "--version"], ["curl-config", "--version"])]
    cores, kernel = len(os.sched_getaffinity(0)), platform.release().split("-")[0]
    commit = programs.run("git", "rev-parse", "--short=8", "HEAD", what="git").strip()
    return (f"{datetime.date.today()}, commit {commit}. {model.group(1) if model else platform.machine()}, {cores} cores, "
            f"Linux {kernel}. {'; '.join(versions)}.")


def write(parts):
    """Puts the tables between their marks."""
    before, rest = tools.text(README).split("<!-- tables -->\n")
    _, after = rest.split("<!-- end of tables -->\n")
    said = "\n\n".join([f"Measured {machine()}", *parts])
    tools.write(f"{before}<!-- tables -->\n\n{said}\n\n<!-- end of tables -->\n{after}", README)
