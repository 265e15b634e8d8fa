"""Measures the library beside what a vendor would write by hand, against the same server, in turns."""

import sys

from ..tools import Missing
from . import extras, instructions, pages, workloads
from .server import Stage

EVERYTHING = [*workloads.ALL, *extras.ALL]
FLAGS = {"--list", "--short", "--write"}


def main():
    words = sys.argv[1:]
    flags, names = {word for word in words if word.startswith("-")}, [word for word in words if not word.startswith("-")]
    if names == ["budget"] and flags <= {"--write"}:
        instructions.budget("--write" in flags)
    if not flags <= FLAGS or not set(names) <= {one.name for one in EVERYTHING} or (names and flags & FLAGS - {"--short"}):
        sys.exit("cargo xtask bench --help says what it takes, --list names the workloads")
    if "--list" in flags:
        return print("\n".join(f"{one.name:<18}{one.title}" for one in EVERYTHING))
    results, short = {}, "--short" in flags
    try:
        with Stage(short) as place:
            for one in EVERYTHING:
                if not names or one.name in names:
                    results[one.name] = one.measure(place, 3 if short else 9)
                    print(f"\n### {one.title}\n\n{pages.table(one, results[one.name])}")
    except Missing as missing:
        sys.exit(f"NOT RUN: the benches ({missing})")
    if not names:
        print(f"\n### Targets\n\n{pages.targets(results)}")
    if "--write" in flags:
        pages.write(EVERYTHING, results)


if __name__ == "__main__":
    main()
