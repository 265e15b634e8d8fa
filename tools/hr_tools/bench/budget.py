"""Counts the instructions of calls with callgrind, and compares them with benches/budget.json."""

import json
import os

from ..tally import Tally
from ..tools import Failed, Missing
from . import builds, contestants, extras, instructions, network, server

FILE = os.path.join(builds.HERE, "budget.json")


def counts():
    program = contestants.own()
    member = instructions.of_member(extras.reader_of_members())
    if not network.enter():
        print("  without a network of its own: ready counts the connections of this machine as well")
    with server.nginx() as nginx:
        calls = (*instructions.CALLS, instructions.JOURNAL)
        return {**{call: instructions.of(program, call, nginx) for call in calls}, instructions.MEMBER: member}


def compared(count, budget, tolerance):
    allowed = round(budget * (1 + tolerance))
    said = f"{count:,} instructions, {allowed:,} allowed"
    if count > allowed:
        raise Failed(said)
    much_less = count < budget * (1 - tolerance)
    return said + (f", much less than the budget of {budget:,}: cargo xtask bench budget --write" if much_less else "")


def main(write):
    tally = Tally("budget")
    try:
        seen = counts()
    except Missing as missing:
        tally.not_run("of instructions", missing)
        tally.end()
    with open(FILE, encoding="utf-8") as file:
        budget = json.load(file)
    if write:
        budget["instructions"] = seen
        with open(FILE, "w", encoding="utf-8") as file:
            file.write(json.dumps(budget, indent=2) + "\n")
    for call, count in seen.items():
        tally.check(call, compared, count, budget["instructions"][call], budget["tolerance"])
    tally.end()
