import contextlib
import io
import unittest

from hr_tools.windows.__main__ import arguments


class Arguments(unittest.TestCase):
    def test_both_kinds_of_windows_without_a_number(self):
        self.assertEqual(arguments(["--strict", "--within"]).bits, [])
        self.assertEqual(arguments(["32"]).bits, [32])
        self.assertEqual(arguments(["64", "32"]).bits, [64, 32])

    def test_what_is_no_kind_of_windows_is_refused(self):
        for words in (["16"], ["x"], ["--fresh"]):
            with self.subTest(words), contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as ended:
                arguments(words)
            self.assertEqual(ended.exception.code, 2)
