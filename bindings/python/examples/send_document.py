"""Sends a document into a patient's shared health record, step by step: from the license ticket to the document.

    python send_document.py CONFIGURATION CARD_SERIAL NOM PRENOM FILE

CONFIGURATION is JSON, such as {"license_url": "...", "license_bearer": "...", "patients_pointer": "..."}; without the
last one it stops before the record, where a person would compare the patient. The PIN is read from standard input, then
the number of a situation and y for each thing that the person in front of it signs for, when the service asks for that.
"""

import getpass
import sys
from typing import Any

from healthrecord import FoundPatient, HealthRecordError, Session, Upload


def send(pin: str, configuration: str, serial: str, nom: str, prenom: str, path: str) -> Upload:
    with Session(configuration) as session:
        session.set_progress(show)
        session.ticket()
        card = next((card for card in session.ready().cards if card.get("serial") == serial), None)
        if card is None:
            sys.exit("this card is not in the reader")

        login = session.login(card.token, pin)
        if login.next == "hr_profile_put":  # the login does not say where the professional works today
            session.profile_select(chosen(session.profile_put({}).raw["situations"]))

        # Steps 5 and 6. It raises where others have these traits, or may have them: then a person compares.
        patient = session.patient_find({"patient": {"nom": nom, "prenom": prenom}})
        if patient.update_needed:
            session.patient_update(signed_for(patient))

        session.dmp_open(patient.patient_id)
        return session.dmp_send(patient.patient_id, path, None, activity_type="10", type_code="11503-0")


def chosen(situations: list[dict[str, Any]]) -> str:
    """A person chooses, also where there is one."""
    for number, one in enumerate(situations, 1):
        print(f"  {number}  {one.get('label')}", file=sys.stderr)
    typed = typed_line("Number of the situation: ")
    if typed not in map(str, range(1, len(situations) + 1)):
        sys.exit("no situation was chosen: nothing was sent")
    return str(situations[int(typed) - 1]["id"])


def signed_for(patient: FoundPatient) -> dict[str, bool]:
    """What is not true yet is signed for by a person, or nothing is sent; a program never signs by itself."""
    identity = patient.ins_qualified or confirmed("I have checked this patient's identity document.")
    consent = patient.alimentation_consent or confirmed("The patient agrees that documents are added to their record.")
    if not (identity and consent):
        sys.exit("not confirmed: nothing was sent")
    return {"insQualified": identity, "alimentationConsent": consent}


def confirmed(sentence: str) -> bool:
    return typed_line(f"You sign for this: {sentence} [y/N] ").lower() == "y"


def typed_line(prompt: str) -> str:
    print(prompt, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def show(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} bytes", end="\n" if done == total else "", file=sys.stderr)


def main() -> int:
    if len(sys.argv) != 6:
        print(__doc__, file=sys.stderr)
        return 2
    pin = getpass.getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    try:
        sent = send(pin, *sys.argv[1:])
    except HealthRecordError as error:
        print(error, error.details.message_fr, sep="\n", file=sys.stderr)
        return 1
    print(f"sent, sha256 {sent.sha256}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
