using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;

namespace HealthRecord
{
    /// <summary>Finds the library, checks it, and only then binds the raw layer to it, once per process.</summary>
    internal static class NativeLibrary
    {
        private const string Variable = "HR_LIBRARY";
        private static readonly object Gate = new object();
        private static volatile string loaded;

        /// <summary>The library that is loaded: its path, or its name when the system found it; or null.</summary>
        internal static string Loaded => loaded;

        /// <summary>Loads the library if that was not done yet.</summary>
        internal static void Load()
        {
            if (loaded != null)
                return;
            lock (Gate)
                loaded = loaded ?? Find();
        }

        private static LibraryException NotLoadable(string path, string why) =>
            new LibraryException(LibraryFailure.NotLoadable, path, why);

        private static string Find()
        {
            LibraryException unfit = null;
            foreach (string candidate in Beside().Where(File.Exists))
            {
                try { return UseFile(candidate); }
                catch (LibraryException e) when (e.Failure == LibraryFailure.WrongArchitecture) { unfit = unfit ?? e; }
            }
            // Not before: who sets it, for the machine or without elevation, would decide which file sees PINs.
            string named = Environment.GetEnvironmentVariable(Variable);
            if (unfit == null && !string.IsNullOrEmpty(named))
                return UseFile(named);
            string name = NativeSystem.FileName;
            IntPtr library = NativeSystem.Open(name, false, out LibraryException refused);
            if (library != IntPtr.Zero)
                return Use(library, name);
            if (unfit != null || refused.Failure == LibraryFailure.Blocked)
                throw unfit ?? refused;
            throw new LibraryException(LibraryFailure.FileMissing, name, "not in " + string.Join(", ", Directories())
                + " nor by the system (" + refused.Message + "); " + Variable + " may name it by its absolute path");
        }

        private static string UseFile(string path)
        {
            // On Windows "\dir" and "C:dir" are rooted but not absolute.
            if (!Path.IsPathRooted(path) || Path.GetPathRoot(path).Length <= (NativeSystem.IsWindows ? 2 : 0))
                throw NotLoadable(path, "this is not an absolute path");
            if (!File.Exists(path))
                throw new LibraryException(LibraryFailure.FileMissing, path, "the file does not exist");
            string process = RuntimeInformation.ProcessArchitecture.ToString();
            string built;
            try { built = NativeSystem.Processor(path) ?? throw NotLoadable(path, "the file is not a library"); }
            catch (SystemException e) { throw NotLoadable(path, e.Message); } // held by an installer, or not to be read
            if (built != process)
                throw new LibraryException(LibraryFailure.WrongArchitecture, path,
                    "the library was built for " + built + ", this process is " + process);
            IntPtr library = NativeSystem.Open(path, true, out LibraryException refused);
            return library != IntPtr.Zero ? Use(library, path) : throw refused;
        }

        private static string Use(IntPtr library, string path)
        {
            foreach (MethodInfo method in typeof(Native).GetMethods(BindingFlags.Static | BindingFlags.Public))
            {
                bool imported = (method.Attributes & MethodAttributes.PinvokeImpl) != 0;
                if (imported && NativeSystem.Symbol(library, method.Name) == IntPtr.Zero)
                    throw new LibraryException(LibraryFailure.SymbolMissing, path, "it has no function " + method.Name);
            }
            // Asked through its address, so that a library that is refused is never bound to DllImport.
            int found = Function<AbiVersion>(library, "hr_abi_version")();
            if (found != Native.HR_ABI_VERSION)
                throw new LibraryException(LibraryFailure.WrongVersion, path,
                    $"the library has ABI version {found}, this wrapper needs {Native.HR_ABI_VERSION}");
            string otherwise = NativeSystem.Bind(library, path);
            if (!IsCalled(Function<VersionText>(library, "hr_version")()))
                throw NotLoadable(path, "calls would go to another library: " + otherwise);
            return path;
        }

        private static T Function<T>(IntPtr library, string name) =>
            Marshal.GetDelegateForFunctionPointer<T>(NativeSystem.Symbol(library, name));

        // The text is the library's own: another library, or another copy of this one, gives another address.
        private static bool IsCalled(IntPtr version)
        {
            // A function, since Mono looks the library up when it compiles the function that calls it.
            Func<IntPtr> called = () => Native.hr_version();
            try { return called() == version; }
            catch (Exception e) when (e is TypeLoadException || e is BadImageFormatException) { return false; }
        }

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate int AbiVersion();

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate IntPtr VersionText();

        private static IEnumerable<string> Beside()
        {
            string word = RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
            string runtimes = Path.Combine("runtimes", (NativeSystem.IsWindows ? "win-" : "linux-") + word, "native");
            return Directories().SelectMany(directory => new[] { word, "", runtimes }
                .Select(place => Path.Combine(directory, place, NativeSystem.FileName)));
        }

        // Where the assembly is, unless it is embedded in the program; where ASP.NET keeps the original of a shadow
        // copy; where .NET found the package. A root keeps the separator at its end: "X:" is not a folder.
        private static IEnumerable<string> Directories()
        {
            AppDomain domain = AppDomain.CurrentDomain;
            string home = domain.BaseDirectory;
            string file = typeof(NativeLibrary).Assembly.Location;
            string assembly = file.Length == 0 ? null : Path.GetDirectoryName(file);
            string original = Path.Combine(home, domain.RelativeSearchPath ?? "");
            var native = domain.GetData("NATIVE_DLL_SEARCH_DIRECTORIES") as string ?? "";
            return new[] { assembly, original, home }.Concat(native.Split(Path.PathSeparator))
                .Where(directory => !string.IsNullOrEmpty(directory))
                .Select(directory => Path.GetDirectoryName(Path.Combine(directory, NativeSystem.FileName))).Distinct();
        }
    }

    /// <summary>The loaders of the systems, and how the name "hr" of DllImport is bound to a library loaded by its
    /// path.</summary>
    internal static class NativeSystem
    {
        private const uint LoadWithAlteredSearchPath = 0x8;
        private const uint LoadLibrarySearchDefaultDirs = 0x1000;
        private const int RtldNow = 2;
        private static IntPtr image;

        internal static bool IsWindows => RuntimeInformation.IsOSPlatform(OSPlatform.Windows);
        internal static string FileName => IsWindows ? "hr.dll" : "libhr.so";

        /// <summary>What a file was built for, by its ELF or PE header; null when it has neither. The system's own
        /// loaders say "not found" or "invalid image" for a library of the other bitness.</summary>
        internal static string Processor(string path)
        {
            byte[] header;
            using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite))
                header = new BinaryReader(file).ReadBytes(4096);
            bool isElf = header.Length >= 20 && BitConverter.ToUInt32(header, 0) == 0x464c457f;
            bool isMz = header.Length >= 64 && BitConverter.ToUInt16(header, 0) == 0x5a4d;
            int pe = isMz ? BitConverter.ToInt32(header, 60) : -1;
            bool isPe = pe >= 0 && pe <= header.Length - 6 && BitConverter.ToUInt16(header, pe) == 0x4550;
            if (!isElf && !isPe)
                return null;
            int machine = BitConverter.ToUInt16(header, isElf ? 18 : pe + 4);
            switch (machine)
            {
                case 3: case 0x014c: return nameof(Architecture.X86);
                case 62: case 0x8664: return nameof(Architecture.X64);
                case 40: case 0x01c4: return nameof(Architecture.Arm);
                case 183: case 0xaa64: return nameof(Architecture.Arm64);
                default: return "machine " + machine;
            }
        }

        /// <summary>Loads a library by full path, or by name through the system's search; zero and what to
        /// throw.</summary>
        internal static IntPtr Open(string path, bool isFull, out LibraryException refused)
        {
            IntPtr opened = IsWindows
                ? LoadLibraryExW(path, IntPtr.Zero, isFull ? LoadWithAlteredSearchPath : LoadLibrarySearchDefaultDirs)
                : dlopen(Zero(path), RtldNow);
            refused = opened != IntPtr.Zero ? null : IsWindows ? Refused(path, Marshal.GetLastWin32Error())
                : new LibraryException(LibraryFailure.NotLoadable, path, Marshal.PtrToStringAnsi(dlerror()));
            return opened;
        }

        /// <summary>For an error of Windows, in words that name the remedy where the system's own do not.</summary>
        internal static LibraryException Refused(string path, int error)
        {
            const int AccessDisabledByPolicy = 1260;
            const int SystemIntegrityPolicyViolation = 4551;
            Func<string, string, LibraryException> blocked = (why, fr) => new LibraryException(
                LibraryFailure.Blocked, path, $"Windows does not allow it: {why} (error {error})", $"Windows l'interdit : {fr} (erreur {error}).");
            return error == AccessDisabledByPolicy ? blocked("AppLocker or a software restriction blocks it",
                    "une règle de l'administrateur la bloque")
                : error == SystemIntegrityPolicyViolation ? blocked("application control wants a trusted signature",
                    "le contrôle des applications exige une signature")
                : new LibraryException(LibraryFailure.NotLoadable, path, new Win32Exception(error).Message);
        }

        /// <summary>The address of a symbol of a loaded library, or zero.</summary>
        internal static IntPtr Symbol(IntPtr library, string name) =>
            IsWindows ? GetProcAddress(library, Zero(name)) : dlsym(library, Zero(name));

        /// <summary>Binds DllImport("hr") to a library as far as the runtime allows it; gives what to say where it is
        /// bound to another one all the same.</summary>
        internal static string Bind(IntPtr library, string path)
        {
            const string Loader = "System.Runtime.InteropServices.NativeLibrary, System.Runtime.InteropServices";
            image = library;
            if (Type.GetType("Mono.Runtime") != null)
            {
                mono_dllmap_insert(IntPtr.Zero, Zero("hr"), null, Zero(path), null);
                return "a dllmap of the program has another one for \"hr\"";
            }
            // netstandard2.0 does not have NativeLibrary; .NET Core 3.0 and later do.
            MethodInfo set = Type.GetType(Loader)?.GetMethod("SetDllImportResolver");
            if (set == null) // it calls the one of that name that was loaded first
                return ".NET Framework needs a file called hr.dll, and no other hr.dll loaded before it";
            Type kind = set.GetParameters()[1].ParameterType;
            Delegate resolver = Delegate.CreateDelegate(kind, typeof(NativeSystem), nameof(Resolve));
            try { set.Invoke(null, new object[] { typeof(NativeSystem).Assembly, resolver }); }
            catch (TargetInvocationException e) when (e.InnerException is InvalidOperationException) { } // it has one
            return "the program's own DllImportResolver must give this file for \"hr\"";
        }

        private static IntPtr Resolve(string name, Assembly assembly, DllImportSearchPath? search) =>
            name == "hr" ? image : IntPtr.Zero;

        private static byte[] Zero(string text) => Encoding.UTF8.GetBytes(text + "\0");

        [DllImport("kernel32.dll", CharSet = CharSet.Unicode, ExactSpelling = true, SetLastError = true)]
        [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
        private static extern IntPtr LoadLibraryExW(string path, IntPtr reserved, uint flags);

        [DllImport("kernel32.dll", ExactSpelling = true)]
        [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
        private static extern IntPtr GetProcAddress(IntPtr module, byte[] name);

        [DllImport("libdl.so.2")]
        private static extern IntPtr dlopen(byte[] path, int mode);

        [DllImport("libdl.so.2")]
        private static extern IntPtr dlsym(IntPtr library, byte[] name);

        [DllImport("libdl.so.2")]
        private static extern IntPtr dlerror();

        [DllImport("__Internal")]
        private static extern void mono_dllmap_insert(IntPtr image, byte[] dll, byte[] f, byte[] file, byte[] to);
    }
}
