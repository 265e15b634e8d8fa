using System;
using System.Runtime.InteropServices;
using System.Text;

namespace HealthRecord
{
    /// <summary>A text on its way into the library: UTF-8 with a terminating zero, in one pinned buffer (so that the
    /// garbage collector leaves no copies behind) that is wiped when disposed.</summary>
    internal sealed class Utf8 : IDisposable
    {
        /// <summary>Throws instead of writing '?' or U+FFFD, also in a file that begins with its mark.</summary>
        internal static readonly Encoding Strict = new UTF8Encoding(true, true);

        private GCHandle pinned;

        internal Utf8(char[] text, string parameter)
        {
            if (text == null)
                return;
            if (Array.IndexOf(text, '\0') >= 0)
                throw new ArgumentException("The text has a NUL character, which would cut it.", parameter);
            Bytes = new byte[Strict.GetMaxByteCount(text.Length) + 1];
            pinned = GCHandle.Alloc(Bytes, GCHandleType.Pinned);
            try { Strict.GetBytes(text, 0, text.Length, Bytes, 0); }
            catch (EncoderFallbackException)
            {
                Dispose(); // its message quotes the character: a PIN may not be quoted, not even in part
                throw new ArgumentException("The text has half of a surrogate pair.", parameter);
            }
        }

        /// <summary>What the library gets; null for a null text.</summary>
        internal byte[] Bytes { get; }

        /// <summary>A text that is no secret, neither pinned nor wiped.</summary>
        internal static byte[] Copy(string text, string parameter)
        {
            using (var utf8 = new Utf8(text.ToCharArray(), parameter))
                return (byte[])utf8.Bytes.Clone();
        }

        public void Dispose()
        {
            if (!pinned.IsAllocated)
                return;
            Array.Clear(Bytes, 0, Bytes.Length);
            pinned.Free();
        }
    }

    /// <summary>The one place where the library's texts are copied.</summary>
    internal static class Boundary
    {
        /// <summary>Copies a text of the library's and frees it, also when copying fails; null for none.</summary>
        internal static string Take(IntPtr text) => TakeBytes(text) is byte[] bytes ? Read(bytes) : null;

        /// <summary>As <see cref="Take"/>, as UTF-8 with its final zero.</summary>
        internal static byte[] TakeBytes(IntPtr text)
        {
            try { return text == IntPtr.Zero ? null : Bytes(text); }
            finally { Native.hr_free(text); }
        }

        /// <summary>Copies a text that the library keeps.</summary>
        internal static string Copy(IntPtr text) => Read(Bytes(text));

        private static string Read(byte[] bytes) => Utf8.Strict.GetString(bytes, 0, bytes.Length - 1);

        private static byte[] Bytes(IntPtr text)
        {
            var bytes = new byte[Native.hr_text_copy(text, null, 0)];
            Native.hr_text_copy(text, bytes, bytes.Length);
            return bytes;
        }
    }
}
