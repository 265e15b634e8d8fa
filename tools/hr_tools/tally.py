"""One line for each check. What failed makes the program fail; with HR_STRICT=1 also what was not run."""

import os
import sys
import time

from .tools import Missing


class Tally:
    def __init__(self, name):
        """`name` begins each line."""
        self.name = name
        self.passed = self.failed = self.missing = 0

    def wrong(self, what, failure):
        self.failed += 1
        print(f"FAILED: {self.name} {what}\n{failure}")

    def not_run(self, what, reason):
        self.missing += 1
        print(f"NOT RUN: {self.name} {what} ({reason})")

    def check(self, what, test, *arguments):
        """Runs a test, which gives what its line shall say beside its time."""
        began = time.monotonic()
        try:
            said = test(*arguments)
        except Missing as missing:
            self.not_run(what, missing)
        except Exception as failure:
            self.wrong(what, f"{type(failure).__name__}: {failure}")
        else:
            self.passed += 1
            print(f"{self.name} {what}: ok, {time.monotonic() - began:.1f} s{', ' + said if said else ''}")

    def end(self):
        """The last line, and the end of the program."""
        print(f"{self.name}: {self.passed} passed, {self.failed} failed, {self.missing} not run")
        sys.exit(self.failed > 0 or self.missing > 0 and os.environ.get("HR_STRICT") == "1")
