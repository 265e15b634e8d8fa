//! What a doctor reads in French.

use super::{Cause, Failed, Whole};
use crate::error::Origin;

/// Who is spoken of, and the same behind a noun.
pub fn who(origin: Origin) -> (&'static str, &'static str) {
    match origin {
        Origin::License => ("le serveur de licence", "du serveur de licence"),
        Origin::Card => (
            "le logiciel du lecteur de cartes",
            "du logiciel du lecteur de cartes",
        ),
        Origin::Service | Origin::Library => (
            "le service du dossier médical partagé",
            "du service du dossier médical partagé",
        ),
    }
}

pub fn failed(failed: Failed) -> &'static str {
    match failed {
        Failed::Opening => "La connexion n'a pas pu être préparée",
        Failed::License => "La licence du logiciel n'a pas pu être vérifiée",
        Failed::Reading => "La carte n'a pas pu être lue",
        Failed::Card => "La connexion avec la carte n'a pas abouti",
        Failed::CodeNotPresented => "Le code n'a pas été présenté à la carte",
        Failed::Profile => "Votre situation d'exercice n'a pas été enregistrée",
        Failed::Search => "La recherche du patient n'a pas abouti",
        Failed::Patient => "Les informations du patient n'ont pas pu être lues",
        Failed::Update => "Les informations du patient n'ont pas été mises à jour",
        Failed::Record => "Le dossier médical partagé n'a pas été ouvert",
        Failed::DocumentNotSent => "Le document n'a pas été envoyé",
        Failed::DocumentCut => "Le document n'a pas été envoyé en entier",
        Failed::DocumentNotStored => "Le document n'a pas été enregistré dans le dossier",
        Failed::Other => "L'opération n'a pas abouti",
    }
}

pub fn whole(whole: Whole) -> &'static str {
    match whole {
        Whole::CodeInDoubt => {
            "On ne sait pas si le code a été présenté à la carte : un essai est peut-être consommé. Vérifiez le code avant de le saisir à nouveau."
        }
        Whole::ProfileInDoubt => {
            "On ne sait pas si votre situation d'exercice a été enregistrée. Vérifiez-la avant de la choisir à nouveau."
        }
        Whole::UpdateInDoubt => {
            "On ne sait pas si les informations du patient ont été mises à jour. Relisez-les avant de les modifier à nouveau."
        }
        Whole::RecordInDoubt => {
            "On ne sait pas si le dossier médical partagé du patient a été ouvert. Relisez les informations du patient avant de l'ouvrir à nouveau."
        }
        Whole::DocumentInDoubt => {
            "On ne sait pas si le document est arrivé dans le dossier du patient. Vérifiez dans le dossier avant de l'envoyer à nouveau."
        }
        Whole::OtherInDoubt => {
            "On ne sait pas si l'opération a été faite. Vérifiez avant de la demander à nouveau."
        }
        Whole::ProfileUnread => {
            "Votre situation d'exercice a été acceptée, mais la réponse est illisible. Ne la choisissez pas à nouveau sans l'avoir vérifiée."
        }
        Whole::UpdateUnread => {
            "La mise à jour du patient a été acceptée, mais la réponse est illisible. Relisez ses informations."
        }
        Whole::RecordUnread => {
            "L'ouverture du dossier médical partagé a été acceptée, mais la réponse est illisible. Contactez l'éditeur du logiciel."
        }
        Whole::DocumentUnread => {
            "Le document a été accepté, mais la réponse est illisible. Ne l'envoyez pas à nouveau : vérifiez dans le dossier du patient."
        }
        Whole::OtherUnread => {
            "L'opération a été acceptée, mais la réponse est illisible. Ne la demandez pas à nouveau sans avoir vérifié."
        }
        Whole::CodeMissing => "Aucun code n'a été saisi pour la carte.",
        Whole::CodeWrong => {
            "Le code de la carte n'est pas le bon. Vérifiez-le avant un nouvel essai : la carte se bloque après plusieurs erreurs."
        }
        Whole::CodeHeld => {
            "Le code n'a pas été présenté, pour ne pas bloquer la carte : un code a déjà échoué avec cette carte, ou est resté sans réponse. Vérifiez-le, puis saisissez-le à nouveau."
        }
        Whole::CardToBeReadAgain => {
            "Le code n'a pas été présenté à la carte : la carte doit d'abord être relue."
        }
        Whole::CardInUse => {
            "Le code n'a pas été présenté : une autre connexion avec cette carte est en cours. Attendez qu'elle se termine."
        }
        Whole::CardRefused => {
            "La connexion avec la carte n'a pas abouti. Vérifiez la carte et le code avant un nouvel essai."
        }
        Whole::CardLocked => "La carte est bloquée. Adressez-vous à l'organisme qui l'a délivrée.",
        Whole::CardAbsent => "La carte n'est pas dans le lecteur. Insérez-la, puis recommencez.",
        Whole::NoSuchPatient => {
            "Aucun patient n'a été trouvé. Vérifiez le nom, le prénom, la date de naissance et le sexe."
        }
        Whole::PatientGone => "Le patient n'a pas été trouvé. Recherchez-le à nouveau.",
        Whole::DocumentInDoubtBefore => {
            "Ce document a déjà été envoyé et on ne sait pas s'il est arrivé ; il n'a pas été renvoyé. Vérifiez dans le dossier du patient."
        }
        Whole::DocumentInUse => {
            "Ce document est en cours d'envoi ; il n'a pas été envoyé une seconde fois. Attendez la fin de cet envoi."
        }
        Whole::TooManyInDoubt => {
            "Le document n'a pas été envoyé : trop d'envois sont incertains. Vérifiez dans les dossiers de ces patients."
        }
        Whole::DoubtReplaced => {
            "Ce document a été envoyé à nouveau depuis et on ne sait pas s'il est arrivé. Vérifiez dans le dossier du patient."
        }
        Whole::CardToChoose => "Plusieurs cartes sont dans le lecteur. Choisissez la vôtre.",
        Whole::SituationToChoose => "Choisissez votre situation d'exercice.",
        Whole::PatientToChoose => {
            "Le patient n'est pas désigné avec certitude. Comparez les informations, puis choisissez le patient."
        }
        Whole::UpdateToChoose => {
            "L'identité ou l'accord du patient reste à confirmer. Interrogez le patient."
        }
        Whole::OtherPatient => {
            "Le service a répondu pour un autre patient : aucun dossier n'a été ouvert. Recherchez le patient à nouveau."
        }
    }
}

const VENDOR: &str = "Contactez l'éditeur du logiciel.";
const TECHNICIAN: &str = "Contactez votre informaticien.";
const NETWORK: &str = "Vérifiez la connexion à Internet, puis réessayez.";
const LATER: &str = "Réessayez dans quelques minutes.";

/// The reason, and what to do about it.
pub fn cause(cause: Cause) -> (&'static str, &'static str) {
    match cause {
        Cause::Software => ("le logiciel a transmis une demande incorrecte", VENDOR),
        Cause::Configuration => ("le logiciel est mal configuré", VENDOR),
        Cause::CardClientElsewhere => (
            "l'adresse du lecteur de cartes ne désigne pas ce poste",
            TECHNICIAN,
        ),
        Cause::CardClientOfAnother => (
            "le logiciel du lecteur de cartes est lancé dans une autre session de ce poste",
            "Faites-le fermer dans cette session, ou contactez votre informaticien.",
        ),
        Cause::CardClientNotKnown => (
            "il n'est pas certain que le logiciel du lecteur de cartes soit celui de votre session",
            TECHNICIAN,
        ),
        Cause::FileName => ("le nom du fichier ne convient pas", "Renommez le fichier."),
        Cause::TooLong => (
            "une des informations saisies est trop longue",
            "Raccourcissez-la.",
        ),
        Cause::CardNotRead => ("la carte n'a pas encore été lue", "Lisez d'abord la carte."),
        Cause::CardNotListed => (
            "cette carte n'est pas parmi les cartes lues",
            "Relisez les cartes, puis choisissez la vôtre.",
        ),
        Cause::NoLicense => ("la licence du logiciel n'a pas encore été vérifiée", VENDOR),
        Cause::NotLoggedIn => (
            "aucune connexion n'est ouverte avec votre carte",
            "Connectez-vous avec votre carte.",
        ),
        Cause::NoPatient => (
            "les informations de ce patient n'ont pas été lues",
            "Recherchez d'abord le patient.",
        ),
        Cause::StepMissing => ("une étape préalable n'a pas été faite", VENDOR),
        Cause::NoUpdateAsked => ("aucune mise à jour n'est demandée pour ce patient", ""),
        Cause::UpdatePending => (
            "l'identité ou l'accord du patient reste à confirmer",
            "Interrogez le patient.",
        ),
        Cause::RecordClosed => (
            "le dossier de ce patient n'est pas ouvert",
            "Ouvrez d'abord le dossier.",
        ),
        Cause::Busy => (
            "une autre opération est en cours",
            "Attendez qu'elle se termine.",
        ),
        Cause::Cancelled => ("l'opération a été annulée", ""),
        Cause::FileMissing => (
            "le fichier est introuvable",
            "Vérifiez qu'il existe encore.",
        ),
        Cause::FileUnreadable => (
            "le fichier ne peut pas être lu",
            "Fermez-le s'il est ouvert dans un autre logiciel.",
        ),
        Cause::FileNotAFile => (
            "ce qui a été choisi n'est pas un fichier",
            "Choisissez un fichier.",
        ),
        Cause::FileChanged => (
            "le fichier a été modifié pendant ce temps",
            "Fermez-le, puis envoyez-le à nouveau.",
        ),
        Cause::FileBusy => (
            "le fichier est utilisé par un autre logiciel",
            "Fermez-le dans ce logiciel, puis envoyez-le à nouveau.",
        ),
        Cause::DocumentSlow => (
            "la lecture du document a pris trop de temps",
            "Copiez le document sur ce poste, puis réessayez.",
        ),
        Cause::Memory => (
            "la mémoire de ce poste est insuffisante",
            "Fermez d'autres logiciels.",
        ),
        Cause::TooManySessions => (
            "le logiciel a ouvert trop de connexions",
            "Redémarrez le logiciel.",
        ),
        Cause::JournalInUse => (
            "le journal que le logiciel tient sur ce poste est utilisé par un autre programme",
            LATER,
        ),
        Cause::JournalUnusable => (
            "le journal que le logiciel tient sur ce poste ne peut pas être utilisé",
            TECHNICIAN,
        ),
        Cause::CardClientAbsent => (
            "le logiciel du lecteur de cartes n'est pas lancé sur ce poste",
            "Lancez-le, puis recommencez.",
        ),
        Cause::CardClientNotFound => (
            "le logiciel du lecteur de cartes est introuvable sur ce poste",
            TECHNICIAN,
        ),
        Cause::NotFoundOnNetwork => ("{who} est introuvable", NETWORK),
        Cause::NotReachable => ("{who} est injoignable", NETWORK),
        Cause::Slow => ("{who} n'a pas répondu à temps", LATER),
        Cause::Certificate => (
            "la connexion sécurisée avec {who} a été refusée",
            "Vérifiez la date et l'heure de ce poste.",
        ),
        Cause::NotSecure => (
            "la connexion sécurisée avec {who} n'a pas pu être établie",
            TECHNICIAN,
        ),
        Cause::NoTrustStore => (
            "ce poste n'a pas de liste utilisable de certificats",
            TECHNICIAN,
        ),
        Cause::Proxy => ("le réseau n'a pas laissé passer la connexion", TECHNICIAN),
        Cause::ProxyLogin => (
            "le réseau demande un identifiant et un mot de passe qui lui sont propres",
            TECHNICIAN,
        ),
        Cause::Interrupted => ("la connexion avec {who} a été interrompue", LATER),
        Cause::NoAnswer => ("{who} n'a pas répondu", ""),
        Cause::Unreadable => ("la réponse {of} est illisible", VENDOR),
        Cause::Page => (
            "une page web a répondu à la place {of}",
            "Vérifiez la connexion à Internet.",
        ),
        Cause::TooLarge => ("la réponse {of} est trop volumineuse", VENDOR),
        Cause::Cut => ("la réponse {of} est incomplète", LATER),
        Cause::Refused => (
            "{who} a refusé la demande",
            "Vérifiez les informations saisies.",
        ),
        Cause::RefusedOutright => ("{who} a refusé la demande", VENDOR),
        Cause::DocumentRefused => ("{who} l'a refusé", "Vérifiez le document."),
        Cause::UnknownForm => ("{who} ne reconnaît pas la demande", VENDOR),
        Cause::LicenseRefused => ("{who} ne l'a pas acceptée", VENDOR),
        Cause::LicenseRefusedByCardClient => (
            "{who} n'a pas accepté la licence",
            "Recommencez ; si le refus persiste, contactez l'éditeur du logiciel.",
        ),
        Cause::CardOrLicenseRefused => (
            "{who} n'a pas accepté la carte, le code ou la licence",
            "Vérifiez la carte et le code.",
        ),
        Cause::NotAllowed => (
            "{who} n'autorise pas cette opération ou la connexion a expiré",
            "Reconnectez-vous avec votre carte.",
        ),
        Cause::NothingFound => ("ce qui est demandé n'a pas été trouvé", VENDOR),
        Cause::NoSuchPatient => ("le patient n'a pas été trouvé", "Recherchez-le à nouveau."),
        Cause::NoSuchRecord => (
            "le dossier de ce patient n'a pas été trouvé",
            "Vérifiez qu'il existe.",
        ),
        Cause::NoSuchProfile => ("elle n'a pas été trouvée", "Choisissez-en une autre."),
        Cause::Contradiction => (
            "la demande contredit ce que {who} connaît",
            "Relisez les informations, puis décidez.",
        ),
        Cause::Opposed => (
            "le patient s'y est peut-être opposé, ou le dossier ne peut pas être ouvert",
            "Vérifiez son accord.",
        ),
        Cause::RecordNotReady => (
            "le dossier de ce patient n'est pas ouvert ou n'accepte pas ce document",
            "Ouvrez d'abord le dossier.",
        ),
        Cause::PatientNotSearched => (
            "aucun patient n'est choisi",
            "Recherchez d'abord le patient.",
        ),
        Cause::TooManyRequests => ("{who} reçoit trop de demandes", LATER),
        Cause::Failure => ("{who} est en panne", LATER),
        Cause::CardProblem => (
            "{who} signale un problème",
            "Vérifiez le lecteur et la carte.",
        ),
        Cause::Moved => ("{who} a changé d'adresse", VENDOR),
        Cause::Internal => ("une erreur interne est survenue", VENDOR),
    }
}
