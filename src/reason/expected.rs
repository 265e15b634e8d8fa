//! What the value of a configuration key must be, behind "must be" and "doit être".

macro_rules! expected {
    ($($variant:ident: $english:literal, $french:literal;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Expected {
            $($variant),+
        }

        impl Expected {
            /// In English and in French.
            pub fn texts(self) -> [&'static str; 2] {
                match self {
                    $(Expected::$variant => [$english, $french],)+
                }
            }
        }
    };
}

expected! {
    Address: "an http or https address", "une adresse http ou https";
    SecureAddress: "an https address, or a loopback address, unless allow_plain_http is true",
        "une adresse https ou locale, sauf si allow_plain_http est true";
    CardClientAddress: "the loopback address of the card client, such as http://127.0.0.1:48367",
        "l'adresse locale du logiciel du lecteur de cartes, telle que http://127.0.0.1:48367";
    CardClientOwners: "a list of words: \"service\", \"http_sys\", \"unknown\"",
        "une liste de mots : \"service\", \"http_sys\", \"unknown\"";
    LicenseBearer: "the license bearer: visible ASCII without spaces",
        "le jeton de la licence : ASCII visible, sans espace";
    LicenseAuth: "\"bearer\" or \"raw\"", "\"bearer\" ou \"raw\"";
    TicketMethod: "\"POST\" or \"GET\"", "\"POST\" ou \"GET\"";
    CardForm: "\"body\" or \"bearer\"", "\"body\" ou \"bearer\"";
    CardCodes: "an object with lists of codes: pin_refused, card_locked, card_absent",
        "un objet contenant des listes de codes : pin_refused, card_locked, card_absent";
    CodeList: "a list of codes: integers of up to 10 digits but 0, or texts of 1 to 32 letters, digits, - _ . with fewer than six digits",
        "une liste de codes : entiers de 10 chiffres au plus sauf 0, ou textes de 1 à 32 lettres, chiffres, - _ . avec moins de six chiffres";
    CodesOnce: "a list of codes that no other place of card_codes has",
        "une liste de codes dont aucun ne figure ailleurs dans card_codes";
    CardTypes: "a list of up to 16 kinds of card, texts such as \"CPS\"",
        "une liste de 16 types de cartes au plus, des textes tels que \"CPS\"";
    Payload: "an object, the payload of PUT /user-profiles, or null",
        "un objet, le contenu de PUT /user-profiles, ou null";
    JsonPointer: "a JSON pointer (RFC 6901) such as \"/identified\", or null",
        "un pointeur JSON (RFC 6901) tel que \"/identified\", ou null";
    ListPointer: "a JSON pointer (RFC 6901) such as \"/patients\", \"\" for the whole reply, or null",
        "un pointeur JSON (RFC 6901) tel que \"/patients\", \"\" pour toute la réponse, ou null";
    Timeouts: "an object of milliseconds", "un objet de durées en millisecondes";
    Milliseconds: "milliseconds from 1 to 2147483647", "un nombre de millisecondes de 1 à 2147483647";
    Proxy: "\"none\", \"env\", \"system\" or an http:// address of a proxy",
        "\"none\", \"env\", \"system\" ou une adresse http:// de serveur mandataire";
    PemPath: "the path of a PEM file", "le chemin d'un fichier PEM";
    UsablePem: "the path of a PEM file of at most 16 MiB with at least one certificate",
        "le chemin d'un fichier PEM de 16 Mio au plus contenant au moins un certificat";
    AbsolutePath: "the absolute path of a file", "le chemin absolu d'un fichier";
    Days: "a number of days from 1 to 2147483647", "un nombre de jours de 1 à 2147483647";
    ByteCount: "a number of bytes from 1 to 2147483647", "un nombre d'octets de 1 à 2147483647";
    Boolean: "true or false", "true ou false";
    Language: "\"en\" or \"fr\"", "\"en\" ou \"fr\"";
    VisibleText: "visible ASCII text and spaces, 1 to 256 characters",
        "un texte en ASCII visible, espaces compris, de 1 à 256 caractères";
}
