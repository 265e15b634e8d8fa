"""Sends a document, and at each start lists in French what a doctor has to look for in the patients' records.

    python after_a_restart.py CONFIGURATION CARD_SERIAL NOM PRENOM FILE

CONFIGURATION is JSON with a "journal" and "language": "fr". The PIN is read from standard input, then what the doctor
answers. When this program was killed in the middle of an upload, the next one asks before it sends the document again.
"""

import hashlib
import sys
from pathlib import Path

from send_document import send

from healthrecord import HealthRecordError, Session

configuration, *_, path = sys.argv[1:]
pin, sha256 = sys.stdin.readline().rstrip("\r\n"), hashlib.sha256(Path(path).read_bytes()).hexdigest()

with Session(configuration) as session:
    same = [doubt.entry for doubt in session.journal(doubt=True, sha256=sha256).entries]
    for doubt in session.journal(doubt=True).entries:
        if doubt.time is None:
            print("Une ligne du journal est abîmée : on ne sait pas de quel document elle parlait.")
            continue
        name = path if doubt.entry in same else doubt.reference or f"un document de {doubt.bytes} octets"
        began = f"{doubt.time.astimezone():%d/%m/%Y à %H:%M}"
        print(f"À vérifier dans le dossier du patient : {name}, envoi du {began}, resté sans confirmation.")
    try:
        print("Document envoyé :", send(pin, *sys.argv[1:]).sha256)
    except HealthRecordError as error:
        if not error.entry:
            sys.exit(error.message)
        print(error.message, "Le document y est-il ? oui, non (il sera envoyé à nouveau), ou plus tard", flush=True)
        answer = sys.stdin.readline().strip()
        if answer == "oui":
            session.dmp_found(error.entry)
        elif answer == "non":
            session.dmp_resend_allow(error.entry)
            print("Document envoyé :", send(pin, *sys.argv[1:]).sha256)
