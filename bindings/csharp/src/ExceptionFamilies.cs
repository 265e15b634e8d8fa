using System;
using System.Runtime.Serialization;

namespace HealthRecord
{
    /// <summary>
    /// The program that calls is to be corrected, or its user acts (codes -1 to -99): a wrong argument, a closed session, a
    /// step left out, a configuration, file or journal that does not serve, a PIN held back, a call that was cancelled.
    /// </summary>
    [Serializable]
    public class CallerException : HealthRecordException
    {
        internal CallerException(ErrorDetails details) : base(details) { }

        /// <summary>For tests of programs.</summary>
        public CallerException(ErrorCode code, string messageFr, CallOutcome outcome = CallOutcome.None,
            ErrorReason reason = ErrorReason.None, int? httpStatus = null) : base(code, messageFr, outcome, reason, httpStatus) { }

        /// <summary>For serialization.</summary>
        protected CallerException(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    /// <summary>
    /// The way to the other side failed (codes -100 to -199). HR_E_IN_DOUBT among them means that everything was
    /// sent and no answer came: look at <see cref="HealthRecordException.InDoubt"/>.
    /// </summary>
    [Serializable]
    public class NetworkException : HealthRecordException
    {
        internal NetworkException(ErrorDetails details) : base(details) { }

        /// <summary>For tests of programs.</summary>
        public NetworkException(ErrorCode code, string messageFr, CallOutcome outcome = CallOutcome.None,
            ErrorReason reason = ErrorReason.None, int? httpStatus = null) : base(code, messageFr, outcome, reason, httpStatus) { }

        /// <summary>For serialization.</summary>
        protected NetworkException(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    /// <summary>The other side answered, and refused or answered something unusable (codes -200 to -299).</summary>
    [Serializable]
    public class PeerException : HealthRecordException
    {
        internal PeerException(ErrorDetails details) : base(details) { }

        /// <summary>For tests of programs.</summary>
        public PeerException(ErrorCode code, string messageFr, CallOutcome outcome = CallOutcome.None,
            ErrorReason reason = ErrorReason.None, int? httpStatus = null) : base(code, messageFr, outcome, reason, httpStatus) { }

        /// <summary>For serialization.</summary>
        protected PeerException(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    /// <summary>The library failed inside (codes -900 to -999). Please report it.</summary>
    [Serializable]
    public class InternalException : HealthRecordException
    {
        internal InternalException(ErrorDetails details) : base(details) { }

        /// <summary>For tests of programs.</summary>
        public InternalException(ErrorCode code, string messageFr, CallOutcome outcome = CallOutcome.None,
            ErrorReason reason = ErrorReason.None, int? httpStatus = null) : base(code, messageFr, outcome, reason, httpStatus) { }

        /// <summary>For serialization.</summary>
        protected InternalException(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }
}
