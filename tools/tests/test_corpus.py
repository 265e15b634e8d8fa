import hashlib
import os
import tempfile
import unittest
from unittest import mock

from hr_tools import corpus


class Corpus(unittest.TestCase):
    def test_an_archive_holds_every_input_and_depends_on_nothing_else(self):
        inputs = {"b": b"", "regression-1": b"\0one", "a": bytes(range(256)) * 100}
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(corpus, "archive", lambda name: os.path.join(folder, name)):
            corpus.pack("first", inputs)
            corpus.pack("second", dict(reversed(inputs.items())))
            with open(corpus.archive("first"), "rb") as first, open(corpus.archive("second"), "rb") as second:
                self.assertEqual(first.read(), second.read())
            self.assertEqual(corpus.contents(corpus.unpack("first", os.path.join(folder, "to"))), inputs)

    def test_a_pinned_input_stays_and_is_there_once(self):
        before = {"regression-1": b"pinned", "old": b"old"}
        fresh = {hashlib.sha1(b"pinned").hexdigest(): b"pinned", "new": b"new"}
        self.assertEqual(corpus.merged(before, fresh), {"regression-1": b"pinned", "new": b"new"})
        self.assertEqual(corpus.merged(before, {}), {"regression-1": b"pinned"})
