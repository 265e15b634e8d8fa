"""Puts the documents of a list into their patients' records: python outbox.py CONFIGURATION LIST.csv
LIST has path,type_code,activity_type,nom,prenom,date_naissance,sexe,patient_id. Killed, run it again."""

import csv
import json
import sys
from pathlib import Path

from healthrecord import AskAnswer, Client, HealthRecordError, Question
from terminal import typed  # in the same folder

TRAITS = ("nom", "prenom", "date_naissance", "sexe")
COLUMNS = ("path", "type_code", "activity_type", *TRAITS, "patient_id")
SIGNED = {"insQualified": "Identité vérifiée", "alimentationConsent": "Le patient est d'accord"}
PLACE = "AppData/Local/Vendor" if sys.platform == "win32" else ".local/state/vendor"


def ask(question: Question, traits: dict[str, str]) -> AskAnswer:
    kind, hidden = question.kind, question.kind in ("pin", "update")
    shown = [("-" if hidden or not one.value else str(at), one) for at, one in enumerate(question.choices, 1)]
    choices = {number: one for number, one in shown if number != "-"}
    print(question.sentence_fr, *(f"  {number}  {one.label_fr}" for number, one in shown), sep="\n")
    try:
        if kind == "pin":
            return typed("Code : ", hidden=True)
        if kind == "traits":
            more = {name: trait for name in TRAITS if (trait := typed(f"{name} : "))}
            traits.update(more)  # the others stay: a birth date alone could be another patient's
            return traits if more else None
        if kind == "update":
            left = [name for name in SIGNED if question.choices[0].raw[name] is not True]
            signed = all(typed(f"{SIGNED[name]} (oui) : ") == "oui" for name in left)  # each by itself
            return dict.fromkeys(SIGNED, True) if signed else None
        if not choices:
            given = typed(f"{[one.raw for _, one in shown]} : ")
            return {"situation_id": given} if kind == "situation" and given else json.loads(given)
        return next((choices[n] for n in iter(lambda: typed("Numéro, ou rien : "), "") if n in choices), None)
    except (EOFError, ValueError):  # the end of the input, or no JSON: no answer
        return None


def listed(path: Path) -> list[dict[str, str]]:
    """The rows. One that was cut could be of another patient: it ends the program before the login."""
    with path.open(encoding="utf-8-sig") as file:  # line by line: an open quotation ends with its line end
        names, *rows = [next(csv.reader([line + "\n"])) for line in file.read().split("\n")]
    if sorted(names) != sorted(COLUMNS):
        sys.exit(f"ligne 1 : les colonnes sont {', '.join(COLUMNS)}")
    if wrong := [at for at, row in enumerate(rows, 2) if row and (len(row) != len(names) or "\n" in row[-1])]:
        sys.exit(f"ligne {wrong[0]} : pas autant de champs que de noms, ou un guillemet qui n'est pas fermé")
    return [dict(zip(names, row), reference=f"{path.name}:{at}") for at, row in enumerate(rows, 2) if row]


def main(configuration: str, path: str) -> int:
    (folder := Path.home() / PLACE).mkdir(parents=True, exist_ok=True)
    settings = {"language": "fr", "journal": str(folder / "uploads.hrj")}
    settings.update(json.loads(Path(configuration).read_text("utf-8-sig")))
    rows, sent, traits = listed(Path(path)), 0, dict[str, str]()
    with Client(
        settings, lambda it: ask(it, traits), lambda *done: print(*done, sep=" / ", end="\r", file=sys.stderr)
    ) as dmp:
        print("Insérez votre carte dans le lecteur.")
        print((login := dmp.login(wait_card=60)).sentence_fr)
        for row in rows if login.is_open else ():
            print(f"{row['path']}, {row['nom']} {row['prenom']} :")
            traits = {name: row[name] for name in TRAITS if row[name]}
            document = {name: row[name] or None for name in ("reference", *COLUMNS[:3])}
            try:
                done = dmp.deposit(traits or None, patient_id=row["patient_id"] or None, documents=[document])
                sent += done.is_complete
                print(done.sentence_fr)
            except (HealthRecordError, ValueError) as error:  # a mistake in the list
                print(error)
    print(f"Dans les dossiers : {sent} sur {len(rows)}.")
    return 0 if login.is_open and sent == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
