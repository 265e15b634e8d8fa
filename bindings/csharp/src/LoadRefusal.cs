using System;
using System.ComponentModel;

namespace HealthRecord
{
    /// <summary>Why a library was not loaded, in words that name the remedy where the system's own do not.</summary>
    internal static class LoadRefusal
    {
        // Of winerror.h.
        internal const int AccessDisabledByPolicy = 1260, SystemIntegrityPolicyViolation = 4551;

        /// <summary>Whether rules of the computer forbid the file, whatever is in it.</summary>
        internal static bool IsByRules(int error)
        {
            return error == AccessDisabledByPolicy || error == SystemIntegrityPolicyViolation;
        }

        /// <summary>What Windows means by a number that LoadLibraryExW left.</summary>
        internal static string English(int error)
        {
            switch (error)
            {
                case AccessDisabledByPolicy:
                    return "Windows does not allow it: a rule of the administrator blocks it (AppLocker or software restriction, "
                        + "error 1260)";
                case SystemIntegrityPolicyViolation:
                    return "Windows does not allow it: application control accepts no file without a trusted signature "
                        + "(Smart App Control or App Control for Business, error 4551)";
                default:
                    return new Win32Exception(error).Message;
            }
        }

        /// <summary>The same for the doctor's screen; null where there is nothing to add.</summary>
        internal static string French(int error)
        {
            switch (error)
            {
                case AccessDisabledByPolicy:
                    return "Windows l'interdit : une règle de l'administrateur la bloque (erreur 1260).";
                case SystemIntegrityPolicyViolation:
                    return "Windows l'interdit : le contrôle des applications n'accepte aucun fichier sans signature reconnue "
                        + "(erreur 4551).";
                default:
                    return null;
            }
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
