import contextlib
import io
import unittest

from hr_tools.tally import Tally
from hr_tools.tools import Missing


def missing():
    raise Missing("no tool")


def wrong():
    raise ValueError("too small")


class Counts(unittest.TestCase):
    def tally(self, *tests):
        """Runs these; gives the tally and what was printed."""
        tally, printed = Tally("kind", "kinds"), io.StringIO()
        with contextlib.redirect_stdout(printed):
            for test in tests:
                tally.check(test.__name__, test)
        return tally, printed.getvalue()

    def end(self, tally, **how):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = tally.end(**how)
        return status, printed.getvalue().splitlines()

    def test_each_end_has_its_line(self):
        def right():
            return "3 bytes"

        _, printed = self.tally(right, missing, wrong)
        lines = printed.splitlines()
        self.assertRegex(lines[0], r"^kind right: ok, \d+\.\d s, 3 bytes$")
        self.assertEqual(lines[1:], ["NOT RUN: kind missing (no tool)", "kind wrong: FAILED", "ValueError: too small"])

    def test_what_did_not_run_fails_a_strict_run_alone(self):
        tally, _ = self.tally(str, missing)
        counts = "kinds: 1 passed, 0 failed, 1 not run"
        self.assertEqual(self.end(tally, strict=False), (0, [counts, "1 passed, 0 failed"]))
        self.assertEqual(self.end(tally, strict=True), (1, [counts, "1 passed, 1 failed"]))
        self.assertEqual(self.end(tally, strict=True, within=True), (1, [counts]))

    def test_a_failure_fails_every_run(self):
        tally, _ = self.tally(wrong)
        self.assertEqual(self.end(tally, strict=False)[0], 1)
