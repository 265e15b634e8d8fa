//! The remedies for a journal that cannot be used.

use crate::messages::Language;
use crate::reason::JournalRefusal;

pub fn remedy(refusal: JournalRefusal, language: Language) -> &'static str {
    let (english, french) = texts(refusal);
    match language {
        Language::English => english,
        Language::French => french,
    }
}

fn texts(refusal: JournalRefusal) -> (&'static str, &'static str) {
    match refusal {
        JournalRefusal::Locked => (
            "Another process has held the lock of the journal for five seconds, or for the time of the call: repeat the call; if it lasts, look for a program that holds the file.",
            "Un autre processus a gardé le verrou du journal pendant cinq secondes, ou pendant tout le délai de l'appel : répétez l'appel ; si cela dure, cherchez quel programme retient le fichier.",
        ),
        JournalRefusal::Slow => (
            "The journal could not be read in the time of the call: raise call_ms in timeouts, or lower journal_days.",
            "Le journal n'a pas pu être lu dans le délai de l'appel : augmentez call_ms dans timeouts, ou réduisez journal_days.",
        ),
        JournalRefusal::Unreadable => (
            "The file named in journal cannot be opened or read: check that its folder exists, and the access rights of this user.",
            "Le fichier indiqué dans journal n'a pas pu être ouvert ou lu : vérifiez que son dossier existe, et les droits d'accès de cet utilisateur.",
        ),
        JournalRefusal::Unwritable => (
            "The journal cannot be written: check the free space on the disk, and the access rights of this user.",
            "Le journal n'a pas pu être écrit : vérifiez l'espace libre sur le disque, et les droits d'accès de cet utilisateur.",
        ),
        JournalRefusal::NotRegular => (
            "journal does not name a file: give the path of a file, not of a folder or a device.",
            "journal ne désigne pas un fichier : indiquez le chemin d'un fichier, pas d'un dossier ni d'un périphérique.",
        ),
        JournalRefusal::Remote => (
            "journal is on a network drive, where locks do not protect it: give a path on a disk of this computer.",
            "journal est sur un lecteur réseau, où les verrous ne le protègent pas : indiquez un chemin sur un disque de cet ordinateur.",
        ),
        JournalRefusal::Foreign => (
            "The file named in journal is no journal of this library, or its first line is damaged; it was not changed: give another path, or restore the file.",
            "Le fichier indiqué dans journal n'est pas un journal de cette bibliothèque, ou sa première ligne est endommagée ; il n'a pas été modifié : indiquez un autre chemin, ou restaurez le fichier.",
        ),
        JournalRefusal::Newer => (
            "A newer version of this library made the journal, and this one does not change it: install the newer version for every program that uses the file.",
            "Une version plus récente de cette bibliothèque a créé le journal, que celle-ci ne modifie pas : installez la version récente pour tous les programmes qui utilisent ce fichier.",
        ),
        JournalRefusal::Replaced => (
            "The journal was replaced, shortened or deleted while it was open: restore it if possible, then close all handles that use it and open new ones.",
            "Le journal a été remplacé, raccourci ou supprimé alors qu'il était ouvert : restaurez-le si possible, puis fermez tous les handles qui l'utilisent et ouvrez-en d'autres.",
        ),
        JournalRefusal::Full => (
            "The journal has as many entries as it may have: settle its doubts with hr_dmp_found, or lower journal_days.",
            "Le journal a atteint son nombre maximal d'entrées : levez ses doutes par hr_dmp_found, ou réduisez journal_days.",
        ),
    }
}
