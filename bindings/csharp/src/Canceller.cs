using System;
using System.Threading;

namespace HealthRecord
{
    /// <summary>
    /// Binds a token to hr_cancel for one call of the thread that makes it. hr_cancel does nothing when no call runs, and a
    /// token may be cancelled just before the call begins: so it is repeated until the call has ended.
    /// </summary>
    internal sealed class Canceller : IDisposable
    {
        private const int RepeatMs = 10;
        private readonly int thread = Thread.CurrentThread.ManagedThreadId;
        private readonly Calls calls;
        private readonly Action cancel;
        private readonly CancellationTokenRegistration registration;
        private Timer timer;
        private bool ended;

        internal Canceller(Calls calls, Action cancel, CancellationToken token)
        {
            this.calls = calls;
            this.cancel = cancel;
            registration = token.Register(Begin);
        }

        public void Dispose()
        {
            calls.Still(() =>
            {
                ended = true;
                calls.Left -= Cancel;
                if (timer != null)
                    timer.Dispose();
            });
            registration.Dispose();
        }

        private void Begin()
        {
            calls.Still(() =>
            {
                if (ended)
                    return;
                Cancel();
                calls.Left += Cancel;
                timer = new Timer(_ => calls.Still(Cancel), null, RepeatMs, RepeatMs);
            });
        }

        // Nothing begins meanwhile, so that neither another call nor the one that comes next is hit.
        private void Cancel()
        {
            if (!ended && calls.Alone(thread))
                cancel();
        }
    }
}
