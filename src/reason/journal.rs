//! Why a journal cannot be used.

use super::Reason;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalRefusal {
    /// Another process holds its lock.
    Locked,
    /// Reading it takes longer than the call may.
    Slow,
    Unreadable,
    Unwritable,
    NotRegular,
    /// It is on another computer's drive.
    Remote,
    /// No journal, or its first line is damaged.
    Foreign,
    /// A later version of this library made it.
    Newer,
    /// It is no longer the file that was opened, or it became shorter.
    Replaced,
    Full,
}

impl JournalRefusal {
    pub(super) fn word(self) -> &'static str {
        match self {
            JournalRefusal::Locked => "journal_locked",
            JournalRefusal::Slow => "journal_slow",
            JournalRefusal::Unreadable => "journal_unreadable",
            JournalRefusal::Unwritable => "journal_unwritable",
            JournalRefusal::NotRegular => "journal_not_a_file",
            JournalRefusal::Remote => "journal_on_network",
            JournalRefusal::Foreign => "journal_not_ours",
            JournalRefusal::Newer => "journal_newer",
            JournalRefusal::Replaced => "journal_replaced",
            JournalRefusal::Full => "journal_full",
        }
    }
}

impl From<JournalRefusal> for Reason {
    fn from(refusal: JournalRefusal) -> Reason {
        Reason::Journal(refusal)
    }
}
