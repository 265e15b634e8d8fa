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
        /// <summary>The library does not have a function that this wrapper needs; the message names it.</summary>
        SymbolMissing,
        /// <summary>The library's binary contract has another version; the message states both.</summary>
        WrongVersion,
        /// <summary>The file is no library, or the system refuses it; the message states why.</summary>
        NotLoadable,
        /// <summary>
        /// Rules of the computer forbid the file (Smart App Control, App Control for Business, AppLocker): it must be signed with
        /// the program, or an administrator must allow it. The message states which.
        /// </summary>
        Blocked
    }

    /// <summary>
    /// The library (hr.dll, libhr.so) could not be loaded, so nothing was called. <see cref="HealthRecordException.Code"/>
    /// is 0 and <see cref="HealthRecordException.Name"/> is null, since no code of the library applies.
    /// </summary>
    [Serializable]
    public sealed class LibraryException : HealthRecordException
    {
        internal LibraryException(LibraryFailure failure, string path, string why, string whyFr = null)
            : base(new ErrorDetails
            {
                At = "library",
                Message = path + ": " + why,
                MessageFr = "La bibliothèque " + path + " ne peut pas être chargée." + (whyFr == null ? "" : " " + whyFr),
                Remedy = failure == LibraryFailure.Blocked ? "Sign it together with the program, or have the administrator allow it."
                    : "Install the library that belongs to this program.",
                RemedyFr = failure == LibraryFailure.Blocked
                    ? "Demandez à l'éditeur une version signée, ou à l'administrateur d'autoriser ce fichier."
                    : "Réinstallez la bibliothèque fournie avec ce logiciel."
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
