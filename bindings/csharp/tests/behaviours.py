"""Runs the conformance program and the example against sandboxes; what the sandbox received decides.

HR_LIBRARY and HR_SANDBOX name the library and the sandbox, HR_RUN the runtime ("mono", or a dotnet program), HR_OUT
the folder of the compiled programs.
"""
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sandbox import Sandbox

OUT = os.environ["HR_OUT"]
RUN = os.environ.get("HR_RUN", "mono")
NAME = "compte-rendu été n°1 « bilan ».pdf"
DOCUMENT = bytes(range(256)) * 12000
SHA256 = hashlib.sha256(DOCUMENT).hexdigest()


def execute(program, *arguments, **more):
    return subprocess.run([RUN, os.path.join(OUT, program), *arguments], capture_output=True, timeout=120, **more)


class Behaviour(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.__exit__)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.document = os.path.join(folder.name, "document à envoyer.pdf")
        with open(self.document, "wb") as file:
            file.write(DOCUMENT)
        self.stage_path = os.path.join(folder.name, "stage.json")

    def see(self, behaviour, nom="EXEMPLE", prenom="Hélène", **config):
        stage = {
            "config": self.sandbox.config(identified_field="/identified", **config),
            "config_bearer_form": self.sandbox.config(card_form="bearer"),
            "card": "2000000001", "pin": "1234", "wrong_pin": "0000", "nom": nom, "prenom": prenom,
            "document": self.document, "document_name": NAME, "activity_type": "10", "type_code": "11503-0",
            "control_url": self.sandbox.addresses["control_url"],
        }
        with open(self.stage_path, "w", encoding="utf-8") as file:
            json.dump(stage, file, ensure_ascii=False)
        done = execute("HealthRecord.Conformance.exe", behaviour, self.stage_path)
        self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout)
        self.assertEqual(done.stdout.count(b"\n"), 1)
        return json.loads(done.stdout)

    def calls(self, call):
        return [r for r in self.sandbox.control("GET", "/requests") if r["call"] == call]

    def stored(self):
        documents = self.sandbox.documents()
        for document in documents:
            self.assertEqual((document["activity_type"], document["type_code"]), ("10", "11503-0"))
        return [document["sha256"] for document in documents]

    def presentations(self):
        return self.sandbox.control("GET", "/state")["cards"][0]["pin_presentations"]

    def error(self, seen, **expected):
        self.assertIsNotNone(seen)
        self.assertEqual({key: seen[key] for key in expected}, expected)
        self.assertTrue(seen["has_french"])

    def test_chain(self):
        seen = self.see("chain")
        self.assertEqual(seen, {"patient_id": "255081416802538", "sha256": SHA256, "bytes": len(DOCUMENT), "next": None,
                                "http_status": 201, "updateNeeded": False, "insQualified": True, "identified": True,
                                "modelText": "IAS ECC"})
        self.assertEqual(self.stored(), [SHA256])

    def test_chain_bearer(self):
        seen = self.see("chain_bearer")
        self.assertEqual((seen["sha256"], seen["identified"]), (SHA256, None))
        self.assertEqual(self.stored(), [SHA256])
        self.assertEqual(self.sandbox.documents()[0]["filename"], NAME)

    def test_accents(self):
        self.assertEqual(self.see("accents"), {"nom": "EXEMPLE", "prenom": "Hélène", "echo": True, "sha256": SHA256})
        self.assertEqual(self.sandbox.documents()[0]["filename"], NAME)

    def test_big_number(self):
        # The sandbox writes the exponent's sign; the digits are what may get lost.
        self.assertEqual(self.see("big_number")["raw"],
                         '{"body":{"e":1.797e+309,"n":123456789012345678901234567890.12345},"method":"POST",'
                         '"path":"/service/echo","query":null}')

    def test_wrong_pin(self):
        first, second, third = self.see("wrong_pin")["errors"]
        self.error(first, family="peer", name="HR_E_CARD_STATUS", operation="hr_login", at="card", outcome="rejected")
        for guarded in second, third:
            self.error(guarded, family="caller", name="HR_E_PIN_GUARD", at="library", outcome="rejected")
        self.assertEqual(self.presentations(), 1)

    def test_right_pin_after(self):
        seen = self.see("right_pin_after")
        self.error(seen["errors"][0], name="HR_E_CARD_STATUS")
        self.assertEqual(seen["next"], "hr_patient_search")
        self.assertEqual(self.presentations(), 2)

    def test_opposed(self):
        seen = self.see("opposed", nom="OPPOSÉ", prenom="Dominique")
        self.assertEqual((seen["updateNeeded"], seen["alimentationConsent"]), (True, False))
        self.error(seen["errors"][0], family="caller", name="HR_E_STATE", operation="hr_dmp_open")
        self.assertEqual(self.calls("dmp_open"), [])

    def test_lost_reply(self):
        self.sandbox.fault(call="dmp_send", nth=1, cut="before", act=True)
        seen = self.see("lost_reply")
        lost, again = seen["errors"]
        self.error(lost, family="network", name="HR_E_IN_DOUBT", outcome="unknown", cause="HR_E_INTERRUPTED")
        self.error(again, family="peer", name="HR_E_CONFLICT", at="library", outcome="rejected")
        self.assertEqual((seen["sha256"], seen["sha256_sent"]), (SHA256, SHA256))
        self.assertEqual(self.stored(), [SHA256, SHA256])

    def test_cancel(self):
        self.error(self.see("cancel")["errors"][0], family="caller", name="HR_E_CANCELLED", operation="hr_dmp_send")
        self.assertEqual(self.stored(), [])

    def test_cancel_waiting(self):
        self.sandbox.fault(call="ticket", delay_ms=60000)
        self.error(self.see("cancel_waiting")["errors"][0], family="caller", name="HR_E_CANCELLED", operation="hr_ticket")

    def test_progress(self):
        seen = self.see("progress")
        self.assertGreater(seen.pop("calls"), 2)
        total = len(DOCUMENT)
        self.assertEqual(seen, {"first_done": 0, "last_done": total, "total": total, "rising": True, "same_thread": True,
                                "bytes": total})

    def test_callback_exception(self):
        seen = self.see("callback_exception")
        self.assertEqual((seen["raised"], seen["sha256"]), ("own", SHA256))
        self.error(seen["library_error"], name="HR_E_CANCELLED", operation="hr_dmp_send")
        self.assertEqual(self.stored(), [SHA256])

    def test_log(self):
        seen = self.see("log")
        self.assertGreater(seen.pop("lines"), 6)
        self.assertEqual(seen, {"has_dmp_send": True, "after_off": 0, "leak": False})

    def test_two_threads(self):
        self.sandbox.fault(call="ticket", nth=1, delay_ms=60000)
        seen = self.see("two_threads")
        self.error(seen["errors"][0], family="caller", name="HR_E_BUSY", operation="hr_ticket")
        self.error(seen["errors"][1], family="caller", name="HR_E_CANCELLED", operation="hr_ticket")
        self.assertEqual(seen["other"], "ok")

    def test_use_after_close(self):
        self.error(self.see("use_after_close")["errors"][0], family="caller", name="HR_E_HANDLE", operation="hr_state")

    def test_collected(self):
        self.assertEqual(self.see("collected"), {"code": -2})

    def test_bad_config(self):
        self.error(self.see("bad_config")["errors"][0], family="caller", name="HR_E_CONFIG", operation="hr_open")

    def test_interior_nul(self):
        self.assertEqual(self.see("interior_nul"), {"refused": True})

    def test_unknown_code(self):
        self.error(self.see("unknown_code")["errors"][0], family="other", code=-12345, name="HR_E_UNKNOWN_CODE")

    def test_all_methods(self):
        names = self.see("all_methods")["names"]
        state = {name: "HR_E_STATE" for name in (
            "ready", "login", "pin_retry_allow", "profile_put", "profile_select", "patient_search", "patient_get",
            "patient_update", "request", "dmp_open", "dmp_send", "dmp_send_bytes")}
        argument = {name: "HR_E_ARGUMENT" for name in ("session_set", "dmp_resend_allow", "dmp_found", "ticket_set")}
        self.assertEqual(names, {"ticket": "HR_E_CONFIG", "journal": "HR_E_CONFIG", **state, **argument})


class Processes(unittest.TestCase):
    def run_alone(self, name, **environment):
        done = execute("HealthRecord.UnitTests.exe", name, env={**os.environ, **environment})
        self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout)
        return done.stdout.decode().splitlines()

    def test_only_what_changes_something_is_accepted_though_unreadable(self):
        seen = self.run_alone("unreadable", HR_LIBRARY=os.path.join(os.environ["HR_STUBS"], "libhr-mute.so"))
        reading = ["state", "ticket", "ready", "patient_search", "patient_get", "request", "request", "request",
                   "journal"]
        changing = ["login", "profile_put", "profile_select", "patient_update", "request", "request", "dmp_open",
                    "dmp_send", "dmp_send_bytes"]
        self.assertEqual(sorted(seen), sorted([f"hr_{name} none" for name in reading]
                                              + [f"hr_{name} accepted_unreadable" for name in changing]))

    def test_n22_a_program_with_a_log_ends(self):
        for _ in range(5):
            self.assertEqual(self.run_alone("ends"), ["over"])

    @unittest.skipUnless(os.path.basename(RUN) == "mono", ".NET has one domain alone")
    def test_the_log_of_a_domain_ends_with_it(self):
        seen = self.run_alone("domain")
        self.assertEqual((set(seen[:-1]), seen[-1]), ({"second"}, "alive"))


class Example(Behaviour):
    def send(self, serial, nom, prenom, pin):
        config = json.dumps(self.sandbox.config())
        return execute("SendDocument.exe", config, serial, nom, prenom, self.document, input=pin + b"\n")

    def test_example(self):
        done = self.send("2000000001", "EXEMPLE", "Hélène", b"1234")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, f"sent, sha256 {SHA256}\n".encode(), b""))
        self.assertEqual(self.stored(), [SHA256])
        self.assertEqual(self.calls("profile_put"), [])

    def test_example_with_every_step(self):
        done = self.send("2000000002", "TÉMOIN", "Loïc", b"5678\ny\ny")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("You sign for this: I have checked this patient's identity document.", done.stderr.decode())
        self.assertEqual(self.stored(), [SHA256])
        for call in "profile_put", "profile_select", "patient_update":
            self.assertEqual(len(self.calls(call)), 1, call)

    def test_n0d_the_example_signs_for_nobody(self):
        for answers in b"5678", b"5678\n", b"5678\nn\ny", b"5678\nyes\ny":
            done = self.send("2000000002", "TÉMOIN", "Loïc", answers)
            self.assertEqual(done.returncode, 1, answers)
            self.assertIn("Not confirmed: nothing was sent.", done.stderr.decode())
        for call in "patient_update", "dmp_open", "dmp_send":
            self.assertEqual(self.calls(call), [], call)

    def test_example_tells_what_failed(self):
        done = self.send("2000000001", "EXEMPLE", "Hélène", b"0000")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn("outcome: rejected", done.stderr.decode())
        self.assertNotIn("0000", done.stderr.decode().replace("2000000001", ""))

    def test_example_tells_which_kinds_of_card_there_are_and_no_number(self):
        done = self.send("1999999999", "EXEMPLE", "Hélène", b"1234")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        said, kinds = done.stderr.decode().rstrip(".\n").split(": ")
        self.assertEqual(said, "This card is not in the reader, but")
        self.assertEqual(sorted(kinds.split(", ")), ["card of type CPS", "card of type CPS", "card of type VITALE"])


# Example inherits the setting up, not the tests.
for name in [name for name in vars(Behaviour) if name.startswith("test_")]:
    setattr(Example, name, None)

if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(1 if failed else 0)
