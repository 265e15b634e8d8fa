"""Runs the contestants of a workload in turns, and what came of it."""

import os
import statistics
import subprocess
import time
from dataclasses import dataclass

from .. import tools
from ..tools import Failed
from . import builds

#: How long the calls of one turn should take, in nanoseconds, and the most calls.
TURN = 80_000_000
MOST_CALLS = 4000


@dataclass
class Turn:
    nanoseconds: float  # a call
    peak: int           # kB of the whole process
    cpu: float          # nanoseconds of processor time a call, of the whole process, start included


class Seen:
    """The turns of one contestant."""

    def __init__(self, turns):
        self.times = [turn.nanoseconds for turn in turns]
        self.median = statistics.median(self.times)
        self.peak = max(turn.peak for turn in turns)
        self.cpu = statistics.median(turn.cpu for turn in turns)


def run(contestant, workload, place, count):
    """One turn: a process of its own."""
    environment = {**os.environ, **contestant.environment, **workload.environment(place)}
    command = [*contestant.command, workload.call, str(count), *workload.arguments(place)]
    began = time.perf_counter_ns()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=builds.stay_on_one_core if workload.one_core else None)
    said, complained = process.stdout.read(), process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    whole = time.perf_counter_ns() - began
    process.stdout.close()
    process.stderr.close()
    if status != 0:
        raise Failed(f"{contestant.name}, {workload.name}: {complained.decode(errors='replace').strip()[-800:]}")
    nanoseconds, peak = map(int, said.split())
    calls = count * workload.threads
    return Turn((whole if workload.whole else nanoseconds) / calls, peak, (used.ru_utime + used.ru_stime) * 1e9 / calls)


def figures(*command, **environment):
    """What a program prints that measures by itself."""
    said = tools.run(*command, what=os.path.basename(command[0]), timeout=1800, env={**os.environ, **environment})
    return [float(word) for word in said.split()]


def medians(rows):
    return [statistics.median(column) for column in zip(*rows)]


def in_order(names, rounds):
    """Each name once a round, and each in the first place as often as the others."""
    for number in range(rounds):
        at = number % len(names)
        yield names[at:] + names[:at]


def measure(workload, place, rounds):
    contestants = {one.name: one for one in place.contestants(workload)}
    counts = {}
    for name, one in contestants.items():
        workload.prepare(place)
        # The first turn fills caches, and shows how many calls take their time.
        first = run(one, workload, place, workload.first)
        fitting = TURN / (10 if place.short else 1) / first.nanoseconds
        counts[name] = int(min(MOST_CALLS, max(workload.first, fitting))) if workload.repeats else 1
    seen = {name: [] for name in contestants}
    for order in in_order(list(contestants), rounds):
        for name in order:
            workload.prepare(place)
            seen[name].append(run(contestants[name], workload, place, counts[name]))
    return {name: Seen(turns) for name, turns in seen.items()}
