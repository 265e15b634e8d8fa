namespace HealthRecord
{
    /// <summary>What became of a document.</summary>
    public enum DocumentOutcome
    {
        /// <summary>It is in the record.</summary>
        Sent,
        /// <summary>Definitely refused: to be corrected first.</summary>
        Rejected,
        /// <summary>
        /// Nobody knows whether it arrived. A person looks into the record, then <see cref="Session.DmpFound"/> or
        /// <see cref="Session.DmpResendAllow"/> with <see cref="DocumentResult.Entry"/>; sending again before that sends nothing.
        /// </summary>
        InDoubt,
        /// <summary>It did not arrive, or its turn did not come: may be sent again.</summary>
        NotSent
    }

    /// <summary>What became of one document of a <see cref="DepositResult"/>. ToString shows nothing of it.</summary>
    public sealed class DocumentResult
    {
        /// <summary>By <see cref="DmpClient"/>; and for tests of programs.</summary>
        public DocumentResult(DocumentOutcome outcome, string sentenceFr)
        {
            Outcome = outcome;
            SentenceFr = sentenceFr ?? Sentence(outcome);
        }

        /// <summary>What became of it.</summary>
        public DocumentOutcome Outcome { get; private set; }
        /// <summary>The same in one French sentence; can be shown to a doctor as it is.</summary>
        public string SentenceFr { get; private set; }
        /// <summary>Why; <see cref="ErrorCode.Ok"/> when it was accepted, or its turn did not come.</summary>
        public ErrorCode Code { get; internal set; }
        /// <summary>Why, where the code alone does not say it.</summary>
        public ErrorReason Reason { get; internal set; }
        /// <summary>The library's own word for the outcome, such as "incomplete".</summary>
        public string OutcomeWord { get; internal set; }
        /// <summary>The HTTP status of the reply, or null.</summary>
        public int? HttpStatus { get; internal set; }
        /// <summary>SHA-256 of the document, when all of it was read, or null.</summary>
        public string Sha256 { get; internal set; }
        /// <summary>Bytes of the document, when all of it was read, or null.</summary>
        public long? Bytes { get; internal set; }
        /// <summary>True: it was accepted before, and was not sent again.</summary>
        public bool Already { get; internal set; }
        /// <summary>The id of the doubt about it, or null.</summary>
        public string Entry { get; internal set; }
        /// <summary><see cref="Document.Reference"/>.</summary>
        public string Reference { get; internal set; }
        /// <summary>As <see cref="Result.Journal"/>.</summary>
        public string Journal { get; internal set; }

        /// <summary>The outcome alone.</summary>
        public override string ToString()
        {
            return "DocumentResult (" + Outcome + ")";
        }

        internal static DocumentResult From(JsonValue json)
        {
            string word = json["outcome"]?.AsString(), entry = json["entry"]?.AsString();
            return new DocumentResult(Meaning(word, entry), json["message_fr"]?.AsString())
            {
                Code = (ErrorCode)(json["code"]?.AsInt32() ?? 0),
                Reason = Words.Read<ErrorReason>(json["reason"]?.AsString()),
                OutcomeWord = word,
                HttpStatus = json["http_status"]?.AsInt32(),
                Sha256 = json["sha256"]?.AsString(),
                Bytes = json["bytes"]?.AsInt64(),
                Already = json["already"]?.AsBoolean() == true,
                Entry = entry,
                Reference = json["reference"]?.AsString(),
                Journal = json["journal"]?.AsString()
            };
        }

        // An unreadable answer leaves a doubt that is held back; a word that is not known here may mean that it arrived.
        private static DocumentOutcome Meaning(string word, string entry)
        {
            switch (Words.Read<CallOutcome>(word))
            {
                case CallOutcome.Accepted: return DocumentOutcome.Sent;
                case CallOutcome.Rejected: return entry == null ? DocumentOutcome.Rejected : DocumentOutcome.InDoubt; // held back
                case CallOutcome.NotSent:
                case CallOutcome.Incomplete: return DocumentOutcome.NotSent;
                default: return DocumentOutcome.InDoubt;
            }
        }

        private static string Sentence(DocumentOutcome outcome)
        {
            return outcome == DocumentOutcome.Sent ? "Le document est dans le dossier du patient."
                : outcome == DocumentOutcome.NotSent ? "Le document n'a pas été envoyé."
                : outcome == DocumentOutcome.Rejected ? "Le document a été refusé."
                : "On ne sait pas si le document est arrivé dans le dossier du patient.";
        }
    }
}
