"""Texts for codes that come without an error object: from functions that have no out_json."""

from __future__ import annotations

from typing import NamedTuple

from . import _native as native


class Words(NamedTuple):
    message: str
    message_fr: str
    remedy: str
    remedy_fr: str


MESSAGES = {
    native.HR_OK: Words(
        "the call had ended well before it could be stopped",
        "L'opération était terminée avant de pouvoir être arrêtée.",
        "Do not repeat it.",
        "Ne la répétez pas.",
    ),
    native.HR_E_ARGUMENT: Words(
        "an argument is empty, or not of the form that the function asks for",
        "Un paramètre est vide ou n'a pas la forme attendue.",
        "Pass the value exactly as it was given, of the last list of cards or of the last error.",
        "Passez la valeur telle qu'elle a été donnée, de la dernière lecture ou de la dernière erreur.",
    ),
    native.HR_E_HANDLE: Words(
        "the session is not open in this process",
        "La session du logiciel n'est pas ouverte.",
        "Use a session until it is closed; open a new one after a fork.",
        "Utilisez une session jusqu'à sa fermeture.",
    ),
    native.HR_E_BUSY: Words(
        "another call on this session is running",
        "Une opération est déjà en cours.",
        "Wait for it, cancel it, or open a second session.",
        "Attendez sa fin ou annulez-la.",
    ),
    native.HR_E_STATE: Words(
        "a step that must come before this one is missing",
        "Une étape préalable manque.",
        "Read the cards first.",
        "Relisez d'abord les cartes.",
    ),
    native.HR_E_TOO_LARGE: Words(
        "there is no memory for it",
        "La mémoire ne suffit pas.",
        "Free memory.",
        "Libérez de la mémoire.",
    ),
    native.HR_E_PANIC: Words(
        "the library failed inside",
        "Le composant a échoué.",
        "Please report it.",
        "Signalez-le à l'éditeur.",
    ),
}

FALLBACK = Words(
    "the call failed with a code that this package has no text for",
    "L'opération a échoué.",
    "Look the code up in the documentation of the library's version.",
    "Cherchez le code dans la documentation de la version du composant.",
)
