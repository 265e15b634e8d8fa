"""A journal of many records."""

import json
import os
import tempfile
import zlib
from contextlib import contextmanager
from datetime import datetime, timezone

from . import builds


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


@contextmanager
def laid_down(records):
    """A journal's path, on the disk: in memory a synced write costs nothing."""
    os.makedirs(builds.FOLDER, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="journal-", dir=builds.FOLDER) as folder:
        path = os.path.join(folder, "records.hrj")
        if records:
            lay_down(path, records)
        yield path
