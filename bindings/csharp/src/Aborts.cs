using System;
using System.Threading;

namespace HealthRecord
{
    /// <summary>
    /// Thread.Abort, on .NET Framework and Mono, also at the end of a program and of an AppDomain. It may not cross the
    /// library: a callback takes it back, and it goes on when the library has returned. .NET has none.
    /// </summary>
    internal static class Aborts
    {
        [ThreadStatic] private static bool pending;

        /// <summary>Whether this thread is to end: what runs should stop, since the abort waits for it.</summary>
        internal static bool Requested
        {
            get { return pending || (Thread.CurrentThread.ThreadState & ThreadState.AbortRequested) != 0; }
        }

        /// <summary>In a callback that an abort has reached.</summary>
        internal static void Postpone()
        {
            pending = true;
            Thread.ResetAbort();
        }

        /// <summary>Outside the library: lets an abort go on that was postponed.</summary>
        internal static void Deliver()
        {
            if (!pending)
                return;
            pending = false;
            Thread.CurrentThread.Abort();
        }

        /// <summary>The abort goes on by itself; whoever catches it meanwhile finds what became of the call.</summary>
        internal static void Attach(ThreadAbortException abort, HealthRecordException error, SendResult result)
        {
            if (error != null)
                HealthRecordException.Attach(abort, error);
            if (result != null)
                SendResult.Attach(abort, result);
        }
    }
}
