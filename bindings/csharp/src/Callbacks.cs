using System;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace HealthRecord
{
    /// <summary>Between the library's progress callback and the program's: keeps exceptions out of the library, and
    /// lets them out of the call afterwards.</summary>
    internal sealed class Progress
    {
        internal readonly Native.hr_progress_fn Trampoline;
        internal volatile Action<int, int> Receiver;

        internal Progress() => Trampoline = Receive;

        /// <summary>What the program's callback threw in the call of this thread; the callback comes on that thread, so
        /// that another thread's call on the same session does not see it.</summary>
        [ThreadStatic] internal static ExceptionDispatchInfo Failure;

        private int Receive(IntPtr user, int done, int total)
        {
            try
            {
                if (Failure != null || Aborts.Requested)
                    return 1;
                Receiver?.Invoke(done, total);
                return 0;
            }
            catch (ThreadAbortException) { Aborts.Postpone(); }
            catch (OperationCanceledException) { } // it stops the call, which says what became of it
            catch (Exception e) { Failure = ExceptionDispatchInfo.Capture(e); }
            return 1;
        }
    }

    /// <summary>Thread.Abort, on .NET Framework and Mono, also at the end of a program and of an AppDomain. It may not
    /// cross the library: a callback takes it back, and it goes on when the library has returned. .NET has
    /// none.</summary>
    internal static class Aborts
    {
        [ThreadStatic] private static bool pending;

        /// <summary>Whether this thread is to end: what runs should stop, since the abort waits for it.</summary>
        internal static bool Requested =>
            pending || (Thread.CurrentThread.ThreadState & ThreadState.AbortRequested) != 0;

        internal static void Postpone()
        {
            pending = true;
            Thread.ResetAbort();
        }

        internal static void Deliver()
        {
            if (!pending)
                return;
            pending = false;
            Thread.CurrentThread.Abort();
        }
    }
}
