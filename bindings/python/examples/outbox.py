"""Sends the documents of a list to their patients' records: python outbox.py CONFIGURATION LIST.csv

LIST has path,type_code,activity_type,nom,prenom,date_naissance,sexe,patient_id. Killed, run it again:
the journal beside LIST knows what was sent."""

import csv
import json
import sys
from getpass import getpass
from pathlib import Path

from healthrecord import AskAnswer, Client, HealthRecordError, Question

TRAITS = ("nom", "prenom", "date_naissance", "sexe")
SIGNED = {"insQualified": True, "alimentationConsent": True}


def ask(question: Question) -> AskAnswer:
    """A person answers; None ends the call with its ending."""
    shown = [f"  {number}  {choice.label_fr}" for number, choice in enumerate(question.choices, 1)]
    print(f"\r{question.sentence_fr}", *shown, sep="\n")
    if question.kind == "pin":
        return (getpass if sys.stdin.isatty() else input)("Code : ") or None
    if question.kind == "traits":
        return {name: trait for name in TRAITS if (trait := input(f"{name} : "))} or None
    if question.kind == "update":
        return SIGNED if input("Identité vérifiée, et le patient est d'accord (oui) : ") == "oui" else None
    if not any(choice.value for choice in question.choices):
        return input("Profil ou situation, ou rien pour arrêter : ") or None
    answer = input("Numéro, ou rien pour arrêter : ")
    return dict(enumerate(question.choices, 1)).get(int(answer)) if answer.isdigit() else None


def progress(done: int, total: int) -> None:
    print(f"\r{100 * done // max(total, 1)} %", end="", file=sys.stderr)


def main(configuration: str, path: str) -> int:
    settings = json.loads(Path(configuration).read_text("utf-8"))
    settings.setdefault("journal", str(Path(path).resolve().with_suffix(".hrj")))
    rows = list(csv.DictReader(Path(path).read_text("utf-8-sig").splitlines()))
    left = len(rows)
    with Client(settings, ask=ask, progress=progress) as dmp:
        login = dmp.login(wait_card=60)
        print(login.sentence_fr)
        for row in rows if login.is_open else ():
            traits = {name: row[name] for name in TRAITS if row.get(name)}
            document = {name: row[name] for name in ("path", "type_code", "activity_type")}
            try:
                sent = dmp.deposit(traits, patient_id=row.get("patient_id") or None, documents=[document])
                left, sentence = left - sent.is_complete, sent.sentence_fr
            except HealthRecordError as error:  # a mistake in the list
                sentence = error.details.message_fr
            print(f"\r{row['path']} : {sentence}")
    print(f"Dans les dossiers : {len(rows) - left} sur {len(rows)}.")
    return 0 if login.is_open and not left else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
