namespace HealthRecord
{
    /// <summary>The codes of the library. A number that a newer library added is kept as it is.</summary>
    public enum ErrorCode
    {
        /// <summary>Success.</summary>
        Ok = Native.HR_OK,
        /// <summary>An argument cannot be used.</summary>
        Argument = Native.HR_E_ARGUMENT,
        /// <summary>The session is closed.</summary>
        Handle = Native.HR_E_HANDLE,
        /// <summary>Another call runs on the session.</summary>
        Busy = Native.HR_E_BUSY,
        /// <summary>A step is missing.</summary>
        State = Native.HR_E_STATE,
        /// <summary>The configuration cannot be used.</summary>
        Config = Native.HR_E_CONFIG,
        /// <summary>The document's file is missing, not readable, or changed.</summary>
        File = Native.HR_E_FILE,
        /// <summary>There is no memory, or no handle left.</summary>
        TooLarge = Native.HR_E_TOO_LARGE,
        /// <summary>The PIN was held back.</summary>
        PinGuard = Native.HR_E_PIN_GUARD,
        /// <summary>The call was cancelled.</summary>
        Cancelled = Native.HR_E_CANCELLED,
        /// <summary>A person must choose.</summary>
        Choice = Native.HR_E_CHOICE,
        /// <summary>No card that fits is in the reader.</summary>
        NoCard = Native.HR_E_NO_CARD,
        /// <summary>The service returned another patient than the one meant.</summary>
        OtherPatient = Native.HR_E_OTHER_PATIENT,
        /// <summary>The journal cannot be used.</summary>
        Journal = Native.HR_E_JOURNAL,
        /// <summary>Nothing is there.</summary>
        Absent = Native.HR_E_ABSENT,
        /// <summary>Nothing listens at the card client's address.</summary>
        CardClientAbsent = Native.HR_E_CARD_CLIENT_ABSENT,
        /// <summary>Unknown name, refused connection, no route.</summary>
        Connect = Native.HR_E_CONNECT,
        /// <summary>The time allowed ran out.</summary>
        Timeout = Native.HR_E_TIMEOUT,
        /// <summary>No TLS connection could be set up.</summary>
        Tls = Native.HR_E_TLS,
        /// <summary>The proxy refused or could not be used.</summary>
        Proxy = Native.HR_E_PROXY,
        /// <summary>The connection ended before the call was complete.</summary>
        Interrupted = Native.HR_E_INTERRUPTED,
        /// <summary>Everything was sent and no answer came.</summary>
        InDoubt = Native.HR_E_IN_DOUBT,
        /// <summary>The reply cannot be used.</summary>
        Reply = Native.HR_E_REPLY,
        /// <summary>A 4xx that has no code of its own.</summary>
        Refused = Native.HR_E_REFUSED,
        /// <summary>401 or 403.</summary>
        Unauthorized = Native.HR_E_UNAUTHORIZED,
        /// <summary>404, or nobody was found.</summary>
        NotFound = Native.HR_E_NOT_FOUND,
        /// <summary>409, or a document held back because an earlier sending is in doubt.</summary>
        Conflict = Native.HR_E_CONFLICT,
        /// <summary>429.</summary>
        RateLimited = Native.HR_E_RATE_LIMITED,
        /// <summary>5xx.</summary>
        Server = Native.HR_E_SERVER,
        /// <summary>The card client reports a problem.</summary>
        CardStatus = Native.HR_E_CARD_STATUS,
        /// <summary>A redirection, which is never followed.</summary>
        Redirect = Native.HR_E_REDIRECT,
        /// <summary>The library failed inside.</summary>
        Panic = Native.HR_E_PANIC
    }
}
