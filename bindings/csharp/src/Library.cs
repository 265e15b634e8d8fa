using System;

namespace HealthRecord
{
    /// <summary>
    /// The library as a whole: where it is loaded from, its versions, the names of its codes, its log
    /// (<see cref="SetLog"/>). Any thread, at any time. The first use of anything here or of <see cref="Session"/>
    /// loads it; once loaded it stays.
    /// </summary>
    public static partial class Library
    {
        /// <summary>
        /// Loads the library now: from the absolute path in the environment variable HR_LIBRARY; else from beside
        /// HealthRecord.dll or the program (x86\hr.dll, x64\hr.dll, hr.dll or libhr.so, runtimes\...); else from where
        /// the system looks. Nothing happens when it is loaded already.
        /// </summary>
        /// <exception cref="LibraryException">It is missing, of the wrong architecture, incomplete, or of another version.</exception>
        public static void Load()
        {
            NativeLibrary.Load(null);
        }

        /// <summary>Loads the library from a file. To be called before anything else of this namespace.</summary>
        /// <param name="path">Absolute path. On .NET Framework the file must be called hr.dll.</param>
        /// <exception cref="ArgumentException">The path is null or not absolute.</exception>
        /// <exception cref="LibraryException">
        /// The file is missing, of the wrong architecture, incomplete, or of another version; or another library is loaded.
        /// </exception>
        public static void Load(string path)
        {
            if (path == null || !NativeLibrary.IsAbsolute(path))
                throw new ArgumentException("The path must be absolute.", "path");
            NativeLibrary.Load(System.IO.Path.GetFullPath(path));
        }

        /// <summary>Where the library was loaded from (its name when the system found it), or null before that.</summary>
        public static string Path { get { return NativeLibrary.Loaded; } }

        /// <summary>The library's version, such as "0.1.0".</summary>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public static string Version { get { return Loaded(() => Boundary.Copy(Native.hr_version())); } }

        /// <summary>The version of the library's binary contract.</summary>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public static int AbiVersion { get { return Loaded(() => Native.hr_abi_version()); } }

        /// <summary>The name of a code, such as "HR_E_TIMEOUT" for -102; "HR_E_UNKNOWN_CODE" for a number that is none.</summary>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public static string CodeName(int code)
        {
            return Loaded(() => Boundary.Copy(Native.hr_code_name(code)));
        }

        // A call passed as a function, since Mono looks the library up when it compiles the function that calls it.
        private static T Loaded<T>(Func<T> call)
        {
            Load();
            return call();
        }
    }
}
