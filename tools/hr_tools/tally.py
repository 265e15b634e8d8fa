"""One line for each check. What failed makes the program fail; with HR_STRICT=1 also what was not run."""

import contextlib
import os
import sys
import time

from .tools import Missing


class Checks(dict):
    """Tests by their names; a decorator adds one."""

    def __call__(self, test):
        self[test.__name__] = test
        return test


class Tally:
    def __init__(self, name):
        """`name` begins each line."""
        self.name = name
        self.passed = self.failed = self.missing = 0

    @contextlib.contextmanager
    def within(self, what):
        """What is missing, or fails, ends this part alone."""
        try:
            yield
        except Missing as missing:
            self.missing += 1
            print(f"NOT RUN: {self.name} {what} ({missing})")
        except Exception as failure:
            self.failed += 1
            print(f"FAILED: {self.name} {what}\n{type(failure).__name__}: {failure}")

    def check(self, what, test, *arguments):
        """Runs a test, which gives what its line shall say beside its time."""
        began = time.monotonic()
        with self.within(what):
            said = test(*arguments)
            self.passed += 1
            print(f"{self.name} {what}: ok, {time.monotonic() - began:.1f} s{', ' + said if said else ''}")

    def end(self):
        """The last line, and the end of the program."""
        print(f"{self.name}: {self.passed} passed, {self.failed} failed, {self.missing} not run")
        sys.exit(self.failed > 0 or self.missing > 0 and os.environ.get("HR_STRICT") == "1")
