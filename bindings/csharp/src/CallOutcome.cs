namespace HealthRecord
{
    /// <summary>What became of a call that changes something; see <see cref="HealthRecordException.Outcome"/>.</summary>
    public enum CallOutcome
    {
        /// <summary>The call changes nothing.</summary>
        None,
        /// <summary>A word that this wrapper does not know; <see cref="HealthRecordException.Outcome"/> has it.</summary>
        Other,
        /// <summary>Done.</summary>
        Accepted,
        /// <summary>No byte of the body left: may be sent again.</summary>
        NotSent,
        /// <summary>A part left, the server cannot hold the whole: may be sent again.</summary>
        Incomplete,
        /// <summary>Definitely refused: may be sent again once corrected. A refused login has spent a try.</summary>
        Rejected,
        /// <summary>All left and no definite answer came: only a person may decide.</summary>
        Unknown,
        /// <summary>Accepted, but the reply is unreadable: do not send again.</summary>
        AcceptedUnreadable
    }
}
