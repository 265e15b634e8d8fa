"""What is no call made again and again: handles that wait, the journal, loading, instructions. Each a function that gives the
rows of its table."""

import os
import subprocess
from types import SimpleNamespace

from ..tools import installed
from . import builds, contestants as who, instructions, journal
from .turns import figures, medians

ALL = []


def table(name, title, *heads):
    def keep(measure):
        ALL.append(SimpleNamespace(name=name, title=title, heads=heads, measure=measure))
        return measure
    return keep


def several(rounds, *command):
    """The medians of what a program measures by itself."""
    return medians([figures(*map(str, command)) for _ in range(min(rounds, 5))])


@table("handles", "Open handles: memory each, one looked up, one used",
       "handles", "contestant", "bytes each", "hr_state", "hr_patient_get")
def handles(place, rounds):
    own = builds.compiled("handles", ("handles", "many", "measure"), *builds.link(builds.library()))
    curl = builds.compiled("handles_by_hand", ("handles_by_hand", "many", "by_hand_calls", "by_hand_http", "measure"),
                           "-lcurl", "-lcjson")
    rows = []
    for count in (10, 1000, 10_000):
        for name, program in ((who.OWN, own), (who.CURL, curl)):
            memory, look, use = several(rounds, program, count, place.nginx.plain + "/service")
            rows.append((f"{count:,}", name, f"{memory:,.0f}", f"{look / 1000:.1f} µs" if look else "", f"{use / 1000:.1f} µs"))
    return rows


def reader_of_members():
    return builds.compiled("json", ("json", "measure"), "-lcjson", *builds.link(builds.library()))


@table("json", "One member of a result, with so many bytes of reply behind it",
       "bytes behind", "hr_json_get", "cJSON, the whole text", "cJSON ÷ hr_*")
def json(_place, rounds):
    program, rows = reader_of_members(), []
    for size in (1000, 1_000_000, 16_000_000):
        own, cjson = several(rounds, program, size, 20000)
        rows.append((f"{size:,}", f"{own / 1000:.2f} µs", f"{cjson / 1000:,.1f} µs", f"{cjson / own:,.0f}"))
    return rows


@table("journal", "hr_dmp_send of 10 KB, plain, with a journal",
       "records in the file", "without a journal", "with it", "between two synced writes by hand", "added ÷ by hand")
def uploads(place, rounds):
    program, rows = who.with_header("journal", "journal"), []
    for records in (0, 100_000):
        turns = []
        for _ in range(min(rounds, 5)):
            with journal.laid_down(records) as path:
                turns.append(figures(program, "10" if place.short else "100", place.nginx.plain + "/service",
                                     place.document(10 << 10), path, path + " by hand"))
        without, added, by_hand = medians(turns)
        rows.append((f"{records:,}", *(f"{each / 1e6:.2f} ms" for each in (without, added, by_hand)),
                     f"{(added - without) / (by_hand - without):.2f}"))
    return rows


@table("journal_open", "A journal of many records, read",
       "records", "bytes", "hr_open", "peak grows by", "hr_journal, one of them", "zlib and cJSON, each line", "hr_open ÷ it")
def opened(place, rounds):
    installed("/usr/include/cjson/cJSON.h", "/usr/include/zlib.h")
    program = builds.compiled("journal_open", ("journal_open", "measure"), "-lcjson", "-lz", *builds.link(builds.library()))
    rows = []
    for records in (1000, 100_000) if place.short else (1000, 100_000, 1_000_000):
        with journal.laid_down(records) as path:
            size = os.path.getsize(path)
            opened, peak, found, by_hand = several(rounds, program, path, f"letter {records // 4}")
        rows.append((f"{records:,}", f"{size:,.0f}", f"{opened / 1e6:.1f} ms", f"{peak / 1024:.1f} MB",
                     f"{found / 1e6:.2f} ms", f"{by_hand / 1e6:.1f} ms", f"{opened / by_hand:.2f}"))
    return rows


@table("load", "Loading: dlopen, first call, file", "library", "dlopen", "first call", "peak of the process", "file, stripped")
def load(_place, rounds):
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


@table("instructions", "Instructions of a call (callgrind)", "call", who.OWN, who.CURL, "ratio")
def counted(place, _rounds):
    rows = []
    for call in instructions.CALLS:
        own, curl = (instructions.of(place.programs[name].command[0], call, place.nginx) for name in (who.OWN, who.CURL))
        rows.append((call, f"{own:,}", f"{curl:,}", f"{own / curl:.2f}"))
    return rows
