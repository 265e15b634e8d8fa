"""Runs hosts of the library under AddressSanitizer, LeakSanitizer and ThreadSanitizer.

Each sanitizer must first find mistakes planted on purpose, in memory that the library itself allocates or writes, and
none where none was planted. Then it watches hosts that walk the whole chain, with what goes wrong in it.
"""

import argparse
import sys
import time

from .. import sandbox
from .. import tally as tallies
from ..tools import Failed, Missing, installed
from . import builds, drive

WAYS = {"http": False, "TLS": True}
MEMORY = ("AddressSanitizer", "LeakSanitizer")


def judged(tally, name, failure):
    if failure is None:
        tally.right(name, "proven, clean")
    elif isinstance(failure, Missing):
        tally.not_run(name, failure)
    else:
        tally.wrong(name, failure)


def run(tally, sanitizers, hosts, build):
    """One line for each sanitizer on each host over each way."""
    began = time.monotonic()
    names = [f"{sanitizer}/{host.name} {way}" for host in hosts for way in WAYS for sanitizer in sanitizers]
    try:
        services = sandbox.program()
        built = build()
        ready = [host(built) for host in hosts]
    except (Failed, Missing) as failure:
        for name in names:
            judged(tally, name, failure)
        return
    print(f"{' and '.join(sanitizers)}: built in {time.monotonic() - began:.0f} s", flush=True)
    for host in ready:
        for way, tls in WAYS.items():
            began = time.monotonic()
            try:
                outcome = drive.judge(services, tls, host, sanitizers)
            except Failed as failure:
                outcome = dict.fromkeys(sanitizers, str(failure))
            for sanitizer, failure in outcome.items():
                judged(tally, f"{sanitizer}/{host.name} {way}", failure)
            print(f"  {getattr(host, 'summary', '')}, {time.monotonic() - began:.0f} s", flush=True)


def thread_sanitizer():
    # Before a compiler is unpacked for it.
    installed("cargo", "gcc", "nm", "addr2line")
    return builds.ThreadSanitizer()


def main():
    parser = argparse.ArgumentParser(prog="cargo xtask sanitize", description=__doc__)
    tallies.options(parser)
    parser.add_argument("only", nargs="?", choices=("address", "thread"),
                        help="address: AddressSanitizer and LeakSanitizer; thread: ThreadSanitizer; both without a name")
    given = parser.parse_args()
    tally = tallies.Tally("sanitizer", "sanitizers")
    if given.only != "thread":
        run(tally, MEMORY, [drive.CHost, drive.PythonHost], builds.AddressSanitizer)
    if given.only != "address":
        run(tally, ("ThreadSanitizer",), [drive.CHost], thread_sanitizer)
    sys.exit(tally.end(given.strict, given.within))


if __name__ == "__main__":
    main()
