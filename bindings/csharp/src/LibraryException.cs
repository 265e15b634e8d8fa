using System;
using System.Runtime.Serialization;

namespace HealthRecord
{
    /// <summary>Why the library could not be loaded.</summary>
    public enum LibraryFailure
    {
        /// <summary>There is no such file, or none was found.</summary>
        FileMissing,
        /// <summary>The library was built for another processor or bitness than that of this process.</summary>
        WrongArchitecture,
        /// <summary>The library lacks a function that this wrapper needs; the message names it.</summary>
        SymbolMissing,
        /// <summary>The library's binary contract has another version; the message tells both.</summary>
        WrongVersion,
        /// <summary>The file is no library, or the system refuses it; the message tells why.</summary>
        NotLoadable
    }

    /// <summary>
    /// The library (hr.dll, libhr.so) could not be loaded, so nothing was called. <see cref="HealthRecordException.Code"/>
    /// is 0 and <see cref="HealthRecordException.Name"/> is null, since no code of the library applies.
    /// </summary>
    [Serializable]
    public sealed class LibraryException : HealthRecordException
    {
        internal LibraryException(LibraryFailure failure, string path, string why)
            : base(new ErrorDetails
            {
                At = "library",
                Message = path + ": " + why,
                MessageFr = "La bibliothèque " + path + " ne peut pas être chargée.",
                Remedy = "Install the library that belongs to this program.",
                RemedyFr = "Réinstallez la bibliothèque fournie avec ce logiciel."
            })
        {
            Failure = failure;
            Path = path;
        }

        private LibraryException(SerializationInfo info, StreamingContext context) : base(info, context)
        {
            Failure = (LibraryFailure)info.GetInt32("failure");
            Path = info.GetString("path");
        }

        /// <summary>Why it could not be loaded.</summary>
        public LibraryFailure Failure { get; private set; }

        /// <summary>The file that was tried, or the name that was looked for.</summary>
        public string Path { get; private set; }

        /// <summary>For serialization.</summary>
        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("failure", (int)Failure);
            info.AddValue("path", Path);
        }
    }
}
