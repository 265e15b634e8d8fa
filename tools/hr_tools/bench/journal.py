"""What the journal costs: an upload with one, and a file of many records."""

import json
import os
import shutil
import tempfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone

from ..tools import installed
from . import builds, contestants as who
from .turns import figures, medians

KIB = 1 << 10
NAME = "records.hrj"


@contextmanager
def folder():
    """On the disk: in memory a synced write costs nothing."""
    os.makedirs(builds.FOLDER, exist_ok=True)
    made = tempfile.mkdtemp(prefix="journal-", dir=builds.FOLDER)
    try:
        yield made
    finally:
        shutil.rmtree(made)


def line(record):
    text = json.dumps(record, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def lay_down(path, records):
    """A first record, then uploads with their ends: each hundredth is in doubt, the others were accepted."""
    # Now: what is old would be removed when the file is opened.
    time, digest = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z"), "{:08x}".format
    with open(path, "wb") as file:
        file.write(line({"record": "journal", "version": 1, "key": "5a" * 32, "time": time}))
        for number in range(records // 2):
            entry, same = f"{number:032x}", digest(number) * 8
            file.write(line({"record": "upload", "entry": entry, "time": time, "content": same, "document": same,
                             "bytes": 100_000, "reference": f"letter {number}", "permit": None}))
            outcome = "accepted" if number % 100 else "unknown"
            file.write(line({"record": "upload_end", "entry": entry, "time": time, "content": same, "document": same,
                             "outcome": outcome, "code": None, "http_status": 200}))


@dataclass
class Uploads:
    name: str = "journal"
    title: str = "hr_dmp_send of 10 KB, plain, with a journal"
    heads: tuple = ("records in the file", "without a journal", "with it", "between two synced writes by hand", "added ÷ by hand")

    def turn(self, place, records, count):
        program = who.with_header("journal", "journal")
        with folder() as made:
            path = os.path.join(made, NAME)
            if records:
                lay_down(path, records)
            return figures(program, str(count), place.nginx.plain + "/service", place.document(10 * KIB), path,
                           os.path.join(made, "by hand"))

    def measure(self, place, rounds):
        rows = []
        for records in (0, 100_000):
            count = 10 if place.short else 100
            without, added, by_hand = medians([self.turn(place, records, count) for _ in range(min(rounds, 5))])
            rows.append((f"{records:,}", *(f"{each / 1e6:.2f} ms" for each in (without, added, by_hand)),
                         f"{(added - without) / (by_hand - without):.2f}"))
        return rows


@dataclass
class Records:
    name: str = "journal_open"
    title: str = "A journal of many records, read"
    heads: tuple = ("records", "bytes", "hr_open", "peak grows by", "hr_journal, one of them", "zlib and cJSON, each line",
                    "hr_open ÷ it")

    def turn(self, records):
        installed("/usr/include/cjson/cJSON.h")
        installed("/usr/include/zlib.h")
        program = builds.compiled("journal_open", ("journal_open", "measure"), "-lcjson", "-lz", *builds.link(builds.library()))
        with folder() as made:
            path = os.path.join(made, NAME)
            lay_down(path, records)
            return [os.path.getsize(path), *figures(program, path, f"letter {records // 4}")]

    def measure(self, place, rounds):
        rows = []
        for records in (1000, 100_000, 1_000_000):
            size, opened, peak, found, by_hand = medians([self.turn(records) for _ in range(min(rounds, 5))])
            rows.append((f"{records:,}", f"{size:,.0f}", f"{opened / 1e6:.1f} ms", f"{peak / 1024:.1f} MB",
                         f"{found / 1e6:.2f} ms", f"{by_hand / 1e6:.1f} ms", f"{opened / by_hand:.2f}"))
        return rows
