"""What is measured, each contestant in turns with the others.

A round runs each contestant once, as a process of its own, each round beginning with another one. Medians of the rounds.
"""

import os
import statistics
import subprocess
from dataclasses import dataclass
from time import perf_counter_ns

from ..tools import Failed
from .programs import OWN
from .server import stay_on_one_core
from .tables import memory, time

KIB, MIB = 1 << 10, 1 << 20
#: How long the calls of one turn should take, in nanoseconds, and the most calls.
TURN = 80_000_000
MOST_CALLS = 4000


@dataclass
class Turn:
    nanoseconds: float  # a call
    peak: int           # kB of the whole process
    cpu: float          # nanoseconds of processor time a call, of the whole process, start included


@dataclass
class Workload:
    name: str
    title: str
    call: str             # what the programs call it
    path: str = ""        # behind the server's address
    secure: bool = False
    document: int = 0     # bytes
    threads: int = 1
    first: int = 20       # calls of the first turn, which is not counted
    repeats: bool = True
    weight: int = 1       # a share of the rounds: the heavy ones have fewer
    one_core: bool = True
    whole: bool = False   # the time of the process from its start to its end

    def arguments(self, place):
        if self.call == "chain":
            return [place.sandbox(self.secure).settings, place.document(self.document)]
        url = (place.nginx.tls if self.secure else place.nginx.plain) + self.path
        return [url, place.document(self.document)] if self.document else [url]

    def turn(self, contestant, place, count):
        """A process of its own."""
        if self.call == "chain":
            place.sandbox(self.secure).ask("/reset", "POST")
        roots = {"BENCH_CA": place.nginx.ca} if self.secure and self.call != "chain" else {}
        environment = {**os.environ, **contestant.environment, **roots, "BENCH_THREADS": str(self.threads)}
        command = [*contestant.command, self.call, str(count), *self.arguments(place)]
        began = perf_counter_ns()
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=stay_on_one_core if self.one_core else None) as process:
            said, complained = process.stdout.read(), process.stderr.read()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        whole = perf_counter_ns() - began
        if status != 0:
            raise Failed(f"{contestant.name}, {self.name}: {complained.decode(errors='replace').strip()[-800:]}")
        nanoseconds, peak = map(int, said.split())
        calls = count * self.threads
        return Turn((whole if self.whole else nanoseconds) / calls, peak, (used.ru_utime + used.ru_stime) * 1e9 / calls)

    def rows(self, place, rounds):
        yield "", "a call", "least", "most", "hr_* ÷ it", "processor time", "peak"
        seen = self.measure(place, rounds)
        median = {name: statistics.median(turn.nanoseconds for turn in turns) for name, turns in seen.items()}
        for name, turns in sorted(seen.items(), key=lambda entry: median[entry[0]]):
            times = [turn.nanoseconds for turn in turns]
            yield (name, time(median[name]), time(min(times)), time(max(times)), f"{median[OWN] / median[name]:.2f}",
                   time(statistics.median(turn.cpu for turn in turns)), memory(max(turn.peak for turn in turns)))

    def measure(self, place, rounds):
        able, counts = [one for one in place.contestants if one.can(self)], {}
        for one in able:
            # The first turn fills caches, and shows how many calls take their time.
            first = self.turn(one, place, self.first).nanoseconds
            fitting = TURN / (10 if place.short else 1) / first
            counts[one.name] = int(min(MOST_CALLS, max(self.first, fitting))) if self.repeats else 1
        seen = {one.name: [] for one in able}
        for number in range(max(3, rounds // self.weight)):
            at = number % len(able)
            for one in able[at:] + able[:at]:
                seen[one.name].append(self.turn(one, place, counts[one.name]))
        return seen


def upload(name, size, size_text, secure):
    large = size > 100 * MIB
    return Workload(name, f"hr_dmp_send of {size_text}, {'TLS' if secure else 'plain'}", "upload", "/service", secure, size,
                    first=1 if large else 3, repeats=not large, weight=2 if large else 1, one_core=False)


def chain(name, secure):
    return Workload(name, f"nine calls, from the start of the process to its end, {'TLS' if secure else 'plain'}", "chain",
                    secure=secure, document=100 * KIB, first=1, repeats=False, one_core=False, whole=True)


def threads(count):
    several = f"{count} threads, a handle each" if count > 1 else "one thread"
    return Workload(f"threads_{count}", f"hr_patient_get in {several}", "threads", "/service", threads=count, one_core=False)


ALL = [
    Workload("get", "hr_patient_get on a kept connection, a reply of 190 bytes", "get", "/service"),
    Workload("get_tls", "hr_patient_get on a kept connection, TLS", "get", "/service", secure=True),
    Workload("search", "hr_patient_search with accents", "search", "/found"),
    Workload("ready_1", "hr_ready, one card", "ready", "/1card"),
    Workload("ready_100", "hr_ready, 100 cards", "ready", "/100cards"),
    Workload("get_1k", "hr_patient_get, a reply of 1 KB", "get", "/1k"),
    Workload("get_1m", "hr_patient_get, a reply of 1 MB", "get", "/1m", first=1),
    Workload("get_16m", "hr_patient_get, a reply of 16 MB", "get", "/16m", first=1, weight=2),
    upload("upload_10k", 10 * KIB, "10 KB", False),
    upload("upload_10k_tls", 10 * KIB, "10 KB", True),
    upload("upload_1m", MIB, "1 MB", False),
    upload("upload_1m_tls", MIB, "1 MB", True),
    upload("upload_512m", 512 * MIB, "512 MB", False),
    upload("upload_512m_tls", 512 * MIB, "512 MB", True),
    chain("chain", False),
    chain("chain_tls", True),
    *(threads(count) for count in (1, 2, 4, 16)),
]
