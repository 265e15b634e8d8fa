using System;
using System.Runtime.Serialization;

namespace HealthRecord
{
    /// <summary>A call that failed. Its message is in the configured language. No secret, address, patient's data or
    /// reply body is in it, nor choices and documents, which may hold names: <see cref="Client.Last"/> and
    /// <see cref="Session.Last"/> have the documents.</summary>
    [Serializable]
    public sealed class HealthRecordException : Exception
    {
        internal HealthRecordException(JsonValue error) : base(error.Text("message"))
        {
            Data["error"] = error.With("choices", null).With("documents", null).RawText;
        }

        private HealthRecordException(SerializationInfo info, StreamingContext context) : base(info, context) { }

        /// <summary>What the library says of it; without choices and documents.</summary>
        public Error Error => new Error(JsonValue.Parse((string)Data["error"]));
    }

    /// <summary>Why the library could not be loaded.</summary>
    public enum LibraryFailure
    {
        /// <summary>There is no such file, or none was found.</summary>
        FileMissing,
        /// <summary>It was built for another processor or bitness than that of this process.</summary>
        WrongArchitecture,
        /// <summary>It lacks a function that this wrapper needs; the message names it.</summary>
        SymbolMissing,
        /// <summary>Its binary contract has another version; the message states both.</summary>
        WrongVersion,
        /// <summary>The file is no library, or the system refuses it; the message states why.</summary>
        NotLoadable,
        /// <summary>Rules of the computer forbid it: it must be signed with the program, or be allowed.</summary>
        Blocked
    }

    /// <summary>The library (hr.dll, libhr.so) could not be loaded, so nothing was called.</summary>
    [Serializable]
    public sealed class LibraryException : Exception
    {
        internal LibraryException(LibraryFailure failure, string path, string why, string fr = "")
            : base(path + ": " + why)
        {
            Data["failure"] = (int)failure;
            Data["path"] = path;
            Data["message_fr"] = ("La bibliothèque " + path + " ne peut pas être chargée. " + fr).TrimEnd();
        }

        private LibraryException(SerializationInfo info, StreamingContext context) : base(info, context) { }

        /// <summary>Why it could not be loaded.</summary>
        public LibraryFailure Failure => (LibraryFailure)Data["failure"];

        /// <summary>The file that was tried, or the name that was looked for.</summary>
        public string Path => (string)Data["path"];

        /// <summary>One French line for the person at the computer.</summary>
        public string MessageFr => (string)Data["message_fr"];
    }
}
