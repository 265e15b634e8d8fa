"""Runs the outbox and the quick start against sandboxes, to every end that they may come to; what the sandbox received decides.

The environment is that of behaviours.py.
"""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sandbox import Sandbox

OUT = os.environ["HR_OUT"]
RUN = os.environ.get("HR_RUN", "mono")
HELENE = "EXEMPLE;Hélène;1955-08-14;F"
ANNE = "D'ÉTANG & FILS + CIE;Anne Marie;1995-10-30;F"
CARD, SECOND = "2000000001", "2000000002"
SENT = "Le document a été déposé dans le dossier médical partagé du patient."
BEFORE = "Le document avait déjà été déposé dans le dossier médical partagé du patient ; il n'a pas été renvoyé."
IN_DOUBT = "On ne sait pas si le document est arrivé dans le dossier du patient."


class Programs(unittest.TestCase):
    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.__exit__)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.journal = os.path.join(self.folder, "envois.hrj")
        self.keep_cards(CARD)

    def keep_cards(self, *serials):
        for card in self.sandbox.control("GET", "/state")["cards"]:
            if card["inserted"] and card["serial"] not in serials:
                self.sandbox.control("POST", "/cards/remove", {"serial": card["serial"]})

    def config(self, **more):
        codes = {"pin_refused": [4], "card_locked": [5], "card_absent": [3]}
        known = {"identified_field": "/identified", "patients_pointer": "/patients", "situations_pointer": "/situations",
                 "journal": self.journal}
        return json.dumps(self.sandbox.config(card_codes=codes, **{**known, **more}))

    def write(self, *patients, size=70000):
        """A document for each patient, unlike any other."""
        names = [f"lettre {i} à envoyer.pdf" for i in range(len(patients))]
        for i, name in enumerate(names):
            pathlib.Path(self.folder, name).write_bytes(f"{self.id()} {i} ".encode() + bytes(size))
        lines = [f"{name};{patient};11503-0;10\n" for name, patient in zip(names, patients)]
        pathlib.Path(self.folder, "patients.csv").write_text("".join(lines), encoding="utf-8")
        return names

    def sha256(self, name):
        return hashlib.sha256(pathlib.Path(self.folder, name).read_bytes()).hexdigest()

    def start(self, answers="", **config):
        command = [RUN, os.path.join(OUT, "Outbox.exe"), self.config(**config), self.folder]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(lambda: (process.kill(), process.wait(), process.stdin.close(), process.stdout.close(), process.stderr.close()))
        process.stdin.write(answers.encode())
        process.stdin.flush()
        return process

    def end(self, process, answers, code):
        said, errors = process.communicate(answers.encode(), timeout=120)
        self.assertEqual((process.returncode, errors.decode()), (code, ""), said.decode())
        for secret in "1234", "5678", "9999", "255081416802538", "sandbox-license-bearer":
            self.assertNotIn(secret, said.decode())
        return said.decode()

    def choose(self, process, question, name):
        """Answers the question with the number of that name; the cards are in no order."""
        line = process.stdout.readline().decode()
        self.assertTrue(line.startswith(question), line)
        number = line.split(name)[0].split()[-1]
        process.stdin.write(number.encode() + b"\n")
        process.stdin.flush()

    def run_outbox(self, answers, code, **config):
        return self.end(self.start(**config), answers, code)

    def stored(self):
        documents = self.sandbox.documents()
        for document in documents:
            self.assertEqual((document["activity_type"], document["type_code"]), ("10", "11503-0"))
        return [document["sha256"] for document in documents]

    def calls(self, call):
        return len([seen for seen in self.sandbox.control("GET", "/requests") if seen["call"] == call])

    def presentations(self, serial=CARD):
        cards = self.sandbox.control("GET", "/state")["cards"]
        return next(card["pin_presentations"] for card in cards if card["serial"] == serial)

    def wait_for(self, happened, otherwise):
        end = time.monotonic() + 60
        while not happened():
            self.assertLess(time.monotonic(), end, otherwise)
            time.sleep(0.01)


class Login(Programs):
    def test_sent(self):
        names = self.write(HELENE, ANNE)
        said = self.run_outbox("1234\n", 0)
        self.assertEqual(said, f"Code de la carte D'ESSAI :\n{names[0]} : {SENT}\n{names[1]} : {SENT}\n")
        self.assertEqual(self.stored(), [self.sha256(name) for name in names])
        self.assertEqual((self.presentations(), self.calls("profile_put")), (1, 0))

    def test_a_wrong_pin_then_the_right_one(self):
        self.write(HELENE)
        said = self.run_outbox("9999\n1234\n", 0)
        self.assertEqual(said.count("Code de la carte"), 2)
        self.assertIn("code", said.splitlines()[1].split("Code de la carte")[0], "it does not say why")
        self.assertEqual((self.presentations(), len(self.stored())), (2, 1))

    def test_a_pin_typed_again_after_it_was_held_confirms_it(self):
        self.write(HELENE)
        said = self.run_outbox("9999\n9999\n9999\n1234\n", 0)
        self.assertEqual(said.count("Code de la carte"), 4)
        # The second is held back, the third is the confirmation; the card has three tries.
        self.assertEqual((self.presentations(), len(self.stored())), (3, 1))

    def test_a_held_pin_is_not_presented_without_a_person(self):
        self.write(HELENE)
        for answers in "9999\n", "9999\n9999\n", "9999\n9999\n\n":
            self.sandbox.control("POST", "/reset")
            self.keep_cards(CARD)
            os.path.exists(self.journal) and os.remove(self.journal)
            self.run_outbox(answers, 1)
            self.assertEqual((self.presentations(), self.calls("dmp_send")), (1, 0), answers)

    def test_a_pin_held_by_another_run_is_confirmed_by_who_types_it_after_reading_so(self):
        self.write(HELENE)
        self.run_outbox("9999\n", 1)
        said = self.run_outbox("1234\n1234\n", 0)
        self.assertEqual(said.count("Code de la carte"), 2)
        self.assertEqual((self.presentations(), len(self.stored())), (2, 1))

    def test_the_pin_given_up(self):
        self.write(HELENE)
        for answers in "", "\n":
            said = self.run_outbox(answers, 1)
            self.assertIn("Aucun code n'a été saisi : rien n'a été présenté à la carte.", said)
        self.assertEqual((self.presentations(), self.calls("login"), self.stored()), (0, 0, []))

    def test_a_card_that_is_locked(self):
        self.write(HELENE)
        said = self.run_outbox("9999\n8888\n7777\n1234\n1234\n", 1)
        self.assertIn("bloqué", said.splitlines()[-1])
        self.assertEqual((self.presentations() <= 4, self.stored()), (True, []))

    def test_no_card(self):
        self.write(HELENE)
        self.keep_cards()
        said = self.run_outbox("1234\n", 1)
        self.assertTrue("carte" in said and "Code de la carte" not in said, said)
        self.assertEqual(self.calls("login"), 0)

    def test_the_card_is_taken_out_before_the_pin_is_typed(self):
        self.write(HELENE)
        process = self.start()
        self.assertIn("Code de la carte", process.stdout.readline().decode())
        self.keep_cards()
        self.assertIn("carte", self.end(process, "1234\n", 1))
        self.assertEqual((self.calls("login"), self.presentations()), (0, 0))

    def test_several_cards_of_which_a_person_chooses_and_a_situation(self):
        self.sandbox.control("POST", "/cards/insert", {"serial": SECOND})
        self.write(HELENE)
        process = self.start()
        self.choose(process, "Quelle carte ? 1 ", "Jean-Noël DU TEST")
        said = self.end(process, "5678\n2\n", 0)
        self.assertIn("Quelle situation ? 1 cabinet, Cabinet d'essai, Brest, 2 situation/2 é, Clinique", said)
        self.assertEqual((self.presentations(), self.presentations(SECOND)), (0, 1))
        self.assertEqual((self.calls("profile_put"), self.calls("profile_select"), len(self.stored())), (1, 1, 1))

    def test_no_card_and_no_situation_is_chosen_by_program(self):
        self.sandbox.control("POST", "/cards/insert", {"serial": SECOND})
        self.write(HELENE)
        self.run_outbox("3\n", 1)
        self.assertEqual(self.calls("login"), 0)
        process = self.start()
        self.choose(process, "Quelle carte ? 1 ", "Jean-Noël DU TEST")
        self.end(process, "5678\n9\n", 1)
        self.assertEqual((self.presentations(SECOND), self.calls("profile_select"), self.stored()), (1, 0, []))


class Sending(Programs):
    def ends(self, patient, answers, word, code=2, **config):
        name, = self.write(patient)
        said = self.run_outbox("1234\n" + answers, code, **config)
        self.assertRegex(said.splitlines()[-1], f"^{name} : .*{word}")
        return said

    def test_several_patients(self):
        self.ends("JUMEAU;Marie;1953-07-11;F", "", "Plusieurs patients correspondent")
        self.assertEqual((self.calls("patient_get"), self.calls("dmp_open")), (0, 0))

    def test_nobody(self):
        self.ends("PERSONNE;Jean;1950-01-01;M", "", "Aucun patient")
        self.assertEqual((self.calls("patient_get"), self.calls("dmp_open")), (0, 0))

    def test_unverified(self):
        for answer, stored in ("non\n", 0), ("", 0), ("oui\n", 1):
            said = self.ends(HELENE, answer, "dossier" if stored else "mêmes traits", 0 if stored else 2, patients_pointer=None)
            self.assertIn("Est-ce bien le patient ? (oui) EXEMPLE Hélène 1955-08-14 F\n", said)
            self.assertEqual((self.calls("dmp_send"), len(self.stored())), (stored, stored))

    def test_consent(self):
        for answer, stored in ("non\n", 0), ("", 0), ("oui\n", 1):
            said = self.ends("TÉMOIN;Loïc;1984-12-24;M", answer, "dossier" if stored else "accord", 0 if stored else 2)
            self.assertIn("Vous signez", said)
            self.assertEqual((self.calls("patient_update"), len(self.stored())), (stored, stored))

    def test_opposed(self):
        self.ends("OPPOSÉ;Dominique;1979-03-08;F", "oui\n", "patient")
        self.assertEqual((self.calls("patient_update"), self.calls("dmp_open"), self.stored()), (1, 0, []))

    def test_another_patient(self):
        # Between the search and the sending the service begins to return another one for the same traits.
        other = {"patient_id": "269054958815780", "insQualified": True, "alimentationConsent": True}
        self.sandbox.fault(call="patient_get", nth=2, status=200, content_type="application/json", body=json.dumps(other))
        self.ends(HELENE, "", "patient")
        self.assertEqual((self.calls("patient_get"), self.calls("dmp_open"), self.calls("dmp_send")), (2, 0, 0))

    def test_500(self):
        self.sandbox.fault(call="patient_search", nth=1, status=500)
        names = self.write(HELENE, ANNE)
        said = self.run_outbox("1234\n", 2).splitlines()
        self.assertIn(f"{names[0]} : La recherche du patient n'a pas abouti", said[1])
        self.assertEqual(said[2], f"{names[1]} : {SENT}")
        self.assertEqual(self.stored(), [self.sha256(names[1])])

    def test_500_for_the_document(self):
        self.sandbox.fault(call="dmp_send", nth=1, status=500)
        names = self.write(HELENE, ANNE)
        said = self.run_outbox("1234\n", 2).splitlines()
        self.assertIn(f"{names[0]} : {IN_DOUBT}", said[1])
        self.assertEqual(said[2], f"{names[1]} : {SENT}")
        self.assertEqual((self.calls("dmp_send"), self.stored()), (2, [self.sha256(names[1])]))

    def test_413(self):
        self.sandbox.fault(call="dmp_send", nth=1, status=413)
        self.ends(HELENE, "", "document")
        self.assertEqual(self.calls("dmp_send"), 1)
        said = self.run_outbox("1234\n", 0)
        self.assertIn(SENT, said)

    def test_a_lost_answer_and_a_second_run_that_does_not_send_again(self):
        self.sandbox.fault(call="dmp_send", nth=1, cut="before", act=True)
        names = self.write(HELENE, ANNE)
        said = self.run_outbox("1234\n", 2).splitlines()
        self.assertIn(f"{names[0]} : {IN_DOUBT}", said[1])
        self.assertEqual(said[2], f"{names[1]} : {SENT}")
        said = self.run_outbox("1234\n", 2).splitlines()
        self.assertNotIn(SENT, said[1])
        self.assertEqual(said[2], f"{names[1]} : {BEFORE}")
        self.assertEqual((self.calls("dmp_send"), self.stored()), (2, [self.sha256(name) for name in names]))

    def test_already_sent(self):
        names = self.write(HELENE)
        self.run_outbox("1234\n", 0)
        self.assertEqual(self.run_outbox("1234\n", 0).splitlines()[-1], f"{names[0]} : {BEFORE}")
        self.assertEqual((self.calls("dmp_send"), len(self.stored())), (1, 1))

    def test_a_file_that_is_missing(self):
        names = self.write(HELENE, ANNE)
        os.remove(os.path.join(self.folder, names[0]))
        said = self.run_outbox("1234\n", 2).splitlines()
        self.assertNotIn(SENT, said[1])
        self.assertEqual(said[2], f"{names[1]} : {SENT}")


class Stopping(Programs):
    def stop(self, process, answers=""):
        halt = os.path.join(self.folder, "arret")
        open(halt, "x").close()
        self.wait_for(lambda: not os.path.exists(halt), "nobody saw the file")
        return self.end(process, answers, 3)

    def test_between_two_calls(self):
        self.write("TÉMOIN;Loïc;1984-12-24;M", HELENE)
        process = self.start("1234\n")
        for line in process.stdout:
            if line.startswith("Vous signez".encode()):
                break
        said = self.stop(process, "oui\n")
        self.assertEqual(said, "Arrêté. Le reste n'a pas été envoyé.\n")
        self.assertEqual((self.calls("patient_update"), self.calls("dmp_open"), self.calls("patient_search")), (0, 0, 1))

    def test_while_the_pin_is_asked_for(self):
        self.write(HELENE)
        process = self.start()
        process.stdout.readline()
        said = self.stop(process, "1234\n")
        self.assertEqual(said, "Arrêté. Le reste n'a pas été envoyé.\n")
        self.assertEqual((self.presentations(), self.calls("login")), (0, 0))

    def test_during_a_sending(self):
        self.sandbox.fault(call="dmp_open", delay_ms=60000)
        self.write(HELENE, ANNE)
        process = self.start("1234\n")
        self.wait_for(lambda: self.calls("dmp_open"), "the record is not opened")
        self.assertEqual(self.stop(process).splitlines()[-1], "Arrêté. Le reste n'a pas été envoyé.")
        self.assertEqual((self.calls("dmp_send"), self.calls("patient_search"), self.stored()), (0, 2, []))

    def test_when_all_of_a_document_was_sent(self):
        self.sandbox.fault(call="dmp_send", nth=1, delay_ms=60000, act=True)
        names = self.write(HELENE, ANNE)
        process = self.start("1234\n")
        self.wait_for(self.stored, "the document does not arrive")
        said = self.stop(process).splitlines()
        self.assertIn(f"{names[0]} : {IN_DOUBT}", said[-2])
        self.assertEqual(said[-1], "Arrêté. Le reste n'a pas été envoyé.")
        self.assertEqual((self.calls("dmp_send"), self.stored()), (1, [self.sha256(names[0])]))


class QuickStart(Programs):
    def quick(self, answers, nom="EXEMPLE", prenom="Hélène", serial=CARD):
        name, = self.write(HELENE)
        command = [RUN, os.path.join(OUT, "QuickStart.exe"), self.config(), serial, nom, prenom, os.path.join(self.folder, name)]
        return subprocess.run(command, input=answers, capture_output=True, timeout=120)

    def test_sent(self):
        done = self.quick(b"1234\n")
        self.assertEqual((done.returncode, done.stdout.decode()), (0, SENT + "\n"))
        self.assertEqual(len(self.stored()), 1)

    def test_what_it_cannot_send(self):
        for arguments in ({"nom": "OPPOSÉ", "prenom": "Dominique"}, {"nom": "JUMEAU", "prenom": "Marie"}, {"nom": "PERSONNE"},
                          {"serial": "1999999999"}):
            done = self.quick(b"1234\n", **arguments)
            self.assertEqual((done.returncode, done.stdout.count(b"\n")), (1, 1), arguments)
        self.assertEqual(self.calls("dmp_open"), 0)
        self.assertEqual(self.quick(b"9999\n\n").returncode, 1)
        self.assertEqual(self.presentations(), 4)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(1 if failed else 0)
