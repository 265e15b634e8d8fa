//! The remedies in French.

use super::{journal, time_limit};
use crate::error::{Origin, Outcome};
use crate::messages::{Case, Language};
use crate::operation::Task;
use crate::reason::{Choose, Reason};

/// Who is spoken of: within a sentence, where one begins, and behind a noun.
fn who(origin: Origin) -> (&'static str, &'static str, &'static str) {
    match origin {
        Origin::License => (
            "le serveur de licence",
            "Le serveur de licence",
            "du serveur de licence",
        ),
        Origin::Card => (
            "le logiciel du lecteur de cartes",
            "Le logiciel du lecteur de cartes",
            "du logiciel du lecteur de cartes",
        ),
        Origin::Service => ("le service", "Le service", "du service"),
        Origin::Library => ("le serveur", "Le serveur", "du serveur"),
    }
}

const OPERATOR: &str = "signalez-le à l'exploitant de ce serveur.";

/// What is known of a call that changes something, and what follows from it.
pub fn effect(case: &Case) -> &'static str {
    let task = case.operation.task();
    match (case.outcome, task) {
        (None, _) => "",
        (Some(Outcome::NotSent), Task::Login) => {
            "Le code n'a pas été présenté (outcome not_sent) : l'appel peut être répété."
        }
        (Some(Outcome::NotSent), _) => {
            "Rien n'a été transmis (outcome not_sent) : l'appel peut être répété."
        }
        (Some(Outcome::Rejected), _) if case.origin == Origin::Library => "",
        (Some(Outcome::Rejected), Task::Login) => "Appelez hr_ready avant un autre hr_login.",
        (Some(Outcome::Rejected), _) => "",
        (Some(Outcome::Incomplete | Outcome::Unknown), Task::Login) => {
            "Le code a peut-être été présenté : il est retenu jusqu'à hr_pin_retry_allow, sur décision d'une personne."
        }
        (Some(Outcome::Incomplete), _) => {
            "Une partie seulement a été transmise (outcome incomplete), le service ne peut pas avoir reçu l'ensemble : l'appel peut être répété."
        }
        (Some(Outcome::Unknown), Task::Send) => {
            "Le document est peut-être arrivé (outcome unknown) : quand une personne a vérifié dans le dossier, appelez avec entry hr_dmp_found (il y est) ou hr_dmp_resend_allow (il n'y est pas)."
        }
        (Some(Outcome::Unknown), _) => {
            "L'appel a peut-être eu son effet (outcome unknown) : ne le répétez jamais automatiquement ; vérifiez auprès du service, puis laissez une personne décider."
        }
        (Some(Outcome::Accepted | Outcome::AcceptedUnreadable), Task::Send) => {
            "Le service a accepté le document (outcome accepted_unreadable) : ne l'envoyez pas à nouveau."
        }
        (Some(Outcome::Accepted | Outcome::AcceptedUnreadable), _) => {
            "Le service a accepté l'appel (outcome accepted_unreadable) : ne le répétez pas."
        }
    }
}

/// What is wrong, and what to do. There is no wildcard arm: a new reason does not compile without a text.
pub fn remedy(case: &Case) -> String {
    use Reason::*;
    let (who, begin, of) = who(case.origin);
    match case.reason {
        NullArgument(name) => {
            format!("{name} est NULL : passez une valeur ; seuls les paramètres documentés comme facultatifs peuvent être NULL.")
        }
        NotUtf8(name) => {
            format!("{name} n'est pas en UTF-8 valide : convertissez le texte en UTF-8 avant l'appel.")
        }
        EmptyArgument(name) => format!("{name} est vide : passez une valeur."),
        NotJson(name) => {
            format!("{name} n'est pas un texte JSON : passez une valeur JSON complète en UTF-8.")
        }
        NegativeLength(name) => format!("{name} est négatif : passez le nombre d'octets, 0 ou plus."),
        BadSegment(name) => format!(
            "{name} ne peut pas faire partie d'une adresse : passez l'identifiant lui-même, ni « . » ni « .. », 1 024 octets au plus."
        ),
        TooLong(name) => format!("{name} est trop long : passez 1 024 octets au plus."),
        BadMember(member) => format!("{member} est inconnu ou figure deux fois, ou sa valeur ne convient pas : comparez avec le commentaire de la fonction."),
        MissingMember(member) => format!("{member} manque : donnez-le, comme l'indique le commentaire de la fonction."),
        BadCredential(name) => format!(
            "{name} contient des caractères qui ne peuvent pas être transmis : passez-le tel qu'il a été délivré, ASCII visible, sans espace, 32 768 octets au plus."
        ),
        BadFilename => "filename ne peut pas être transmis : passez un nom sans dossier et sans caractère de contrôle.".into(),
        BadMethod => "method n'est pas admis : utilisez GET, HEAD, POST, PUT, PATCH, DELETE ou OPTIONS.".into(),
        BadPath => "path n'est pas un chemin sous l'adresse du service : commencez par /, encodé, sans segment . ou .. et sans #.".into(),
        BadEntry => "entry n'est ni un entry ni un SHA-256 : passez l'entry de l'objet d'erreur, ou les 64 chiffres hexadécimaux de son sha256.".into(),
        DoubtReplaced => "Ce document a été envoyé à nouveau depuis : faites-le chercher dans le dossier, puis passez l'entry de l'objet d'erreur.".into(),
        ToChoose(Choose::Card) => "Plusieurs cartes conviennent : affichez choices, puis répétez l'appel avec un card qui nomme des membres de l'une d'elles.".into(),
        ToChoose(Choose::Situation) => "Il faut choisir une situation : affichez choices, la réponse de PUT /user-profiles s'il y en a eu une, puis appelez hr_connect avec pin_code NULL et situation_id ; sans choices, passez d'abord profile.".into(),
        ToChoose(Choose::Patient) => "La recherche ne dit pas avec certitude de quel patient il s'agit : faites comparer les traits avec choices, puis répétez l'appel avec patient_id, ou avec plus de traits.".into(),
        ToChoose(Choose::Update) => "updateNeeded du patient est vrai : interrogez le patient, puis répétez l'appel avec patient_id et update, le corps de POST /patient.".into(),
        NoCard => "Aucune carte qui convienne n'est dans le lecteur : demandez la carte, vérifiez card, ou attendez plus longtemps avec wait_card_ms ou timeout_ms.".into(),
        OtherPatient => "Les paramètres reçus du service sont ceux d'un autre patient que patient_id ou, sans lui, que le seul que la recherche a trouvé : faites vérifier les deux, puis répétez l'appel avec les traits et le patient_id d'un même patient.".into(),
        BadServiceUrlArgument => "service_url ne peut pas servir à une session : passez l'adresse donnée par la connexion, sans la modifier (https, ou une adresse locale).".into(),
        BadLevel => "level est hors limites : utilisez 0 (aucun) à 3 (détaillé).".into(),
        CardNotListed => "card_token n'est pas dans la dernière liste de cartes : appelez hr_ready et utilisez un token de cette liste.".into(),
        NothingToAllow(name) => format!(
            "Rien n'est retenu pour ce {name} : seul ce que HR_E_PIN_GUARD ou HR_E_CONFLICT a refusé demande une autorisation."
        ),
        UnknownHandle => "handle n'est pas ouvert dans ce processus : utilisez le numéro rendu par hr_open, jusqu'à hr_close ; ouvrez-en un autre après un fork.".into(),
        Forked => "Une fonction de rappel a créé ce processus par un fork, et l'appel continue dans le parent : laissez-le-lui, et terminez l'enfant dans la fonction de rappel.".into(),
        Busy => "Un autre appel est en cours sur ce handle : attendez sa fin, annulez-le par hr_cancel, ou ouvrez un second handle.".into(),
        SessionInUse => "Un autre appel de cette session, sur un handle de même bearer, occupe encore le patient courant : répétez l'appel quand il est terminé, ou donnez à chaque handle sa propre connexion.".into(),
        Missing(operation) => format!("{} doit d'abord réussir : appelez-la, puis répétez cet appel.", operation.name()),
        UpdateNotAsked => "Le dernier hr_patient_get ne demande pas de mise à jour : n'appelez hr_patient_update que si updateNeeded est vrai.".into(),
        UpdatePending => "hr_patient_get demande une mise à jour : interrogez le patient et appelez hr_patient_update, ou laissez le dossier fermé.".into(),
        PatientNotRead => "Cette connexion n'a pas lu ce patient : appelez hr_patient_search puis hr_patient_get, qui montrent si le dossier peut être ouvert.".into(),
        RecordNotOpen => "Le dossier n'est pas ouvert : appelez d'abord hr_dmp_open pour ce patient_id.".into(),
        ConfigNotJson => "config_json n'est pas un objet JSON : passez un objet JSON en UTF-8.".into(),
        ConfigUnknownKey(Some(key)) => {
            format!("config_json contient une clé inconnue, {key} : retirez-la ou corrigez son orthographe.")
        }
        ConfigUnknownKey(None) => "config_json contient une clé inconnue : retirez-la ; elle n'est pas montrée, car elle ne ressemble pas à une clé.".into(),
        ConfigTwice(Some(key)) => format!("config_json contient deux fois la clé {key} : n'en gardez qu'une."),
        ConfigTwice(None) => "config_json contient deux fois la même clé : n'en gardez qu'une.".into(),
        ConfigValue(key, wanted) => format!("{key} dans config_json doit être {}.", wanted.texts().1),
        ConfigNeeded(key) => format!("Cet appel demande {key} dans la configuration : indiquez-le à hr_open."),
        LocalNameNotLoopback => "Le nom indiqué dans local_url ne désigne pas cet ordinateur : utilisez 127.0.0.1, localhost, ou un nom qui mène à une adresse locale.".into(),
        CardClientOtherSession => "Un processus d'une autre session ou d'un autre utilisateur occupe le port de local_url, et rien ne lui a été transmis : donnez à chaque session un logiciel du lecteur de cartes avec son propre port, et cette adresse dans local_url.".into(),
        CardClientService => "Un service occupe le port de local_url (sous Linux : root), et rien ne lui a été transmis : si le logiciel du lecteur de cartes est ce service, ajoutez \"service\" à card_client_owners.".into(),
        CardClientHttpSys => "HTTP.SYS de Windows occupe le port de local_url, si bien que le programme qui s'en sert est inconnu, et rien ne lui a été transmis : si le logiciel du lecteur de cartes utilise HTTP.SYS, ajoutez \"http_sys\" à card_client_owners.".into(),
        CardClientUnknown => "Le système ne dit pas quel processus occupe le port de local_url, et rien ne lui a été transmis : cherchez un filtre ou un mandataire intermédiaire ; \"unknown\" dans card_client_owners l'accepte.".into(),
        FileMissing => "Le fichier n'existe pas : vérifiez path.".into(),
        FileUnreadable => "Le fichier ne peut pas être lu : vérifiez les droits d'accès, et qu'aucun programme ne le retient.".into(),
        FileNotRegular => "path ne désigne pas un fichier : passez le chemin d'un fichier, pas d'un dossier ni d'un périphérique.".into(),
        FileChanged => "Le fichier a changé pendant l'envoi : répétez l'appel quand aucun programme ne le modifie.".into(),
        FileBusy => "Un autre programme retient le fichier, en tout ou en partie, ou l'a ouvert en écriture, depuis une demi-seconde : répétez l'appel quand il est fermé, ou envoyez-en une copie.".into(),
        DocumentSlow => "La lecture du document a dépassé le délai de l'appel : augmentez timeouts.upload_ms, ou lisez-le sur un disque plus rapide.".into(),
        NoMemory => "La mémoire est insuffisante : libérez-en, ou utilisez un document ou un max_reply_bytes plus petit.".into(),
        NoHandleLeft => "Il ne reste aucun numéro de handle dans ce processus : redémarrez le programme, et gardez les handles ouverts au lieu d'en ouvrir un par appel.".into(),
        TooManyUnknownUploads => "La limite du nombre de documents incertains est atteinte, et aucun n'est supprimé : faites chercher chacun dans son dossier, puis appelez hr_dmp_found (il y est), ou hr_dmp_resend_allow et envoyez-le à nouveau.".into(),
        PinKnownWrong => "La carte a déjà refusé ce code, ou sa dernière présentation est restée sans réponse définitive ; avec un journal, celle de tout code par un autre processus ou avant un redémarrage : redemandez le code ; s'il est certain, appelez hr_ready, hr_pin_retry_allow puis hr_login.".into(),
        PinNeedsReady => "La dernière connexion avec cette carte a échoué : appelez hr_ready, puis redemandez le code.".into(),
        PinInUse => "Une autre connexion avec cette carte est en cours : attendez sa fin, puis appelez hr_ready.".into(),
        Journal(refusal) => journal::remedy(*refusal, Language::French).into(),
        CancelledByHost => "hr_cancel ou hr_close a arrêté l'appel.".into(),
        CancelledByProgress => "La fonction de progression a arrêté l'envoi : elle rend 0 pour continuer.".into(),
        CardClientAbsent => "Rien n'écoute à l'adresse local_url : démarrez le logiciel du lecteur de cartes, ou corrigez local_url.".into(),
        NameNotFound => format!("Le nom {of} est inconnu : vérifiez son adresse dans la configuration, et la résolution des noms du réseau."),
        NotReachable => format!("{begin} est injoignable : vérifiez le réseau, le pare-feu et son adresse dans la configuration."),
        TimedOut => {
            let limit = time_limit(case.operation);
            format!("{begin} n'a pas répondu à temps : voyez phase ; vérifiez le réseau, ou augmentez {limit} ou timeouts.connect_ms.")
        }
        TlsCertificate => format!("Le certificat {of} a été refusé : vérifiez l'horloge et les certificats racines de l'ordinateur ; indiquez une racine privée par ca_file."),
        TlsFailed => format!("Aucune connexion TLS avec {who} n'a pu être établie : vérifiez que l'adresse est une adresse https de ce serveur."),
        NoTrustStore => "Cet ordinateur n'a pas de liste utilisable de certificats de confiance : installez les certificats racines du système, ou indiquez ca_file.".into(),
        ProxyFailed => "Le serveur mandataire n'a pas ouvert la connexion : vérifiez proxy et ses identifiants.".into(),
        ProxyUnusable => "L'environnement ou le système désigne un serveur mandataire qui n'est pas de type http (SOCKS ou https, ou adresse illisible) : indiquez-en un de type http dans proxy, ou none.".into(),
        ProxyLogin => "Le serveur mandataire demande une authentification (407) : indiquez http://utilisateur:motdepasse@serveur:port dans proxy ; seul Basic est pris en charge, pas NTLM ni Negotiate (Kerberos).".into(),
        Interrupted => format!("La connexion avec {who} s'est terminée avant la fin de l'appel : vérifiez le réseau."),
        InDoubt => format!("Tout a été transmis et {who} n'a pas répondu : cause en donne la raison."),
        NotHttp => format!("{begin} n'a pas répondu en HTTP : vérifiez l'adresse et le port dans la configuration."),
        ReplyNotJson => format!("La réponse {of} n'est pas le JSON annoncé : {OPERATOR}"),
        ReplyNotUtf8 => format!("La réponse {of} n'est pas en UTF-8 valide : {OPERATOR}"),
        ReplyNested => format!("La réponse {of} est imbriquée sur plus de 128 niveaux : {OPERATOR}"),
        ReplyPage => format!("Une page web est venue au lieu d'une réponse {of} : vérifiez son adresse ; une page de connexion du réseau s'interpose peut-être."),
        ReplyCompressed => format!("La réponse {of} est compressée sans que cela ait été demandé : {OPERATOR}"),
        ReplyTooLarge => format!("La réponse {of} dépasse max_reply_bytes : augmentez-le si une telle réponse est attendue."),
        ReplyCut => format!("La réponse {of} s'est arrêtée avant la fin : vérifiez le réseau et les serveurs mandataires."),
        ReplyStatus => format!("{begin} a répondu par un statut qui ne convient pas à l'appel : voyez http_status, vérifiez l'adresse."),
        ReplyMissing(field) => format!("La réponse {of} ne contient pas {field} : vérifiez l'adresse et la forme de l'appel ; {OPERATOR}"),
        ReplyField(field) => format!("La réponse {of} contient une valeur inutilisable dans {field} : {OPERATOR}"),
        NoPatientList => "patients_pointer de la configuration ne mène à aucune liste de patients dans la réponse de la recherche : comparez-le avec search d'un résultat unverified, ou retirez-le.".into(),
        Refused => format!("{begin} a refusé la demande : voyez http_status et service_code, vérifiez les valeurs passées."),
        WrongForm(key) => format!("{begin} n'admet pas cette forme de demande : vérifiez l'adresse, puis utilisez l'autre valeur de {key}."),
        Unauthorized => match case.origin {
            Origin::License => "Le serveur de licence n'a pas accepté l'identification : vérifiez license_bearer et license_auth.",
            Origin::Card => "Le logiciel du lecteur de cartes n'a pas accepté l'identification : demandez un nouveau ticket par hr_ticket, puis appelez hr_ready.",
            Origin::Service | Origin::Library => "Le service n'a pas accepté la session (voyez http_status) : après un 401, reconnectez-vous par hr_ready et hr_login.",
        }
        .into(),
        NotFound => format!("{begin} a répondu 404 : vérifiez l'adresse et les identifiants passés."),
        NobodyFound => "La liste à laquelle mène patients_pointer est vide : personne n'a ces traits ; faites-les vérifier.".into(),
        Conflict => format!("{begin} a répondu 409 : relisez l'état actuel (hr_patient_get), puis décidez."),
        ResendRefused => "Le même contenu pour le même patient et le même type_code est incertain : quand une personne a vérifié dans le dossier, appelez avec entry hr_dmp_found (il y est) ou hr_dmp_resend_allow (il n'y est pas), qui permet un envoi de plus.".into(),
        DocumentInUse => "Un autre appel envoie le même contenu pour le même patient et le même type_code : attendez sa fin et voyez son résultat avant d'envoyer ce document à nouveau.".into(),
        RateLimited => format!("{begin} demande de patienter : attendez retry_after_s secondes si elles sont indiquées, puis répétez l'appel."),
        ServerFailed => format!("{begin} est en panne : voyez http_status et service_code ; si cela dure, {OPERATOR}"),
        CardStatus if case.operation.task() == Task::Login => "Le logiciel du lecteur de cartes a refusé : voyez service_code et service_message ; card_codes dans la configuration définit ce qu'un code signifie ; le même code demande hr_pin_retry_allow.".into(),
        CardStatus => "Le logiciel du lecteur de cartes signale un problème : voyez service_code et service_message ; card_codes dans la configuration définit ce qu'un code signifie.".into(),
        PinRefused => "La carte a refusé le code, d'après card_codes : faites-le vérifier ; le même code demande hr_pin_retry_allow.".into(),
        CardLocked => "La carte est bloquée, d'après card_codes : ne présentez plus de code ; son émetteur la débloque.".into(),
        CardAbsent => "Cette carte n'est pas dans le lecteur, d'après card_codes : demandez la carte, puis appelez hr_ready.".into(),
        Redirected => format!("{begin} renvoie vers une autre adresse, ce qui n'est pas suivi : configurez l'adresse définitive."),
        Panicked => format!("La bibliothèque a échoué : signalez-le avec hr_version et le nom {}.", case.operation.name()),
    }
}
