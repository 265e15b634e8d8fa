namespace HealthRecord
{
    /// <summary>Why a call failed, where the code alone does not say it; see <see cref="HealthRecordException.Reason"/>.</summary>
    public enum ErrorReason
    {
        /// <summary>There is no word.</summary>
        None,
        /// <summary>A word that this wrapper does not know; <see cref="HealthRecordException.Reason"/> has it.</summary>
        Other,
        /// <summary>The card refused the PIN.</summary>
        PinRefused,
        /// <summary>The card is locked.</summary>
        CardLocked,
        /// <summary>There is no card.</summary>
        CardAbsent,
        /// <summary>Another login with this card runs.</summary>
        PinInUse,
        /// <summary>The cards are to be listed again first.</summary>
        ReadyNeeded,
        /// <summary>A person decides whether this PIN is presented again.</summary>
        PinHeld,
        /// <summary>The card client belongs to another session of the computer.</summary>
        CardClientOtherSession,
        /// <summary>The card client is a service.</summary>
        CardClientService,
        /// <summary>The card client is behind HTTP.sys.</summary>
        CardClientHttpSys,
        /// <summary>Nobody knows whose process the card client is.</summary>
        CardClientUnknown,
        /// <summary>The certificate of the server has expired, by the clock of this computer.</summary>
        TlsExpired,
        /// <summary>The certificate of the server is not valid yet, by the clock of this computer.</summary>
        TlsNotYetValid,
        /// <summary>Nobody whom this computer trusts has issued the certificate of the server.</summary>
        TlsUnknownIssuer,
        /// <summary>The certificate is for another name than that of the server.</summary>
        TlsWrongName,
        /// <summary>The certificate of the server was refused for another reason.</summary>
        TlsRefused,
        /// <summary>Another call of this session has the current patient.</summary>
        SessionInUse,
        /// <summary>Another call is sending the same document.</summary>
        DocumentInUse,
        /// <summary>Another program holds the document's file.</summary>
        FileLocked,
        /// <summary>Another process holds the journal's lock.</summary>
        JournalLocked,
        /// <summary>Reading the journal takes longer than the call may.</summary>
        JournalSlow,
        /// <summary>The journal cannot be read.</summary>
        JournalUnreadable,
        /// <summary>The journal cannot be written.</summary>
        JournalUnwritable,
        /// <summary>The journal's path is no file.</summary>
        JournalNotAFile,
        /// <summary>The journal's path is on a network drive.</summary>
        JournalOnNetwork,
        /// <summary>The file is no journal.</summary>
        JournalNotOurs,
        /// <summary>A newer version wrote the journal.</summary>
        JournalNewer,
        /// <summary>Another file has taken the journal's place.</summary>
        JournalReplaced,
        /// <summary>The disk is full.</summary>
        JournalFull
    }
}
