using System;
using System.Runtime.Serialization;

namespace HealthRecord
{
    /// <summary>
    /// A call that failed. The type is the family (<see cref="CallerException"/>, <see cref="NetworkException"/>,
    /// <see cref="PeerException"/>, <see cref="InternalException"/>; this type itself for a code that belongs to no
    /// family known here; <see cref="LibraryException"/> when the library cannot be loaded), <see cref="Code"/> is the
    /// case. No secret, address, patient's data or reply body is in it, and no file name but that of the library in a
    /// <see cref="LibraryException"/>. <see cref="Exception.Message"/> is in the configured language.
    /// </summary>
    [Serializable]
    public class HealthRecordException : Exception
    {
        private const string AttachedKey = "HealthRecord.LibraryError";
        private readonly ErrorDetails details;

        internal HealthRecordException(ErrorDetails details) : base(details.Message, details.Inner)
        {
            this.details = details;
        }

        /// <summary>For tests of programs.</summary>
        public HealthRecordException(ErrorCode code, string messageFr, CallOutcome outcome = CallOutcome.None,
            ErrorReason reason = ErrorReason.None, int? httpStatus = null)
            : this(ErrorDetails.Made(code, messageFr, outcome, reason, httpStatus)) { }

        /// <summary>For serialization.</summary>
        protected HealthRecordException(SerializationInfo info, StreamingContext context) : base(info, context)
        {
            details = (ErrorDetails)info.GetValue("details", typeof(ErrorDetails));
        }

        /// <summary>The code: one of the HR_E_ constants of <see cref="Native"/>, or one that a newer library added.</summary>
        public int Code { get { return details.Code; } }
        /// <summary>The code as a member of an enumeration; a code that it does not have keeps its number.</summary>
        public ErrorCode ErrorCode { get { return (ErrorCode)details.Code; } }
        /// <summary><see cref="Reason"/> as a member of an enumeration.</summary>
        public ErrorReason ErrorReason { get { return Words.Read<ErrorReason>(details.Reason); } }
        /// <summary><see cref="Outcome"/> as a member of an enumeration.</summary>
        public CallOutcome CallOutcome { get { return Words.Read<CallOutcome>(details.Outcome); } }
        /// <summary>The code's name, such as "HR_E_TIMEOUT".</summary>
        public string Name { get { return details.Name; } }
        /// <summary>The function of the library that failed, such as "hr_dmp_send".</summary>
        public string Operation { get { return details.Operation; } }
        /// <summary>Who the error comes from: "license", "card", "service" or "library".</summary>
        public string At { get { return details.At; } }
        /// <summary>The message in French; can be shown to a doctor as it is.</summary>
        public string MessageFr { get { return details.MessageFr; } }
        /// <summary>What to do, one line in the configured language.</summary>
        public string Remedy { get { return details.Remedy; } }
        /// <summary>What to do, in French.</summary>
        public string RemedyFr { get { return details.RemedyFr; } }
        /// <summary>
        /// A word for programs, or null: "pin_refused", "card_locked" or "card_absent" (the card client's code, by
        /// <see cref="Configuration.CardCodes"/>); "pin_in_use" (another login with this card runs: wait), "ready_needed"
        /// (<see cref="Session.Ready"/> first), "pin_held" (a person decides: confirmed of the login);
        /// "card_client_other_session", "card_client_service", "card_client_http_sys" or "card_client_unknown" (whose
        /// process listens at <see cref="Configuration.LocalUrl"/>: see <see cref="Configuration.CardClientOwners"/>);
        /// "tls_expired", "tls_not_yet_valid", "tls_unknown_issuer", "tls_wrong_name" or "tls_refused" (of the server's certificate);
        /// "session_in_use" (another call of this session has the current patient: call again);
        /// "document_in_use" (another call is sending the same document: wait for its end). With HR_E_JOURNAL "journal_locked"
        /// (another process holds the lock: call again), "journal_slow" (reading it takes longer than the call may),
        /// "journal_unreadable", "journal_unwritable", "journal_not_a_file", "journal_on_network", "journal_not_ours",
        /// "journal_newer", "journal_replaced" or "journal_full": why <see cref="Configuration.Journal"/> cannot be used.
        /// </summary>
        public string Reason { get { return details.Reason; } }
        /// <summary>The HTTP status of the reply, or null.</summary>
        public int? HttpStatus { get { return details.HttpStatus; } }
        /// <summary>status.code of the reply as the JSON text it was: 4, or "DOC-17" with its quotation marks; or null.</summary>
        public string ServiceCode { get { return details.ServiceCode; } }
        /// <summary>status.code of the reply as a person writes it: 4, or DOC-17; a number keeps its digits. Or null.</summary>
        public string ServiceCodeText { get { return details.ServiceCodeText; } }
        /// <summary>status.message of the card client's reply, secrets and long numbers masked, or null.</summary>
        public string ServiceMessage { get { return details.ServiceMessage; } }
        /// <summary>
        /// For a call that changes something: "not_sent", "incomplete" (both may be sent again), "rejected" (once
        /// corrected), "unknown" (only a person may decide), "accepted_unreadable" (do not send again). Otherwise null.
        /// </summary>
        public string Outcome { get { return details.Outcome; } }
        /// <summary>How far the call came: resolve, connect, tls, send, wait, read, or null.</summary>
        public string Phase { get { return details.Phase; } }
        /// <summary>With HR_E_IN_DOUBT: the name of the code that says why no answer came. Otherwise null.</summary>
        public string Cause { get { return details.Cause; } }
        /// <summary>Seconds to wait before the next try, when the server said so, or null.</summary>
        public int? RetryAfterSeconds { get { return details.RetryAfterSeconds; } }
        /// <summary>SHA-256 of the document, when an upload failed after all of it was read, or null.</summary>
        public string Sha256 { get { return details.Sha256; } }
        /// <summary>Bytes of the document, when an upload failed after all of it was read, or null.</summary>
        public long? Bytes { get { return details.Bytes; } }
        /// <summary>
        /// The id of the doubt about the document, for <see cref="Session.DmpResendAllow"/> and <see cref="Session.DmpFound"/>, or null.
        /// </summary>
        public string Entry { get { return details.Entry; } }
        /// <summary>As <see cref="Result.Journal"/>.</summary>
        public string Journal { get { return details.Journal; } }
        /// <summary>In a call of <see cref="DmpClient"/>: the library's function of the step that failed, such as "hr_login"; or null.</summary>
        public string Step { get { return details.Step; } }
        /// <summary>After a login: whether a session is open; else null.</summary>
        public bool? SessionOpen { get { return details.Session; } }
        /// <summary>Of Connect, Find and Deposit: how the call ended, in one word; else null.</summary>
        public string Ending { get { return details.Ending; } }
        /// <summary>Of these: what a person is asked next; null: nothing.</summary>
        public string Ask { get { return details.Ask; } }
        /// <summary>With <see cref="Ask"/>: what there is to choose from, else null. It holds names: keep it out of logs.</summary>
        public JsonValue Choices
        {
            get
            {
                JsonValue choices = Raw == null ? null : new JsonValue(Utf8.Copy(Raw, "error"))["choices"];
                return choices == null || choices.Kind == JsonKind.Null ? null : choices;
            }
        }
        /// <summary>
        /// The error object as the library gave it (JSON), or null when the library gave none. With <see cref="Choices"/> it
        /// holds names.
        /// </summary>
        public string Raw { get { return details.Raw; } }

        /// <summary>
        /// Whether the call may have taken effect although it failed (<see cref="Outcome"/> is "unknown" or
        /// "accepted_unreadable", of this or of the error that <see cref="AttachedTo"/> gives): it must not be repeated by a
        /// program.
        /// </summary>
        public bool InDoubt
        {
            get
            {
                HealthRecordException attached = AttachedTo(this);
                return Outcome == "unknown" || Outcome == "accepted_unreadable" || (attached != null && attached.InDoubt);
            }
        }

        /// <summary>
        /// The library's error that belongs to an exception which a progress callback threw and which then came out of
        /// the upload: it has the upload's <see cref="Outcome"/>. Null when there is none.
        /// </summary>
        public static HealthRecordException AttachedTo(Exception exception)
        {
            if (exception == null)
                throw new ArgumentNullException("exception");
            return exception.Data[AttachedKey] as HealthRecordException;
        }

        /// <summary>For serialization.</summary>
        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("details", details);
        }

        internal static void Attach(Exception exception, HealthRecordException error)
        {
            exception.Data[AttachedKey] = error;
        }

        /// <summary>The exception of the family that a code belongs to.</summary>
        internal static HealthRecordException Of(ErrorDetails details)
        {
            int code = details.Code;
            if (code <= -1 && code >= -99)
                return new CallerException(details);
            if (code <= -100 && code >= -199)
                return new NetworkException(details);
            if (code <= -200 && code >= -299)
                return new PeerException(details);
            if (code <= -900 && code >= -999)
                return new InternalException(details);
            return new HealthRecordException(details);
        }
    }
}
