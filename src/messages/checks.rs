//! What a diagnosis says of each check: what was found, and what to do about it.

use super::{Language, Sentence};
use crate::reason::words;

words! {
    /// What is checked.
    pub enum CheckName {
        Library = "library",
        CardCodes = "card_codes",
        IdentifiedField = "identified_field",
        PatientsPointer = "patients_pointer",
        Journal = "journal",
        TrustStore = "trust_store",
        Proxy = "proxy",
        LicenseServer = "license_server",
        Clock = "clock",
        Ticket = "ticket",
        CardClient = "card_client",
        Cards = "cards",
    }
}

impl CheckName {
    /// What it is called on a page.
    pub fn label(self, language: Language) -> &'static str {
        language.of(sentences! { self;
            CheckName::Library => "Library", "Bibliothèque";
            CheckName::CardCodes => "Codes of the card client", "Codes du logiciel du lecteur de cartes";
            CheckName::IdentifiedField => "Professional's profile", "Profil du professionnel";
            CheckName::PatientsPointer => "List of patients", "Liste des patients";
            CheckName::Journal => "Journal", "Journal";
            CheckName::TrustStore => "Certificates", "Certificats";
            CheckName::Proxy => "Proxy", "Serveur mandataire (proxy)";
            CheckName::LicenseServer => "License server", "Serveur de licence";
            CheckName::Clock => "Clock", "Horloge";
            CheckName::Ticket => "License ticket", "Ticket de licence";
            CheckName::CardClient => "Card client", "Logiciel du lecteur de cartes";
            CheckName::Cards => "Cards", "Cartes";
        })
    }
}

/// That a key is not set, and what to do about it.
pub fn unset(key: CheckName) -> [Sentence; 2] {
    match key {
        CheckName::CardCodes => [CARD_CODES_UNSET, CARD_CODES],
        CheckName::IdentifiedField => [IDENTIFIED_UNSET, IDENTIFIED],
        CheckName::PatientsPointer => [PATIENTS_UNSET, PATIENTS],
        _ => [JOURNAL_UNSET, JOURNAL],
    }
}

named! {
    LIBRARY = "hr {version}, {bits} bits, {file}",
        "hr {version}, {bits} bits, {file}";
    SET = "{key} is set.",
        "{key} est réglé.";
    CARD_CODES_UNSET = "card_codes is not set: the library cannot distinguish a wrong PIN, a locked card and a missing card.",
        "card_codes n'est pas réglé : un code erroné, une carte bloquée et une carte absente ne se distinguent pas.";
    CARD_CODES = "Set card_codes in the configuration, to the codes that this card client uses.",
        "Réglez card_codes dans la configuration, selon les codes de ce logiciel du lecteur de cartes.";
    IDENTIFIED_UNSET = "identified_field is not set: hr_connect does not know when a professional profile is to be chosen.",
        "identified_field n'est pas réglé : hr_connect ne sait pas quand un profil professionnel est à choisir.";
    IDENTIFIED = "Set identified_field in the configuration: the JSON pointer to that field in the reply of the login.",
        "Réglez identified_field dans la configuration : le pointeur JSON vers ce champ dans la réponse à la connexion.";
    PATIENTS_UNSET = "patients_pointer is not set: a person has to compare each patient that is found.",
        "patients_pointer n'est pas réglé : une personne doit comparer chaque patient trouvé.";
    PATIENTS = "Set patients_pointer in the configuration: the JSON pointer to the list of patients in the reply of the search.",
        "Réglez patients_pointer dans la configuration : le pointeur JSON vers la liste des patients dans la réponse à la recherche.";
    JOURNAL_UNSET = "No journal is kept: after a restart nothing is known of PINs that were refused and of documents in doubt.",
        "Aucun journal n'est tenu : après un redémarrage, on ne sait plus rien des codes refusés ni des documents incertains.";
    JOURNAL = "Set journal in the configuration: the absolute path of a file on this computer.",
        "Réglez journal dans la configuration : le chemin absolu d'un fichier sur cet ordinateur.";
    JOURNAL_HOLDS = "Written to. Documents: {uploads}; in doubt: {doubts}. Damaged lines: {damaged}.",
        "Écriture réussie. Documents : {uploads} ; incertains : {doubts}. Lignes abîmées : {damaged}.";
    JOURNAL_UNUSABLE = "The file cannot be used ({name}).",
        "Le fichier ne peut pas être utilisé ({name}).";
    LOOK_FOR_DOUBTS = "Before a document in doubt is sent again, look for it in the patient's record; hr_journal lists them.",
        "Avant de renvoyer un document incertain, cherchez-le dans le dossier du patient ; hr_journal en donne la liste.";
    TRUST = "Certificates are trusted by: {trust}.",
        "Certificats reconnus selon : {trust}.";
    PROXY = "proxy is \"{setting}\". Set in the environment: {environment}.",
        "proxy vaut « {setting} ». Présents dans l'environnement : {environment}.";
    NOTHING = "nothing",
        "rien";
    ANSWERED = "{host} answered ({steps} ms).",
        "{host} a répondu ({steps} ms).";
    COLON = ": ",
        " : ";
    FAILED = "{host}: {message} ({name}{http})",
        "{host} : {message} ({name}{http})";
    TICKET_FROM_ELSEWHERE = "license_url or license_bearer is not set: the ticket comes from elsewhere.",
        "license_url ou license_bearer n'est pas réglé : le ticket vient d'ailleurs.";
    CLOCK_RIGHT = "This computer's clock says {now}, the license server's {theirs}: {seconds} s apart.",
        "L'horloge de cet ordinateur indique {now}, celle du serveur de licence {theirs} : {seconds} s d'écart.";
    SET_CLOCK = "Set the clock of this computer, and have it synchronised.",
        "Mettez l'horloge de cet ordinateur à l'heure, et faites-la synchroniser.";
    CLOCK_UNKNOWN = "This computer's clock says {now}. No answer says what time it is elsewhere.",
        "L'horloge de cet ordinateur indique {now}. Aucune réponse ne permet de la comparer.";
    TICKET_ENDS = "The ticket is valid until {time}.",
        "Le ticket est valable jusqu'au {time}.";
    TICKET_ENDED = "The ticket has expired: {time}.",
        "Le ticket a expiré : {time}.";
    TICKET_EARLY = "The ticket is not valid before {time}.",
        "Le ticket n'est pas valable avant le {time}.";
    NEW_TICKET = "Get a new ticket; if a new one has expired as well, set the clock of this computer.",
        "Demandez un nouveau ticket ; s'il a expiré lui aussi, mettez l'horloge de cet ordinateur à l'heure.";
    TICKET_WITHOUT_TIMES = "There is a ticket; it does not say until when it is valid.",
        "Il y a un ticket ; il n'indique pas sa durée de validité.";
    TICKET_MISSING = "There is no ticket.",
        "Il n'y a pas de ticket.";
    CARD_CLIENT_FORM = "{host} answered in the form \"{form}\" ({steps} ms).",
        "{host} a répondu sous la forme « {form} » ({steps} ms).";
    CARD_CLIENT_OTHER_FORM = "{host} lists the cards in the form \"{form}\", and not in the form \"{set}\" that card_form names.",
        "{host} liste les cartes sous la forme « {form} », et non sous la forme « {set} » que nomme card_form.";
    SET_FORM = "Set card_form in the configuration to \"{form}\".",
        "Réglez card_form sur « {form} » dans la configuration.";
    CARD_CLIENT_LISTENS = "{host} answers. Without a ticket it was not asked for cards.",
        "{host} répond. Sans ticket, les cartes ne lui ont pas été demandées.";
    CARDS = "In the reader: {cards}.",
        "Dans le lecteur : {cards}.";
    NO_CARD = "No card is in the reader.",
        "Aucune carte n'est dans le lecteur.";
    INSERT_CARD = "Insert the professional's card, and check that the reader is connected.",
        "Insérez la carte du professionnel, et vérifiez que le lecteur est branché.";
    OTHER_CARD = "Insert the professional's card; if it is in the reader, add its kind to card_types in the configuration.",
        "Insérez la carte du professionnel ; si elle est dans le lecteur, ajoutez son type à card_types dans la configuration.";
    OTHER_CARDS = "No card is of a kind that card_types names. In the reader: {cards}.",
        "Aucune carte n'est d'un type indiqué par card_types. Dans le lecteur : {cards}.";
    NOT_ASKED = "Not checked: what comes before it failed.",
        "Non vérifié : l'étape précédente a échoué.";
    DIAGNOSIS = "hr {version}: diagnosis of {time}, call {call}",
        "hr {version} : diagnostic du {time}, appel {call}";
    WORKS = "Nothing that was checked prevents work.",
        "Rien de ce qui a été vérifié n'empêche de travailler.";
    WORKS_NOT = "Work is not possible until this is fixed: {failed}.",
        "À corriger avant de pouvoir travailler : {failed}.";
}
