"""Runs the programs that use a client, the examples as a person would, and judges by what the sandbox received:
    python3 client.py SANDBOX OUTBOX QUICKSTART CLIENT
"""

import contextlib
import csv
import hashlib
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import threading
import unittest

sys.dont_write_bytecode = True
os.environ["HR_SANDBOX"], outbox, quickstart, client = sys.argv[1:5]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python/tests"))
from sandbox import Sandbox

ONE, MANY, VITALE = "2000000001", "2000000002", "3000000001"
EXEMPLE = {"nom": "EXEMPLE", "prenom": "Hélène", "date_naissance": "1955-08-14", "sexe": "F"}
MODELE = {"nom": "MODÈLE", "prenom": "Étienne"}
COLUMNS = ("path", "type_code", "activity_type", "nom", "prenom", "date_naissance", "sexe", "patient_id")
PIN = ("Code de la carte", "1234")
UPDATE = ("Accord du patient", "oui")
TRAITS = [(name, "") for name in ("nom", "prenom", "date_naissance", "sexe")]
STORED = "Le document a été déposé dans le dossier"
ALREADY = "avait déjà été déposé"
CLINIC = "Clinique d'essai, Brest"
PATIENCE = 120


class OneSandbox(unittest.TestCase):
    """One for all tests of a class; each begins with the scenario's start, and one card."""

    encoding = "utf-8"  # of the configuration

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        config = pathlib.Path(folder.name, "config.json")
        cls.sandbox = Sandbox("--config", str(config))
        cls.addClassCleanup(cls.sandbox.__exit__)
        cls.config = json.loads(config.read_text(encoding="utf-8"))

    def setUp(self):
        self.sandbox.control("POST", "/reset")
        self.cards("remove", MANY, VITALE)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def cards(self, act, *serials):
        for serial in serials:
            self.sandbox.control("POST", "/cards/" + act, {"serial": serial})

    def configured(self, **more):
        """The configuration as a file."""
        path = self.folder / "settings.json"
        path.write_text(json.dumps({**self.config, **more}), encoding=self.encoding)
        return path

    def document(self, name="compte-rendu été.txt", size=100_000):
        path = self.folder / name
        content = (name * size).encode()
        path.write_bytes(content)
        return path, hashlib.sha256(content).hexdigest()

    def run_program(self, *command, said="", **more):
        return subprocess.run(command, input=said, capture_output=True, encoding="utf-8", errors="surrogateescape",
                              timeout=PATIENCE, **more)

    def stored(self):
        return [document["sha256"] for document in self.sandbox.documents()]

    def assert_stored_for(self, situation, *sha256):
        [session] = self.sandbox.control("GET", "/state")["sessions"]
        self.assertEqual((session["situation"]["label"], self.stored()), (situation, [*sha256]))


class Programs(OneSandbox):
    def test_client(self):
        self.encoding = "utf-8-sig"
        path, _ = self.document()
        ended = self.run_program(client, self.configured(), path)
        self.assertEqual(ended.returncode, 0, ended)
        accepted = re.findall("^[0-9a-f]{64}$", ended.stdout, re.M)
        self.assertEqual((len(accepted), self.stored()), (2, accepted))
        self.assertEqual(self.sandbox.presentations(ONE), 1)

    def test_quickstart(self):
        path, sha256 = self.document()
        arguments = (quickstart, self.configured())
        ended = self.run_program(*arguments, "EXEMPLE", "Hélène", path, said="0000\n1234\n")
        self.assertEqual(ended.returncode, 0, ended)
        self.assertIn(STORED, ended.stdout)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(self.sandbox.presentations(ONE), 2)
        for nom, pins in (("JUMEAU", "1234\n"), ("EXEMPLE", "")):
            ended = self.run_program(*arguments, nom, "Marie", path, said=pins)
            self.assertEqual((ended.returncode, STORED in ended.stdout), (1, False), ended)
        self.assertEqual(self.stored(), [sha256])
        self.assertNotIn("  1  ", ended.stdout)  # a PIN has no number
        self.assertEqual(self.run_program(quickstart, path, "EXEMPLE", "Hélène", path).returncode, 2)

    def test_quickstart_with_several_situations(self):
        self.cards("remove", ONE)
        self.cards("insert", MANY)
        path, sha256 = self.document()
        ended = self.run_program(quickstart, self.configured(), "EXEMPLE", "Hélène", path, said="5678\n9\nx\n²\n2\n")
        self.assertEqual((ended.returncode, ended.stdout.count("n'est pas dans la liste")), (0, 3), ended)
        self.assert_stored_for(CLINIC, sha256)
        ended = self.run_program(quickstart, self.configured(), "EXEMPLE", "Hélène", path, said="5678\n9\n")
        self.assertEqual((ended.returncode, self.stored()), (1, [sha256]), ended)  # the input has ended

    def test_a_pin_is_not_echoed_and_none_is_taken_that_was_typed_before_it_was_asked_for(self):
        path, sha256 = self.document()
        person, terminal = pty.openpty()
        os.write(person, b"0000\n")
        command = [quickstart, self.configured(), "EXEMPLE", "Hélène", path]
        ended = contextlib.suppress(OSError)  # the terminal has no writer any more
        with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as process, ended:
            os.close(terminal)
            said = b""
            while part := os.read(person, 1000):
                said += part
                if said.endswith(b"rien : "):
                    os.write(person, b"1234\n")
        os.close(person)
        found = process.returncode, self.stored(), self.sandbox.presentations(ONE), b"1234" in said
        self.assertEqual(found, (0, [sha256], 1, False), said)


class Outbox(OneSandbox):
    def setUp(self):
        super().setUp()
        self.settings = {"journal": str(self.folder / "envois.hrj")}
        self.rows = []

    def put(self, name, patient, size=1000, **more):
        """A document, and its line in the list."""
        path, sha256 = self.document(name, size)
        self.rows.append({"path": path, "type_code": "11503-0", "activity_type": "10", **patient, **more})
        return sha256

    def command(self):
        listed = self.folder / "liste.csv"
        with open(listed, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, restval="")
            writer.writeheader()
            writer.writerows(self.rows)
        return outbox, self.configured(**self.settings), listed

    def run_outbox(self, *answers):
        """Gives the exit status. Of each answer: what the question is about, and what is typed."""
        typed = "".join(text + "\n" for _, text in answers)
        own = {name: text for name, text in os.environ.items() if name != "LOCALAPPDATA"}
        own["HOME"] = str(self.folder)
        ended = self.run_program(*self.command(), said=typed, env=own)
        self.said, self.progress = ended.stdout, ended.stderr
        self.assertRegex(self.said, "(?s)" + "".join(f".*{wanted}[^\n]*, ou rien : " for wanted, _ in answers))
        self.assertNotRegex(self.said, r"\b(1234|5678|0000)\b")
        return ended.returncode

    def assert_run(self, answers, code, *sha256):
        """The exit status, and all that is stored."""
        self.assertEqual((self.run_outbox(*answers), self.stored()), (code, [*sha256]), self.said)

    def test_sent(self):
        self.encoding = "utf-8-sig"  # the mark of an editor
        sha256 = self.put('lettre "été", 7.pdf', EXEMPLE)
        self.rows += [dict(self.rows[0])]
        self.assert_run([PIN], 0, sha256)
        self.assertIn('"reference":"liste.csv:2"', (self.folder / "envois.hrj").read_text(encoding="utf-8"))
        for part in STORED, ALREADY, "2 sur 2":
            self.assertIn(part, self.said)
        self.assertLess(self.said.index(str(self.rows[0]["path"])), self.said.index(STORED))
        self.assertIn("100 %", self.progress)
        self.assertEqual(self.sandbox.documents()[0]["filename"], 'lettre "été", 7.pdf')
        query = self.sandbox.requests("patient_search")[0]["query"]
        self.assertTrue(all(name + "=" in query for name in EXEMPLE), query)
        self.assertEqual(self.sandbox.presentations(ONE), 1)

    def test_a_pin_that_is_given_up_or_typed_again(self):
        sha256 = self.put("a.pdf", EXEMPLE)
        self.assert_run([], 1)
        self.assertIn("0 sur 1", self.said)
        self.assertEqual(self.sandbox.requests("login") + self.sandbox.requests("patient_search"), [])
        wrong = ("Code de la carte", "0000")
        self.assert_run([wrong, wrong, PIN], 0, sha256)
        self.assertEqual(self.sandbox.presentations(ONE), 2)

    def test_cards_and_situations(self):
        sha256 = self.put("a.pdf", EXEMPLE)
        self.cards("insert", MANY)
        self.assertEqual(self.run_outbox(("Numéro", "2"), ("Code de la carte", "5678"), ("Numéro", "2")), 0, self.said)
        self.assert_stored_for(CLINIC, sha256)
        self.assertEqual(self.sandbox.presentations(ONE), 0)

    def test_several_nobody_and_another(self):
        named = self.put("a.pdf", {"nom": "JUMEAU"})
        self.put("b.pdf", {"nom": "PERSONNE"})
        self.put("c.pdf", EXEMPLE, patient_id="1")
        sha256 = self.put("d.pdf", EXEMPLE)
        self.assert_run([PIN, *TRAITS], 1, sha256)
        for said in ("Plusieurs patients", "Aucun patient n'a été trouvé", "autre patient", "1 sur 4"):
            self.assertIn(said, self.said)
        self.rows = self.rows[:1]
        more = [*TRAITS[:3], ("sexe", "F"), ("nom", "EXEMPLE"), ("prenom", "Hélène"), *TRAITS[2:]]
        self.assert_run([PIN, *more], 0, sha256, named)
        searches = [one["query"] for one in self.sandbox.requests("patient_search")[-2:]]
        self.assertEqual(searches, ["nom=JUMEAU&sexe=F", "nom=EXEMPLE&prenom=H%C3%A9l%C3%A8ne&sexe=F"])

    def test_consent(self):
        self.put("a.pdf", MODELE)
        sha256 = self.put("b.pdf", MODELE)
        self.put("c.pdf", {"nom": "OPPOSÉ", "prenom": "Dominique"})
        self.assert_run([PIN, (UPDATE[0], "non"), UPDATE, UPDATE], 1, sha256)
        self.assertIn("1 sur 3", self.said)

    def test_doubts_are_settled_by_a_person(self):
        found = self.put("a.pdf", EXEMPLE)
        self.sandbox.fault("dmp_send", times=1, act=True, cut="before")
        self.assert_run([PIN], 1, found)
        self.assertIn("On ne sait pas si le document est arrivé", self.said)
        self.assert_run([PIN, ("Numéro", "")], 1, found)
        self.assertIn("0 sur 1", self.said)
        sent_again = self.put("b.pdf", EXEMPLE)
        self.sandbox.fault("dmp_send", times=1, status=500)
        self.assert_run([PIN, ("Numéro", "1")], 1, found)
        self.assertIn("1 sur 2", self.said)
        self.assert_run([PIN, ("Numéro", "2")], 0, found, sent_again)
        self.assertIn("2 sur 2", self.said)

    def test_killed_and_resumed(self):
        first = self.put("a.pdf", EXEMPLE)
        second = self.put("b.pdf", MODELE)
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        with subprocess.Popen(self.command(), bufsize=0, **pipes) as process:
            process.stdin.write(b"1234\n")
            self.sandbox.wait_until(lambda: self.stored() == [first])
            self.sandbox.wait_for("patient_get", 2)
            process.kill()
        self.assert_run([PIN, UPDATE], 0, first, second)
        self.assertIn(ALREADY, self.said)
        self.assertEqual(len(self.sandbox.requests("dmp_send")), 2)

    def test_the_journal_is_the_users(self):
        del self.settings["journal"]
        sha256 = self.put("a.pdf", EXEMPLE)
        self.assert_run([PIN], 0, sha256)
        self.assertTrue((self.folder / ".local/state/vendor/uploads.hrj").exists())
        self.assert_run([PIN], 0, sha256)
        self.assertIn(ALREADY, self.said)

    def test_what_is_typed_in_another_encoding_is_a_mistake_of_its_line(self):
        self.put("a.pdf", {"nom": "JUMEAU"})
        sha256 = self.put("b.pdf", EXEMPLE)
        self.assert_run([PIN, ("nom", "\udcc9"), *TRAITS[1:]], 1, sha256)
        self.assertIn("1 sur 2", self.said)

    def test_a_mistake_in_a_line_is_its_own(self):
        self.put("a.pdf", EXEMPLE)
        self.rows[0]["path"] = ""
        sha256 = self.put("b.pdf", EXEMPLE)
        self.assert_run([PIN], 1, sha256)
        self.assertIn("1 sur 2", self.said)
        listed = self.command()[2]
        text = listed.read_text(encoding="utf-8")
        changes = ("patient_id", "Patient_id", 1), (",sexe", "", 1), ("\n,", "\n,,", 2), ("b.pdf,", "b.pdf", 3), (text, "", 1)
        quoted = (",F,", ',F,"', 2), (",F,\n", ',F,"\r"\n', 2), (text, text[:-1] + '"', 3), (text, text[:-1] + '"\n"\n', 3)
        for old, new, line in changes + quoted:
            listed.write_text(text.replace(old, new), encoding="utf-8")
            ended = self.run_program(outbox, self.configured(), listed, said="1234\n")
            self.assertEqual((ended.returncode, ended.stdout, ".pdf" in ended.stderr), (2, "", False))
            self.assertIn(f"line {line} ", ended.stderr)
        self.assertEqual((self.stored(), self.sandbox.presentations(ONE)), ([sha256], 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
