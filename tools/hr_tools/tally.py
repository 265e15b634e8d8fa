"""One line for each check, and the counts that `cargo xtask test` adds up."""

import argparse
import time

from .tools import Missing


class Tally:
    def __init__(self, kind, kinds):
        """`kind` begins the line of a check, `kinds` the line of the counts."""
        self.kind, self.kinds = kind, kinds
        self.passed = self.failed = self.missing = 0

    def right(self, name, said):
        self.passed += 1
        print(f"{self.kind} {name}: {said}", flush=True)

    def wrong(self, name, failure):
        self.failed += 1
        print(f"{self.kind} {name}: FAILED\n{failure}", flush=True)

    def not_run(self, name, reason):
        self.missing += 1
        print(f"NOT RUN: {self.kind} {name} ({reason})", flush=True)

    def check(self, name, test, *arguments):
        """Runs a test, which gives what its line shall say beside its time."""
        began = time.monotonic()
        try:
            said = test(*arguments)
        except Missing as missing:
            self.not_run(name, missing)
        except Exception as failure:
            self.wrong(name, f"{type(failure).__name__}: {failure}")
        else:
            self.right(name, f"ok, {time.monotonic() - began:.1f} s{', ' + said if said else ''}")

    def end(self, strict, within=False):
        """The last lines; gives the exit status. With `within` another program adds up the counts."""
        print(f"{self.kinds}: {self.passed} passed, {self.failed} failed, {self.missing} not run", flush=True)
        failed = self.failed + (self.missing if strict else 0)
        if not within:
            print(f"{self.passed} passed, {failed} failed")
        return 1 if failed else 0


def options(parser):
    """What every command that has a tally takes."""
    parser.add_argument("--strict", action="store_true", help="what did not run is a failure")
    # For `cargo xtask test`, which adds up the counts itself.
    parser.add_argument("--within", action="store_true", help=argparse.SUPPRESS)
