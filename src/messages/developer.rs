//! The remedy for the programmer: what is wrong, by its name, and what can be done about it.

use super::{Case, Language, Sentence, fill};
use crate::error::{Origin, Outcome};
use crate::operation::{Operation, Task};
use crate::reason::{Choose, Expected, Reason};

pub fn remedy(case: &Case, language: Language) -> String {
    let remedy = fill(sentence(case), language, |part| match part {
        "name" => name(case.reason),
        "operation" => case.operation.name(),
        "limit" => time_limit(case.operation.task()),
        part => language.of(words(part, case)),
    });
    match language.of(effect(case)) {
        "" => remedy,
        effect => format!("{remedy} {effect}"),
    }
}

fn words(part: &str, case: &Case) -> Sentence {
    match (part, case.reason) {
        ("expected", Reason::ConfigValue(key, wanted)) => expected(key, *wanted),
        _ => sentences! { (part, case.origin);
            ("peer", Origin::License) => "license server", "serveur de licence";
            ("peer", Origin::Card) => "card client", "logiciel du lecteur de cartes";
            ("peer", Origin::Service) => "service", "service";
            ("peer", Origin::Library) => "server", "serveur";
            ("operator", _) => "report it to the operator of that server.",
                "signalez-le à l'exploitant de ce serveur.";
            // A test finds the braces.
            _ => "{}", "{}";
        },
    }
}

/// The argument, member, key, field or function that a reason names.
fn name(reason: &Reason) -> &str {
    use Reason::*;
    match reason {
        NullArgument(name) | NotUtf8(name) | EmptyArgument(name) | NotJson(name)
        | NegativeLength(name) | BadSegment(name) | TooLong(name) | BadCredential(name)
        | NothingToAllow(name) | ConfigNeeded(name) | ReplyMissing(name) | ReplyField(name)
        | WrongForm(name) => name,
        BadMember(name)
        | MissingMember(name)
        | ConfigUnknownKey(Some(name))
        | ConfigTwice(Some(name))
        | ConfigValue(name, _) => name,
        TlsUnknownIssuer(Some(name)) => name,
        TicketMissing => Operation::Ticket.name(),
        ReadyMissing => Operation::Ready.name(),
        LoginMissing => Operation::Login.name(),
        SearchMissing => Operation::PatientSearch.name(),
        PatientMissing => Operation::PatientGet.name(),
        _ => "",
    }
}

/// The configuration key that bounds the time of a whole call.
fn time_limit(task: Task) -> &'static str {
    match task {
        Task::Login => "timeouts.login_ms",
        Task::Send => "timeouts.upload_ms",
        _ => "timeouts.call_ms",
    }
}

/// What is known of a call that changes something, and what follows from it.
pub fn effect(case: &Case) -> Sentence {
    sentences! { (case.outcome, case.operation.task());
        (Some(Outcome::NotSent), Task::Login) => "The PIN was not presented (outcome not_sent): the login may be repeated.",
            "Le code n'a pas été présenté (outcome not_sent) : l'appel peut être répété.";
        (Some(Outcome::NotSent), _) => "Nothing was sent (outcome not_sent): the call may be repeated.",
            "Rien n'a été transmis (outcome not_sent) : l'appel peut être répété.";
        (Some(Outcome::Rejected), Task::Login) if case.origin != Origin::Library => "Call hr_ready before another hr_login.",
            "Appelez hr_ready avant un autre hr_login.";
        (None | Some(Outcome::Rejected), _) => "", "";
        (Some(Outcome::Incomplete | Outcome::Unknown), Task::Login) => "The PIN may have been presented: it is held back until hr_pin_retry_allow, which a person decides.",
            "Le code a peut-être été présenté : il est retenu jusqu'à hr_pin_retry_allow, sur décision d'une personne.";
        (Some(Outcome::Incomplete), _) => "Only a part was sent (outcome incomplete), and the service cannot hold the whole: the call may be repeated.",
            "Une partie seulement a été transmise (outcome incomplete), le service ne peut pas avoir reçu l'ensemble : l'appel peut être répété.";
        (Some(Outcome::Unknown), Task::Send) => "The document may have arrived (outcome unknown): when a person has looked into the record, call with entry hr_dmp_found (it is there) or hr_dmp_resend_allow (it is not).",
            "Le document est peut-être arrivé (outcome unknown) : quand une personne a vérifié dans le dossier, appelez avec entry hr_dmp_found (il y est) ou hr_dmp_resend_allow (il n'y est pas).";
        (Some(Outcome::Unknown), _) => "It may have taken effect (outcome unknown): never repeat it automatically; check with the service, then let a person decide.",
            "L'appel a peut-être eu son effet (outcome unknown) : ne le répétez jamais automatiquement ; vérifiez auprès du service, puis laissez une personne décider.";
        (Some(Outcome::Accepted | Outcome::AcceptedUnreadable), Task::Send) => "The service accepted the document (outcome accepted_unreadable): do not send it again.",
            "Le service a accepté le document (outcome accepted_unreadable) : ne l'envoyez pas à nouveau.";
        (Some(Outcome::Accepted | Outcome::AcceptedUnreadable), _) => "The service accepted the call (outcome accepted_unreadable): do not repeat it.",
            "Le service a accepté l'appel (outcome accepted_unreadable) : ne le répétez pas.";
    }
}

/// What is wrong, and what to do. There is no wildcard row: a new reason does not compile without a text.
fn sentence(case: &Case) -> Sentence {
    use Reason::*;
    sentences! { case.reason;
        NullArgument(_) => "{name} is NULL: pass a value; only arguments documented as optional may be NULL.",
            "{name} est NULL : passez une valeur ; seuls les paramètres documentés comme facultatifs peuvent être NULL.";
        NotUtf8(_) => "{name} is not valid UTF-8: convert the text to UTF-8 before the call.",
            "{name} n'est pas en UTF-8 valide : convertissez le texte en UTF-8 avant l'appel.";
        EmptyArgument(_) => "{name} is empty: pass a value.",
            "{name} est vide : passez une valeur.";
        NotJson(_) => "{name} is not a JSON text: pass one complete JSON value in UTF-8.",
            "{name} n'est pas un texte JSON : passez une valeur JSON complète en UTF-8.";
        NegativeLength(_) => "{name} is negative: pass the number of bytes, 0 or more.",
            "{name} est négatif : passez le nombre d'octets, 0 ou plus.";
        BadSegment(_) => "{name} cannot be a part of an address: pass the identifier itself, not \".\" or \"..\", at most 1,024 bytes.",
            "{name} ne peut pas faire partie d'une adresse : passez l'identifiant lui-même, ni « . » ni « .. », 1 024 octets au plus.";
        TooLong(_) => "{name} is too long: pass at most 1,024 bytes.",
            "{name} est trop long : passez 1 024 octets au plus.";
        BadMember(_) => "{name} is not known, is there twice, or its value is not of its form: compare it with the function's comment.",
            "{name} est inconnu ou figure deux fois, ou sa valeur ne convient pas : comparez avec le commentaire de la fonction.";
        MissingMember(_) => "{name} is missing: give it, as the function's comment says.",
            "{name} manque : donnez-le, comme l'indique le commentaire de la fonction.";
        BadCredential(_) => "{name} has characters that cannot be sent: pass it exactly as it was issued, visible ASCII, no spaces, at most 32,768 bytes.",
            "{name} contient des caractères qui ne peuvent pas être transmis : passez-le tel qu'il a été délivré, ASCII visible, sans espace, 32 768 octets au plus.";
        BadFilename => "filename cannot be sent: pass a name without a folder and without control characters.",
            "filename ne peut pas être transmis : passez un nom sans dossier et sans caractère de contrôle.";
        BadMethod => "method cannot be sent: use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.",
            "method n'est pas admis : utilisez GET, HEAD, POST, PUT, PATCH, DELETE ou OPTIONS.";
        BadPath => "path is not a path under the service URL: begin it with /, percent-encoded, without . or .. segments and without #.",
            "path n'est pas un chemin sous l'adresse du service : commencez par /, encodé, sans segment . ou .. et sans #.";
        BadEntry => "entry is not the id of a doubt: pass entry of the error object or of hr_journal, 32 hexadecimal digits.",
            "entry n'est pas l'identifiant d'un doute : passez l'entry de l'objet d'erreur ou de hr_journal, 32 chiffres hexadécimaux.";
        DoubtReplaced => "The document was sent again since: have it looked for in the record, then pass entry of the error object.",
            "Ce document a été envoyé à nouveau depuis : faites-le chercher dans le dossier, puis passez l'entry de l'objet d'erreur.";
        ToChoose(Choose::Card | Choose::OtherCard) => "Several cards fit, or none is of a kind that card_types names: show choices, and repeat the call with the value of one.",
            "Plusieurs cartes conviennent, ou aucune n'est d'un type indiqué par card_types : affichez choices, puis répétez l'appel avec la value de l'une d'elles.";
        ToChoose(Choose::Pin) => "There is no PIN, and no session of this card: ask the holder of the card in choices for the PIN, and repeat the call with it and the value of the choice.",
            "Il n'y a ni code ni session de cette carte : demandez le code au titulaire de la carte de choices, puis répétez l'appel avec lui et la value de ce choix.";
        ToChoose(Choose::Situation) => "A situation must be chosen: show choices, and call hr_connect with pin_code NULL and the value of one. Where its value is null, raw is the reply of PUT /user-profiles: set situations_pointer, or pass situation_id.",
            "Il faut choisir une situation : affichez choices, puis appelez hr_connect avec pin_code NULL et la value de l'un d'eux. Si sa value est null, raw est la réponse de PUT /user-profiles : réglez situations_pointer, ou passez situation_id.";
        ToChoose(Choose::Profile) => "The service does not know in which situation the professional works: pass profile, the body for PUT /user-profiles, in the request or in the configuration.",
            "Le service ne sait pas dans quelle situation exerce le professionnel : passez profile, le corps de PUT /user-profiles, dans la demande ou dans la configuration.";
        ToChoose(Choose::Patient) => "Nothing says whether the search found others: let a person compare the traits with the one in choices, and repeat the call with its value.",
            "Rien n'indique si la recherche a trouvé d'autres patients : faites comparer les traits avec celui de choices, puis répétez l'appel avec sa value.";
        ToChoose(Choose::Homonyms) => "The search found several patients, those of choices: have more of the patient's traits entered, and repeat the call with them, or with the patient_id that your software has.",
            "La recherche a trouvé plusieurs patients, ceux de choices : faites saisir d'autres traits du patient, puis répétez l'appel avec eux, ou avec le patient_id que possède votre logiciel.";
        ToChoose(Choose::Identity) => "updateNeeded of the patient is true for the identity: have it checked, then repeat the call with patient_id and update, the body for POST /patient.",
            "updateNeeded du patient est vrai pour l'identité : faites-la vérifier, puis répétez l'appel avec patient_id et update, le corps de POST /patient.";
        ToChoose(Choose::Consent) => "updateNeeded of the patient is true for the consent: ask the patient; only with the patient's consent repeat the call with patient_id and update, the body for POST /patient.",
            "updateNeeded du patient est vrai pour l'accord : interrogez le patient ; avec son accord seulement, répétez l'appel avec patient_id et update, le corps de POST /patient.";
        ToChoose(Choose::Update) => "updateNeeded of the patient is true: ask the patient, then repeat the call with patient_id and update, the body for POST /patient.",
            "updateNeeded du patient est vrai : interrogez le patient, puis répétez l'appel avec patient_id et update, le corps de POST /patient.";
        NoCard => "No card that fits is in the reader: ask for the card, check card, or wait longer with wait_card_ms or timeout_ms.",
            "Aucune carte qui convienne n'est dans le lecteur : demandez la carte, vérifiez card, ou attendez plus longtemps avec wait_card_ms ou timeout_ms.";
        OtherPatient => "The parameters that the service returned are those of another patient than patient_id or, without one, than the only one that the search listed: check both with the person, and repeat the call with the traits and the patient_id of one patient.",
            "Les paramètres reçus du service sont ceux d'un autre patient que patient_id ou, sans lui, que le seul que la recherche a trouvé : faites vérifier les deux, puis répétez l'appel avec les traits et le patient_id d'un même patient.";
        BadServiceUrlArgument => "service_url cannot be used with a session: pass the address that the login gave, unchanged (https, or loopback).",
            "service_url ne peut pas servir à une session : passez l'adresse donnée par la connexion, sans la modifier (https, ou une adresse locale).";
        BadLevel => "level is out of range: use 0 (off) to 3 (debug).",
            "level est hors limites : utilisez 0 (aucun) à 3 (détaillé).";
        CardNotListed => "card_token is not in the last list of cards: call hr_ready and use a token that it lists.",
            "card_token n'est pas dans la dernière liste de cartes : appelez hr_ready et utilisez un token de cette liste.";
        NothingToAllow(_) => "Nothing is held back for this {name}: only what HR_E_PIN_GUARD or HR_E_CONFLICT refused needs a decision.",
            "Rien n'est retenu pour ce {name} : seul ce que HR_E_PIN_GUARD ou HR_E_CONFLICT a refusé demande une décision.";
        UnknownHandle => "handle is not open in this process: use the number that hr_open returned, until hr_close; open a new one after a fork.",
            "handle n'est pas ouvert dans ce processus : utilisez le numéro rendu par hr_open, jusqu'à hr_close ; ouvrez-en un autre après un fork.";
        Forked => "A callback forked this process, and the call goes on in the parent: leave the call to it, and end the child within the callback.",
            "Une fonction de rappel a créé ce processus par un fork, et l'appel continue dans le parent : laissez-le-lui, et terminez l'enfant dans la fonction de rappel.";
        Busy => "Another call is running on this handle: wait for it, cancel it with hr_cancel, or open a second handle.",
            "Un autre appel est en cours sur ce handle : attendez sa fin, annulez-le par hr_cancel, ou ouvrez un second handle.";
        NothingEnded => "No call that changes something has ended on this handle: the one whose text is missing did not begin, or is still running.",
            "Aucun appel modifiant des données ne s'est terminé sur ce handle : celui dont le texte manque n'a pas commencé, ou n'est pas terminé.";
        SessionInUse => "Another call of this session, on a handle with the same bearer, still has the current patient: call again when it has ended, or give each handle a login of its own.",
            "Un autre appel de cette session, sur un handle de même bearer, occupe encore le patient courant : répétez l'appel quand il est terminé, ou donnez à chaque handle sa propre connexion.";
        TicketMissing | ReadyMissing | LoginMissing | SearchMissing | PatientMissing => "{name} must succeed first: call it, then repeat this call.",
            "{name} doit d'abord réussir : appelez-la, puis répétez cet appel.";
        UpdateNotAsked => "The last hr_patient_get did not ask for an update: call hr_patient_update only when updateNeeded is true.",
            "Le dernier hr_patient_get ne demande pas de mise à jour : n'appelez hr_patient_update que si updateNeeded est vrai.";
        UpdatePending(_) => "hr_patient_get asked for an update: ask the patient and call hr_patient_update, or leave the record closed.",
            "hr_patient_get demande une mise à jour : interrogez le patient et appelez hr_patient_update, ou laissez le dossier fermé.";
        PatientNotRead => "This login has not read this patient: call hr_patient_search and hr_patient_get, which show whether the record may be opened.",
            "Cette connexion n'a pas lu ce patient : appelez hr_patient_search puis hr_patient_get, qui montrent si le dossier peut être ouvert.";
        RecordNotOpen => "The record is not open: call hr_dmp_open for this patient_id first.",
            "Le dossier n'est pas ouvert : appelez d'abord hr_dmp_open pour ce patient_id.";
        ConfigNotJson => "config_json is not a JSON object: pass one JSON object in UTF-8.",
            "config_json n'est pas un objet JSON : passez un objet JSON en UTF-8.";
        ConfigUnknownKey(Some(_)) => "config_json has an unknown key, {name}: remove it or correct its spelling.",
            "config_json contient une clé inconnue, {name} : retirez-la ou corrigez son orthographe.";
        ConfigUnknownKey(None) => "config_json has an unknown key: remove it; it is not shown because it does not look like a key.",
            "config_json contient une clé inconnue : retirez-la ; elle n'est pas montrée, car elle ne ressemble pas à une clé.";
        ConfigTwice(Some(_)) => "config_json has the key {name} twice: keep one of them.",
            "config_json contient deux fois la clé {name} : n'en gardez qu'une.";
        ConfigTwice(None) => "config_json has a key twice: keep one of them.",
            "config_json contient deux fois la même clé : n'en gardez qu'une.";
        ConfigValue(..) => "{name} in config_json must be {expected}.",
            "{name} dans config_json doit être {expected}.";
        ConfigNeeded(_) => "This call needs {name} in the configuration: give it to hr_open.",
            "Cet appel demande {name} dans la configuration : indiquez-le à hr_open.";
        LocalNameNotLoopback => "The name in local_url does not lead to this computer: use 127.0.0.1, localhost, or a name that resolves to a loopback address.",
            "Le nom indiqué dans local_url ne désigne pas cet ordinateur : utilisez 127.0.0.1, localhost, ou un nom qui mène à une adresse locale.";
        CardClientOtherSession => "A process of another session or user holds the port of local_url, and nothing was sent to it: give each session a card client with a port of its own, and that address as local_url.",
            "Un processus d'une autre session ou d'un autre utilisateur occupe le port de local_url, et rien ne lui a été transmis : donnez à chaque session un logiciel du lecteur de cartes avec son propre port, et cette adresse dans local_url.";
        CardClientService => "A service holds the port of local_url (on Linux: root), and nothing was sent to it: if the card client is that service, put \"service\" into card_client_owners.",
            "Un service occupe le port de local_url (sous Linux : root), et rien ne lui a été transmis : si le logiciel du lecteur de cartes est ce service, ajoutez \"service\" à card_client_owners.";
        CardClientHttpSys => "HTTP.SYS of Windows holds the port of local_url, so that the program behind it is not known, and nothing was sent to it: if the card client uses HTTP.SYS, put \"http_sys\" into card_client_owners.",
            "HTTP.SYS de Windows occupe le port de local_url, si bien que le programme qui s'en sert est inconnu, et rien ne lui a été transmis : si le logiciel du lecteur de cartes utilise HTTP.SYS, ajoutez \"http_sys\" à card_client_owners.";
        CardClientUnknown => "The system does not report which process holds the port of local_url, and nothing was sent to it: look for a filter or proxy in between; \"unknown\" in card_client_owners accepts it.",
            "Le système ne dit pas quel processus occupe le port de local_url, et rien ne lui a été transmis : cherchez un filtre ou un mandataire intermédiaire ; \"unknown\" dans card_client_owners l'accepte.";
        FileMissing => "The file does not exist: check path.",
            "Le fichier n'existe pas : vérifiez path.";
        FileUnreadable => "The file cannot be read: check the access rights, and that no program holds it.",
            "Le fichier ne peut pas être lu : vérifiez les droits d'accès, et qu'aucun programme ne le retient.";
        FileNotRegular => "path is not a file: pass the path of a file, not of a folder or a device.",
            "path ne désigne pas un fichier : passez le chemin d'un fichier, pas d'un dossier ni d'un périphérique.";
        FileChanged => "The file changed while it was being sent: call again when no program writes to it.",
            "Le fichier a changé pendant l'envoi : répétez l'appel quand aucun programme ne le modifie.";
        FileBusy => "Another program holds the file, or a part of it, or has it open for writing, and did so for half a second: call again when it is closed, or send a copy of it.",
            "Un autre programme retient le fichier, en tout ou en partie, ou l'a ouvert en écriture, depuis une demi-seconde : répétez l'appel quand il est fermé, ou envoyez-en une copie.";
        DocumentSlow => "Reading the document took longer than the call may last: raise timeouts.upload_ms, or read it from a faster disk.",
            "La lecture du document a dépassé le délai de l'appel : augmentez timeouts.upload_ms, ou lisez-le sur un disque plus rapide.";
        NoMemory => "There is not enough memory: free memory, or use a smaller document or max_reply_bytes.",
            "La mémoire est insuffisante : libérez-en, ou utilisez un document ou un max_reply_bytes plus petit.";
        NoHandleLeft => "No handle number is left in this process: restart the program, and keep handles open instead of opening one per call.",
            "Il ne reste aucun numéro de handle dans ce processus : redémarrez le programme, et gardez les handles ouverts au lieu d'en ouvrir un par appel.";
        TooManyUnknownUploads => "The limit of documents in doubt is reached, and none is dropped: have each looked for in its record, then call hr_dmp_found (it is there), or hr_dmp_resend_allow and send it again.",
            "La limite du nombre de documents incertains est atteinte, et aucun n'est supprimé : faites chercher chacun dans son dossier, puis appelez hr_dmp_found (il y est), ou hr_dmp_resend_allow et envoyez-le à nouveau.";
        PinHeld(_) => "The card refused this PIN before, or its last use had no definite answer; with a journal, that of any PIN by another process or before a restart: ask for the PIN again; when the person is sure of it, call hr_connect with confirmed, or with retry where retry is asked, and the entry of this error; or hr_ready, hr_pin_retry_allow and hr_login.",
            "La carte a déjà refusé ce code, ou sa dernière présentation est restée sans réponse définitive ; avec un journal, celle de tout code par un autre processus ou avant un redémarrage : redemandez le code ; s'il est certain, appelez hr_connect avec confirmed, ou avec retry si retry est demandé, et l'entry de cette erreur ; ou bien hr_ready, hr_pin_retry_allow puis hr_login.";
        PinNeedsReady => "The last login with this card failed: call hr_ready, then ask for the PIN again.",
            "La dernière connexion avec cette carte a échoué : appelez hr_ready, puis redemandez le code.";
        PinInUse => "Another login with this card is running: wait for its end, then call hr_ready.",
            "Une autre connexion avec cette carte est en cours : attendez sa fin, puis appelez hr_ready.";
        JournalLocked => "Another process has held the lock of the journal for five seconds, or for the time of the call: repeat the call; if it lasts, look for a program that holds the file.",
            "Un autre processus a gardé le verrou du journal pendant cinq secondes, ou pendant tout le délai de l'appel : répétez l'appel ; si cela dure, cherchez quel programme retient le fichier.";
        JournalSlow => "The journal could not be read in the time of the call: raise call_ms in timeouts, or lower journal_days.",
            "Le journal n'a pas pu être lu dans le délai de l'appel : augmentez call_ms dans timeouts, ou réduisez journal_days.";
        JournalUnreadable => "The file named in journal cannot be opened or read: check that its folder exists, and the access rights of this user.",
            "Le fichier indiqué dans journal n'a pas pu être ouvert ou lu : vérifiez que son dossier existe, et les droits d'accès de cet utilisateur.";
        JournalUnwritable => "The journal cannot be written: check the free space on the disk, and the access rights of this user.",
            "Le journal n'a pas pu être écrit : vérifiez l'espace libre sur le disque, et les droits d'accès de cet utilisateur.";
        JournalNotRegular => "journal does not name a file: give the path of a file, not of a folder or a device.",
            "journal ne désigne pas un fichier : indiquez le chemin d'un fichier, pas d'un dossier ni d'un périphérique.";
        JournalRemote => "journal is on a network drive, where locks do not protect it: give a path on a disk of this computer.",
            "journal est sur un lecteur réseau, où les verrous ne le protègent pas : indiquez un chemin sur un disque de cet ordinateur.";
        JournalForeign => "The file named in journal is no journal of this library, or its first line is damaged; it was not changed: give another path, or restore the file.",
            "Le fichier indiqué dans journal n'est pas un journal de cette bibliothèque, ou sa première ligne est endommagée ; il n'a pas été modifié : indiquez un autre chemin, ou restaurez le fichier.";
        JournalNewer => "A newer version of this library made the journal, and this one does not change it: install the newer version for every program that uses the file.",
            "Une version plus récente de cette bibliothèque a créé le journal, que celle-ci ne modifie pas : installez la version récente pour tous les programmes qui utilisent ce fichier.";
        JournalReplaced => "The journal was replaced, shortened or deleted while it was open: restore it if possible, then close all handles that use it and open new ones.",
            "Le journal a été remplacé, raccourci ou supprimé alors qu'il était ouvert : restaurez-le si possible, puis fermez tous les handles qui l'utilisent et ouvrez-en d'autres.";
        JournalFull => "The journal has as many entries as it may have: settle its doubts with hr_dmp_found, or lower journal_days.",
            "Le journal a atteint son nombre maximal d'entrées : levez ses doutes par hr_dmp_found, ou réduisez journal_days.";
        CancelledByHost => "hr_cancel, hr_close or hr_stop stopped the call.",
            "hr_cancel, hr_close ou hr_stop a arrêté l'appel.";
        CancelledByProgress => "The progress callback stopped the upload: it returns 0 to go on.",
            "La fonction de progression a arrêté l'envoi : elle rend 0 pour continuer.";
        CardClientAbsent => "Nothing listens at local_url: start the card client, or correct local_url.",
            "Rien n'écoute à l'adresse local_url : démarrez le logiciel du lecteur de cartes, ou corrigez local_url.";
        NameNotFound => "The name of the {peer} is unknown: check its address in the configuration, and the network's name resolution.",
            "Le nom du {peer} est inconnu : vérifiez son adresse dans la configuration, et la résolution des noms du réseau.";
        NotReachable => "The {peer} cannot be reached: check the network, the firewall and its address in the configuration.",
            "Le {peer} est injoignable : vérifiez le réseau, le pare-feu et son adresse dans la configuration.";
        TimedOut => "The {peer} did not answer in time: see phase; check the network, or raise {limit} or timeouts.connect_ms.",
            "Le {peer} n'a pas répondu à temps : voyez phase ; vérifiez le réseau, ou augmentez {limit} ou timeouts.connect_ms.";
        TlsExpired => "The certificate of the {peer} has expired by the clock of this computer: check the clock; if it is right, the server needs a new certificate.",
            "Le certificat du {peer} a expiré selon l'horloge de l'ordinateur : vérifiez l'horloge ; si elle est exacte, le serveur doit changer de certificat.";
        TlsNotYetValid => "The certificate of the {peer} is not valid yet by the clock of this computer: check the clock.",
            "Le certificat du {peer} n'est pas encore valide selon l'horloge de l'ordinateur : vérifiez l'horloge.";
        TlsUnknownIssuer(Some(_)) => "The certificate of the {peer} was issued by \"{name}\", which this computer does not trust: a proxy or an antivirus that inspects TLS, or a private root; install that root on the computer, or give it with ca_file.",
            "Le certificat du {peer} a été émis par « {name} », à qui cet ordinateur ne fait pas confiance : un serveur mandataire ou un antivirus qui inspecte TLS, ou une racine privée ; installez cette racine sur l'ordinateur, ou indiquez-la par ca_file.";
        TlsUnknownIssuer(None) => "The certificate of the {peer} is from an issuer that this computer does not trust: a proxy or an antivirus that inspects TLS, or a private root; install that root on the computer, or give it with ca_file.",
            "Le certificat du {peer} vient d'un émetteur auquel cet ordinateur ne fait pas confiance : un serveur mandataire ou un antivirus qui inspecte TLS, ou une racine privée ; installez cette racine sur l'ordinateur, ou indiquez-la par ca_file.";
        TlsWrongName => "The certificate that was shown is for another name than that of the {peer}: check its address in the configuration; a sign-in page or a proxy may be in between.",
            "Le certificat présenté est pour un autre nom que celui du {peer} : vérifiez son adresse dans la configuration ; une page de connexion ou un serveur mandataire s'interpose peut-être.";
        TlsCertificate => "The certificate of the {peer} was refused: it was revoked, is malformed, or is not one for servers; its operator must replace it.",
            "Le certificat du {peer} a été refusé : il est révoqué, mal formé, ou n'est pas prévu pour un serveur ; son exploitant doit le remplacer.";
        TlsFailed => "No TLS connection with the {peer} could be made: check that the address is an https address of that server.",
            "Aucune connexion TLS avec le {peer} n'a pu être établie : vérifiez que l'adresse est une adresse https de ce serveur.";
        TlsClientCertificate => "The {peer} requires a certificate of its client, which this library cannot present: ask for an address that requires none.",
            "Le {peer} exige un certificat de son client, que cette bibliothèque ne peut pas présenter : demandez une adresse qui n'en exige pas.";
        NoTrustStore => "This computer has no usable list of trusted certificates: install the system's root certificates, or give ca_file.",
            "Cet ordinateur n'a pas de liste utilisable de certificats de confiance : installez les certificats racines du système, ou indiquez ca_file.";
        ProxyFailed => "The proxy did not open the connection: check proxy and its credentials.",
            "Le serveur mandataire n'a pas ouvert la connexion : vérifiez proxy et ses identifiants.";
        ProxyAbsent => "Nothing answers at the address of the proxy: check proxy, or the variable or setting that names it, and that the proxy is running.",
            "Rien ne répond à l'adresse du serveur mandataire : vérifiez proxy, ou la variable ou le réglage qui l'indique, et que ce serveur fonctionne.";
        ProxyRefused => "The proxy refuses to open a connection with the {peer}: have the address of the {peer} allowed there.",
            "Le serveur mandataire refuse d'ouvrir une connexion avec le {peer} : faites-y autoriser l'adresse du {peer}.";
        ProxySilent => "The proxy did not answer in time: check proxy and the network, or raise timeouts.connect_ms.",
            "Le serveur mandataire n'a pas répondu à temps : vérifiez proxy et le réseau, ou augmentez timeouts.connect_ms.";
        ProxyUnusable => "The environment or the system names a proxy that is not an http proxy (SOCKS or https, or an address that cannot be read): give an http proxy with proxy, or none.",
            "L'environnement ou le système désigne un serveur mandataire qui n'est pas de type http (SOCKS ou https, ou adresse illisible) : indiquez-en un de type http dans proxy, ou none.";
        ProxyLogin => "The proxy asks for credentials (407): give them as http://user:password@host:port in proxy; only Basic is supported, neither NTLM nor Negotiate (Kerberos).",
            "Le serveur mandataire demande une authentification (407) : indiquez http://utilisateur:motdepasse@serveur:port dans proxy ; seul Basic est pris en charge, pas NTLM ni Negotiate (Kerberos).";
        Interrupted => "The connection with the {peer} ended before the call was complete: check the network.",
            "La connexion avec le {peer} s'est terminée avant la fin de l'appel : vérifiez le réseau.";
        InDoubt => "Everything was sent and the {peer} gave no answer: cause says why.",
            "Tout a été transmis et le {peer} n'a pas répondu : cause en donne la raison.";
        NotHttp => "The {peer} did not answer in HTTP: check the address and port in the configuration.",
            "Le {peer} n'a pas répondu en HTTP : vérifiez l'adresse et le port dans la configuration.";
        ReplyNotJson => "The reply of the {peer} is not the JSON it announces: {operator}",
            "La réponse du {peer} n'est pas le JSON annoncé : {operator}";
        ReplyNotUtf8 => "The reply of the {peer} is not valid UTF-8: {operator}",
            "La réponse du {peer} n'est pas en UTF-8 valide : {operator}";
        ReplyNested => "The reply of the {peer} is nested more than 128 levels deep: {operator}",
            "La réponse du {peer} est imbriquée sur plus de 128 niveaux : {operator}";
        ReplyPage | Redirected if case.origin == Origin::Card => "Another program than the card client listens at local_url: close it, or correct local_url.",
            "Un autre programme que le logiciel du lecteur de cartes écoute à l'adresse local_url : fermez-le, ou corrigez local_url.";
        ReplyPage => "A web page came instead of a reply of the {peer}: check its address; a sign-in page of the network may be in between.",
            "Une page web est venue au lieu d'une réponse du {peer} : vérifiez son adresse ; une page de connexion du réseau s'interpose peut-être.";
        ReplyCompressed => "The reply of the {peer} is compressed although that was not asked for: {operator}",
            "La réponse du {peer} est compressée sans que cela ait été demandé : {operator}";
        ReplyTooLarge => "The reply of the {peer} is larger than max_reply_bytes: raise it if such a reply is expected.",
            "La réponse du {peer} dépasse max_reply_bytes : augmentez-le si une telle réponse est attendue.";
        ReplyCut => "The reply of the {peer} ended before it was complete: check the network, and proxies in between.",
            "La réponse du {peer} s'est arrêtée avant la fin : vérifiez le réseau et les serveurs mandataires.";
        ReplyStatus => "The {peer} answered with a status that does not fit the call: see http_status, check the address.",
            "Le {peer} a répondu par un statut qui ne convient pas à l'appel : voyez http_status, vérifiez l'adresse.";
        ReplyMissing(_) => "The reply of the {peer} does not contain {name}: check the address and the form of the call; {operator}",
            "La réponse du {peer} ne contient pas {name} : vérifiez l'adresse et la forme de l'appel ; {operator}";
        ReplyField(_) => "The reply of the {peer} has an unusable value in {name}: {operator}",
            "La réponse du {peer} contient une valeur inutilisable dans {name} : {operator}";
        NoPatientList => "patients_pointer in the configuration leads to no list of patients in the reply of the search: compare it with search of an unverified result, or leave it out.",
            "patients_pointer de la configuration ne mène à aucune liste de patients dans la réponse de la recherche : comparez-le avec search d'un résultat unverified, ou retirez-le.";
        Refused => "The {peer} refused the request: see http_status and service_code, check what was passed.",
            "Le {peer} a refusé la demande : voyez http_status et service_code, vérifiez les valeurs passées.";
        WrongForm(_) => "The {peer} does not offer this form of the request: check the address, then use the other value of {name}.",
            "Le {peer} n'admet pas cette forme de demande : vérifiez l'adresse, puis utilisez l'autre valeur de {name}.";
        Unauthorized if case.origin == Origin::License => "The license bearer was not accepted: check license_bearer and license_auth.",
            "Le serveur de licence n'a pas accepté l'identification : vérifiez license_bearer et license_auth.";
        Unauthorized if case.origin == Origin::Card => "The card client did not accept the credential: get a new ticket with hr_ticket, then call hr_ready.",
            "Le logiciel du lecteur de cartes n'a pas accepté l'identification : demandez un nouveau ticket par hr_ticket, puis appelez hr_ready.";
        Unauthorized => "The session bearer was not accepted (see http_status): after a 401 log in again with hr_ready and hr_login.",
            "Le service n'a pas accepté la session (voyez http_status) : après un 401, reconnectez-vous par hr_ready et hr_login.";
        NotFound => "The {peer} answered 404: check the address and the identifiers that were passed.",
            "Le {peer} a répondu 404 : vérifiez l'adresse et les identifiants passés.";
        NobodyFound => "The list that patients_pointer leads to is empty: nobody has these traits; let a person check them.",
            "La liste à laquelle mène patients_pointer est vide : personne n'a ces traits ; faites-les vérifier.";
        Conflict => "The {peer} answered 409: read the current state (hr_patient_get), then decide.",
            "Le {peer} a répondu 409 : relisez l'état actuel (hr_patient_get), puis décidez.";
        ResendRefused => "The same content for the same patient and type_code is in doubt: when a person has looked into the record, call with entry hr_dmp_found (it is there) or hr_dmp_resend_allow, which lets it through once (it is not).",
            "Le même contenu pour le même patient et le même type_code est incertain : quand une personne a vérifié dans le dossier, appelez avec entry hr_dmp_found (il y est) ou hr_dmp_resend_allow (il n'y est pas), qui permet un envoi de plus.";
        DocumentInUse => "Another call is sending the same content for the same patient and type_code: wait for its end and look at its result before sending the document again.",
            "Un autre appel envoie le même contenu pour le même patient et le même type_code : attendez sa fin et voyez son résultat avant d'envoyer ce document à nouveau.";
        RateLimited => "The {peer} asks to wait: wait for retry_after_s seconds when given, then call again.",
            "Le {peer} demande de patienter : attendez retry_after_s secondes si elles sont indiquées, puis répétez l'appel.";
        ServerFailed => "The {peer} failed: see http_status and service_code; if it lasts, {operator}",
            "Le {peer} est en panne : voyez http_status et service_code ; si cela dure, {operator}";
        CardStatus if case.operation.task() == Task::Login => "The card client refused: see service_code and service_message; card_codes in the configuration defines what a code means; the same PIN needs hr_pin_retry_allow.",
            "Le logiciel du lecteur de cartes a refusé : voyez service_code et service_message ; card_codes dans la configuration définit ce qu'un code signifie ; le même code demande hr_pin_retry_allow.";
        CardStatus => "The card client reports a problem: see service_code and service_message; card_codes in the configuration defines what a code means.",
            "Le logiciel du lecteur de cartes signale un problème : voyez service_code et service_message ; card_codes dans la configuration définit ce qu'un code signifie.";
        PinRefused => "The card refused the PIN, by card_codes: let the person check it; the same PIN needs hr_pin_retry_allow.",
            "La carte a refusé le code, d'après card_codes : faites-le vérifier ; le même code demande hr_pin_retry_allow.";
        CardLocked => "The card is locked, by card_codes: present no PIN any more; its issuer unlocks it.",
            "La carte est bloquée, d'après card_codes : ne présentez plus de code ; son émetteur la débloque.";
        CardAbsent => "There is no such card in the reader, by card_codes: ask for the card, then call hr_ready.",
            "Cette carte n'est pas dans le lecteur, d'après card_codes : demandez la carte, puis appelez hr_ready.";
        Redirected => "The {peer} answered with a redirection, which is not followed: configure the final address.",
            "Le {peer} renvoie vers une autre adresse, ce qui n'est pas suivi : configurez l'adresse définitive.";
        Panicked => "The library failed inside: report it with hr_version and the name {operation}.",
            "La bibliothèque a échoué : signalez-le avec hr_version et le nom {operation}.";
    }
}

/// What the value of a configuration key must be, behind "must be" and "doit être".
fn expected(key: &str, expected: Expected) -> Sentence {
    sentences! { (expected, key);
        (Expected::SecureAddress, _) => "an https address, or a loopback address, unless allow_plain_http is true",
            "une adresse https ou locale, sauf si allow_plain_http est true";
        (Expected::CodesOnce, _) => "a list of codes that no other place of card_codes has",
            "une liste de codes dont aucun ne figure ailleurs dans card_codes";
        (Expected::UsablePem, _) => "the path of a PEM file of at most 16 MiB with at least one certificate",
            "le chemin d'un fichier PEM de 16 Mio au plus contenant au moins un certificat";
        (_, "license_url") => "an http or https address", "une adresse http ou https";
        (_, "local_url") => "the loopback address of the card client, such as http://127.0.0.1:48367",
            "l'adresse locale du logiciel du lecteur de cartes, telle que http://127.0.0.1:48367";
        (_, "card_client_owners") => "a list of words: \"service\", \"http_sys\", \"unknown\"",
            "une liste de mots : \"service\", \"http_sys\", \"unknown\"";
        (_, "license_bearer") => "the license bearer: visible ASCII without spaces",
            "le jeton de la licence : ASCII visible, sans espace";
        (_, "license_auth") => "\"bearer\" or \"raw\"", "\"bearer\" ou \"raw\"";
        (_, "ticket_method") => "\"POST\" or \"GET\"", "\"POST\" ou \"GET\"";
        (_, "card_form") => "\"body\" or \"bearer\"", "\"body\" ou \"bearer\"";
        (_, "card_codes") => "an object with lists of codes: pin_refused, card_locked, card_absent",
            "un objet contenant des listes de codes : pin_refused, card_locked, card_absent";
        (_, "card_codes.pin_refused" | "card_codes.card_locked" | "card_codes.card_absent") => "a list of codes: integers of up to 10 digits but 0, or texts of 1 to 32 letters, digits, - _ . with fewer than six digits",
            "une liste de codes : entiers de 10 chiffres au plus sauf 0, ou textes de 1 à 32 lettres, chiffres, - _ . avec moins de six chiffres";
        (_, "card_types") => "a list of up to 16 kinds of card, texts such as \"CPS\"",
            "une liste de 16 types de cartes au plus, des textes tels que \"CPS\"";
        (_, "profile") => "an object, the payload of PUT /user-profiles, or null",
            "un objet, le contenu de PUT /user-profiles, ou null";
        (_, "identified_field") => "a JSON pointer (RFC 6901) such as \"/identified\", or null",
            "un pointeur JSON (RFC 6901) tel que \"/identified\", ou null";
        (_, "patients_pointer" | "situations_pointer") => "a JSON pointer (RFC 6901) such as \"/patients\", \"\" for the whole reply, or null",
            "un pointeur JSON (RFC 6901) tel que \"/patients\", \"\" pour toute la réponse, ou null";
        (_, "timeouts") => "an object of milliseconds", "un objet de durées en millisecondes";
        (_, "timeouts.connect_ms" | "timeouts.call_ms" | "timeouts.login_ms" | "timeouts.upload_ms") => "milliseconds from 1 to 2147483647",
            "un nombre de millisecondes de 1 à 2147483647";
        (_, "proxy") => "\"none\", \"env\", \"system\" or an http:// address of a proxy",
            "\"none\", \"env\", \"system\" ou une adresse http:// de serveur mandataire";
        (_, "ca_file") => "the path of a PEM file", "le chemin d'un fichier PEM";
        (_, "journal") => "the absolute path of a file", "le chemin absolu d'un fichier";
        (_, "journal_days") => "a number of days from 1 to 2147483647", "un nombre de jours de 1 à 2147483647";
        (_, "max_reply_bytes") => "a number of bytes from 1 to 2147483647", "un nombre d'octets de 1 à 2147483647";
        (_, "allow_plain_http") => "true or false", "true ou false";
        (_, "language") => "\"en\" or \"fr\"", "\"en\" ou \"fr\"";
        (_, "user_agent") => "visible ASCII text and spaces, 1 to 256 characters",
            "un texte en ASCII visible, espaces compris, de 1 à 256 caractères";
        _ => "{}", "{}";
    }
}
