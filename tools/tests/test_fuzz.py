import hashlib
import os
import tempfile
import unittest
from unittest import mock

from hr_tools.fuzz import corpus
from hr_tools.fuzz.__main__ import SECONDS, Usage, parsed
from hr_tools.fuzz.builds import TARGETS
from hr_tools.fuzz.play import shown

ALL = list(TARGETS)


class Arguments(unittest.TestCase):
    def test_runs(self):
        self.assertEqual(parsed([]), ("run", None, SECONDS, ALL))
        self.assertEqual(parsed(["720"]), ("run", None, 720, ALL))
        self.assertEqual(parsed(["replies"]), ("run", None, SECONDS, ["replies"]))
        self.assertEqual(parsed(["5", "replies", "exports"]), ("run", None, 5, ["replies", "exports"]))

    def test_merges(self):
        self.assertEqual(parsed(["merge", "-"]), ("merge", "-", SECONDS, ALL))
        self.assertEqual(parsed(["merge", "found", "replies"]), ("merge", "found", SECONDS, ["replies"]))

    def test_unpacks(self):
        self.assertEqual(parsed(["unpack", "to"]), ("unpack", "to", SECONDS, ALL))
        self.assertEqual(parsed(["unpack", "to", "replies"]), ("unpack", "to", SECONDS, ["replies"]))

    def test_others_are_refused(self):
        for arguments in (["merge"], ["unpack"], ["5s"], ["nothing"], ["replies", "5"], ["merge", "-", "5"], ["--help"]):
            with self.subTest(arguments), self.assertRaises(Usage):
                parsed(arguments)


class Report(unittest.TestCase):
    def test_a_crash_is_shown_with_the_two_lines_behind_it(self):
        text = "INFO: a\nthread 'x' panicked at y\nb\nc\nd\nSUMMARY: e"
        self.assertEqual(shown(text), ["thread 'x' panicked at y", "b", "c", "SUMMARY: e"])


class Corpus(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        patched = mock.patch.object(corpus, "archive", lambda name: os.path.join(self.folder, name))
        patched.start()
        self.addCleanup(patched.stop)

    def test_an_archive_holds_every_input_and_depends_on_nothing_else(self):
        inputs = {"b": b"", "regression-1": b"\0one", "a": bytes(range(256)) * 100}
        corpus.pack("first", inputs)
        corpus.pack("second", dict(reversed(inputs.items())))
        with open(corpus.archive("first"), "rb") as first, open(corpus.archive("second"), "rb") as second:
            self.assertEqual(first.read(), second.read())
        unpacked = corpus.unpack("first", os.path.join(self.folder, "to"))
        self.assertEqual(corpus.contents(unpacked), inputs)

    def test_a_pinned_input_stays_and_is_there_once(self):
        before = {"regression-1": b"pinned", "old": b"old"}
        fresh = {hashlib.sha1(b"pinned").hexdigest(): b"pinned", "new": b"new"}
        self.assertEqual(corpus.merged(before, fresh), {"regression-1": b"pinned", "new": b"new"})
        self.assertEqual(corpus.merged(before, {}), {"regression-1": b"pinned"})
