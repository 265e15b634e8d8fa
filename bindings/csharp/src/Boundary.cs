using System;
using System.Threading;

namespace HealthRecord
{
    /// <summary>The one place where codes become exceptions and the library's texts become strings.</summary>
    internal static class Boundary
    {
        /// <summary>Copies a text of the library's and frees it, also when copying fails; null for none.</summary>
        internal static string Take(IntPtr text)
        {
            try { return text == IntPtr.Zero ? null : Copy(text); }
            finally { Native.hr_free(text); }
        }

        /// <summary>As <see cref="Take"/>, as UTF-8 with its final zero.</summary>
        internal static byte[] TakeBytes(IntPtr text)
        {
            byte[] bytes = null;
            try { return text == IntPtr.Zero || Fill(text, ref bytes) == 0 ? null : bytes; }
            finally { Native.hr_free(text); }
        }

        /// <summary>Copies a text that the library keeps.</summary>
        internal static string Copy(IntPtr text)
        {
            var bytes = new byte[256]; // most texts fit, and are not measured first
            int size = Fill(text, ref bytes);
            try { return Utf8.Strict.GetString(bytes, 0, size - 1); }
            finally { Array.Clear(bytes, 0, size); }
        }

        private static int Fill(IntPtr text, ref byte[] bytes)
        {
            int capacity = bytes == null ? 0 : bytes.Length, size = Native.hr_text_copy(text, bytes, capacity);
            if (size < 1)
                throw new OutOfMemoryException();
            if (size > capacity)
                Native.hr_text_copy(text, bytes = new byte[size], size);
            return size;
        }

        /// <summary>Throws for any code but HR_OK; for functions without a text.</summary>
        internal static void Check(int code, string operation)
        {
            Check(code, IntPtr.Zero, operation);
        }

        /// <summary>Throws for any code but HR_OK, with the error object in the text; frees the text.</summary>
        internal static void Check(int code, IntPtr text, string operation)
        {
            string json = null;
            try { json = Take(text); }
            catch (Exception) when (code != Native.HR_OK) { }
            if (code != Native.HR_OK)
                throw HealthRecordException.Of(ErrorDetails.From(code, operation, json));
        }

        /// <summary>As <see cref="Check(int, IntPtr, string)"/>; makes the result out of the text of a success.</summary>
        internal static T Check<T>(int code, IntPtr text, string operation, bool changes, Func<byte[], T> make)
        {
            if (code != Native.HR_OK)
                Check(code, text, operation);
            try { return make(TakeBytes(text) ?? throw new OutOfMemoryException()); }
            catch (Exception e) when (!(e is HealthRecordException || e is ThreadAbortException))
            {
                throw Unreadable(operation, changes, e);
            }
        }

        // The call succeeded: when it changed something, whoever catches this must not think that nothing happened.
        private static HealthRecordException Unreadable(string operation, bool changes, Exception cause)
        {
            int code = cause is OutOfMemoryException ? Native.HR_E_TOO_LARGE : Native.HR_E_PANIC;
            return HealthRecordException.Of(new ErrorDetails
            {
                Code = code,
                Name = Library.CodeName(code),
                Operation = operation,
                At = "library",
                Message = "The operation succeeded, but its result could not be read into memory.",
                MessageFr = "L'opération a réussi, mais son résultat n'a pas pu être lu en mémoire.",
                Remedy = changes ? "Do not repeat the call; free memory." : "Free memory, then repeat the call.",
                RemedyFr = changes ? "Ne répétez pas l'opération ; libérez de la mémoire."
                    : "Libérez de la mémoire, puis répétez l'opération.",
                Outcome = changes ? "accepted_unreadable" : null,
                Inner = cause
            });
        }
    }
}
