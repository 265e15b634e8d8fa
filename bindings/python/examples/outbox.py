"""Sends the documents of a folder and says in French what became of each; run again, it sends what is missing.

python outbox.py CONFIGURATION_FILE FOLDER       FOLDER has patients.csv: file,nom,prenom,date_naissance,sexe"""

import csv
import signal
import sys
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from typing import Any

from healthrecord import Canceller, DmpClient, HealthRecordError, LoggedIn, One, Unverified

Ask = Callable[[str], str]
SIGNED = {"insQualified": True, "alimentationConsent": True}
ASKED = "J'ai vérifié l'identité du patient, et il accepte que l'on ajoute des documents à son dossier (oui ou non) :"


def outbox(config: Path, folder: Path, stop: Canceller, ask: Ask, secret: Ask, say: Callable[[str], None]) -> None:
    with DmpClient(config, journal=folder / "envois.hrj") as dmp:
        try:
            login = dmp.login(
                ask_pin=lambda card, why: secret(f"{why or 'Code de la carte'} ({card.last_name}) :"),
                choose_card=lambda cards: chosen(ask, {f"{card.last_name} {card.serial}": card for card in cards}),
                choose_situation=lambda places: chosen(ask, {one["label"]: one["id"] for one in places}),
                canceller=stop,
            )
            if not isinstance(login, LoggedIn):
                sys.exit(login.sentence_fr)
            for line in csv.DictReader((folder / "patients.csv").read_text("utf-8").splitlines()):
                say(f"{line['file']} : {send(dmp, folder / line['file'], line, stop, ask)}")
        except HealthRecordError as error:  # an outage, or cancelled
            say(error.message_fr)


def send(dmp: DmpClient, path: Path, line: dict[str, str], stop: Canceller, ask: Ask) -> str:
    nom, prenom, birth, sexe = (line[name] or None for name in ("nom", "prenom", "date_naissance", "sexe"))
    match dmp.find(nom=nom, prenom=prenom, date_naissance=birth, sexe=sexe, canceller=stop):
        case One(patient):
            pass
        case Unverified(candidate, _, sentence_fr):
            if ask(f"{sentence_fr} {candidate.parameters} (oui ou non) :") != "oui":
                return "Patient non confirmé : rien n'a été envoyé."
            patient = candidate.confirm()
        case nobody_or_several:
            return nobody_or_several.sentence_fr
    update = None if patient.may_receive or ask(ASKED) != "oui" else SIGNED
    return dmp.send(patient, path, type_code="11503-0", activity_type="10", update=update, canceller=stop).sentence_fr


def chosen(ask: Ask, choices: dict[str, Any]) -> Any:
    answer = ask(", ".join(f"{at} : {label}" for at, label in enumerate(choices, 1)) + " ?")
    return next((choices[label] for at, label in enumerate(choices, 1) if answer == str(at)), None)


if __name__ == "__main__":
    stopping = Canceller()
    signal.signal(signal.SIGINT, lambda *_: stopping.cancel())
    outbox(Path(sys.argv[1]), Path(sys.argv[2]), stopping, input, getpass, print)
