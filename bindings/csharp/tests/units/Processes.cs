using System;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Threading;

namespace HealthRecord.Tests
{
    /// <summary>What needs a process of its own; the scripts start it and look at what it prints.</summary>
    internal static class Processes
    {
        internal static int Run(string name)
        {
            switch (name)
            {
                case "where": return Where();
                case "embedded": return Embedded();
                case "resolver": return Resolver();
                case "mute": return Mute();
                case "domain": return Domain();
                case "exit": return Exit();
                default: throw new ArgumentException(name);
            }
        }

        private static int Where()
        {
            try
            {
                Library.Load();
                Console.WriteLine(Library.Path);
                return 0;
            }
            catch (LibraryException e)
            {
                Console.WriteLine(e.Failure + ": " + e.Message);
                return 1;
            }
        }

        /// <summary>The wrapper is a part of the program, and has no place: what it finds then.</summary>
        private static int Embedded()
        {
            Type library = Assembly.Load(File.ReadAllBytes(typeof(Library).Assembly.Location)).GetType(typeof(Library).FullName);
            Check.Equal("", library.Assembly.Location);
            library.GetMethod(nameof(Library.Load)).Invoke(null, null);
            Console.WriteLine(library.GetProperty(nameof(Library.Path)).GetValue(null));
            return 0;
        }

        /// <summary>The program has a resolver of its own (.NET), which gives the library that HR_OTHER names.</summary>
        private static int Resolver()
        {
            const string Loader = "System.Runtime.InteropServices.NativeLibrary, System.Runtime.InteropServices";
            MethodInfo set = Type.GetType(Loader).GetMethod("SetDllImportResolver");
            Type kind = set.GetParameters()[1].ParameterType;
            Delegate resolver = Delegate.CreateDelegate(kind, typeof(Processes), nameof(Resolve));
            set.Invoke(null, new object[] { typeof(Library).Assembly, resolver });
            return Where();
        }

        private static IntPtr Resolve(string name, Assembly assembly, DllImportSearchPath? search)
        {
            string other = Environment.GetEnvironmentVariable("HR_OTHER");
            return name == "hr" && other != null ? NativeSystem.Open(other, true, out _) : IntPtr.Zero;
        }

        /// <summary>A login at a library that succeeds without giving a text.</summary>
        private static int Mute()
        {
            using (var session = new Session("{}"))
                Console.WriteLine(Check.Throws<OutOfMemoryException>(() => session.Login("t", "1234".ToCharArray())).Message);
            return 0;
        }

        /// <summary>A domain sets the log and is unloaded; then the library has something to log.</summary>
        private static int Domain()
        {
            Library.Load();
            AppDomain second = AppDomain.CreateDomain("second", null, AppDomain.CurrentDomain.SetupInformation);
            second.DoCallBack(LogHere);
            AppDomain.Unload(second);
            new Session("{}").Close();
            Console.WriteLine("alive");
            return 0;
        }

        /// <summary>Main returns while a document waits for its answer.</summary>
        private static int Exit()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"dmp_send\",\"delay_ms\":60000}");
            Stop over = null; // of a call that ends while the event is raised, before its turn in it
            AppDomain.CurrentDomain.ProcessExit += (sender, e) => over.Dispose();
            over = new Stop(CancellationToken.None);
            sandbox.Client().DepositBytesAsync(ClientTests.Memory(), Sandbox.Document(10));
            sandbox.WaitFor("dmp_send");
            return 0;
        }

        private static void LogHere()
        {
            Library.SetLog(LogLevel.Debug, (level, line) => Console.WriteLine(AppDomain.CurrentDomain.FriendlyName));
            new Session("{}").Close();
        }
    }
}
