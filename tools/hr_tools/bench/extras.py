"""What is no call made again and again: handles that wait, the journal, loading, instructions."""

import os
import subprocess
from dataclasses import dataclass

from . import builds, contestants as who, instructions, journal
from .turns import figures, medians


@dataclass
class Handles:
    name: str = "handles"
    title: str = "Open handles: memory each, one looked up, one used"
    heads: tuple = ("handles", "contestant", "bytes each", "hr_state", "hr_patient_get")

    def measure(self, place, rounds):
        folder = builds.library()
        own = builds.compiled("handles", ("handles", "many", "measure"), *builds.link(folder))
        curl = builds.compiled("handles_by_hand", ("handles_by_hand", "many", "by_hand_calls", "by_hand_http", "measure"),
                              "-lcurl", "-lcjson")
        rows = []
        for count in (10, 1000, 10_000):
            for name, program in ((who.OWN, own), (who.CURL, curl)):
                each = [figures(program, str(count), place.nginx.plain + "/service") for _ in range(min(rounds, 5))]
                memory, look, use = medians(each)
                rows.append((f"{count:,}", name, f"{memory:,.0f}", f"{look / 1000:.1f} µs" if look else "", f"{use / 1000:.1f} µs"))
        return rows


@dataclass
class Json:
    name: str = "json"
    title: str = "One member of a result, with so many bytes of reply behind it"
    heads: tuple = ("bytes behind", "hr_json_get", "cJSON, the whole text", "cJSON ÷ hr_*")

    def program(self):
        return builds.compiled("json", ("json", "measure"), "-lcjson", *builds.link(builds.library()))

    def measure(self, place, rounds):
        program, rows = self.program(), []
        for size in (1000, 1_000_000, 16_000_000):
            own, cjson = medians([figures(program, str(size), "20000") for _ in range(min(rounds, 5))])
            rows.append((f"{size:,}", f"{own / 1000:.2f} µs", f"{cjson / 1000:,.1f} µs", f"{cjson / own:,.0f}"))
        return rows


@dataclass
class Load:
    name: str = "load"
    title: str = "Loading: dlopen, first call, file"
    heads: tuple = ("library", "dlopen", "first call", "peak of the process", "file, stripped")

    def measure(self, place, rounds):
        program = builds.compiled("load", ("load", "measure"))
        own = os.path.join(builds.library(), "libhr.so")
        linked = subprocess.run(["ldd", os.path.join(builds.FOLDER, "by_hand")], capture_output=True, text=True).stdout
        curl = next(line.split()[2] for line in linked.splitlines() if "libcurl" in line)
        rows = []
        for path, symbol in ((own, "hr_version"), (curl, "curl_version")):
            opened, called, peak = figures(program, path, symbol, str(10 * rounds))
            size = os.path.getsize(os.path.realpath(path))
            rows.append((f"{os.path.basename(path)}, {symbol}", f"{opened / 1e6:.2f} ms", f"{called / 1e3:.1f} µs",
                         f"{peak / 1024:.1f} MB", f"{size / 1e6:.2f} MB"))
        return rows


@dataclass
class Instructions:
    name: str = "instructions"
    title: str = "Instructions of a call (callgrind)"
    heads: tuple = ("call", who.OWN, who.CURL, "ratio")

    def measure(self, place, rounds):
        rows = []
        for call in instructions.CALLS:
            own = instructions.of(place.programs[who.OWN].command[0], call, place.nginx)
            curl = instructions.of(place.programs[who.CURL].command[0], call, place.nginx)
            rows.append((call, f"{own:,}", f"{curl:,}", f"{own / curl:.2f}"))
        return rows


ALL = [Handles(), Json(), journal.Uploads(), journal.Records(), Load(), Instructions()]
