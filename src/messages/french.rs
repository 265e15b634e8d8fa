//! The French texts. They can be shown to a doctor as they are.

use super::{Reason, Text};
use crate::error::At;

fn who(at: At) -> &'static str {
    match at {
        At::License => "le serveur de licence",
        At::Card => "le logiciel du lecteur de carte",
        At::Service => "le service du dossier partagé",
        At::Library => "le serveur",
    }
}

fn of(at: At) -> &'static str {
    match at {
        At::License => "du serveur de licence",
        At::Card => "du logiciel du lecteur de carte",
        At::Service => "du service du dossier partagé",
        At::Library => "du serveur",
    }
}

fn to(at: At) -> &'static str {
    match at {
        At::License => "au serveur de licence",
        At::Card => "au logiciel du lecteur de carte",
        At::Service => "au service du dossier partagé",
        At::Library => "au serveur",
    }
}

fn capital(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

const OPERATOR: &str = "Signalez-le à l'exploitant du serveur.";
const OUTCOME: &str = "Le champ outcome dit si l'envoi peut être répété.";

/// The French text for `reason` as it happened at `at`.
pub fn text(reason: &Reason, at: At) -> Text {
    use Reason::*;
    let (who, of, to) = (who(at), of(at), to(at));
    let text = match reason {
        NullArgument(name) => Text::new(
            format!("Le paramètre {name} est absent (NULL)."),
            "Indiquez une valeur ; seuls les paramètres documentés comme facultatifs peuvent être NULL.",
        ),
        NotUtf8(name) => Text::new(
            format!("Le paramètre {name} n'est pas en UTF-8 valide."),
            "Convertissez le texte en UTF-8 avant l'appel.",
        ),
        EmptyArgument(name) => Text::new(
            format!("Le paramètre {name} est vide."),
            "Indiquez une valeur.",
        ),
        NotJson(name) => Text::new(
            format!("Le paramètre {name} n'est pas un texte JSON."),
            "Passez une valeur JSON complète en UTF-8.",
        ),
        NegativeLength(name) => Text::new(
            format!("Le paramètre {name} est négatif."),
            "Passez le nombre d'octets, 0 ou plus.",
        ),
        BadSegment(name) => Text::new(
            format!("Le paramètre {name} ne peut pas faire partie d'une adresse."),
            "Passez l'identifiant lui-même : ni « . » ni « .. », 1 024 octets au plus.",
        ),
        TooLong(name) => Text::new(
            format!("Le paramètre {name} est trop long."),
            "Passez 1 024 octets au plus.",
        ),
        BadCredential(name) => Text::new(
            format!(
                "Le paramètre {name} contient des caractères qui ne peuvent pas être transmis."
            ),
            "Passez-le tel qu'il a été délivré : ASCII visible, sans espace, 32 768 octets au plus.",
        ),
        BadFilename => Text::new(
            "Le nom du fichier ne peut pas être transmis.",
            "Passez un nom sans dossier et sans caractère de contrôle.",
        ),
        BadMethod => Text::new(
            "La méthode demandée n'est pas admise.",
            "Utilisez GET, HEAD, POST, PUT, PATCH, DELETE ou OPTIONS.",
        ),
        BadPath => Text::new(
            "Le chemin demandé n'est pas un chemin du service.",
            "Passez un chemin commençant par /, encodé, sans segment . ou .. et sans #.",
        ),
        BadEntry => Text::new(
            "L'envoi à autoriser n'est pas désigné correctement.",
            "Passez l'entry de l'objet d'erreur, ou les 64 chiffres hexadécimaux de son sha256.",
        ),
        SeveralDoubts => Text::new(
            "Plusieurs envois de ce document sont incertains.",
            "Passez l'entry de l'objet d'erreur au lieu du SHA-256 : il en désigne un seul.",
        ),
        BadServiceUrlArgument => Text::new(
            "L'adresse de service indiquée ne peut pas être utilisée avec une session.",
            "Passez l'adresse donnée par la connexion, sans la modifier : https, ou une adresse locale.",
        ),
        BadLevel => Text::new(
            "Le niveau de journal est hors limites.",
            "Utilisez 0 (aucun) à 3 (détaillé).",
        ),
        CardNotListed => Text::new(
            "Cette carte n'est pas dans la dernière lecture du lecteur.",
            "Relisez les cartes, puis choisissez-en une de la liste.",
        ),
        NothingToAllow(name) => Text::new(
            format!("Rien n'est retenu pour ce {name}."),
            "Seul un appel refusé par HR_E_PIN_GUARD ou HR_E_CONFLICT demande une autorisation.",
        ),
        UnknownHandle => Text::new(
            "La session du logiciel n'est pas ouverte.",
            "Utilisez le numéro rendu par hr_open, jusqu'à hr_close.",
        ),
        Busy => Text::new(
            "Une opération est déjà en cours.",
            "Attendez sa fin ou annulez-la.",
        ),
        Missing(function) => Text::new(
            format!("Une étape préalable manque : {function}."),
            format!("Appelez {function}, puis recommencez."),
        ),
        UpdateNotAsked => Text::new(
            "Les paramètres du patient ne demandent pas de mise à jour.",
            "Lisez d'abord les paramètres ; ne les modifiez que si updateNeeded est vrai.",
        ),
        UpdatePending => Text::new(
            "Les paramètres du patient demandent une mise à jour qui n'a pas été faite.",
            "Interrogez le patient, mettez à jour ses paramètres, ou laissez le dossier fermé.",
        ),
        PatientNotRead => Text::new(
            "Les paramètres de ce patient n'ont pas été lus.",
            "Appelez hr_patient_search puis hr_patient_get : ils montrent si le dossier peut être ouvert.",
        ),
        RecordNotOpen => Text::new(
            "Le dossier partagé de ce patient n'est pas ouvert.",
            "Ouvrez d'abord le dossier de ce patient.",
        ),
        ConfigNotJson => Text::new(
            "La configuration n'est pas un objet JSON.",
            "Passez un objet JSON en UTF-8.",
        ),
        ConfigUnknownKey(Some(key)) => Text::new(
            format!("La configuration contient une clé inconnue : {key}."),
            "Retirez-la ou corrigez son orthographe.",
        ),
        ConfigUnknownKey(None) => Text::new(
            "La configuration contient une clé inconnue.",
            "Retirez-la ; elle n'est pas montrée, car elle ne ressemble pas à une clé.",
        ),
        ConfigTwice(Some(key)) => Text::new(
            format!("La configuration contient deux fois la clé {key}."),
            "N'en gardez qu'une.",
        ),
        ConfigTwice(None) => Text::new(
            "La configuration contient deux fois la même clé.",
            "N'en gardez qu'une.",
        ),
        ConfigValue(key, wanted) => Text::new(
            format!("La valeur de configuration {key} n'est pas valable (attendu : {wanted})."),
            "Corrigez la valeur.",
        ),
        ConfigNeeded(key) => Text::new(
            format!("Cette opération demande la clé de configuration {key}."),
            format!("Indiquez {key} à hr_open."),
        ),
        LocalNameNotLoopback => Text::new(
            "Le nom indiqué dans local_url ne désigne pas cet ordinateur.",
            "Utilisez 127.0.0.1, localhost, ou un nom qui désigne cet ordinateur.",
        ),
        FileMissing => Text::new("Le fichier n'existe pas.", "Vérifiez le chemin."),
        FileUnreadable => Text::new(
            "Le fichier ne peut pas être lu.",
            "Vérifiez les droits d'accès et qu'aucun programme ne retient le fichier.",
        ),
        FileNotRegular => Text::new(
            "Le chemin ne désigne pas un fichier.",
            "Indiquez un fichier, pas un dossier.",
        ),
        FileChanged => Text::new(
            "Le fichier a changé pendant l'envoi.",
            "Renvoyez-le quand aucun programme ne le modifie.",
        ),
        DocumentSlow => Text::new(
            "Le document n'a pas pu être lu à temps ; rien n'a été envoyé.",
            "Augmentez le délai, ou prenez le document sur un disque plus rapide.",
        ),
        NoMemory => Text::new(
            "La mémoire manque pour cette opération.",
            "Libérez de la mémoire ou envoyez un document plus petit.",
        ),
        NoHandleLeft => Text::new(
            "Le logiciel a ouvert trop de sessions.",
            "Redémarrez le logiciel.",
        ),
        PinKnownWrong => Text::new(
            "Ce code a déjà été refusé par cette carte, ou sa dernière présentation est restée sans réponse claire ; il n'a pas été présenté de nouveau.",
            "Saisissez le code de nouveau. S'il est certain, relisez la carte et confirmez un nouvel essai.",
        ),
        PinNeedsReady => Text::new(
            "La carte doit être relue avant un nouvel essai ; le code n'a pas été présenté.",
            "Relisez la carte, vérifiez les essais restants, puis saisissez le code.",
        ),
        PinInUse => Text::new(
            "Une autre connexion avec cette carte est en cours ; le code n'a pas été présenté.",
            "Attendez sa fin, puis relisez la carte.",
        ),
        CancelledByHost => Text::new("L'opération a été annulée.", OUTCOME),
        CancelledByProgress => Text::new("L'envoi a été arrêté.", OUTCOME),
        CardClientAbsent => Text::new(
            "Le logiciel du lecteur de carte ne répond pas sur cet ordinateur.",
            "Démarrez le logiciel du lecteur de carte, ou vérifiez son adresse.",
        ),
        NameNotFound => Text::new(
            format!("L'adresse {of} est introuvable."),
            "Vérifiez l'adresse configurée et la connexion au réseau.",
        ),
        NotReachable => Text::new(
            format!("{who} est injoignable."),
            "Vérifiez le réseau, le pare-feu et l'adresse configurée.",
        ),
        TimedOut => Text::new(
            format!("{who} n'a pas répondu à temps."),
            "Réessayez plus tard, ou augmentez le délai.",
        ),
        TlsCertificate => Text::new(
            format!("Le certificat {of} a été refusé."),
            "Vérifiez l'horloge et les certificats de l'ordinateur, ou indiquez ca_file.",
        ),
        TlsFailed => Text::new(
            format!("La connexion sécurisée {to} a échoué."),
            "Vérifiez que l'adresse est bien une adresse https de ce serveur.",
        ),
        NoTrustStore => Text::new(
            "Cet ordinateur n'a pas de liste utilisable de certificats de confiance.",
            "Installez les certificats racines du système, ou indiquez ca_file.",
        ),
        ProxyFailed => Text::new(
            "Le proxy n'a pas ouvert la connexion.",
            "Vérifiez le réglage du proxy et ses identifiants.",
        ),
        Interrupted => Text::new(format!("La connexion {to} a été interrompue."), OUTCOME),
        InDoubt => Text::new(
            format!(
                "Tout a été envoyé, mais {who} n'a pas répondu : on ne sait pas si l'opération a été faite."
            ),
            "Ne la répétez pas automatiquement : vérifiez dans le dossier, puis décidez.",
        ),
        NotHttp => Text::new(
            format!("La réponse {of} est incompréhensible."),
            "Vérifiez l'adresse et le port configurés.",
        ),
        ReplyNotJson => Text::new(
            format!("La réponse {of} n'est pas le JSON annoncé."),
            OPERATOR,
        ),
        ReplyNotUtf8 => Text::new(
            format!("La réponse {of} n'est pas en UTF-8 valide."),
            OPERATOR,
        ),
        ReplyNested => Text::new(
            format!("La réponse {of} est imbriquée sur plus de 128 niveaux."),
            OPERATOR,
        ),
        ReplyPage => Text::new(
            format!("{who} a répondu par une page web."),
            "Vérifiez l'adresse ; une page de connexion du réseau s'interpose peut-être.",
        ),
        ReplyCompressed => Text::new(
            format!("La réponse {of} est compressée sans avoir été demandée ainsi."),
            OPERATOR,
        ),
        ReplyTooLarge => Text::new(
            format!("La réponse {of} dépasse max_reply_bytes."),
            "Augmentez max_reply_bytes si une telle réponse est attendue.",
        ),
        ReplyCut => Text::new(
            format!("La réponse {of} s'est arrêtée avant la fin."),
            OUTCOME,
        ),
        ReplyStatus => Text::new(
            format!("La réponse {of} ne correspond pas à l'opération."),
            "Vérifiez l'adresse configurée.",
        ),
        ReplyLacks(field) => Text::new(
            format!("La réponse {of} ne contient pas {field}."),
            "Vérifiez l'adresse et la forme de l'appel ; signalez-le à l'exploitant du serveur.",
        ),
        ReplyField(field) => Text::new(
            format!("La réponse {of} contient une valeur inutilisable dans {field}."),
            OPERATOR,
        ),
        Refused => Text::new(
            format!("{who} a refusé la demande."),
            "Vérifiez les valeurs transmises ; http_status en dit plus.",
        ),
        WrongForm(key) => Text::new(
            format!("{who} ne connaît pas cette forme de demande."),
            format!(
                "Vérifiez l'adresse, puis essayez l'autre valeur de la clé de configuration {key}."
            ),
        ),
        Unauthorized => Text::new(
            format!("{who} n'a pas accepté l'identification."),
            match at {
                At::License => "Vérifiez license_bearer et license_auth.",
                At::Card => "Demandez un nouveau ticket de licence, puis relisez la carte.",
                At::Service | At::Library => "Reconnectez-vous avec la carte.",
            },
        ),
        NotFound => Text::new(
            format!("{who} ne connaît pas ce qui est demandé."),
            "Vérifiez l'adresse et les identifiants transmis.",
        ),
        Conflict => Text::new(
            format!("{who} a refusé : la demande contredit ce qu'il contient."),
            "Relisez l'état actuel, puis décidez.",
        ),
        ResendRefused => Text::new(
            "Ce document a déjà été envoyé et on ne sait pas s'il est arrivé ; il n'a pas été renvoyé.",
            "Vérifiez dans le dossier partagé. Pour le renvoyer quand même, confirmez-le d'abord.",
        ),
        RateLimited => Text::new(
            format!("{who} demande de patienter."),
            "Attendez le délai indiqué, puis recommencez.",
        ),
        ServerFailed => Text::new(
            format!("{who} est en panne."),
            "Réessayez plus tard ; le champ outcome dit si l'envoi peut être répété.",
        ),
        CardStatus => Text::new(
            "Le logiciel du lecteur de carte signale un problème.",
            "Voyez service_code et service_message ; relisez la carte avant un nouvel essai.",
        ),
        PinRefused => Text::new(
            "La carte a refusé le code.",
            "Faites vérifier le code ; appelez hr_ready et hr_pin_retry_allow avant un nouvel essai.",
        ),
        CardLocked => Text::new(
            "La carte est bloquée.",
            "Ne présentez plus de code ; l'émetteur de la carte la débloque.",
        ),
        CardAbsent => Text::new(
            "Aucune carte n'est dans le lecteur.",
            "Demandez la carte, puis appelez hr_ready.",
        ),
        Redirected => Text::new(
            format!("{who} renvoie vers une autre adresse, ce qui n'est pas admis."),
            "Configurez l'adresse définitive.",
        ),
        Panicked => Text::new(
            "Une erreur interne est survenue.",
            "Signalez-la avec la version et le nom de la fonction.",
        ),
    };
    Text::new(capital(text.message.into_owned()), text.remedy)
}
