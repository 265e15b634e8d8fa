"""Instructions of a call, counted by callgrind: the same on a busy machine."""

import os
import re
import subprocess

from ..tools import Failed, installed
from . import builds, journal

#: Each with what stands behind the server's address; 1,000 bytes are sent where something is sent.
CALLS = {"get": "/service", "search": "/found", "ready": "/1card", "upload": "/service", "get of 1 MB": "/1m"}
#: The same call, with a journal in a file that is not there yet.
JOURNAL = "upload with a journal"
#: Without a server.
MEMBER = "a member of a result"
#: The difference of two runs is what the calls need, without the start of the process. A tenth is made before.
FEW, MANY = 100, 300


def under_callgrind(call, *command, **environment):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, env={**os.environ, **environment})
    if ended.returncode != 0:
        raise Failed(f"callgrind, {call}: {ended.stderr.strip()[-800:]}")
    return int(re.search(r"refs:\s+([0-9,]+)", ended.stderr).group(1).replace(",", ""))


def counted(program, call, count, url):
    document = os.path.join(builds.FOLDER, "thousand.pdf")
    with open(document, "wb") as file:
        file.write(b"%PDF" * 250)
    command = (program, call.split()[0], str(count), url, *([document] if call.startswith("upload") else []))
    if call != JOURNAL:
        return under_callgrind(call, *command)
    with journal.laid_down(0) as path:
        return under_callgrind(call, *command, BENCH_JOURNAL=path)


def of_member(program):
    """One member of a result, with a megabyte behind it."""
    installed("valgrind")
    few, many = (under_callgrind(MEMBER, program, "1000000", str(count), "library") for count in (FEW, MANY))
    return (many - few) // (MANY - FEW)


def of(program, call, nginx):
    installed("valgrind")
    few, many = (FEW // 10, MANY // 10) if "MB" in call else (FEW, MANY)
    url = nginx.plain + (CALLS["upload"] if call == JOURNAL else CALLS[call])
    calls = (many + many // 10) - (few + few // 10)
    return (counted(program, call, many, url) - counted(program, call, few, url)) // calls
