"""Instructions of a call, counted by callgrind, the same on a busy machine; and the budget of benches/budget.json, for
them and for the size of the library."""

import json
import os
import re
import subprocess
import tempfile

from .. import rust_with_sources
from ..tally import Tally
from ..tools import Failed, installed, text, write
from . import programs, server

BUDGET = os.path.join(programs.HERE, "budget.json")
#: Each with what stands behind the server's address; 1,000 bytes are sent where something is sent.
CALLS = {"get": "/service", "search": "/found", "upload": "/service", "get of 1 MB": "/1m"}
#: The same call, with a journal in a file that is not there yet.
JOURNAL = "upload with a journal"
#: One member, with a megabyte behind it; without a server.
MEMBER = "a member of a result"
#: The difference of two runs is what the calls need, without the start of the process. A tenth is made before.
FEW, MANY = 100, 300


def under_callgrind(call, *command, **environment):
    installed("valgrind")
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, env={**os.environ, **environment})
    if ended.returncode != 0:
        raise Failed(f"callgrind, {call}: {ended.stderr.strip()[-800:]}")
    return int(re.search(r"refs:\s+([0-9,]+)", ended.stderr).group(1).replace(",", ""))


def counted(program, call, count, nginx):
    if call == MEMBER:
        return under_callgrind(call, program, 1_000_000, count, "library")
    url = nginx.plain + (CALLS["upload"] if call == JOURNAL else CALLS[call])
    with tempfile.TemporaryDirectory(dir=programs.FOLDER) as folder:
        document = write(b"%PDF" * 250, folder, "thousand.pdf")
        sent = [document] if call.startswith("upload") else []
        journal = {"BENCH_JOURNAL": os.path.join(folder, "records.hrj")} if call == JOURNAL else {}
        return under_callgrind(call, program, call.split()[0], count, url, *sent, **journal)


def of(program, call, nginx):
    few, many = (FEW // 10, MANY // 10) if call == "get of 1 MB" else (FEW, MANY)
    before = 0 if call == MEMBER else (many - few) // 10
    return (counted(program, call, many, nginx) - counted(program, call, few, nginx)) // (many - few + before)


def fits(seen, most, unit):
    said = f"{seen:,} {unit}, {most:,} allowed"
    if seen > most:
        raise Failed(said)
    return said


def compared(count, budget, tolerance):
    said = fits(count, round(budget * (1 + tolerance)), "instructions")
    much_less = count < budget * (1 - tolerance)
    return said + (f", much less than the budget of {budget:,}: cargo xtask bench budget --write" if much_less else "")


def size_fits(most):
    rust_with_sources.places()  # Another compiler has its standard library built already, and larger.
    return fits(os.path.getsize(os.path.join(programs.library(), "libhr.so")), most, "bytes")


def budget(renews):
    tally = Tally("budget")
    kept = json.loads(text(BUDGET))
    with tally.within("of instructions"), server.nginx() as nginx:
        program, reader = programs.compiled("library"), programs.compiled("json")
        seen = {call: of(program, call, nginx) for call in (*CALLS, JOURNAL)}
        seen[MEMBER] = of(reader, MEMBER, nginx)
        if renews:
            kept["instructions"] = seen
            write(json.dumps(kept, indent=2) + "\n", BUDGET)
        for call, count in seen.items():
            tally.check(call, compared, count, kept["instructions"][call], kept["tolerance"])
    tally.check("libhr.so", size_fits, kept["bytes"]["libhr.so"])
    tally.end()
