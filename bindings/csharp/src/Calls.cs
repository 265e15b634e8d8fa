using System;
using System.Collections.Generic;
using System.Threading;

namespace HealthRecord
{
    /// <summary>
    /// The calls of one session that are under way. hr_cancel stops whichever call runs, so a token's call may use it only
    /// while no other one is under way: that other one may be the one that runs, and this one about to get HR_E_BUSY.
    /// </summary>
    internal sealed class Calls
    {
        private readonly object gate = new object();
        private readonly List<int> threads = new List<int>();

        /// <summary>Told whenever a call has ended, inside <see cref="Still"/>.</summary>
        internal event Action Left;

        internal void Enter()
        {
            Still(() => threads.Add(Thread.CurrentThread.ManagedThreadId));
        }

        internal void Leave()
        {
            Still(() =>
            {
                threads.Remove(Thread.CurrentThread.ManagedThreadId);
                Left?.Invoke();
            });
        }

        /// <summary>Does it while no other thread begins or ends a call; Thread.Interrupt waits until it is done.</summary>
        internal void Still(Action action)
        {
            bool entered = false, interrupted = false;
            try
            {
                while (!entered)
                {
                    try { Monitor.Enter(gate, ref entered); }
                    catch (ThreadInterruptedException) { interrupted = true; }
                }
                action();
            }
            finally
            {
                if (entered)
                    Monitor.Exit(gate);
                if (interrupted)
                    Thread.CurrentThread.Interrupt();
            }
        }

        /// <summary>Whether no other thread than this one is in a call. Inside <see cref="Still"/>.</summary>
        internal bool Alone(int thread)
        {
            return threads.TrueForAll(other => other == thread);
        }
    }
}
