//! The sentence for the doctor: chosen by what was being done, why it failed and what is known of its effect.
//!
//! It stands alone, or says what failed and why: "what: why. advice."

use super::{Case, Language, Sentence, fill};
use crate::error::{Origin, Outcome};
use crate::operation::Task;
use crate::reason::{Choose, Reason};

pub fn message(case: &Case, language: Language) -> String {
    fill(sentence(case), language, |part| {
        language.of(match part {
            "failed" => failed(case),
            "peer" => peer(case.origin),
            advice => self::advice(advice),
        })
    })
}

fn sentence(case: &Case) -> Sentence {
    let task = case.operation.task();
    match case.outcome {
        Some(Outcome::Unknown) => in_doubt(task),
        // A part of the request is enough for a card to be asked.
        Some(Outcome::Incomplete | Outcome::Accepted | Outcome::AcceptedUnreadable)
            if task == Task::Login =>
        {
            in_doubt(task)
        }
        Some(Outcome::Accepted | Outcome::AcceptedUnreadable) => unread(task),
        None | Some(Outcome::NotSent | Outcome::Incomplete | Outcome::Rejected) => {
            definite(case, task)
        }
    }
}

/// Who is spoken of.
fn peer(origin: Origin) -> Sentence {
    sentences! { origin;
        Origin::License => "license server", "serveur de licence";
        Origin::Card => "card reader software", "logiciel du lecteur de cartes";
        Origin::Service | Origin::Library => "shared health record service", "service du dossier médical partagé";
    }
}

fn advice(name: &str) -> Sentence {
    sentences! { name;
        "vendor" => "Contact the software's vendor.", "Contactez l'éditeur du logiciel.";
        "technician" => "Contact your technician.", "Contactez votre informaticien.";
        "network" => "Check the Internet connection, then try again.",
            "Vérifiez la connexion à Internet, puis réessayez.";
        "later" => "Try again in a few minutes.", "Réessayez dans quelques minutes.";
        // A test finds the braces.
        _ => "{}", "{}";
    }
}

fn in_doubt(task: Task) -> Sentence {
    sentences! { task;
        Task::Login => "It is not known whether the code was presented to the card: a try may be spent. Check the code before you type it again.",
            "On ne sait pas si le code a été présenté à la carte : un essai est peut-être consommé. Vérifiez le code avant de le saisir à nouveau.";
        Task::Profile => "It is not known whether your place of practice was recorded. Check it before you choose it again.",
            "On ne sait pas si votre situation d'exercice a été enregistrée. Vérifiez-la avant de la choisir à nouveau.";
        Task::Update => "It is not known whether the patient's details were updated. Read them again before you change them.",
            "On ne sait pas si les informations du patient ont été mises à jour. Relisez-les avant de les modifier à nouveau.";
        Task::Record => "It is not known whether the patient's shared health record was opened. Read the patient's details before you open it again.",
            "On ne sait pas si le dossier médical partagé du patient a été ouvert. Relisez les informations du patient avant de l'ouvrir à nouveau.";
        Task::Send => "It is not known whether the document arrived in the patient's record. Look into the record before you send it again.",
            "On ne sait pas si le document est arrivé dans le dossier du patient. Vérifiez dans le dossier avant de l'envoyer à nouveau.";
        Task::Open | Task::Ticket | Task::Ready | Task::Search | Task::Read | Task::Other => "It is not known whether the operation was done. Check before you ask for it again.",
            "On ne sait pas si l'opération a été faite. Vérifiez avant de la demander à nouveau.";
    }
}

fn unread(task: Task) -> Sentence {
    sentences! { task;
        Task::Profile => "Your place of practice was accepted, but the reply is unreadable. Do not choose it again without a check.",
            "Votre situation d'exercice a été acceptée, mais la réponse est illisible. Ne la choisissez pas à nouveau sans l'avoir vérifiée.";
        Task::Update => "The update of the patient was accepted, but the reply is unreadable. Read the patient's details again.",
            "La mise à jour du patient a été acceptée, mais la réponse est illisible. Relisez ses informations.";
        Task::Record => "The opening of the shared health record was accepted, but the reply is unreadable. {vendor}",
            "L'ouverture du dossier médical partagé a été acceptée, mais la réponse est illisible. {vendor}";
        Task::Send => "The document was accepted, but the reply is unreadable. Do not send it again: look into the patient's record.",
            "Le document a été accepté, mais la réponse est illisible. Ne l'envoyez pas à nouveau : vérifiez dans le dossier du patient.";
        Task::Open | Task::Ticket | Task::Ready | Task::Login | Task::Search | Task::Read | Task::Other => "The operation was accepted, but the reply is unreadable. Do not ask for it again without a check.",
            "L'opération a été acceptée, mais la réponse est illisible. Ne la demandez pas à nouveau sans avoir vérifié.";
    }
}

/// What did not succeed.
fn failed(case: &Case) -> Sentence {
    let nothing_sent = case.outcome == Some(Outcome::NotSent) || case.origin == Origin::Library;
    sentences! { case.operation.task();
        Task::Open => "The connection could not be prepared",
            "La connexion n'a pas pu être préparée";
        Task::Ticket => "The software's license could not be checked",
            "La licence du logiciel n'a pas pu être vérifiée";
        Task::Ready => "The card could not be read",
            "La carte n'a pas pu être lue";
        Task::Login if nothing_sent => "The code was not presented to the card",
            "Le code n'a pas été présenté à la carte";
        Task::Login => "The connection with the card could not be opened",
            "La connexion avec la carte n'a pas abouti";
        Task::Profile => "Your place of practice was not recorded",
            "Votre situation d'exercice n'a pas été enregistrée";
        Task::Search => "The search for the patient did not succeed",
            "La recherche du patient n'a pas abouti";
        Task::Read => "The patient's details could not be read",
            "Les informations du patient n'ont pas pu être lues";
        Task::Update => "The patient's details were not updated",
            "Les informations du patient n'ont pas été mises à jour";
        Task::Record => "The shared health record was not opened",
            "Le dossier médical partagé n'a pas été ouvert";
        Task::Send if case.outcome == Some(Outcome::Incomplete) => "The document was not sent as a whole",
            "Le document n'a pas été envoyé en entier";
        Task::Send if nothing_sent => "The document was not sent",
            "Le document n'a pas été envoyé";
        Task::Send => "The document was not stored in the record",
            "Le document n'a pas été enregistré dans le dossier";
        Task::Other => "The operation did not succeed",
            "L'opération n'a pas abouti";
    }
}

/// The sentence for a call whose outcome is known. There is no wildcard row: a new reason does not compile
/// without a sentence.
fn definite(case: &Case, task: Task) -> Sentence {
    use Reason::*;
    sentences! { case.reason;
        EmptyArgument("pin_code") => "No code was typed for the card.",
            "Aucun code n'a été saisi pour la carte.";
        NullArgument(_) | NotUtf8(_) | EmptyArgument(_) | NotJson(_) | NegativeLength(_) | BadSegment(_) | BadMember(_)
        | MissingMember(_) | BadCredential(_) | BadMethod | BadPath | BadEntry | BadServiceUrlArgument | BadLevel
        | UnknownHandle | Forked => "{failed}: the software made an incorrect request. {vendor}",
            "{failed} : le logiciel a transmis une demande incorrecte. {vendor}";
        NothingToAllow(_) => "{failed}: there is nothing left to decide. It was settled meanwhile, or is still under way.",
            "{failed} : il n'y a plus rien à décider. La question est déjà réglée, ou l'opération est encore en cours.";
        TooLong(_) => "{failed}: something that was typed is too long. Shorten it.",
            "{failed} : une des informations saisies est trop longue. Raccourcissez-la.";
        BadFilename => "{failed}: the name of the file cannot be used. Rename the file.",
            "{failed} : le nom du fichier ne convient pas. Renommez le fichier.";
        CardNotListed => "{failed}: this card is not among the cards that were read. Read the cards again, then choose yours.",
            "{failed} : cette carte n'est pas parmi les cartes lues. Relisez les cartes, puis choisissez la vôtre.";
        DoubtReplaced => "This document was sent again since, and it is not known whether it arrived. Look into the patient's record.",
            "Ce document a été envoyé à nouveau depuis et on ne sait pas s'il est arrivé. Vérifiez dans le dossier du patient.";
        ToChoose(Choose::Card) => "Several cards are in the reader. Choose yours.",
            "Plusieurs cartes sont dans le lecteur. Choisissez la vôtre.";
        ToChoose(Choose::OtherCard) => "The card in the reader does not seem to be a professional's. Insert yours, or choose the card to use.",
            "La carte présente dans le lecteur ne semble pas être celle d'un professionnel. Insérez la vôtre, ou choisissez la carte à utiliser.";
        ToChoose(Choose::Pin) => "Enter the card's code.",
            "Saisissez le code de la carte.";
        ToChoose(Choose::Situation) => "Choose your place of practice.",
            "Choisissez votre situation d'exercice.";
        ToChoose(Choose::Profile) => "Your professional profile is missing. Complete it in the settings of your software.",
            "Votre profil professionnel manque. Complétez-le dans les réglages de votre logiciel.";
        ToChoose(Choose::Patient) => "It is not certain that the patient who was found is the one who is meant. Compare the details, then confirm the patient.",
            "Il n'est pas certain que le patient trouvé soit le bon. Comparez les informations, puis confirmez le patient.";
        ToChoose(Choose::Homonyms) => "Several patients have these details. Add details of the patient, such as the date of birth, then search again.",
            "Plusieurs patients correspondent à ces informations. Complétez-les, par exemple avec la date de naissance, puis relancez la recherche.";
        ToChoose(Choose::Identity) => "The patient's identity is not verified yet. Check it with the patient.",
            "L'identité du patient n'est pas encore qualifiée. Vérifiez-la avec le patient.";
        ToChoose(Choose::Consent) => "The patient's details show an opposition to new documents in the shared health record, or no consent yet. Ask the patient.",
            "Les informations du patient indiquent qu'il s'oppose à l'alimentation de son dossier médical partagé ou n'a pas encore donné son accord. Interrogez-le.";
        ToChoose(Choose::Update) => "The patient's identity or consent is still to be confirmed. Ask the patient.",
            "L'identité ou l'accord du patient reste à confirmer. Interrogez le patient.";
        NoCard | CardAbsent => "The card is not in the reader. Insert it, then try again.",
            "La carte n'est pas dans le lecteur. Insérez-la, puis recommencez.";
        OtherPatient => "The service answered for another patient: no record was opened. Search for the patient again.",
            "Le service a répondu pour un autre patient : aucun dossier n'a été ouvert. Recherchez le patient à nouveau.";
        Busy | SessionInUse => "{failed}: another operation is running. Wait until it has ended.",
            "{failed} : une autre opération est en cours. Attendez qu'elle se termine.";
        NothingEnded => "{failed}: nothing has been changed yet.",
            "{failed} : rien n'a encore été modifié.";
        TicketMissing => "{failed}: the software's license was not checked yet. {vendor}",
            "{failed} : la licence du logiciel n'a pas encore été vérifiée. {vendor}";
        ReadyMissing => "{failed}: the card was not read yet. Read the card first.",
            "{failed} : la carte n'a pas encore été lue. Lisez d'abord la carte.";
        LoginMissing => "{failed}: no connection is open with your card. Connect with your card.",
            "{failed} : aucune connexion n'est ouverte avec votre carte. Connectez-vous avec votre carte.";
        PatientMissing | PatientNotRead => "{failed}: the details of this patient were not read. Search for the patient first.",
            "{failed} : les informations de ce patient n'ont pas été lues. Recherchez d'abord le patient.";
        UpdateNotAsked => "{failed}: no update is asked for this patient.",
            "{failed} : aucune mise à jour n'est demandée pour ce patient.";
        UpdatePending(Choose::Consent) => "{failed}: the patient's details show an opposition to new documents, or no consent yet. Ask the patient.",
            "{failed} : ses informations indiquent que le patient s'oppose à son alimentation ou n'a pas encore donné son accord. Interrogez le patient.";
        UpdatePending(Choose::Identity) => "{failed}: the patient's identity is not verified yet. Check it with the patient.",
            "{failed} : l'identité du patient n'est pas encore qualifiée. Vérifiez-la avec le patient.";
        UpdatePending(_) => "{failed}: the patient's identity or consent is still to be confirmed. Ask the patient.",
            "{failed} : l'identité ou l'accord du patient reste à confirmer. Interrogez le patient.";
        RecordNotOpen => "{failed}: the record of this patient is not open. Open it first.",
            "{failed} : le dossier de ce patient n'est pas ouvert. Ouvrez d'abord le dossier.";
        ConfigNotJson | ConfigUnknownKey(_) | ConfigTwice(_) | ConfigValue(..) | ConfigNeeded(_) => "{failed}: the software is not configured correctly. {vendor}",
            "{failed} : le logiciel est mal configuré. {vendor}";
        LocalNameNotLoopback => "{failed}: the address of the card reader is not on this computer. {technician}",
            "{failed} : l'adresse du lecteur de cartes ne désigne pas ce poste. {technician}";
        CardClientOtherSession => "{failed}: the card reader software is running in another session of this computer. Have it closed there, or contact your technician.",
            "{failed} : le logiciel du lecteur de cartes est lancé dans une autre session de ce poste. Faites-le fermer dans cette session, ou contactez votre informaticien.";
        CardClientService | CardClientHttpSys | CardClientUnknown => "{failed}: it is not certain that the card reader software is the one of your session. {technician}",
            "{failed} : il n'est pas certain que le logiciel du lecteur de cartes soit celui de votre session. {technician}";
        FileMissing => "{failed}: the file was not found. Check that it still exists.",
            "{failed} : le fichier est introuvable. Vérifiez qu'il existe encore.";
        FileUnreadable => "{failed}: the file cannot be read. Close it if it is open in another program.",
            "{failed} : le fichier ne peut pas être lu. Fermez-le s'il est ouvert dans un autre logiciel.";
        FileNotRegular => "{failed}: what was chosen is not a file. Choose a file.",
            "{failed} : ce qui a été choisi n'est pas un fichier. Choisissez un fichier.";
        FileChanged => "{failed}: the file was changed meanwhile. Close it, then send it again.",
            "{failed} : le fichier a été modifié pendant ce temps. Fermez-le, puis envoyez-le à nouveau.";
        FileBusy => "{failed}: the file is in use by another program. Close it there, then send it again.",
            "{failed} : le fichier est utilisé par un autre logiciel. Fermez-le dans ce logiciel, puis envoyez-le à nouveau.";
        DocumentSlow => "{failed}: reading the document took too long. Copy the document to this computer, then try again.",
            "{failed} : la lecture du document a pris trop de temps. Copiez le document sur ce poste, puis réessayez.";
        NoMemory => "{failed}: this computer has not enough memory. Close other programs.",
            "{failed} : la mémoire de ce poste est insuffisante. Fermez d'autres logiciels.";
        NoHandleLeft => "{failed}: the software has opened too many connections. Restart the software.",
            "{failed} : le logiciel a ouvert trop de connexions. Redémarrez le logiciel.";
        TooManyUnknownUploads => "The document was not sent: too many documents are in doubt. Look into the records of these patients.",
            "Le document n'a pas été envoyé : trop d'envois sont incertains. Vérifiez dans les dossiers de ces patients.";
        PinHeld(held) if held.again => "The code was not presented, so as not to lock the card: codes have failed several times with this card. Present it once more only if you are sure of it.",
            "Le code n'a pas été présenté, pour ne pas bloquer la carte : des codes ont échoué plusieurs fois avec cette carte. Ne le présentez encore une fois que si vous en êtes certain.";
        PinHeld(_) => "The code was not presented, so as not to lock the card: a code failed before with this card, or had no answer. Check it, then type it again.",
            "Le code n'a pas été présenté, pour ne pas bloquer la carte : un code a déjà échoué avec cette carte, ou est resté sans réponse. Vérifiez-le, puis saisissez-le à nouveau.";
        PinNeedsReady => "The code was not presented to the card: the card must be read again first.",
            "Le code n'a pas été présenté à la carte : la carte doit d'abord être relue.";
        PinInUse => "The code was not presented: another connection with this card is being opened. Wait until it has ended.",
            "Le code n'a pas été présenté : une autre connexion avec cette carte est en cours. Attendez qu'elle se termine.";
        JournalLocked | JournalSlow => "{failed}: the journal that the software keeps on this computer is in use by another program. {later}",
            "{failed} : le journal que le logiciel tient sur ce poste est utilisé par un autre programme. {later}";
        JournalUnreadable | JournalUnwritable | JournalNotRegular | JournalRemote | JournalForeign | JournalNewer
        | JournalReplaced | JournalFull => "{failed}: the journal that the software keeps on this computer cannot be used. {technician}",
            "{failed} : le journal que le logiciel tient sur ce poste ne peut pas être utilisé. {technician}";
        CancelledByHost | CancelledByProgress => "{failed}: the operation was cancelled.",
            "{failed} : l'opération a été annulée.";
        CardClientAbsent => "{failed}: the card reader software is not running on this computer. Start it, then try again.",
            "{failed} : le logiciel du lecteur de cartes n'est pas lancé sur ce poste. Lancez-le, puis recommencez.";
        NameNotFound if case.origin == Origin::Card => "{failed}: the card reader software was not found on this computer. {technician}",
            "{failed} : le logiciel du lecteur de cartes est introuvable sur ce poste. {technician}";
        NameNotFound => "{failed}: the {peer} was not found. {network}",
            "{failed} : le {peer} est introuvable. {network}";
        NotReachable => "{failed}: the {peer} cannot be reached. {network}",
            "{failed} : le {peer} est injoignable. {network}";
        TimedOut => "{failed}: the {peer} did not answer in time. {later}",
            "{failed} : le {peer} n'a pas répondu à temps. {later}";
        TlsExpired => "{failed}: the certificate of the {peer} has expired. Check the date of this computer. {technician}",
            "{failed} : le certificat du {peer} a expiré. Vérifiez la date de ce poste. {technician}";
        TlsNotYetValid => "{failed}: the certificate of the {peer} is not valid yet. Check the date of this computer. {technician}",
            "{failed} : le certificat du {peer} n'est pas encore valide. Vérifiez la date de ce poste. {technician}";
        TlsUnknownIssuer(_) => "{failed}: this computer does not trust the certificate of the {peer}. {technician}",
            "{failed} : ce poste ne fait pas confiance au certificat du {peer}. {technician}";
        TlsWrongName => "{failed}: another server answered in the place of the {peer}. {technician}",
            "{failed} : un autre serveur a répondu à la place du {peer}. {technician}";
        TlsCertificate => "{failed}: the certificate of the {peer} was refused. {technician}",
            "{failed} : le certificat du {peer} a été refusé. {technician}";
        TlsFailed | TlsClientCertificate => "{failed}: the secure connection with the {peer} could not be made. {technician}",
            "{failed} : la connexion sécurisée avec le {peer} n'a pas pu être établie. {technician}";
        NoTrustStore => "{failed}: this computer has no usable list of certificates. {technician}",
            "{failed} : ce poste n'a pas de liste utilisable de certificats. {technician}";
        ProxyAbsent => "{failed}: the proxy of this network cannot be reached. {technician}",
            "{failed} : le serveur mandataire (proxy) de ce réseau est injoignable. {technician}";
        ProxyRefused => "{failed}: the proxy of this network does not allow the connection. {technician}",
            "{failed} : le serveur mandataire (proxy) de ce réseau n'autorise pas la connexion. {technician}";
        ProxyFailed | ProxySilent | ProxyUnusable => "{failed}: the network did not let the connection through. {technician}",
            "{failed} : le réseau n'a pas laissé passer la connexion. {technician}";
        ProxyLogin => "{failed}: the network asks for a user name and a password of its own. {technician}",
            "{failed} : le réseau demande un identifiant et un mot de passe qui lui sont propres. {technician}";
        Interrupted => "{failed}: the connection with the {peer} was interrupted. {later}",
            "{failed} : la connexion avec le {peer} a été interrompue. {later}";
        InDoubt => "{failed}: the {peer} gave no answer.",
            "{failed} : le {peer} n'a pas répondu.";
        NotHttp | ReplyNotJson | ReplyNotUtf8 | ReplyNested | ReplyCompressed | ReplyStatus | ReplyMissing(_)
        | ReplyField(_) | NoPatientList => "{failed}: the reply of the {peer} is unreadable. {vendor}",
            "{failed} : la réponse du {peer} est illisible. {vendor}";
        ReplyPage | Redirected if case.origin == Origin::Card => "{failed}: another program answered in the place of the {peer}. {technician}",
            "{failed} : un autre programme a répondu à la place du {peer}. {technician}";
        ReplyPage => "{failed}: the {peer} is not available, a web page answered in its place. {later}",
            "{failed} : le {peer} n'est pas disponible, une page web a répondu à sa place. {later}";
        ReplyTooLarge => "{failed}: the reply of the {peer} is too large. {vendor}",
            "{failed} : la réponse du {peer} est trop volumineuse. {vendor}";
        ReplyCut => "{failed}: the reply of the {peer} is incomplete. {later}",
            "{failed} : la réponse du {peer} est incomplète. {later}";
        Refused if task == Task::Send => "{failed}: the {peer} refused it. Check the document.",
            "{failed} : le {peer} l'a refusé. Vérifiez le document.";
        Refused | CardStatus if task == Task::Login => "The connection with the card could not be opened. Check the card and the code before another try: the card locks after several wrong codes.",
            "La connexion avec la carte n'a pas abouti. Vérifiez la carte et le code avant un nouvel essai : la carte se bloque après plusieurs erreurs.";
        Refused | Conflict if matches!(case.origin, Origin::License | Origin::Card) => "{failed}: the {peer} refused the request. {vendor}",
            "{failed} : le {peer} a refusé la demande. {vendor}";
        Refused => "{failed}: the {peer} refused the request. Check what was typed.",
            "{failed} : le {peer} a refusé la demande. Vérifiez les informations saisies.";
        WrongForm(_) => "{failed}: the {peer} does not know the request. {vendor}",
            "{failed} : le {peer} ne reconnaît pas la demande. {vendor}";
        Unauthorized if case.origin == Origin::License => "{failed}: the {peer} did not accept it. {vendor}",
            "{failed} : le {peer} ne l'a pas acceptée. {vendor}";
        Unauthorized if case.origin == Origin::Card && task == Task::Login => "{failed}: the {peer} did not accept the card, the code or the license. Check the code: the card locks after several wrong ones.",
            "{failed} : le {peer} n'a pas accepté la carte, le code ou la licence. Vérifiez le code : la carte se bloque après plusieurs erreurs.";
        Unauthorized if case.origin == Origin::Card => "{failed}: the {peer} did not accept the license. Try again; if it is refused again, contact the software's vendor.",
            "{failed} : le {peer} n'a pas accepté la licence. Recommencez ; si le refus persiste, contactez l'éditeur du logiciel.";
        Unauthorized => "{failed}: the {peer} does not allow this, or the connection has expired. Connect again with your card.",
            "{failed} : le {peer} n'autorise pas cette opération ou la connexion a expiré. Reconnectez-vous avec votre carte.";
        NotFound if task == Task::Read => "The patient was not found. Search for the patient again.",
            "Le patient n'a pas été trouvé. Recherchez-le à nouveau.";
        NotFound if task == Task::Update => "{failed}: the patient was not found. Search for the patient again.",
            "{failed} : le patient n'a pas été trouvé. Recherchez-le à nouveau.";
        NotFound if matches!(task, Task::Record | Task::Send) => "{failed}: the record of this patient was not found. Check that it exists.",
            "{failed} : le dossier de ce patient n'a pas été trouvé. Vérifiez qu'il existe.";
        NotFound if task == Task::Profile => "{failed}: it was not found. Choose another one.",
            "{failed} : elle n'a pas été trouvée. Choisissez-en une autre.";
        NotFound if task != Task::Search => "{failed}: what was asked for was not found. {vendor}",
            "{failed} : ce qui est demandé n'a pas été trouvé. {vendor}";
        NobodyFound | NotFound => "No patient was found. Check the last name, the first name, the date of birth and the sex.",
            "Aucun patient n'a été trouvé. Vérifiez le nom, le prénom, la date de naissance et le sexe.";
        Conflict if task == Task::Record => "{failed}: the patient may have opposed it, or the record cannot be opened. Check the patient's consent.",
            "{failed} : le patient s'y est peut-être opposé, ou le dossier ne peut pas être ouvert. Vérifiez son accord.";
        Conflict if task == Task::Send => "{failed}: the record of this patient is not open, or does not accept this document. Open the record first.",
            "{failed} : le dossier de ce patient n'est pas ouvert ou n'accepte pas ce document. Ouvrez d'abord le dossier.";
        Conflict if matches!(task, Task::Profile | Task::Search | Task::Update | Task::Other) => "{failed}: the request contradicts what the {peer} knows. Read the details again, then decide.",
            "{failed} : la demande contredit ce que le {peer} connaît. Relisez les informations, puis décidez.";
        Conflict | SearchMissing => "{failed}: no patient is chosen. Search for the patient first.",
            "{failed} : aucun patient n'est choisi. Recherchez d'abord le patient.";
        ResendRefused => "This document was sent before and it is not known whether it arrived; it was not sent again. Look into the patient's record.",
            "Ce document a déjà été envoyé et on ne sait pas s'il est arrivé ; il n'a pas été renvoyé. Vérifiez dans le dossier du patient.";
        DocumentInUse => "This document is being sent at this moment; it was not sent a second time. Wait until that has ended.",
            "Ce document est en cours d'envoi ; il n'a pas été envoyé une seconde fois. Attendez la fin de cet envoi.";
        RateLimited => "{failed}: the {peer} receives too many requests. {later}",
            "{failed} : le {peer} reçoit trop de demandes. {later}";
        ServerFailed => "{failed}: the {peer} is out of order. {later}",
            "{failed} : le {peer} est en panne. {later}";
        CardStatus => "{failed}: the {peer} reports a problem. Check the reader and the card.",
            "{failed} : le {peer} signale un problème. Vérifiez le lecteur et la carte.";
        PinRefused => "The card's code is not the right one. Check it before another try: the card locks after several wrong codes.",
            "Le code de la carte n'est pas le bon. Vérifiez-le avant un nouvel essai : la carte se bloque après plusieurs erreurs.";
        CardLocked => "The card is locked. Ask the organisation that issued it.",
            "La carte est bloquée. Adressez-vous à l'organisme qui l'a délivrée.";
        Redirected => "{failed}: the {peer} points to another address. Check the Internet connection. {technician}",
            "{failed} : le {peer} dirige vers une autre adresse. Vérifiez la connexion à Internet. {technician}";
        Panicked => "{failed}: an internal error occurred. {vendor}",
            "{failed} : une erreur interne est survenue. {vendor}";
    }
}
