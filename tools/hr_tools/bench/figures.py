"""What is no call made again and again: handles that wait, the journal, loading, instructions."""

import os
import statistics
import tempfile
import zlib
from contextlib import contextmanager
from datetime import datetime, timezone
from json import dumps

from .. import tools
from . import instructions, programs as who
from .programs import compiled
from .tables import memory, time


class Figures:
    """A table whose rows a function gives, with its docstring as the title."""

    def __init__(self, rows):
        self.name, self.title, self.rows = rows.__name__.removesuffix("_of"), rows.__doc__, rows


def figures(*command):
    """What a program prints that measures by itself."""
    said = tools.run(*map(str, command), what=os.path.basename(command[0]), timeout=1800)
    return [float(word) for word in said.split()]


def medians(rounds, *command):
    return [statistics.median(column) for column in zip(*(figures(*command) for _ in range(min(rounds, 5))))]


def line(record):
    text = dumps(record, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


@contextmanager
def file_of(records):
    """A journal's path, on the disk: in memory a synced write costs nothing. A first record, then uploads with their ends:
    each hundredth is in doubt, the others were accepted."""
    # Now: what is old would be removed when the file is opened.
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    with tempfile.TemporaryDirectory(prefix="journal-", dir=who.FOLDER) as folder:
        path = os.path.join(folder, "records.hrj")
        if records:
            with open(path, "wb") as file:
                file.write(line({"record": "journal", "version": 1, "key": "5a" * 32, "time": now}))
                for number in range(records // 2):
                    same = f"{number:08x}" * 8
                    both = {"entry": f"{number:032x}", "time": now, "content": same, "document": same}
                    file.write(line({"record": "upload", **both, "bytes": 100_000, "reference": f"letter {number}",
                                     "permit": None}))
                    outcome = "accepted" if number % 100 else "unknown"
                    file.write(line({"record": "upload_end", **both, "outcome": outcome, "code": None, "http_status": 200}))
        yield path


def handles(place, rounds):
    """Open handles: memory each, one looked up, one used"""
    yield "handles", "contestant", "bytes each", "hr_state", "hr_patient_get"
    for count in (10, 1000, 10_000):
        for name, program in ((who.OWN, "handles"), (who.CURL, "handles_by_hand")):
            each, *times = medians(rounds, compiled(program), count, place.nginx.plain + "/service")
            yield count, name, each, *map(time, times)


def json(_place, rounds):
    """One member of a result, with so many bytes of reply behind it"""
    yield "bytes behind", "hr_json_get", "cJSON, the whole text"
    for size in (1000, 1_000_000, 16_000_000):
        yield size, *map(time, medians(rounds, compiled("json"), size, 20000))


def journal(place, rounds):
    """hr_dmp_send of 10 KB, plain, with a journal"""
    yield "records in the file", "without a journal", "with it", "between two synced writes by hand"
    for records in (0, 100_000):
        turns = []
        for _ in range(min(rounds, 5)):
            with file_of(records) as path:
                turns.append(figures(compiled("journal"), 10 if place.short else 100, place.nginx.plain + "/service",
                                     place.document(10 << 10), path, path + " by hand"))
        yield records, *(time(statistics.median(column)) for column in zip(*turns))


def journal_open(place, rounds):
    """A journal of many records, read"""
    yield "records", "bytes", "hr_open", "peak grows by", "hr_journal, one of them", "zlib and cJSON, each line"
    for records in (1000, 100_000) if place.short else (1000, 100_000, 1_000_000):
        with file_of(records) as path:
            opened, peak, listed, by_hand = medians(rounds, compiled("journal_open"), path, f"letter {records // 4}")
            yield records, os.path.getsize(path), time(opened), memory(peak), time(listed), time(by_hand)


def load(_place, rounds):
    """Loading: dlopen, first call, file"""
    yield "library", "dlopen", "first call", "peak of the process", "bytes, stripped"
    linked = tools.run("ldd", compiled("by_hand"), what="ldd")
    curl = next(line.split()[2] for line in linked.splitlines() if "libcurl" in line)
    for path, symbol in ((os.path.join(who.library(), "libhr.so"), "hr_version"), (curl, "curl_version")):
        opened, called, peak = figures(compiled("load"), path, symbol, 10 * rounds)
        yield symbol, time(opened), time(called), memory(peak), os.path.getsize(os.path.realpath(path))


def instructions_of(place, _rounds):
    """Instructions of a call (callgrind)"""
    yield "call", who.OWN, who.CURL
    for call in instructions.CALLS:
        yield call, *(instructions.of(compiled(name), call, place.nginx) for name in ("library", "by_hand"))


ALL = [*map(Figures, (handles, json, journal, journal_open, load, instructions_of))]
