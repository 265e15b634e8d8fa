"""Runs the programs that use a client, the examples as a person would, and judges by what the sandbox received:
    python3 client.py SANDBOX OUTBOX QUICKSTART CLIENT
"""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

ONE, MANY, VITALE = "2000000001", "2000000002", "3000000001"
EXEMPLE = "EXEMPLE;Hélène;1955-08-14;F"
MODELE = "MODÈLE;Étienne;;"
OPPOSE = "OPPOSÉ;Dominique;;"
TWINS = "JUMEAU;Marie;;"
ESSAI = "ESSAI;Mireille;;"
NOBODY = "PERSONNE;Personne;;"
PIN = ("Code de la carte de D'ESSAI", "1234")
SAME = ("Est-ce bien ce patient", "oui")
STORED = "Le document a été déposé dans le dossier"
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
            self.config = {"profile": {}, "situations_pointer": "/situations", **json.load(file)}

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

    def stored(self):
        return [document["sha256"] for document in self.sandbox.documents()]


class Programs(OneSandbox):
    def document(self):
        path = os.path.join(self.folder, "compte-rendu été.txt")
        content = b"\n".join(b"%d" % number for number in range(100_000))
        with open(path, "wb") as file:
            file.write(content)
        return path, hashlib.sha256(content).hexdigest()

    def run_program(self, *command, said=""):
        return subprocess.run(command, input=said, capture_output=True, encoding="utf-8", timeout=PATIENCE)

    def test_client(self):
        path, sha256 = self.document()
        ended = self.run_program(client, json.dumps(self.sandbox.config), path)
        self.assertEqual((ended.returncode, ended.stdout.split("\n")[0]), (0, sha256), ended)
        self.assertEqual(self.stored(), [sha256])
        card = self.sandbox.card(ONE)
        self.assertEqual((card["pin_presentations"], card["tries_left"]), (6, 3))

    def test_quickstart(self):
        path, sha256 = self.document()
        arguments = (quickstart, json.dumps(self.sandbox.config), ONE)
        ended = self.run_program(*arguments, "EXEMPLE", "Hélène", path, said="0000\n1234\n")
        self.assertEqual(ended.returncode, 0, ended)
        self.assertIn(STORED, ended.stdout)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(self.sandbox.card(ONE)["pin_presentations"], 2)
        for nom, pins in (("JUMEAU", "1234\n"), ("EXEMPLE", "")):
            ended = self.run_program(*arguments, nom, "Marie", path, said=pins)
            self.assertEqual((ended.returncode, ended.stdout), (1, ""), ended)
        self.assertEqual(self.stored(), [sha256])


class Outbox(OneSandbox):
    chosen = None

    def setUp(self):
        super().setUp()
        self.config = dict(self.sandbox.config, journal=os.path.join(self.folder, "envois.hrj"))
        self.config.pop("patients_pointer", None)
        self.outbox = os.path.join(self.folder, "à envoyer")
        os.mkdir(self.outbox)

    def put(self, name, patient, size=1000):
        """A document in the folder, and its patient in the list."""
        content = (name * size).encode()
        with open(os.path.join(self.outbox, name), "wb") as file:
            file.write(content)
        with open(os.path.join(self.outbox, "patients.csv"), "a", encoding="utf-8") as file:
            file.write(f"{name};{patient}\n")
        return hashlib.sha256(content).hexdigest()

    def run_outbox(self, *answers):
        """Answers questions, each answer when its turn has come and a line is about it; a card is chosen by its number
        at any time. A function as an answer is called with the program and what it said. Behind the last the input ends.
        Gives the exit status."""
        command = [outbox, json.dumps(self.config), self.outbox]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
            timer = threading.Timer(PATIENCE, process.kill)
            timer.start()
            said = []
            try:
                left = list(answers)
                if not left:
                    process.stdin.close()
                for line in process.stdout:
                    said.append(line)
                    if "Utiliser la carte" in line and left:
                        self.answer(process, said, "oui" if f"carte {self.chosen} " in line else "non")
                    elif left and re.search(left[0][0], line):
                        answer = left.pop(0)[1]
                        self.answer(process, said, answer)
                        if not left:
                            process.stdin.close()
                self.assertEqual(left, [], "".join(said))
            finally:
                process.kill()
                timer.cancel()
                if not process.stdin.closed:
                    process.stdin.close()
        self.said = "".join(said)
        self.assertNotRegex(self.said, r"\b(1234|5678|0000)\b")
        return process.returncode

    @staticmethod
    def answer(process, said, answer):
        if callable(answer):
            answer = answer(process, said)
        if answer is not None:
            process.stdin.write(answer + "\n")
            process.stdin.flush()

    def interrupt(self, process, said):
        """Ctrl-C, and the program has taken note of it."""
        process.send_signal(signal.SIGINT)
        for line in process.stdout:
            said.append(line)
            if "Arrêt demandé" in line:
                return
        self.fail("the program does not stop")

    def assert_never_asked(self, *calls):
        for call in calls:
            self.assertEqual(self.sandbox.requests(call), [], call)

    def test_sent(self):
        sha256 = self.put("lettre été.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN, SAME), 0)
        self.assertIn(STORED, self.said)
        [document] = self.sandbox.documents()
        self.assertEqual(
            (document["sha256"], document["activity_type"], document["type_code"], document["filename"]),
            (sha256, "10", "11503-0", "lettre été.pdf"),
        )
        [search] = self.sandbox.requests("patient_search")[:1]
        for name in ("nom=", "prenom=", "date_naissance=", "sexe="):
            self.assertIn(name, search["query"])
        self.assertEqual(self.sandbox.card(ONE)["pin_presentations"], 1)

    def test_one_with_these_traits_needs_no_comparison(self):
        self.config["patients_pointer"] = self.sandbox.config["patients_pointer"]
        sha256 = self.put("a.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN), 0)
        self.assertEqual(self.stored(), [sha256])

    def test_wrong_pin_then_right(self):
        sha256 = self.put("a.pdf", EXEMPLE)
        wrong = ("Code de la carte", "0000")
        self.assertEqual(self.run_outbox(wrong, ("n'est pas le bon.*Code de la carte", "1234"), SAME), 0)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(self.sandbox.card(ONE)["pin_presentations"], 2)

    def test_a_held_pin_is_presented_after_a_person_typed_it_again(self):
        self.put("a.pdf", EXEMPLE)
        wrong = ("Code de la carte", "0000")
        seen = []

        def typed_again(process, said):
            seen.append(self.sandbox.card(ONE)["pin_presentations"])
            return "0000"

        held = ("n'a pas été présenté.*Code de la carte", typed_again)
        self.assertEqual(self.run_outbox(wrong, wrong, held), 1)
        self.assertEqual(seen, [1])
        self.assertEqual(self.sandbox.card(ONE)["pin_presentations"], 2)
        self.assertIn("abandonnée", self.said)

    def test_pin_given_up(self):
        self.put("a.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(), 1)
        self.assertIn("La connexion a été abandonnée.", self.said)
        self.assert_never_asked("login", "patient_search")

    def test_card_removed(self):
        self.put("a.pdf", EXEMPLE)

        def removed(process, said):
            self.sandbox.remove(ONE)
            return "1234"

        self.assertEqual(self.run_outbox(("Code de la carte", removed)), 1)
        self.assertIn("carte n'est pas dans le lecteur", self.said)
        self.assert_never_asked("login", "patient_search")

    def test_several_cards(self):
        sha256 = self.put("a.pdf", EXEMPLE)
        self.sandbox.ask("POST", "/cards/insert", {"serial": VITALE})
        self.sandbox.ask("POST", "/cards/insert", {"serial": MANY})
        self.chosen = ONE
        self.assertEqual(self.run_outbox(PIN, SAME), 0)
        self.assertIn("Utiliser la carte", self.said)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(self.sandbox.card(ONE)["pin_presentations"], 1)
        self.assertEqual(self.sandbox.card(MANY)["pin_presentations"], 0)

    def test_several_situations(self):
        sha256 = self.put("a.pdf", EXEMPLE)
        self.sandbox.remove(ONE)
        self.sandbox.ask("POST", "/cards/insert", {"serial": MANY})
        pin = ("Code de la carte de DU TEST", "5678")
        situations = (("Cabinet d'essai", "non"), ("Clinique d'essai", "oui"))
        self.assertEqual(self.run_outbox(pin, *situations, SAME), 0)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(self.sandbox.card(MANY)["pin_presentations"], 1)
        [session] = self.sandbox.ask("GET", "/state")["sessions"]
        self.assertEqual(session["situation"]["label"], "Clinique d'essai, Brest")

    def test_several_patients_and_nobody(self):
        self.config["patients_pointer"] = self.sandbox.config["patients_pointer"]
        self.put("a.pdf", TWINS)
        self.put("b.pdf", NOBODY)
        sha256 = self.put("c.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN), 0)
        self.assertIn("Plusieurs patients correspondent", self.said)
        self.assertIn("Aucun patient n'a été trouvé", self.said)
        self.assertEqual(self.stored(), [sha256])

    def test_unverified_and_not_confirmed(self):
        self.put("a.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN, (SAME[0], "non")), 0)
        self.assertIn("Le document n'a pas été envoyé.", self.said)
        self.assert_never_asked("dmp_open", "dmp_send")

    def test_consent(self):
        self.put("a.pdf", MODELE)
        accord = "accord du patient"
        self.assertEqual(self.run_outbox(PIN, SAME, (accord, "non")), 0)
        self.assertIn("s'oppose à l'alimentation", self.said)
        self.assert_never_asked("patient_update", "dmp_open")
        sha256 = self.put("b.pdf", MODELE)
        os.remove(os.path.join(self.outbox, "a.pdf"))
        self.assertEqual(self.run_outbox(PIN, SAME, (accord, "oui")), 0)
        self.assertEqual(self.stored(), [sha256])

    def test_opposed(self):
        self.put("a.pdf", OPPOSE)
        sha256 = self.put("b.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN, SAME, ("accord du patient", "oui"), SAME), 0)
        self.assertIn("Les informations du patient n'ont pas été mises à jour", self.said)
        self.assertEqual(self.stored(), [sha256])

    def test_other_patient(self):
        self.put("a.pdf", EXEMPLE)
        other = {"patient_id": "269054958815780", "insQualified": True, "alimentationConsent": True}

        def another(process, said):
            body = json.dumps(other)
            self.sandbox.fault("patient_get", times=1, status=200, body=body, content_type="application/json")
            return "oui"

        self.assertEqual(self.run_outbox(PIN, (SAME[0], another)), 0)
        self.assertIn("pour un autre patient", self.said)
        self.assert_never_asked("dmp_open", "dmp_send")

    def test_an_outage_before_a_document(self):
        self.put("a.pdf", EXEMPLE)
        self.put("b.pdf", EXEMPLE)
        self.sandbox.fault("patient_search", status=500)
        self.assertEqual(self.run_outbox(PIN), 1)
        self.assertIn("La recherche du patient n'a pas abouti", self.said)
        self.assertEqual(len(self.sandbox.requests("patient_search")), 1)

    def test_500_on_the_document(self):
        self.put("a.pdf", EXEMPLE)
        sha256 = self.put("b.pdf", EXEMPLE)
        self.sandbox.fault("dmp_send", times=1, status=500)
        self.assertEqual(self.run_outbox(PIN, SAME, SAME), 0)
        self.assertIn("On ne sait pas si le document est arrivé", self.said)
        self.assertEqual(self.stored(), [sha256])

    def test_lost_answer(self):
        sha256 = self.put("a.pdf", EXEMPLE)
        self.sandbox.fault("dmp_send", times=1, act=True, cut="before")
        self.assertEqual(self.run_outbox(PIN, SAME), 0)
        self.assertIn("On ne sait pas si le document est arrivé", self.said)
        self.assertEqual(self.run_outbox(PIN, SAME), 0)
        self.assertIn("il n'a pas été renvoyé", self.said)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(len(self.sandbox.requests("dmp_send")), 1)

    def test_already_sent(self):
        sha256 = self.put("a.pdf", EXEMPLE)
        self.assertEqual(self.run_outbox(PIN, SAME), 0)
        self.assertEqual(self.run_outbox(PIN, SAME), 0)
        self.assertIn("déjà", self.said)
        self.assertEqual(self.stored(), [sha256])
        self.assertEqual(len(self.sandbox.requests("dmp_send")), 1)

    def test_cancel_between_two_calls(self):
        self.put("a.pdf", EXEMPLE)
        self.put("b.pdf", EXEMPLE)

        def stop(process, said):
            self.interrupt(process, said)
            return "oui"

        self.assertEqual(self.run_outbox(PIN, (SAME[0], stop)), 1)
        self.assertIn("arrêtée avant de commencer", self.said)
        self.assertEqual(len(self.sandbox.requests("patient_search")), 1)
        self.assert_never_asked("dmp_open", "dmp_send")

    def test_cancel_during_a_send(self):
        sha256 = self.put("a.pdf", EXEMPLE, 100_000)
        self.put("b.pdf", EXEMPLE)
        self.sandbox.fault("dmp_send", delay_ms=600_000, act=True)

        def stop_it_later(process, said):
            threading.Thread(target=stop, args=[process]).start()
            return "oui"

        def stop(process):
            while not self.sandbox.requests("dmp_send") and process.poll() is None:
                pass
            process.send_signal(signal.SIGINT)

        self.assertEqual(self.run_outbox(PIN, (SAME[0], stop_it_later)), 1)
        self.assertIn("On ne sait pas si le document est arrivé", self.said)
        self.assertIn("arrêtée avant de commencer", self.said)
        self.assertEqual(len(self.sandbox.requests("dmp_send")), 1)
        self.assertEqual(len(self.sandbox.requests("dmp_open")), 1)
        self.sandbox.ask("DELETE", "/faults")
        os.remove(os.path.join(self.outbox, "b.pdf"))
        self.assertEqual(self.run_outbox(PIN, SAME), 0)
        self.assertIn("il n'a pas été renvoyé", self.said)
        self.assertEqual(len(self.sandbox.requests("dmp_send")), 1)
        self.assertLessEqual(self.stored(), [sha256])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
