"""Runs the programs that use a client, the examples as a person would, and judges by what the sandbox received:
    python3 client.py SANDBOX OUTBOX QUICKSTART CLIENT
"""

import csv
import hashlib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

ONE, MANY, VITALE = "2000000001", "2000000002", "3000000001"
EXEMPLE = {"nom": "EXEMPLE", "prenom": "Hélène", "date_naissance": "1955-08-14", "sexe": "F"}
MODELE = {"nom": "MODÈLE", "prenom": "Étienne"}
OPPOSE = {"nom": "OPPOSÉ", "prenom": "Dominique"}
TWINS = {"nom": "JUMEAU"}
NOBODY = {"nom": "PERSONNE"}
COLUMNS = ("path", "type_code", "activity_type", "nom", "prenom", "date_naissance", "sexe", "patient_id")
PIN = ("Code de la carte", "1234")
UPDATE = ("accord du patient", "oui")
TRAITS = [(name, "") for name in ("nom", "prenom", "date_naissance", "sexe")]
STORED = "Le document a été déposé dans le dossier"
ALREADY = "avait déjà été déposé"
DOUBT = "On ne sait pas si le document est arrivé"
PATIENCE = 120

sandbox_program, outbox, quickstart, client = sys.argv[1:5]


class Sandbox:
    """One for all tests; each begins with the scenario's start."""

    def __init__(self, folder):
        config = os.path.join(folder, "config.json")
        self.process = subprocess.Popen(
            [sandbox_program, "serve", "--port", "0", "--quiet", "--exit-with-stdin", "--config", config],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.control_url = json.loads(self.process.stdout.readline())["control_url"]
        with open(config, encoding="utf-8") as file:
            self.config = json.load(file)

    def end(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.control_url + path, data, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)

    def requests(self, call=None):
        return [seen for seen in self.ask("GET", "/requests") if call in (None, seen["call"])]

    def documents(self):
        return self.ask("GET", "/documents")

    def card(self, serial):
        return next(card for card in self.ask("GET", "/state")["cards"] if card["serial"] == serial)

    def fault(self, call, **what):
        self.ask("POST", "/faults", {"call": call, **what})

    def insert(self, serial):
        self.ask("POST", "/cards/insert", {"serial": serial})

    def remove(self, *serials):
        for serial in serials:
            self.ask("POST", "/cards/remove", {"serial": serial})


class OneSandbox(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.mkdtemp()
        cls.sandbox = Sandbox(cls.shared)

    @classmethod
    def tearDownClass(cls):
        cls.sandbox.end()
        shutil.rmtree(cls.shared)

    def setUp(self):
        self.sandbox.ask("POST", "/reset")
        self.sandbox.remove(MANY, VITALE)
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def configured(self, **more):
        """The configuration as a file."""
        path = os.path.join(self.folder, "settings.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(dict(self.sandbox.config, **more), file)
        return path

    def document(self, name="compte-rendu été.txt", size=100_000):
        path = os.path.join(self.folder, name)
        content = (name * size).encode()
        with open(path, "wb") as file:
            file.write(content)
        return path, hashlib.sha256(content).hexdigest()

    def stored(self):
        return [document["sha256"] for document in self.sandbox.documents()]


class Programs(OneSandbox):
    def run_program(self, *command, said=""):
        return subprocess.run(command, input=said, capture_output=True, encoding="utf-8", timeout=PATIENCE)

    def test_client(self):
        path, _ = self.document()
        ended = self.run_program(client, self.configured(), path)
        self.assertEqual(ended.returncode, 0, ended)
        accepted = re.findall("^[0-9a-f]{64}$", ended.stdout, re.M)
        self.assertEqual((len(accepted), self.stored()), (3, accepted))
        card = self.sandbox.card(ONE)
        self.assertEqual((card["pin_presentations"], card["tries_left"]), (4, 2))

    def test_quickstart(self):
        path, sha256 = self.document()
        arguments = (quickstart, self.configured())
        ended = self.run_program(*arguments, "EXEMPLE", "Hélène", path, said="0000\n1234\n")
        self.assertEqual(ended.returncode, 0, ended)
        self.assertIn(STORED, ended.stdout)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(self.sandbox.card(ONE)["pin_presentations"], 2)
        for nom, pins in (("JUMEAU", "1234\n"), ("EXEMPLE", "")):
            ended = self.run_program(*arguments, nom, "Marie", path, said=pins)
            self.assertEqual((ended.returncode, STORED in ended.stdout), (1, False), ended)
        self.assertEqual(self.stored(), [sha256])
        self.assertNotIn("  1  ", ended.stdout)  # a PIN has no number
        self.assertEqual(self.run_program(quickstart, path, "EXEMPLE", "Hélène", path).returncode, 2)

    def test_quickstart_with_several_situations(self):
        self.sandbox.remove(ONE)
        self.sandbox.insert(MANY)
        path, sha256 = self.document()
        ended = self.run_program(quickstart, self.configured(), "EXEMPLE", "Hélène", path, said="5678\n9\nx\n²\n2\n")
        self.assertEqual((ended.returncode, self.stored()), (0, [sha256]), ended)
        self.assertEqual(ended.stdout.count("n'est pas dans la liste"), 3)
        [session] = self.sandbox.ask("GET", "/state")["sessions"]
        self.assertEqual(session["situation"]["label"], "Clinique d'essai, Brest")
        ended = self.run_program(quickstart, self.configured(), "EXEMPLE", "Hélène", path, said="5678\n9\n")
        self.assertEqual((ended.returncode, self.stored()), (1, [sha256]), ended)  # the input has ended

    def test_a_pin_is_not_echoed(self):
        path, sha256 = self.document()
        person, terminal = pty.openpty()
        command = [quickstart, self.configured(), "EXEMPLE", "Hélène", path]
        with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as process:
            os.close(terminal)
            said = b""
            while b"rien : " not in said:
                said += os.read(person, 1000)
            os.write(person, b"1234\n")
            try:
                while part := os.read(person, 1000):
                    said += part
            except OSError:  # the terminal has no writer any more
                pass
        os.close(person)
        self.assertEqual((process.returncode, self.stored(), b"1234" in said), (0, [sha256], False), said)


class Outbox(OneSandbox):
    def setUp(self):
        super().setUp()
        self.settings = {"journal": os.path.join(self.folder, "envois.hrj")}
        self.rows = []

    def put(self, name, patient, size=1000, **more):
        """A document, and its line in the list."""
        path, sha256 = self.document(name, size)
        self.rows.append({"path": path, "type_code": "11503-0", "activity_type": "10", **patient, **more})
        return sha256

    def run_outbox(self, *answers):
        """Answers questions: each answer when a text is about it, or any "Numéro". A function as an answer is called with the
        process. Behind the last the input ends. Gives the exit status."""
        listed = os.path.join(self.folder, "liste.csv")
        with open(listed, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, restval="")
            writer.writeheader()
            writer.writerows(self.rows)
        command = [outbox, self.configured(**self.settings), listed]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        home = {name: text for name, text in os.environ.items() if name != "LOCALAPPDATA"}
        with subprocess.Popen(command, env=dict(home, HOME=self.folder), **pipes) as process:
            timer = threading.Timer(PATIENCE, process.kill)
            timer.start()
            self.said = ""
            try:
                for wanted, answer in answers:
                    self.read_until(process, wanted + ".*, ou rien : $")
                    answer = answer(process) if callable(answer) else answer
                    process.stdin.write(answer.encode() + b"\n")
                    process.stdin.flush()
                process.stdin.close()
                self.said += process.stdout.read().decode()
                self.progress = process.stderr.read().decode()
            finally:
                process.kill()
                timer.cancel()
        self.assertNotRegex(self.said, r"\b(1234|5678|0000)\b")
        return process.returncode

    def read_until(self, process, wanted):
        said = b""
        while not re.search(wanted, said.decode(errors="ignore"), re.S):
            part = process.stdout.read1(1000)
            self.assertTrue(part, f"no {wanted} in {said.decode()}")
            said += part
        self.said += said.decode()

    def assert_never_asked(self, *calls):
        for call in calls:
            self.assertEqual(self.sandbox.requests(call), [], call)

    def test_sent(self):
        sha256 = self.put('lettre "été", 7.pdf', EXEMPLE)
        self.rows += [dict(self.rows[0])]
        self.assertEqual(self.run_outbox(PIN), 0)
        self.assertIn(STORED, self.said)
        self.assertIn(ALREADY, self.said)
        self.assertIn("2 sur 2", self.said)
        self.assertLess(self.said.index(self.rows[0]["path"]), self.said.index(STORED))
        self.assertIn("100 %", self.progress)
        [document] = self.sandbox.documents()
        self.assertEqual((document["sha256"], document["filename"]), (sha256, 'lettre "été", 7.pdf'))
        query = self.sandbox.requests("patient_search")[0]["query"]
        self.assertTrue(all(name + "=" in query for name in EXEMPLE), query)
        self.assertEqual(self.sandbox.card(ONE)["pin_presentations"], 1)

    def test_a_pin_that_is_typed_again_is_presented_again(self):
        sha256 = self.put("a.pdf", EXEMPLE)
        wrong = ("Code de la carte", "0000")
        self.assertEqual(self.run_outbox(wrong, wrong, PIN), 0)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(self.sandbox.card(ONE)["pin_presentations"], 2)

    def test_pin_given_up(self):
        self.put("a.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(), 1)
        self.assertIn("0 sur 1", self.said)
        self.assert_never_asked("login", "patient_search")

    def test_cards_and_situations(self):
        sha256 = self.put("a.pdf", EXEMPLE)
        self.sandbox.insert(MANY)
        chosen = ("Numéro", lambda process: re.search(rf"(\d)  [^\n]*{MANY}", self.said)[1])
        pin = ("Code de la carte", "5678")
        self.assertEqual(self.run_outbox(chosen, pin, ("Numéro", "2")), 0)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(self.sandbox.card(ONE)["pin_presentations"], 0)
        [session] = self.sandbox.ask("GET", "/state")["sessions"]
        self.assertEqual(session["situation"]["label"], "Clinique d'essai, Brest")

    def test_several_nobody_and_another(self):
        self.put("a.pdf", TWINS)
        self.put("b.pdf", NOBODY)
        self.put("c.pdf", EXEMPLE, patient_id="1")
        sha256 = self.put("d.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN, *TRAITS), 1)
        for said in ("Plusieurs patients", "Aucun patient n'a été trouvé", "autre patient", "1 sur 4"):
            self.assertIn(said, self.said)
        self.assertEqual(self.stored(), [sha256])

    def test_unverified(self):
        self.settings["patients_pointer"] = None
        self.put("a.pdf", EXEMPLE)
        sha256 = self.put("b.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN, ("Numéro", "non"), ("Numéro", ""), ("Numéro", "1")), 1)
        self.assertEqual(self.stored(), [sha256])

    def test_consent(self):
        self.put("a.pdf", MODELE)
        sha256 = self.put("b.pdf", MODELE)
        self.put("c.pdf", OPPOSE)
        self.assertEqual(self.run_outbox(PIN, (UPDATE[0], "non"), UPDATE, UPDATE), 1)
        self.assertIn("1 sur 3", self.said)
        self.assertEqual(self.stored(), [sha256])

    def test_doubts_are_settled_by_a_person(self):
        found = self.put("a.pdf", EXEMPLE)
        self.sandbox.fault("dmp_send", times=1, act=True, cut="before")
        self.assertEqual(self.run_outbox(PIN), 1)
        self.assertIn(DOUBT, self.said)
        self.assertEqual(self.run_outbox(PIN, ("Numéro", "")), 1)
        self.assertIn("0 sur 1", self.said)
        sent_again = self.put("b.pdf", EXEMPLE)
        self.sandbox.fault("dmp_send", times=1, status=500)
        self.assertEqual(self.run_outbox(PIN, ("Numéro", "1")), 1)
        self.assertIn("1 sur 2", self.said)
        self.assertEqual(self.stored(), [found])
        self.assertEqual(self.run_outbox(PIN, ("Numéro", "2")), 0)
        self.assertIn("2 sur 2", self.said)
        self.assertEqual(self.stored(), [found, sent_again])

    def test_killed_and_resumed(self):
        first = self.put("a.pdf", EXEMPLE)
        second = self.put("b.pdf", MODELE)
        killed = (UPDATE[0], lambda process: process.kill() or "oui")
        with self.assertRaises((AssertionError, BrokenPipeError)):
            self.run_outbox(PIN, killed, ("never", ""))
        self.assertEqual(self.stored(), [first])
        self.sandbox.ask("POST", "/cards/insert", {"serial": ONE})
        self.assertEqual(self.run_outbox(PIN, UPDATE), 0)
        self.assertIn(ALREADY, self.said)
        self.assertEqual(self.stored(), [first, second])
        self.assertEqual(len(self.sandbox.requests("dmp_send")), 2)

    def test_the_journal_is_the_users(self):
        del self.settings["journal"]
        sha256 = self.put("a.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN), 0)
        self.assertTrue(os.path.exists(os.path.join(self.folder, ".local/state/vendor/uploads.hrj")))
        self.assertEqual(self.run_outbox(PIN), 0)
        self.assertIn(ALREADY, self.said)
        self.assertEqual(self.stored(), [sha256])

    def test_a_mistake_in_a_line_is_its_own(self):
        self.put("a.pdf", EXEMPLE)
        self.rows[0]["path"] = ""
        sha256 = self.put("b.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN), 1)
        self.assertIn("1 sur 2", self.said)
        self.assertEqual(self.stored(), [sha256])

    def test_a_list_that_cannot_be_read(self):
        self.put("a.pdf", EXEMPLE)
        self.assertEqual(subprocess.call([outbox, self.configured(), "absent.csv"], stderr=subprocess.DEVNULL), 2)
        self.assert_never_asked("dmp_send")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
