using System;
using System.Collections.Generic;
using System.Linq;

namespace HealthRecord
{
    /// <summary>How a sending ended.</summary>
    public enum DepositOutcome
    {
        /// <summary>Every document is in the record.</summary>
        Sent,
        /// <summary>A document was refused, and none is in doubt.</summary>
        Rejected,
        /// <summary>Of a document nobody knows whether it arrived: see <see cref="DocumentOutcome.InDoubt"/>.</summary>
        InDoubt,
        /// <summary>A document did not arrive and may be sent again, and none was refused or is in doubt.</summary>
        NotSent,
        /// <summary>The identity is not qualified, or the patient did not agree: see <see cref="Patient.WithUpdate"/>.</summary>
        ConsentNeeded,
        /// <summary>The traits now lead to another patient: nothing was opened or sent. Search again.</summary>
        OtherPatient,
        /// <summary>Several now have the traits: nothing was opened or sent. Search again.</summary>
        SeveralPatients,
        /// <summary>Nobody has the traits any more: nothing was opened or sent.</summary>
        Nobody,
        /// <summary>The service refused the update or to open the record, such as for a patient who opposes it.</summary>
        Refused
    }

    /// <summary>What a sending gave. ToString shows nothing of patient and documents.</summary>
    public sealed class DepositResult
    {
        /// <summary>By <see cref="DmpClient"/>; and for tests of programs.</summary>
        /// <param name="documents">What became of each document.</param>
        public DepositResult(IEnumerable<DocumentResult> documents) : this(null, documents, null) { }

        /// <summary>A sending that ended before the documents had their turn; for tests of programs.</summary>
        /// <param name="outcome">How it ended.</param>
        /// <param name="sentenceFr">The same in French.</param>
        public DepositResult(DepositOutcome outcome, string sentenceFr) : this(outcome, new DocumentResult[0], null)
        {
            SentenceFr = sentenceFr;
        }

        private DepositResult(DepositOutcome? ended, IEnumerable<DocumentResult> documents, HealthRecordException error)
        {
            Documents = documents.ToList().AsReadOnly();
            Outcome = ended ?? Worst(Documents);
            DocumentResult first = Documents.FirstOrDefault(document => Outcome == Worst(new[] { document }));
            SentenceFr = ended == null && first != null ? first.SentenceFr : error?.MessageFr;
            Error = error;
        }

        /// <summary>How it ended: what is worst, from InDoubt over Rejected and NotSent to Sent.</summary>
        public DepositOutcome Outcome { get; private set; }
        /// <summary>The same in one French sentence, of the first such document; can be shown to a doctor as it is.</summary>
        public string SentenceFr { get; private set; }
        /// <summary>What became of each document, in their order.</summary>
        public IReadOnlyList<DocumentResult> Documents { get; private set; }
        /// <summary>The library's error; null when every document is in the record.</summary>
        public HealthRecordException Error { get; private set; }
        /// <summary>True: the token was cancelled, and some documents had ended before.</summary>
        public bool Cancelled { get { return Error != null && (Error.ErrorCode == ErrorCode.Cancelled || Error.Cause == "HR_E_CANCELLED"); } }
        /// <summary>What the program's IProgress threw, or null; a sending goes on without it.</summary>
        public Exception ProgressFailure { get; internal set; }

        /// <summary>The outcome alone.</summary>
        public override string ToString()
        {
            return "DepositResult (" + Outcome + ")";
        }

        internal static DepositResult From(Result deposited)
        {
            return new DepositResult(Listed(deposited.Json));
        }

        /// <summary>What a program must handle; null for a defect, an outage, and a cancellation before anything had ended.</summary>
        internal static DepositResult From(HealthRecordException error)
        {
            List<DocumentResult> documents = error.Raw == null ? new List<DocumentResult>() : Listed(new JsonValue(Utf8.Copy(error.Raw, "error")));
            bool ended = documents.Exists(document => document.Outcome == DocumentOutcome.Sent || document.Outcome == DocumentOutcome.InDoubt);
            if (ended || (error.Step == "hr_dmp_send" && IsEnding(error)))
                return new DepositResult(null, documents, error);
            DepositOutcome? outcome = Stopped(error);
            return outcome == null ? null : new DepositResult(outcome, documents, error);
        }

        /// <summary>Of the sending of a document: neither a defect of the program nor a cancellation.</summary>
        private static bool IsEnding(HealthRecordException error)
        {
            switch (error.ErrorCode)
            {
                case ErrorCode.Argument:
                case ErrorCode.Handle:
                case ErrorCode.Busy:
                case ErrorCode.State:
                case ErrorCode.TooLarge:
                case ErrorCode.Cancelled: return error.InDoubt;
                default: return true;
            }
        }

        private static DepositOutcome? Stopped(HealthRecordException error)
        {
            bool searched = error.Step == "hr_patient_search" || error.Step == "hr_patient_get";
            bool asked = error.Step == "hr_patient_update" || error.Step == "hr_dmp_open";
            switch (error.ErrorCode)
            {
                case ErrorCode.Choice:
                    return error.Ask == "update" ? DepositOutcome.ConsentNeeded
                        : error.Ask == "traits" ? DepositOutcome.SeveralPatients : (DepositOutcome?)null;
                case ErrorCode.OtherPatient: return DepositOutcome.OtherPatient;
                case ErrorCode.NotFound:
                    return searched ? DepositOutcome.Nobody : asked ? DepositOutcome.Refused : (DepositOutcome?)null;
                case ErrorCode.Refused:
                case ErrorCode.Conflict: return asked ? DepositOutcome.Refused : (DepositOutcome?)null;
                default: return null;
            }
        }

        private static List<DocumentResult> Listed(JsonValue json)
        {
            JsonValue documents = json["documents"];
            return documents == null ? new List<DocumentResult>() : documents.Items.Select(DocumentResult.From).ToList();
        }

        private static DepositOutcome Worst(IEnumerable<DocumentResult> documents)
        {
            Func<DocumentOutcome, bool> any = outcome => documents.Any(document => document.Outcome == outcome);
            return any(DocumentOutcome.InDoubt) ? DepositOutcome.InDoubt : any(DocumentOutcome.Rejected) ? DepositOutcome.Rejected
                : any(DocumentOutcome.NotSent) ? DepositOutcome.NotSent : DepositOutcome.Sent;
        }
    }
}
