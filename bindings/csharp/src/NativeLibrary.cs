using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;

namespace HealthRecord
{
    /// <summary>Finds the library, checks it, and only then binds the raw layer to it, once per process.</summary>
    internal static class NativeLibrary
    {
        private const string Variable = "HR_LIBRARY";
        private static readonly object Gate = new object();
        private static volatile string loaded;

        /// <summary>The library that is loaded: its path, or its name when the system found it; or null.</summary>
        internal static string Loaded { get { return loaded; } }

        /// <summary>Loads the library if that was not done yet; path null means HR_LIBRARY, beside, system.</summary>
        internal static void Load(string path)
        {
            if (loaded != null && (path == null || path == loaded))
                return;
            lock (Gate)
            {
                if (loaded == null)
                    loaded = path == null ? Find() : UseFile(path);
                else if (path != null && path != loaded)
                    throw new LibraryException(LibraryFailure.NotLoadable, path,
                        "another library is loaded already: " + loaded);
            }
        }

        /// <summary>Whether a path is absolute; on Windows "\dir" and "C:dir" are rooted but not absolute.</summary>
        internal static bool IsAbsolute(string path)
        {
            if (!Path.IsPathRooted(path) || !NativeSystem.IsWindows)
                return Path.IsPathRooted(path);
            return path.StartsWith(@"\\", StringComparison.Ordinal)
                || (path.Length > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/'));
        }

        private static string Find()
        {
            string named = Environment.GetEnvironmentVariable(Variable);
            if (!string.IsNullOrEmpty(named))
            {
                if (!IsAbsolute(named))
                    throw new LibraryException(LibraryFailure.NotLoadable, named, Variable + " is not an absolute path");
                return UseFile(Path.GetFullPath(named));
            }
            LibraryException unfit = null;
            foreach (string candidate in Beside().Distinct().Where(File.Exists))
            {
                try { return UseFile(candidate); }
                catch (LibraryException e) when (e.Failure == LibraryFailure.WrongArchitecture) { unfit = unfit ?? e; }
            }
            string name = NativeSystem.FileName;
            IntPtr library = NativeSystem.Open(name, false, out string reason, out int error);
            if (library != IntPtr.Zero)
                return Use(library, name);
            if (unfit != null)
                throw unfit;
            LibraryException refused = LoadRefusal.Of(name, reason, error);
            if (refused.Failure == LibraryFailure.Blocked)
                throw refused;
            if (NativeSystem.IsWindows && NativeBinary.OfThisProcess() == NativeBinary.Arm64)
                throw new LibraryException(LibraryFailure.WrongArchitecture, name, LoadRefusal.OnArm64);
            throw new LibraryException(LibraryFailure.FileMissing, name,
                "not found in " + string.Join(", ", Directories()) + " nor by the system's search (" + reason + "); "
                + Variable + " may name it by its absolute path");
        }

        private static string UseFile(string path)
        {
            if (!File.Exists(path))
                throw new LibraryException(LibraryFailure.FileMissing, path, "the file does not exist");
            string built, process = NativeBinary.OfThisProcess();
            try { built = NativeBinary.Describe(path); }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException)
            {
                throw new LibraryException(LibraryFailure.NotLoadable, path, e.Message);
            }
            if (built == null)
                throw new LibraryException(LibraryFailure.NotLoadable, path, "the file is not a library");
            if (built != process)
                throw new LibraryException(LibraryFailure.WrongArchitecture, path,
                    LoadRefusal.OtherProcessor(built, process, NativeSystem.IsWindows));
            IntPtr library = NativeSystem.Open(path, true, out string reason, out int error);
            if (library == IntPtr.Zero)
                throw LoadRefusal.Of(path, reason, error);
            return Use(library, path);
        }

        private static string Use(IntPtr library, string path)
        {
            foreach (string name in Symbols())
                if (NativeSystem.Symbol(library, name) == IntPtr.Zero)
                    throw new LibraryException(LibraryFailure.SymbolMissing, path, "the library has no function " + name);
            // Asked through its address, so that a library that is refused is never bound to DllImport.
            var version = (AbiVersion)Marshal.GetDelegateForFunctionPointer(
                NativeSystem.Symbol(library, "hr_abi_version"), typeof(AbiVersion));
            int found = version();
            if (found != Native.HR_ABI_VERSION)
                throw new LibraryException(LibraryFailure.WrongVersion, path,
                    "the library has ABI version " + found.ToString(CultureInfo.InvariantCulture) + ", this wrapper needs "
                    + Native.HR_ABI_VERSION.ToString(CultureInfo.InvariantCulture));
            string refused = NativeSystem.Bind(library, path);
            if (refused != null)
                throw new LibraryException(LibraryFailure.NotLoadable, path, refused);
            return path;
        }

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate int AbiVersion();

        private static IEnumerable<string> Symbols()
        {
            foreach (MethodInfo method in typeof(Native).GetMethods(BindingFlags.Static | BindingFlags.Public))
                if ((method.Attributes & MethodAttributes.PinvokeImpl) != 0)
                    yield return method.Name;
        }

        private static IEnumerable<string> Beside()
        {
            Architecture architecture = RuntimeInformation.ProcessArchitecture;
            string word = architecture.ToString().ToLowerInvariant(), file = NativeSystem.FileName;
            string system = NativeSystem.IsWindows ? "win" : "linux";
            foreach (string directory in Directories())
            {
                yield return Path.Combine(directory, word, file);
                yield return Path.Combine(directory, file);
                yield return Path.Combine(directory, "runtimes", system + "-" + word, "native", file);
            }
        }

        // Where the assembly is; where ASP.NET keeps the original of a shadow copy; where .NET found the package.
        private static IEnumerable<string> Directories()
        {
            string assembly = typeof(NativeLibrary).Assembly.Location;
            string home = AppDomain.CurrentDomain.BaseDirectory, relative = AppDomain.CurrentDomain.RelativeSearchPath;
            var native = AppDomain.CurrentDomain.GetData("NATIVE_DLL_SEARCH_DIRECTORIES") as string;
            var found = new List<string>
            {
                string.IsNullOrEmpty(assembly) ? null : Path.GetDirectoryName(assembly),
                string.IsNullOrEmpty(relative) ? null : Path.Combine(home, relative),
                home
            };
            found.AddRange((native ?? "").Split(Path.PathSeparator));
            return found.Where(directory => !string.IsNullOrEmpty(directory))
                .Select(directory => directory.TrimEnd('/', '\\')).Distinct();
        }
    }
}
