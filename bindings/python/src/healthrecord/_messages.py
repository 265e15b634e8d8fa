"""Texts for codes that come without an error object: from functions that have no out_json, or for want of memory."""

from __future__ import annotations

from typing import NamedTuple

from . import _native as native


class Words(NamedTuple):
    message: str
    message_fr: str
    remedy: str
    remedy_fr: str


_MESSAGES = {
    native.HR_OK: Words(
        "The call had ended well before it could be stopped.",
        "L'opération était terminée avant de pouvoir être arrêtée.",
        "Do not repeat what changes something.",
        "Ne répétez pas ce qui modifie des données.",
    ),
    native.HR_E_ARGUMENT: Words(
        "An argument is empty, or not of the form that the function asks for.",
        "Un paramètre est vide ou n'a pas la forme attendue.",
        "Look up in the method's description what it takes.",
        "Vérifiez ce que la fonction attend.",
    ),
    native.HR_E_HANDLE: Words(
        "The session is not open in this process.",
        "La session du logiciel n'est pas ouverte.",
        "Open a new session, also after a fork.",
        "Ouvrez une nouvelle session.",
    ),
    native.HR_E_BUSY: Words(
        "Another call on this session is running.",
        "Une opération est déjà en cours.",
        "Wait for it, cancel it, or open a second session.",
        "Attendez sa fin ou annulez-la.",
    ),
    native.HR_E_STATE: Words(
        "The cards were not read.",
        "Les cartes n'ont pas été lues.",
        "Call ready() first.",
        "Relisez d'abord les cartes.",
    ),
    native.HR_E_CANCELLED: Words(
        "The call was cancelled while it waited for the journal, and nothing was decided.",
        "L'opération a été annulée pendant l'attente du journal, et rien n'a été décidé.",
        "Call it again when the person still wants it.",
        "Recommencez si la personne le souhaite toujours.",
    ),
    native.HR_E_JOURNAL: Words(
        "The journal kept on this computer cannot be used, and nothing was decided.",
        "Le journal tenu sur ce poste ne peut pas être utilisé, et rien n'a été décidé.",
        "Call journal(): the reason of its error says why.",
        "Appelez journal() : reason de son erreur dit pourquoi.",
    ),
    native.HR_E_TOO_LARGE: Words(
        "There is no memory for it.",
        "La mémoire ne suffit pas.",
        "Free memory.",
        "Libérez de la mémoire.",
    ),
    native.HR_E_PANIC: Words(
        "The library failed inside.",
        "Le composant a échoué.",
        "Please report it.",
        "Signalez-le à l'éditeur.",
    ),
}

_UNREADABLE = Words(
    "the operation succeeded, but its result could not be read into memory",
    "L'opération a réussi, mais son résultat n'a pas pu être lu en mémoire.",
    "Free memory, then repeat the call.",
    "Libérez de la mémoire, puis répétez l'appel.",
)
_UNREADABLE_CHANGE = _UNREADABLE._replace(
    remedy="Do not repeat the call; free memory.",
    remedy_fr="Ne répétez pas l'appel ; libérez de la mémoire.",
)

_ARGUMENTS = {
    "hr_set_log": Words(
        "The level is out of range.",
        "Le niveau du journal n'existe pas.",
        "Pass a level from HR_LOG_OFF to HR_LOG_DEBUG.",
        "Signalez-le à l'éditeur.",
    ),
    "hr_ticket_set": Words(
        "The ticket is empty, too long, or has a character that a header cannot hold.",
        "Le ticket de licence n'est pas utilisable.",
        "Pass the licenseTicket exactly as the license server gave it.",
        "Demandez un nouveau ticket de licence.",
    ),
    "hr_session_set": Words(
        "The address or the bearer cannot be used.",
        "L'adresse ou le jeton de la session n'est pas utilisable.",
        "Pass serviceUrl and bearer of one login, unchanged; the address must be https, or loopback.",
        "Recommencez la connexion avec la carte.",
    ),
    "hr_pin_retry_allow": Words(
        "The token is not in the last list of cards, or no PIN of this card is held back.",
        "Cette carte n'est plus dans la dernière lecture, ou aucun code n'est retenu pour elle.",
        "Call ready(), and pass the token of a card whose login raised HR_E_PIN_GUARD, or None.",
        "Relisez les cartes.",
    ),
    "hr_dmp_resend_allow": Words(
        "No document is held back for this entry.",
        "Aucun document n'est retenu sous cette référence.",
        "Pass entry of the newest error about the document, unchanged.",
        "Signalez-le à l'éditeur.",
    ),
    "hr_dmp_found": Words(
        "There is no doubt about a document under this entry.",
        "Aucun envoi incertain n'existe sous cette référence.",
        "Pass entry of the error or of journal(), unchanged; journal(entry=entry) says what became of it.",
        "Signalez-le à l'éditeur.",
    ),
}

_FALLBACK = Words(
    "The call failed with a code that this package has no text for.",
    "L'opération a échoué.",
    "Look the code up in the documentation of the library's version.",
    "Cherchez le code dans la documentation de la version du composant.",
)


def unreadable_words(changes: bool) -> Words:
    """For a success whose result is lost."""
    return _UNREADABLE_CHANGE if changes else _UNREADABLE


def words_of(code: int, operation: str) -> Words:
    if code == native.HR_E_ARGUMENT and operation in _ARGUMENTS:
        return _ARGUMENTS[operation]
    return _MESSAGES.get(code, _FALLBACK)
