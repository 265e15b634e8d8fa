"""Packs the library for Windows, inspects the archives, and uses them: with mingw, under Wine, in 32 and in 64 bit.

The services are those of the sandbox; what it received is the oracle.
"""

import sys

from ..tally import Tally
from . import kit, programs, setup
from .stage import Stage
from .wine import Wine


def run(tally, bits):
    unpacked = kit.Kit(bits)
    for test in kit.CHECKS:
        tally.check(f"{bits} {test.__name__}", test, unpacked)
    with Wine(bits) as system, Stage(unpacked, system) as stage:
        for name, test in programs.CHECKS.items():
            if bits in getattr(test, "bits", (64, 32)):
                tally.check(f"{bits} {name}", test, stage)


def run_setup(tally):
    packed = setup.packed()
    with Wine(64) as system:
        installer = setup.Setup(system, *packed)
        for name, test in setup.CHECKS.items():
            tally.check(f"setup {name}", test, installer)


def main():
    wanted = sys.argv[1:] or ["64", "32", "setup"]
    if not set(wanted) <= {"64", "32", "setup"}:
        sys.exit("cargo xtask windows --help says what it takes")
    tally = Tally("windows")
    for part in wanted:
        with tally.within(part):
            run_setup(tally) if part == "setup" else run(tally, int(part))
    tally.end()


if __name__ == "__main__":
    main()
