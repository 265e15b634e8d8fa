import unittest

from hr_tools.fuzz.__main__ import SECONDS, Usage, parsed
from hr_tools.fuzz.builds import TARGETS
from hr_tools.fuzz.play import shown

ALL = list(TARGETS)


class Arguments(unittest.TestCase):
    def test_runs(self):
        self.assertEqual(parsed([]), (None, SECONDS, ALL))
        self.assertEqual(parsed(["720"]), (None, 720, ALL))
        self.assertEqual(parsed(["replies"]), (None, SECONDS, ["replies"]))
        self.assertEqual(parsed(["5", "replies", "exports"]), (None, 5, ["replies", "exports"]))

    def test_merges(self):
        self.assertEqual(parsed(["merge", "-"]), ("-", SECONDS, ALL))
        self.assertEqual(parsed(["merge", "found", "replies"]), ("found", SECONDS, ["replies"]))

    def test_others_are_refused(self):
        for arguments in (["merge"], ["5s"], ["nothing"], ["replies", "5"], ["merge", "-", "5"], ["--help"]):
            with self.subTest(arguments), self.assertRaises(Usage):
                parsed(arguments)


class Report(unittest.TestCase):
    def test_a_crash_is_shown_with_the_two_lines_behind_it(self):
        text = "INFO: a\nthread 'x' panicked at y\nb\nc\nd\nSUMMARY: e"
        self.assertEqual(shown(text), ["thread 'x' panicked at y", "b", "c", "SUMMARY: e"])
