//! The forms that values of the configuration have, as an error names them.

use super::Form;

macro_rules! forms {
    ($($name:ident: $english:literal, $french:literal;)+) => {
        $(pub const $name: Form = Form { english: $english, french: $french };)+

        #[cfg(test)]
        pub const ALL: &[&Form] = &[$(&$name),+];
    };
}

forms! {
    ADDRESS: "an http or https address", "une adresse http ou https";
    SECURE: "an https address, or a loopback address, unless allow_plain_http is true",
        "une adresse https ou locale, sauf si allow_plain_http est true";
    LOCAL: "the loopback address of the card client, such as http://127.0.0.1:48367",
        "l'adresse locale du logiciel du lecteur de cartes, telle que http://127.0.0.1:48367";
    CARD_CLIENT_OWNERS: "a list of words: \"service\", \"http_sys\", \"unknown\"",
        "une liste de mots : \"service\", \"http_sys\", \"unknown\"";
    LICENSE_BEARER: "the license bearer: visible ASCII without spaces",
        "le jeton de la licence : ASCII visible, sans espace";
    LICENSE_AUTH: "\"bearer\" or \"raw\"", "\"bearer\" ou \"raw\"";
    METHOD: "\"POST\" or \"GET\"", "\"POST\" ou \"GET\"";
    CARD_FORM: "\"body\" or \"bearer\"", "\"body\" ou \"bearer\"";
    CARD_CODES: "an object with lists of codes: pin_refused, card_locked, card_absent",
        "un objet contenant des listes de codes : pin_refused, card_locked, card_absent";
    CODES: "a list of codes: integers of up to 10 digits but 0, or texts of 1 to 32 letters, digits, - _ . with fewer than six digits",
        "une liste de codes : entiers de 10 chiffres au plus sauf 0, ou textes de 1 à 32 lettres, chiffres, - _ . avec moins de six chiffres";
    CODES_ONCE: "a list of codes that no other place of card_codes has",
        "une liste de codes dont aucun ne figure ailleurs dans card_codes";
    POINTER: "a JSON pointer (RFC 6901) such as \"/identified\", or null",
        "un pointeur JSON (RFC 6901) tel que \"/identified\", ou null";
    TIMEOUTS: "an object of milliseconds", "un objet de durées en millisecondes";
    MILLISECONDS: "milliseconds from 1 to 2147483647", "un nombre de millisecondes de 1 à 2147483647";
    PROXY: "\"none\", \"env\", \"system\" or an http:// address of a proxy",
        "\"none\", \"env\", \"system\" ou une adresse http:// de serveur mandataire";
    PEM: "the path of a PEM file", "le chemin d'un fichier PEM";
    USABLE_PEM: "the path of a PEM file of at most 16 MiB with at least one certificate",
        "le chemin d'un fichier PEM de 16 Mio au plus contenant au moins un certificat";
    BYTES: "a number of bytes from 1 to 2147483647", "un nombre d'octets de 1 à 2147483647";
    YES_OR_NO: "true or false", "true ou false";
    LANGUAGE: "\"en\" or \"fr\"", "\"en\" ou \"fr\"";
    VISIBLE: "visible ASCII text and spaces, 1 to 256 characters",
        "un texte en ASCII visible, espaces compris, de 1 à 256 caractères";
}
