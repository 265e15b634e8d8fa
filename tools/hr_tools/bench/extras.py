"""What is no call made again and again: handles that wait, the journal, loading, instructions."""

import json
import os
import statistics
import subprocess
import tempfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone

from .. import tools
from . import instructions, programs as who
from .programs import compiled

@dataclass
class Table:
    name: str
    title: str
    rows: tuple
    columns: dict
    of: callable

    def measure(self, place, rounds):
        """Numbers, by what their rows are about."""
        return dict(self.of(place, rounds))


def figures(*command):
    """What a program prints that measures by itself."""
    said = tools.run(*map(str, command), what=os.path.basename(command[0]), timeout=1800)
    return [float(word) for word in said.split()]


def medians(rounds, *command):
    return [statistics.median(column) for column in zip(*(figures(*command) for _ in range(min(rounds, 5))))]


def line(record):
    text = json.dumps(record, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


@contextmanager
def journal(records):
    """A journal's path, on the disk: in memory a synced write costs nothing. A first record, then uploads with their ends:
    each hundredth is in doubt, the others were accepted."""
    # Now: what is old would be removed when the file is opened.
    time = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    with tempfile.TemporaryDirectory(prefix="journal-", dir=who.FOLDER) as folder:
        path = os.path.join(folder, "records.hrj")
        if records:
            with open(path, "wb") as file:
                file.write(line({"record": "journal", "version": 1, "key": "5a" * 32, "time": time}))
                for number in range(records // 2):
                    same = f"{number:08x}" * 8
                    both = {"entry": f"{number:032x}", "time": time, "content": same, "document": same}
                    file.write(line({"record": "upload", **both, "bytes": 100_000, "reference": f"letter {number}",
                                     "permit": None}))
                    outcome = "accepted" if number % 100 else "unknown"
                    file.write(line({"record": "upload_end", **both, "outcome": outcome, "code": None, "http_status": 200}))
        yield path


def handles(place, rounds):
    for count in (10, 1000, 10_000):
        for name, program in ((who.OWN, "handles"), (who.CURL, "handles_by_hand")):
            yield (count, name), medians(rounds, compiled(program), count, place.nginx.plain + "/service")


def member(_place, rounds):
    for size in (1000, 1_000_000, 16_000_000):
        yield (size,), medians(rounds, compiled("json"), size, 20000)


def uploads(place, rounds):
    for records in (0, 100_000):
        turns = []
        for _ in range(min(rounds, 5)):
            with journal(records) as path:
                turns.append(figures(compiled("journal"), 10 if place.short else 100, place.nginx.plain + "/service",
                                     place.document(10 << 10), path, path + " by hand"))
        yield (records,), [statistics.median(column) for column in zip(*turns)]


def opened(place, rounds):
    for records in (1000, 100_000) if place.short else (1000, 100_000, 1_000_000):
        with journal(records) as path:
            seen = medians(rounds, compiled("journal_open"), path, f"letter {records // 4}")
            yield (records,), [os.path.getsize(path), *seen]


def load(_place, rounds):
    linked = subprocess.run(["ldd", compiled("by_hand")], capture_output=True, text=True).stdout
    curl = next(line.split()[2] for line in linked.splitlines() if "libcurl" in line)
    for path, symbol in ((os.path.join(who.library(), "libhr.so"), "hr_version"), (curl, "curl_version")):
        seen = figures(compiled("load"), path, symbol, 10 * rounds)
        yield (symbol,), [*seen, os.path.getsize(os.path.realpath(path))]


def counted(place, _rounds):
    for call in instructions.CALLS:
        yield (call,), [instructions.of(compiled(name), call, place.nginx) for name in ("library", "by_hand")]


# Name, title, what the rows are about, the columns with their units, and what gives the rows.
ALL = [
    Table("handles", "Open handles: memory each, one looked up, one used", ("handles", "contestant"),
          {"bytes each": "", "hr_state": "ns", "hr_patient_get": "ns"}, handles),
    Table("json", "One member of a result, with so many bytes of reply behind it", ("bytes behind",),
          {"hr_json_get": "ns", "cJSON, the whole text": "ns"}, member),
    Table("journal", "hr_dmp_send of 10 KB, plain, with a journal", ("records in the file",),
          {"without a journal": "ns", "with it": "ns", "between two synced writes by hand": "ns"}, uploads),
    Table("journal_open", "A journal of many records, read", ("records",),
          {"bytes": "", "hr_open": "ns", "peak grows by": "kB", "hr_journal, one of them": "ns",
           "zlib and cJSON, each line": "ns"}, opened),
    Table("load", "Loading: dlopen, first call, file", ("library",),
          {"dlopen": "ns", "first call": "ns", "peak of the process": "kB", "bytes, stripped": ""}, load),
    Table("instructions", "Instructions of a call (callgrind)", ("call",), {who.OWN: "", who.CURL: ""}, counted),
]
