"""Sends a document into a patient's shared health record.

python quickstart.py CONFIGURATION_FILE CARD_SERIAL NOM PRENOM FILE
"""

import sys
from getpass import getpass
from pathlib import Path

from healthrecord import Accepted, DmpClient, HealthRecordError, LoggedIn, One

configuration, serial, nom, prenom, path = sys.argv[1:]
ask = getpass if sys.stdin.isatty() else input
try:
    with DmpClient(Path(configuration), journal="envois.hrj") as dmp:
        login = dmp.login(card={"serial": serial}, ask_pin=lambda card, why: ask(f"{why or ''} PIN: "))
        if not isinstance(login, LoggedIn):
            sys.exit(login.sentence_fr)
        found = dmp.find(nom=nom, prenom=prenom)
        if not isinstance(found, One):
            sys.exit(found.sentence_fr)
        sent = dmp.send(found.patient, path, type_code="11503-0", activity_type="10")
        print(sent.sentence_fr)
        sys.exit(0 if isinstance(sent, Accepted) else 1)
except HealthRecordError as error:  # an outage or a defect
    sys.exit(error.message_fr)
