using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;

namespace HealthRecord
{
    /// <summary>How much is logged; each level includes those before it.</summary>
    public enum LogLevel
    {
        /// <summary>Nothing (the state at start).</summary>
        Off = Native.HR_LOG_OFF,
        /// <summary>Calls that failed.</summary>
        Error = Native.HR_LOG_ERROR,
        /// <summary>Also calls that succeeded: method, path template, status, duration.</summary>
        Info = Native.HR_LOG_INFO,
        /// <summary>Also sessions opened and closed.</summary>
        Debug = Native.HR_LOG_DEBUG
    }

    public static partial class Library
    {
        // One for the life of the domain: a call on another thread may still be in it when the receiver changes.
        private static readonly Native.hr_log_fn Trampoline = Receive;
        private static volatile Action<LogLevel, string> receiver;
        private static Exception logFailure;
        private static bool endsWithDomain;

        /// <summary>The last exception that left the log's receiver, where it was swallowed; null when there was none.</summary>
        public static Exception LogFailure { get { return Volatile.Read(ref logFailure); } }

        /// <summary>
        /// Sets who receives log lines, for the whole process. Lines hold function names, methods, path templates,
        /// statuses, durations and code names; never a secret, an address, a patient's data or a file name.
        /// </summary>
        /// <param name="level">The most detailed level wanted; <see cref="LogLevel.Off"/> for none.</param>
        /// <param name="lines">
        /// Gets level and line, on the thread that makes a call, while it runs. It may use this namespace; that is not
        /// logged then. An exception that leaves it is swallowed and kept in <see cref="LogFailure"/>. Null: no log.
        /// </param>
        /// <remarks>
        /// The process has one receiver, whichever AppDomain set it. Unloading that domain turns the log off; no call of
        /// another domain may be running then, since it may be in the receiver.
        /// </remarks>
        /// <exception cref="CallerException">The level is out of range; nothing was changed.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public static void SetLog(LogLevel level, Action<LogLevel, string> lines)
        {
            Load();
            lock (Trampoline)
            {
                Register(lines == null ? IntPtr.Zero : Marshal.GetFunctionPointerForDelegate(Trampoline), (int)level);
                receiver = level == LogLevel.Off ? null : lines;
                if (!endsWithDomain)
                    AppDomain.CurrentDomain.DomainUnload += (sender, e) => EndLog();
                endsWithDomain = true;
            }
        }

        // The library would call a function of a domain that is gone. A receiver that was taken back may have been
        // replaced by that of another domain.
        private static void EndLog()
        {
            lock (Trampoline)
                if (receiver != null)
                    Register(IntPtr.Zero, Native.HR_LOG_OFF);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void Register(IntPtr fn, int level)
        {
            int code = Native.hr_set_log(fn, IntPtr.Zero, level);
            Aborts.Deliver();
            Boundary.Check(code, "hr_set_log");
        }

        private static void Receive(IntPtr user, int level, IntPtr text)
        {
            try
            {
                Action<LogLevel, string> lines = receiver;
                if (lines != null)
                    lines((LogLevel)level, Boundary.Copy(text));
            }
            catch (ThreadAbortException e)
            {
                Volatile.Write(ref logFailure, e);
                Aborts.Postpone();
            }
            catch (Exception e)
            {
                Volatile.Write(ref logFailure, e);
            }
        }
    }
}
