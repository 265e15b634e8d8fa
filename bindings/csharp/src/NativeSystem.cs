using System;
using System.ComponentModel;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;

namespace HealthRecord
{
    /// <summary>
    /// The loaders of the systems, and how the name "hr" of DllImport is bound to a library loaded by its path.
    /// A DllImport finds "hr" through a loaded image by itself on Windows alone (same base name): on Linux that
    /// would need an SONAME, which libhr.so does not have. So Mono gets a DLL map, and .NET a resolver.
    /// </summary>
    internal static class NativeSystem
    {
        private const uint LoadWithAlteredSearchPath = 0x8, LoadLibrarySearchDefaultDirs = 0x1000;
        private const int RtldNow = 2;
        private static IntPtr image;

        internal static bool IsWindows { get { return RuntimeInformation.IsOSPlatform(OSPlatform.Windows); } }

        internal static string FileName { get { return IsWindows ? "hr.dll" : "libhr.so"; } }

        /// <summary>Loads a library by full path, or by name through the system's search; zero and the reason on failure.</summary>
        /// <remarks>error is the number that Windows gave, or 0.</remarks>
        internal static IntPtr Open(string pathOrName, bool fullPath, out string reason, out int error)
        {
            reason = null;
            error = 0;
            IntPtr opened;
            if (IsWindows)
            {
                opened = LoadLibraryExW(pathOrName, IntPtr.Zero, fullPath ? LoadWithAlteredSearchPath : LoadLibrarySearchDefaultDirs);
                if (opened == IntPtr.Zero)
                {
                    error = Marshal.GetLastWin32Error();
                    reason = new Win32Exception(error).Message;
                }
                return opened;
            }
            opened = dlopen(Zero(pathOrName), RtldNow);
            if (opened == IntPtr.Zero)
                reason = Marshal.PtrToStringAnsi(dlerror());
            return opened;
        }

        /// <summary>The address of a symbol of a loaded library, or zero.</summary>
        internal static IntPtr Symbol(IntPtr library, string name)
        {
            return IsWindows ? GetProcAddress(library, Zero(name)) : dlsym(library, Zero(name));
        }

        /// <summary>Binds DllImport("hr") of this assembly to a loaded library; the reason when that cannot be done.</summary>
        internal static string Bind(IntPtr library, string pathOrName)
        {
            image = library;
            if (Type.GetType("Mono.Runtime") != null)
            {
                mono_dllmap_insert(IntPtr.Zero, Zero("hr"), null, Zero(pathOrName), null);
                return null;
            }
            if (SetResolver())
                return null;
            if (!IsWindows)
                return "this runtime can load a library by path only from .NET Core 3.0 on";
            string file = System.IO.Path.GetFileName(pathOrName);
            return string.Equals(file, "hr.dll", StringComparison.OrdinalIgnoreCase) ? null
                : ".NET Framework needs the file to be called hr.dll, not " + file;
        }

        // netstandard2.0 does not have NativeLibrary; .NET Core 3.0 and later do.
        private static bool SetResolver()
        {
            Type loader = Type.GetType("System.Runtime.InteropServices.NativeLibrary, System.Private.CoreLib")
                ?? Type.GetType("System.Runtime.InteropServices.NativeLibrary, System.Runtime.InteropServices");
            MethodInfo set = loader == null ? null : loader.GetMethod("SetDllImportResolver");
            if (set == null)
                return false;
            MethodInfo resolve = typeof(NativeSystem).GetMethod("Resolve", BindingFlags.Static | BindingFlags.NonPublic);
            Delegate resolver = Delegate.CreateDelegate(set.GetParameters()[1].ParameterType, resolve);
            set.Invoke(null, new object[] { typeof(NativeSystem).Assembly, resolver });
            return true;
        }

        private static IntPtr Resolve(string name, Assembly assembly, DllImportSearchPath? search)
        {
            return name == "hr" ? image : IntPtr.Zero;
        }

        private static byte[] Zero(string text)
        {
            return Encoding.UTF8.GetBytes(text + "\0");
        }

        [DllImport("kernel32.dll", CharSet = CharSet.Unicode, ExactSpelling = true, SetLastError = true)]
        private static extern IntPtr LoadLibraryExW(string path, IntPtr reserved, uint flags);

        [DllImport("kernel32.dll", ExactSpelling = true)]
        private static extern IntPtr GetProcAddress(IntPtr module, byte[] name);

        [DllImport("libdl.so.2")]
        private static extern IntPtr dlopen(byte[] path, int mode);

        [DllImport("libdl.so.2")]
        private static extern IntPtr dlsym(IntPtr library, byte[] name);

        [DllImport("libdl.so.2")]
        private static extern IntPtr dlerror();

        [DllImport("__Internal")]
        private static extern void mono_dllmap_insert(IntPtr image, byte[] dll, byte[] func, byte[] targetDll, byte[] targetFunc);
    }
}
