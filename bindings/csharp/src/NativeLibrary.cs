using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
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
            var seen = new List<string>();
            foreach (string candidate in Beside())
            {
                if (seen.Contains(candidate) || !File.Exists(candidate))
                    continue;
                seen.Add(candidate);
                try { return UseFile(candidate); }
                catch (LibraryException e) when (e.Failure == LibraryFailure.WrongArchitecture) { unfit = unfit ?? e; }
            }
            string name = NativeSystem.FileName, reason;
            int error;
            IntPtr library = NativeSystem.Open(name, false, out reason, out error);
            if (library != IntPtr.Zero)
                return Use(library, name);
            if (unfit != null)
                throw unfit;
            if (LoadRefusal.IsByRules(error))
                throw Refused(name, reason, error);
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
            string reason;
            int error;
            IntPtr library = NativeSystem.Open(path, true, out reason, out error);
            if (library == IntPtr.Zero)
                throw Refused(path, reason, error);
            return Use(library, path);
        }

        /// <summary>What to throw for a file that the system does not load; error is that of Windows, or 0.</summary>
        internal static LibraryException Refused(string path, string reason, int error)
        {
            return LoadRefusal.IsByRules(error)
                ? new LibraryException(LibraryFailure.Blocked, path, LoadRefusal.English(error), LoadRefusal.French(error))
                : new LibraryException(LibraryFailure.NotLoadable, path, reason);
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
        private static List<string> Directories()
        {
            var found = new List<string>();
            Action<string> add = directory =>
            {
                if (!string.IsNullOrEmpty(directory) && !found.Contains(directory.TrimEnd('/', '\\')))
                    found.Add(directory.TrimEnd('/', '\\'));
            };
            string assembly = typeof(NativeLibrary).Assembly.Location;
            add(string.IsNullOrEmpty(assembly) ? null : Path.GetDirectoryName(assembly));
            string home = AppDomain.CurrentDomain.BaseDirectory, relative = AppDomain.CurrentDomain.RelativeSearchPath;
            add(string.IsNullOrEmpty(relative) ? null : Path.Combine(home, relative));
            add(home);
            var native = AppDomain.CurrentDomain.GetData("NATIVE_DLL_SEARCH_DIRECTORIES") as string;
            foreach (string directory in (native ?? "").Split(Path.PathSeparator))
                add(directory);
            return found;
        }
    }
}
