"""Packs the library for Windows, inspects the archives, and uses them: with mingw, under Wine, in 32 and in 64 bit.

The services are those of the sandbox; what it received is the oracle.
"""

import sys

from ..tally import Tally
from ..tools import Missing
from . import archive, hosts, kit, stage, wine

BITS = (64, 32)


def run(tally, unpacked):
    bits = unpacked.bits
    for test in archive.CHECKS:
        tally.check(f"{bits} {test.__name__}", test, unpacked)
    tests = [test for test in hosts.CHECKS if bits in getattr(test, "bits", BITS)]
    left = list(tests)
    try:
        with wine.Wine(bits) as system, stage.Stage(unpacked, system) as here:
            while left:
                test = left.pop(0)
                tally.check(f"{bits} {test.__name__}", test, here)
    except Missing as missing:
        for test in left:
            tally.not_run(f"{bits} {test.__name__}", missing)
    except Exception as failure:
        tally.wrong(f"{bits} Wine, before {len(left)} of {len(tests)} tests", f"{type(failure).__name__}: {failure}")


def main():
    wanted = sys.argv[1:]
    if not set(wanted) <= set(map(str, BITS)):
        sys.exit("cargo xtask windows --help says what it takes")
    tally = Tally("windows")
    try:
        for unpacked in kit.kits([int(bits) for bits in wanted] or BITS):
            run(tally, unpacked)
    except Missing as missing:
        tally.not_run("everything", missing)
    except Exception as failure:
        tally.wrong("archives", f"{type(failure).__name__}: {failure}")
    tally.end()


if __name__ == "__main__":
    main()
