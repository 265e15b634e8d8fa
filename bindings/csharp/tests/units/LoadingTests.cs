using System;
using System.IO;

namespace HealthRecord.Tests
{
    /// <summary>Loading fails in five distinct ways before it succeeds; HR_STUBS has libraries made for that.</summary>
    internal static class LoadingTests
    {
        /// <summary>A library that cannot be used, or a file of a test's own beside them.</summary>
        internal static string Stub(string name)
        {
            return Path.Combine(Environment.GetEnvironmentVariable("HR_STUBS"), name);
        }

        private static void Named(string path, Action action)
        {
            string before = Environment.GetEnvironmentVariable("HR_LIBRARY");
            Environment.SetEnvironmentVariable("HR_LIBRARY", path);
            try { action(); }
            finally { Environment.SetEnvironmentVariable("HR_LIBRARY", before); }
        }

        private static void Refused(string path, LibraryFailure failure, string said)
        {
            LibraryException error = Check.Throws<LibraryException>(() => Named(path, Library.Load));
            Check.Equal(failure, error.Failure);
            Check.Equal(path, error.Path);
            Check.Contains(path, error.Message);
            Check.Contains(said, error.Message);
            Check.Equal(null, Library.Path);
        }

        public static void A1_What_cannot_be_loaded_says_why()
        {
            Refused("/nowhere/libhr.so", LibraryFailure.FileMissing, "does not exist");
            Refused(Stub("libhr-x86.so"), LibraryFailure.WrongArchitecture, "built for X86, this process is X64");
            Refused(Stub("hr-x86.dll"), LibraryFailure.WrongArchitecture, "built for X86");
            Refused(Stub("hr-arm64.dll"), LibraryFailure.WrongArchitecture, "built for Arm64");
            Refused(Stub("hr-x64.dll"), LibraryFailure.NotLoadable, "");
            Refused(Stub("libhr-cut.so"), LibraryFailure.NotLoadable, "");
            Refused(Stub("libhr-text.so"), LibraryFailure.NotLoadable, "not a library");
            Refused(Stub("libhr-empty.so"), LibraryFailure.NotLoadable, "not a library");
            Refused(Stub("libhr-lacks.so"), LibraryFailure.SymbolMissing, "no function hr_dmp_resend_allow");
            Refused(Stub("libhr-abi3.so"), LibraryFailure.WrongVersion, "ABI version 3, this wrapper needs 2");
        }

        public static void A1_A_file_that_somebody_holds()
        {
            string held = Stub("libhr-abi3.so");
            using (new FileStream(held, FileMode.Open, FileAccess.ReadWrite, FileShare.None))
                Refused(held, LibraryFailure.NotLoadable, "");
        }

        public static void A2_A_file_that_Windows_does_not_allow()
        {
            foreach (int error in new[] { 1260, 4551 })
            {
                LibraryException refused = NativeSystem.Refused(@"C:\p\hr.dll", error);
                Check.Equal(LibraryFailure.Blocked, refused.Failure);
                foreach (string said in new[] { refused.Message, refused.MessageFr })
                    Check.Contains(error.ToString(), said);
                Check.Contains("does not allow it", refused.Message);
                Check.Contains("Windows l'interdit", refused.MessageFr);
            }
            Check.Equal(LibraryFailure.NotLoadable, NativeSystem.Refused("hr.dll", 193).Failure);
        }

        public static void A3_The_variable_must_be_absolute_and_right()
        {
            Named("libhr.so", () => Check.Contains("not an absolute path", Check.Throws<LibraryException>(Library.Load).Message));
            Named("/nowhere/libhr.so", () =>
            {
                LibraryException error = Check.Throws<LibraryException>(() => new Session("{}"));
                Check.Equal(LibraryFailure.FileMissing, error.Failure);
                Check.True(error.MessageFr.Length > 0, "no French text");
                Check.Throws<LibraryException>(() => JsonValue.Parse("{}"));
                Check.Throws<LibraryException>(() => new Configuration { Language = "fr" }.ToJson());
            });
            AppDomain.CurrentDomain.SetData("NATIVE_DLL_SEARCH_DIRECTORIES", "/"); // which is searched as a root
            Named(null, () => Check.Contains(", / nor by", Check.Throws<LibraryException>(Library.Load).Message));
        }

        public static void A4_The_right_library_after_all_that()
        {
            string path = Environment.GetEnvironmentVariable("HR_LIBRARY");
            Library.Load();
            Named("/nowhere/libhr.so", Library.Load);
            Check.Equal(path, Library.Path);
            Check.Equal("HR_E_TIMEOUT", Library.CodeName(-102));
            Check.Equal("HR_E_UNKNOWN_CODE", Library.CodeName(-12345));
            Check.True(Library.Version.Split('.').Length == 3, Library.Version);
        }
    }
}
