"""Counts the instructions of calls with callgrind, and compares them with benches/budget.json."""

import argparse
import json
import os
import sys

from ..tools import Missing
from . import builds, contestants, extras, instructions, network, server

FILE = os.path.join(builds.HERE, "budget.json")


def counts():
    program = contestants.own()
    member = instructions.of_member(extras.Json().program())
    if not network.enter():
        print("  without a network of its own: ready counts the connections of this machine as well")
    with server.Nginx() as nginx:
        calls = (*instructions.CALLS, instructions.JOURNAL)
        return {**{call: instructions.of(program, call, nginx) for call in calls}, instructions.MEMBER: member}


def compared(budget, seen):
    """The calls that need too much."""
    failed = []
    for call, count in seen.items():
        allowed = round(budget["instructions"][call] * (1 + budget["tolerance"]))
        kept = count <= allowed
        print(f"{call}: {count:,} instructions, {allowed:,} allowed ... {'ok' if kept else 'FAILED'}")
        if not kept:
            failed.append(call)
        elif count < budget["instructions"][call] * (1 - budget["tolerance"]):
            print(f"  much less than the budget of {budget['instructions'][call]:,}: cargo xtask bench budget --write")
    return failed


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="cargo xtask bench budget", description=__doc__)
    parser.add_argument("--strict", action="store_true", help="a missing tool is a failure")
    parser.add_argument("--write", action="store_true", help="writes down what is counted now")
    given = parser.parse_args(arguments)
    try:
        seen = counts()
    except Missing as missing:
        print(f"NOT RUN: the budget of instructions: {missing}")
        sys.exit(given.strict)
    with open(FILE, encoding="utf-8") as file:
        budget = json.load(file)
    if given.write:
        budget["instructions"] = seen
        with open(FILE, "w", encoding="utf-8") as file:
            file.write(json.dumps(budget, indent=2) + "\n")
    failed = compared(budget, seen)
    print(f"budget: {len(seen) - len(failed)} passed, {len(failed)} failed")
    sys.exit(bool(failed))
