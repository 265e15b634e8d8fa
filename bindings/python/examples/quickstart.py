"""Sends a document into a patient's shared health record.

python quickstart.py CONFIGURATION_FILE CARD_SERIAL NOM PRENOM FILE
"""

import sys
from getpass import getpass
from pathlib import Path

from healthrecord import DmpClient, LoggedIn, One

configuration, serial, nom, prenom, path = sys.argv[1:]
ask = getpass if sys.stdin.isatty() else input
with DmpClient(Path(configuration), journal="envois.hrj") as dmp:
    login = dmp.login(card={"serial": serial}, ask_pin=lambda card, why: ask(f"{why or ''} PIN: "))
    if not isinstance(login, LoggedIn):
        sys.exit(login.sentence_fr)
    found = dmp.find(nom=nom, prenom=prenom)
    if not isinstance(found, One):
        sys.exit(found.sentence_fr)
    print(dmp.send(found.patient, path, type_code="11503-0", activity_type="10").sentence_fr)
