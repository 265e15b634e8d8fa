using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace HealthRecord
{
    /// <summary>
    /// The library's reader of JSON texts. Texts and pointers are UTF-8 with a final zero; <see cref="Library.Load()"/> comes first.
    /// </summary>
    // Methods of their own, since Mono looks the library up when it compiles the method that calls it.
    internal static class JsonLookup
    {
        /// <summary>What is there; null when nothing is.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static JsonKind? Kind(byte[] text, byte[] pointer)
        {
            int kind = Check(Native.hr_json_kind(text, pointer));
            return kind == 0 ? (JsonKind?)null : (JsonKind)(kind - 1);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int Count(byte[] text, byte[] pointer)
        {
            return Check(Native.hr_json_count(text, pointer));
        }

        /// <summary>What is there as a text; null when nothing is, or null.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static string Get(byte[] text, byte[] pointer)
        {
            Check(Native.hr_json_get(text, pointer, out IntPtr found));
            return Boundary.Take(found);
        }

        /// <summary>A boolean, by its first letter, which is not copied: for what cannot be a string.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static bool? Boolean(byte[] text, byte[] pointer)
        {
            Check(Native.hr_json_get(text, pointer, out IntPtr found));
            int first = found == IntPtr.Zero ? 0 : Marshal.ReadByte(found);
            Native.hr_free(found);
            return first == 't' ? true : first == 'f' ? false : (bool?)null;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static string Name(byte[] text, byte[] pointer, int index)
        {
            Check(Native.hr_json_key(text, pointer, index, out IntPtr found));
            return Boundary.Take(found);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static string Quote(byte[] text)
        {
            Check(Native.hr_json_quote(text, out IntPtr quoted));
            return Boundary.Take(quoted);
        }

        private static int Check(int code)
        {
            if (code >= 0 || code == Native.HR_E_ABSENT)
                return code;
            throw code == Native.HR_E_TOO_LARGE ? new OutOfMemoryException()
                : code != Native.HR_E_ARGUMENT ? new InvalidOperationException("The library cannot read: " + Library.CodeName(code) + ".")
                : (Exception)new FormatException("Not JSON, a name that is there twice, or a text with a NUL character.");
        }
    }
}
