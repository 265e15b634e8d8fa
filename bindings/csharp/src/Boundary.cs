using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace HealthRecord
{
    /// <summary>The one place where codes become exceptions and the library's texts become strings.</summary>
    internal static class Boundary
    {
        /// <summary>Copies a text of the library's and frees it, also when copying fails; null for none.</summary>
        internal static string Take(IntPtr text)
        {
            if (text == IntPtr.Zero)
                return null;
            try { return Copy(text); }
            finally { Native.hr_free(text); }
        }

        /// <summary>Copies a text that the library keeps.</summary>
        internal static string Copy(IntPtr text)
        {
            int size = Native.hr_text_copy(text, null, 0);
            if (size < 1)
                throw new OutOfMemoryException();
            var bytes = new byte[size];
            GCHandle pinned = GCHandle.Alloc(bytes, GCHandleType.Pinned);
            try
            {
                Native.hr_text_copy(text, bytes, size);
                return Utf8.Strict.GetString(bytes, 0, size - 1);
            }
            finally
            {
                Array.Clear(bytes, 0, size);
                pinned.Free();
            }
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
        internal static T Check<T>(int code, IntPtr text, string operation, bool changes, Func<string, T> make)
        {
            if (code != Native.HR_OK)
                Check(code, text, operation);
            try { return make(Take(text) ?? throw new OutOfMemoryException()); }
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
