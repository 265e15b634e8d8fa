"""Packs the library for Windows, inspects the archives, and uses them: with mingw, under Wine, in 32 and in 64 bit.

The services are those of the sandbox; what it received is the oracle.
"""

import argparse
import sys

from .. import tally as tallies
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


def bits_of(text):
    # Not `choices`: before Python 3.12.4 argparse refuses an empty list then.
    if text not in map(str, BITS):
        raise argparse.ArgumentTypeError(f"{text} is neither 64 nor 32")
    return int(text)


def arguments(words=None):
    parser = argparse.ArgumentParser(prog="cargo xtask windows", description=__doc__)
    tallies.options(parser)
    parser.add_argument("bits", nargs="*", type=bits_of, metavar="64|32", help="both without a number")
    return parser.parse_args(words)


def main():
    given = arguments()
    tally = tallies.Tally("windows", "windows")
    try:
        for unpacked in kit.kits(given.bits or BITS):
            run(tally, unpacked)
    except Missing as missing:
        tally.not_run("everything", missing)
    except Exception as failure:
        tally.wrong("archives", f"{type(failure).__name__}: {failure}")
    sys.exit(tally.end(given.strict, given.within))


if __name__ == "__main__":
    main()
