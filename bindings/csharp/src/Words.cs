using System;
using System.Linq;

namespace HealthRecord
{
    /// <summary>The library's words as members of an enumeration: "not_sent" is NotSent.</summary>
    internal static class Words
    {
        /// <summary>The member of that word; the member None for null, and Other for a word that is not known.</summary>
        internal static T Read<T>(string word) where T : struct
        {
            string[] names = Enum.GetNames(typeof(T));
            return (T)Enum.Parse(typeof(T), word == null ? "None" : names.FirstOrDefault(name => Write(name) == word) ?? "Other");
        }

        internal static string Write(string name)
        {
            return string.Concat(name.Select((c, i) => i > 0 && char.IsUpper(c) ? "_" + char.ToLowerInvariant(c)
                : char.ToLowerInvariant(c).ToString()));
        }

        internal static string CodeName(ErrorCode code)
        {
            return code == ErrorCode.Ok ? "HR_OK" : Enum.IsDefined(typeof(ErrorCode), code) ? "HR_E_" + Write(code.ToString()).ToUpperInvariant()
                : "HR_E_UNKNOWN_CODE";
        }
    }
}
