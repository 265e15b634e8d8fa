"""Sends a document into a patient's shared health record.

python quickstart.py CONFIGURATION_FILE CARD_SERIAL NOM PRENOM FILE
"""

import sys
from pathlib import Path

from healthrecord import AskAnswer, Client, Question
from terminal import typed  # in the same folder


def ask(question: Question) -> AskAnswer:
    """A person answers; None, also at the end of the input, ends the call as it is."""
    hidden = question.kind in ("pin", "update")
    shown = [("-" if hidden or not one.value else str(at), one) for at, one in enumerate(question.choices, 1)]
    choices = {number: one for number, one in shown if number != "-"}
    print(question.sentence_fr, *(f"  {number}  {one.label_fr}" for number, one in shown), sep="\n")
    try:
        if question.kind == "pin":
            return typed("Code : ", hidden=True)
        numbers = iter(lambda: typed("Numéro, ou rien pour arrêter : ") if choices else "", "")
        return next((choices[number] for number in numbers if number in choices), None)
    except EOFError:
        return None


def main(configuration: str, serial: str, nom: str, prenom: str, path: str) -> int:
    with Client(Path(configuration), ask=ask) as dmp:
        login = dmp.login(card={"serial": serial})
        if not login.is_open:
            sys.exit(login.sentence_fr)
        document = {"path": path, "type_code": "11503-0", "activity_type": "10"}
        sent = dmp.deposit({"nom": nom, "prenom": prenom}, documents=[document])
        print(sent.sentence_fr)
        return 0 if sent.is_complete else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
