using System;
using System.Runtime.InteropServices;
using System.Text;

namespace HealthRecord
{
    /// <summary>
    /// A text on its way into the library: UTF-8 with a terminating zero, in one pinned buffer (so that the garbage
    /// collector leaves no copies behind) that is wiped when disposed.
    /// </summary>
    internal sealed class Utf8 : IDisposable
    {
        /// <summary>Throws instead of writing '?' or U+FFFD.</summary>
        internal static readonly Encoding Strict = new UTF8Encoding(false, true);

        private GCHandle pinned;

        private Utf8(int length)
        {
            Bytes = new byte[length + 1];
            pinned = GCHandle.Alloc(Bytes, GCHandleType.Pinned);
        }

        private Utf8() { }

        /// <summary>What the library gets; null for a null text.</summary>
        internal byte[] Bytes { get; private set; }

        internal static Utf8 Of(string text, string parameter)
        {
            if (text == null)
                return new Utf8();
            Refuse(text.IndexOf('\0') >= 0, parameter);
            var utf8 = new Utf8(Measure(() => Strict.GetByteCount(text), parameter));
            Strict.GetBytes(text, 0, text.Length, utf8.Bytes, 0);
            return utf8;
        }

        internal static Utf8 Of(char[] text, string parameter)
        {
            if (text == null)
                return new Utf8();
            Refuse(Array.IndexOf(text, '\0') >= 0, parameter);
            var utf8 = new Utf8(Measure(() => Strict.GetByteCount(text), parameter));
            Strict.GetBytes(text, 0, text.Length, utf8.Bytes, 0);
            return utf8;
        }

        internal static Utf8 Of(byte[] text, string parameter)
        {
            if (text == null)
                return new Utf8();
            Refuse(Array.IndexOf(text, (byte)0) >= 0, parameter);
            var utf8 = new Utf8(text.Length);
            text.CopyTo(utf8.Bytes, 0);
            return utf8;
        }

        /// <summary>A text that is no secret, as <see cref="Of(string, string)"/>, neither pinned nor wiped.</summary>
        internal static byte[] Copy(string text, string parameter)
        {
            Refuse(text.IndexOf('\0') >= 0, parameter);
            return Strict.GetBytes(text + "\0");
        }

        public void Dispose()
        {
            if (!pinned.IsAllocated)
                return;
            Array.Clear(Bytes, 0, Bytes.Length);
            pinned.Free();
        }

        private static void Refuse(bool hasNul, string parameter)
        {
            if (hasNul)
                throw new ArgumentException("The text has a NUL character, which would cut it.", parameter);
        }

        // The encoder's own message quotes the character: a PIN may not be quoted, not even in part.
        private static int Measure(Func<int> count, string parameter)
        {
            int length = -1;
            try { length = count(); }
            catch (EncoderFallbackException) { }
            if (length < 0)
                throw new ArgumentException("The text has half of a surrogate pair, which UTF-8 cannot hold.", parameter);
            return length;
        }
    }
}
