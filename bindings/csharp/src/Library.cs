using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;

namespace HealthRecord
{
    /// <summary>The library as a whole. Any thread, at any time. The first use of anything here, or of another class,
    /// loads it; once loaded it stays.</summary>
    public static class Library
    {
        // One for the life of the domain: a call on another thread may still be in it when the receiver changes.
        private static readonly Native.hr_log_fn Trampoline = Receive;
        private static volatile Action<LogLevel, string> receiver;
        private static Exception logFailure;

        static Library() => AppDomain.CurrentDomain.DomainUnload += (sender, e) => EndLog();

        /// <summary>Where the library was loaded from (its name when the system found it), or null before
        /// that.</summary>
        [MaybeNull]
        public static string Path => NativeLibrary.Loaded;

        /// <summary>The library's version.</summary>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public static string Version => Loaded(() => Boundary.Copy(Native.hr_version()));

        /// <summary>The last exception that left the log's receiver, where it was swallowed; null when there was
        /// none.</summary>
        [MaybeNull]
        public static Exception LogFailure => Volatile.Read(ref logFailure);

        /// <summary>Loads the library now: from beside HealthRecord.dll or the program (x86\hr.dll, x64\hr.dll, hr.dll or
        /// libhr.so, runtimes\...); where there is none, from the absolute path in the environment variable HR_LIBRARY;
        /// else from where the system looks. Nothing happens when it is loaded already.</summary>
        /// <exception cref="LibraryException">It is missing, or cannot be used; the message says why.</exception>
        public static void Load() => NativeLibrary.Load();

        /// <summary>Sets who receives log lines, for the whole process; unloading the AppDomain that set it turns the
        /// log off. Lines never hold a secret, an address, a patient's data or a file name.</summary>
        /// <param name="level">The most detailed level wanted; <see cref="LogLevel.Off"/> for none.</param>
        /// <param name="lines">Gets level and line, on the thread of a call, while it runs. What it throws is kept in
        /// <see cref="LogFailure"/>. Null: no log.</param>
        /// <exception cref="HealthRecordException">The level is out of range; nothing was changed.</exception>
        public static void SetLog(LogLevel level, [AllowNull] Action<LogLevel, string> lines)
        {
            Load();
            lock (Trampoline)
            {
                Register(lines == null ? IntPtr.Zero : Marshal.GetFunctionPointerForDelegate(Trampoline), (int)level);
                receiver = level == LogLevel.Off ? null : lines;
            }
        }

        internal static string CodeName(int code) => Loaded(() => Boundary.Copy(Native.hr_code_name(code)));

        // A call passed as a function, since Mono looks the library up when it compiles the function that calls it.
        private static T Loaded<T>(Func<T> call)
        {
            Load();
            return call();
        }

        // The library would call a function of a domain that is gone; but the receiver may be another domain's by now.
        private static void EndLog()
        {
            lock (Trampoline)
            {
                if (receiver != null)
                    Register(IntPtr.Zero, Native.HR_LOG_OFF);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void Register(IntPtr fn, int level)
        {
            Reply.Check(Native.hr_set_log(fn, IntPtr.Zero, level), "hr_set_log");
        }

        private static void Receive(IntPtr user, int level, IntPtr text)
        {
            try { receiver?.Invoke((LogLevel)level, Boundary.Copy(text)); }
            catch (Exception e)
            {
                Volatile.Write(ref logFailure, e);
                if (e is ThreadAbortException)
                    Aborts.Postpone();
            }
        }
    }
}
