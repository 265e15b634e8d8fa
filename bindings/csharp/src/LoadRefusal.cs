namespace HealthRecord
{
    /// <summary>Why a library was not loaded, in words that name the remedy where the system's own do not.</summary>
    internal static class LoadRefusal
    {
        // Of winerror.h.
        private const int AccessDisabledByPolicy = 1260, SystemIntegrityPolicyViolation = 4551;

        /// <summary>What to throw for a file that the system does not load; error is that of Windows, or 0.</summary>
        internal static LibraryException Of(string path, string reason, int error)
        {
            switch (error)
            {
                case AccessDisabledByPolicy:
                    return Blocked(path, "a rule of the administrator blocks it (AppLocker or software restriction, error 1260)",
                        "une règle de l'administrateur la bloque (erreur 1260).");
                case SystemIntegrityPolicyViolation:
                    return Blocked(path, "application control accepts no file without a trusted signature "
                        + "(Smart App Control or App Control for Business, error 4551)",
                        "le contrôle des applications n'accepte aucun fichier sans signature reconnue (erreur 4551).");
                default:
                    return new LibraryException(LibraryFailure.NotLoadable, path, reason);
            }
        }

        private static LibraryException Blocked(string path, string why, string whyFr)
        {
            return new LibraryException(LibraryFailure.Blocked, path,
                "Windows does not allow it: " + why, "Windows l'interdit : " + whyFr);
        }

        /// <summary>What to say of a library for another processor; Windows on ARM64 needs more than both names.</summary>
        internal static string OtherProcessor(string built, string process, bool windows)
        {
            string said = "the library was built for " + built + ", this process is " + process;
            return windows && process == NativeBinary.Arm64 ? said + "; " + OnArm64 : said;
        }

        /// <summary>There is no library for such a process, but such a computer runs those of Intel's kind.</summary>
        internal const string OnArm64 = "there is no hr.dll for ARM64, and AnyCPU is ARM64 on this computer: "
            + "build the program with PlatformTarget x64 (or x86), which Windows on ARM64 runs as well";
    }
}
