"""Measures the library beside what a vendor would write by hand, against the same server, in turns."""

import sys

from ..tools import Missing
from . import figures, instructions, tables, workloads
from .server import Stage

EVERYTHING = {one.name: one for one in (*workloads.ALL, *figures.ALL)}
FLAGS = {"--list", "--short", "--write"}


def main():
    words = sys.argv[1:]
    flags, names = {word for word in words if word.startswith("-")}, [word for word in words if not word.startswith("-")]
    if names == ["budget"] and flags <= {"--write"}:
        instructions.budget("--write" in flags)
    if not flags <= FLAGS or not set(names) <= set(EVERYTHING) or (names and flags & FLAGS - {"--short"}):
        sys.exit("cargo xtask bench --help says what it takes, --list names the workloads")
    if "--list" in flags:
        return print("\n".join(f"{one.name:<18}{one.title}" for one in EVERYTHING.values()))
    parts, short = [], "--short" in flags
    try:
        with Stage(short) as place:
            for name in names or EVERYTHING:
                one = EVERYTHING[name]
                parts.append(f"### {one.title}\n\n{tables.of(one.rows(place, 3 if short else 9))}")
                print(f"\n{parts[-1]}")
    except Missing as missing:
        sys.exit(f"NOT RUN: the benches ({missing})")
    if "--write" in flags:
        tables.write(parts)


if __name__ == "__main__":
    main()
