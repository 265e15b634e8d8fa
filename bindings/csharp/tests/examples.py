#!/usr/bin/env python3
"""The examples as a person uses them, and what needs a process of its own; what the sandbox received decides.

HR_LIBRARY and HR_SANDBOX name the library and the sandbox, HR_RUN the runtime ("mono", or a dotnet program), HR_OUT
the folder of the compiled programs.
"""
import contextlib
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../python/tests"))
from sandbox import Sandbox

OUT = os.environ["HR_OUT"]
RUN = os.environ.get("HR_RUN", "mono")
FIRST, SECOND = "2000000001", "2000000002"
COLUMNS = "path,nom,prenom,date_naissance,sexe,patient_id,type_code,activity_type"
HELENE, ANNE = "EXEMPLE,Hélène,,,", "D'ÉTANG & FILS + CIE,,,,"


def execute(program, *arguments, **more):
    return subprocess.run([RUN, os.path.join(OUT, program), *arguments], capture_output=True, timeout=120, **more)


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.__exit__)

    def config(self, **more):
        known = {"patients_pointer": "/patients", "situations_pointer": "/situations", "identified_field": "/identified",
                 "profile": {"demande": "situations"}, "journal": str(self.folder / "journal.hrj"),
                 "card_codes": {"pin_refused": [4], "card_locked": [5], "card_absent": [3]}}
        path = self.folder / "config.json"
        all_of_it = {**self.sandbox.config(), **known, **more}
        used = {key: value for key, value in all_of_it.items() if value is not None}
        path.write_text(json.dumps(used), encoding="utf-8-sig")
        return str(path)

    def only(self, serial):
        for card in self.sandbox.control("GET", "/state")["cards"]:
            if card["inserted"] and card["serial"] != serial:
                self.sandbox.control("POST", "/cards/remove", {"serial": card["serial"]})

    def document(self, name, size=70000):
        path = self.folder / name
        path.write_bytes(f"{self.id()} {name} ".encode() + bytes(size))
        return str(path)

    def list(self, *patients, size=70000):
        """A document for each patient, unlike any other."""
        paths = [self.document(f"lettre {i} à envoyer.pdf", size) for i in range(len(patients))]
        rows = [f"{path},{patient},11503-0,10" for path, patient in zip(paths, patients)]
        (self.folder / "list.csv").write_text("\n".join([COLUMNS, *rows, ""]), encoding="utf-8")
        return paths

    def outbox(self, answers, code, serial=FIRST, **config):
        """What it says; a journal in the place of the user's where the configuration names none."""
        self.only(serial)
        own = {**os.environ, "XDG_DATA_HOME": str(self.folder / "own")}
        done = execute("Outbox.exe", self.config(**config), str(self.folder / "list.csv"), input=answers.encode(), env=own)
        said = done.stdout.decode()
        self.assertEqual(done.returncode, code, said + done.stderr.decode())
        for secret in "1234", "5678", "9999", "sandbox-license-bearer":
            self.assertNotIn(secret, said + done.stderr.decode())
        return said

    def stored(self):
        return [document["sha256"] for document in self.sandbox.documents()]

    def calls(self, call):
        return len(self.sandbox.requests(call))

    def presentations(self):
        return sum(card["pin_presentations"] for card in self.sandbox.control("GET", "/state")["cards"])


class Outbox(Programs):
    def sent(self, patient, answers, code=0, **config):
        """What it says of the one document, from its row on."""
        path, = self.list(patient)
        said, end = self.outbox("1234\n" + answers, code, **config).rsplit("\n", 2)[:2]
        self.assertEqual(end, f"Dans les dossiers : {1 - code} sur 1.")
        return said.split(path)[1]

    def test_several_patients_with_one_login(self):
        paths = self.list(HELENE, ANNE, HELENE)
        said = self.outbox("1234\n", 0)
        self.assertEqual((said.count("a été déposé dans le dossier"), said.splitlines()[-1]), (3, "Dans les dossiers : 3 sur 3."))
        self.assertEqual(self.stored(), [hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest() for path in paths])
        self.assertEqual(self.presentations(), 1)
        self.assertIn('"reference":"list.csv:2"', (self.folder / "journal.hrj").read_text(encoding="utf-8"))
        self.outbox("1234\n", 0)
        self.assertEqual(self.calls("dmp_send"), 3)

    def test_a_wrong_code_and_nothing_typed(self):
        self.list(HELENE)
        said = self.outbox("9999\n\n", 1)
        self.assertEqual((said.count("Code :"), self.presentations(), self.stored()), (2, 1, []))
        self.assertNotIn("  1  ", said)  # a code has no number
        self.assertIn("code", said.splitlines()[-2])
        self.assertEqual(said.splitlines()[-1], "Dans les dossiers : 0 sur 1.")

    def test_every_question(self):
        self.assertIn("déposé", self.sent("JUMEAU,Marie,,,", "\n\n\nF\nEXEMPLE\nHélène\n\n\n"))
        searches = [request["query"] for request in self.sandbox.requests("patient_search")[1:]]
        self.assertEqual(searches, ["nom=JUMEAU&prenom=Marie&sexe=F", "nom=EXEMPLE&prenom=H%C3%A9l%C3%A8ne&sexe=F"])
        self.assertIn("Plusieurs", self.sent("JUMEAU,Marie,,,", "", 1))
        self.assertNotIn("a été déposé", self.sent("TÉMOIN,Loïc,,,", "oui\n\n", 1))
        self.assertIn("déposé", self.sent("TÉMOIN,Loïc,,,", "oui\noui\n"))
        self.assertIn("identité", self.sent("ESSAI,,,,", "\n", 1).lower())
        self.assertIn("déposé", self.sent(ANNE, "²\n7\n1\n", patients_pointer=None))
        self.assertIn("Aucun patient", self.sent("PERSONNE,,,,", "", 1))
        self.assertEqual((self.calls("patient_update"), len(self.stored())), (1, 3))

    def test_profile_and_situation_are_typed_where_they_are_not_configured(self):
        free = {"profile": None, "situations_pointer": None}
        self.list(HELENE)
        self.assertIn("Choisissez votre situation", self.outbox("5678\n{\n{}\n", 1, serial=SECOND, **free))
        self.assertIn("Clinique d'essai", self.outbox("5678\n{}\nsituation/2 é\n", 0, serial=SECOND, **free))
        self.assertEqual((self.calls("profile_select"), len(self.stored())), (1, 1))

    def test_a_mistake_in_the_list_stops_nothing(self):
        good, = self.list("\"D'ÉTANG & FILS + CIE\",,,,")
        with open(self.folder / "list.csv", "a", encoding="utf-8") as rows:
            rows.write(f",,,,,,,\n/nowhere,{HELENE},11503-0,10\n{good}\0,{HELENE},11503-0,10\n")
        self.assertIn("Dans les dossiers : 1 sur 4.", self.outbox("1234\n", 1))

    def test_a_list_of_another_shape_asks_for_no_pin(self):
        self.list(HELENE, HELENE)
        listed = self.folder / "list.csv"
        text = listed.read_text(encoding="utf-8")
        changes = ("patient_id", "Patient_id", 1), (",sexe", "", 1), ("-0,10", "-0,10,", 2), (",,,,11503", ",,,11503", 2)
        quoted = ("-0,10", '-0,"10', 2), ("Hélène", '"Hélène', 2), ("10\n", '"10', 2), ("10\n", '"10\n"\n', 2)
        for old, new, line in changes + quoted:
            listed.write_text(text.replace(old, new), encoding="utf-8")
            done = execute("Outbox.exe", self.config(), str(listed), input=b"1234\n")
            self.assertEqual((done.returncode, done.stdout, self.presentations()), (1, b"", 0))
            self.assertRegex(done.stderr.decode(), f"(?s)ligne {line} :(?!.*pdf)")

    def test_settings_that_are_not_utf8_are_refused(self):
        self.list(HELENE)
        config = self.config(journal=str(self.folder / "é.hrj"))
        pathlib.Path(config).write_bytes(pathlib.Path(config).read_bytes().replace(rb"\u00e9", b"\xe9"))
        done = execute("Outbox.exe", config, str(self.folder / "list.csv"))
        self.assertIn(b"DecoderFallbackException", done.stderr, done.stdout)

    def test_the_journal_is_the_users(self):
        self.list(HELENE)
        for i in range(2):
            self.outbox("1234\n", 0, journal=None)
        self.assertTrue((self.folder / "own/Vendor/uploads.hrj").exists())
        self.assertEqual(self.calls("dmp_send"), 1)

    def test_a_doubt_is_settled_in_the_next_run(self):
        for choice, sendings in ("1", 1), ("2", 2):
            self.sandbox.control("POST", "/reset")
            (self.folder / "journal.hrj").unlink(missing_ok=True)
            self.sandbox.fault(call="dmp_send", times=1, cut="before", act=True)
            self.assertIn("On ne sait pas", self.sent(HELENE, "", 1))
            self.assertIn("on ne sait pas", self.sent(HELENE, "\n", 1))
            self.assertIn("on ne sait pas", self.sent(HELENE, "", 1))
            self.assertIn("déposé" if sendings == 2 else "dossier", self.sent(HELENE, choice + "\n"))
            self.assertEqual(self.calls("dmp_send"), sendings)

    def test_killed_while_it_sends_and_run_again(self):
        paths = self.list(HELENE, ANNE)
        self.only(FIRST)
        self.sandbox.fault(call="dmp_send", nth=2, delay_ms=60000)
        command = [RUN, os.path.join(OUT, "Outbox.exe"), self.config(), str(self.folder / "list.csv")]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        with subprocess.Popen(command, bufsize=0, **pipes) as process:
            process.stdin.write(b"1234\n")
            self.sandbox.wait_until(lambda: self.calls("dmp_send") == 2)
            process.send_signal(signal.SIGKILL)
        there = len(self.stored()) == 2  # what a person sees in the record
        self.assertIn("2 sur 2", self.outbox("1234\n" + ("1\n" if there else "2\n"), 0))
        digests = [hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest() for path in paths]
        self.assertEqual((self.calls("dmp_send"), self.stored()), (2 if there else 3, digests))


class QuickStart(Programs):
    def quick(self, answers, nom="EXEMPLE", prenom="Hélène", code=0, serial=FIRST, **config):
        arguments = self.config(**config), serial, nom, prenom, self.document("lettre.pdf")
        done = execute("QuickStart.exe", *arguments, input=answers.encode())
        self.assertEqual((done.returncode, done.stderr), (code, b""), done.stdout.decode())
        return done.stdout.decode()

    def test_sent(self):
        said = self.quick("1234\n")
        self.assertTrue("Code de DR Zoé D'ESSAI" in said and "déposé" in said and "  1  " not in said, said)
        self.assertEqual((len(self.stored()), self.presentations()), (1, 1))

    def test_a_professional_with_several_situations(self):
        self.assertIn("déposé", self.quick("5678\n2\n", serial=SECOND))
        self.assertEqual((self.calls("profile_put"), self.calls("profile_select"), len(self.stored())), (1, 1, 1))
        bare = {"profile": None, "situations_pointer": None}
        self.assertIn('"id":"cabinet"', self.quick("5678\ncabinet\n", serial=SECOND, **bare))
        self.assertEqual((self.calls("profile_select"), len(self.stored())), (2, 1))

    def test_what_is_no_answer(self):
        for typed in "", "\n", "0\n", "²\n-1\n9\n99999999999\n":
            self.assertIn("Choisissez votre situation", self.quick("5678\n" + typed, code=1, serial=SECOND))
        self.assertIn("déposé", self.quick("5678\n²\n2\n", serial=SECOND))

    def test_what_it_cannot_send(self):
        self.assertIn("carte", self.quick("", code=1, serial="1999999999"))
        for nom, prenom in ("OPPOSÉ", "Dominique"), ("PERSONNE", ""), ("JUMEAU", "Marie"), ("TÉMOIN", "Loïc"):
            self.assertTrue(self.quick("1234\n1\n1\n", nom, prenom, 1).rstrip().endswith("."))
        self.assertEqual((self.calls("patient_update"), self.calls("dmp_send")), (0, 0))

    def test_a_code_is_not_shown_on_a_terminal(self):
        screen, terminal = os.openpty()
        os.write(screen, b"0000\r")  # before the question
        command = [RUN, os.path.join(OUT, "QuickStart.exe"), self.config(), FIRST, "EXEMPLE", "Hélène", self.document("lettre.pdf")]
        ends = dict.fromkeys(("stdin", "stdout", "stderr"), terminal)
        closed = contextlib.suppress(OSError)  # the other end is
        with subprocess.Popen(command, **ends, env={**os.environ, "TERM": "xterm"}) as process, closed:
            os.close(terminal)
            seen = b""
            while part := os.read(screen, 4096):
                seen += part
                if (b"\x1b[6n" if RUN == "mono" else b"Code de ") in part:  # Mono asks where the cursor is
                    self.sandbox.wait_until(lambda: not termios.tcgetattr(screen)[3] & termios.ECHO)
                    os.write(screen, (b"\x1b[2;8R" if RUN == "mono" else b"") + b"77\x7f1234\r")
        os.close(screen)
        self.assertEqual((process.returncode, self.presentations(), b"1234" in seen), (0, 1, False), seen.decode())


class SendDocument(Programs):
    def send(self, serial, nom, prenom, answers):
        config = pathlib.Path(self.config()).read_text(encoding="utf-8-sig")
        return execute("SendDocument.exe", config, serial, nom, prenom, self.document("lettre.pdf"), input=answers)

    def test_every_step(self):
        done = self.send(SECOND, "TÉMOIN", "Loïc", b"5678\n2\ny\ny")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("You sign for this: I have checked this patient's identity document.", done.stderr.decode())
        self.assertEqual(done.stdout, f"sent, sha256 {self.stored()[0]}\n".encode())
        for call in "profile_put", "profile_select", "patient_update":
            self.assertEqual(self.calls(call), 1, call)
        self.assertEqual(self.sandbox.control("GET", "/state")["sessions"][0]["situation"]["label"], "Clinique d'essai, Brest")

    def test_it_signs_for_nobody(self):
        expected = {b"5678": "No situation", b"5678\n1": "Not confirmed: nothing was sent.",
                    b"5678\n1\nn\ny": "Not confirmed"}
        for answers, message in expected.items():
            done = self.send(SECOND, "TÉMOIN", "Loïc", answers)
            self.assertEqual(done.returncode, 1, answers)
            self.assertIn(message, done.stderr.decode())
        self.assertIn("Plusieurs patients", self.send(FIRST, "JUMEAU", "Marie", b"1234").stderr.decode())
        self.assertEqual((self.calls("patient_update"), self.calls("dmp_open")), (0, 0))

    def test_what_failed(self):
        done = self.send(FIRST, "EXEMPLE", "Hélène", b"9999")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn("outcome: rejected", done.stderr.decode())
        self.assertNotIn("9999", done.stderr.decode())


class Processes(unittest.TestCase):
    def run_alone(self, name, **environment):
        done = execute("HealthRecord.UnitTests.exe", name, env={**os.environ, **environment})
        self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout)
        return done.stdout.decode().splitlines()

    def test_a_success_without_a_text_is_no_result(self):
        seen = self.run_alone("mute", HR_LIBRARY=os.path.join(os.environ["HR_STUBS"], "libhr-mute.so"))
        self.assertEqual(seen, ["hr_login succeeded, and there was no memory for its text."])

    def test_a_call_does_not_keep_the_process(self):
        begun = time.monotonic()
        self.run_alone("exit")
        self.assertLess(time.monotonic() - begun, 30)

    @unittest.skipUnless(os.path.basename(RUN) == "mono", ".NET has one domain alone")
    def test_the_log_of_a_domain_ends_with_it(self):
        seen = self.run_alone("domain")
        self.assertEqual((set(seen[:-1]), seen[-1]), ({"second"}, "alive"))


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(1 if failed else 0)
