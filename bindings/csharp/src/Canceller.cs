using System;
using System.Threading;

namespace HealthRecord
{
    /// <summary>
    /// Binds a token to hr_cancel for one call. hr_cancel does nothing when no call runs, and a token may be cancelled
    /// just before the call begins: so it is repeated until the call has ended.
    /// </summary>
    internal sealed class Canceller : IDisposable
    {
        private const int RepeatMs = 10;
        private readonly object gate = new object();
        private readonly int handle;
        private readonly CancellationTokenRegistration registration;
        private Timer timer;
        private bool ended;

        internal Canceller(int handle, CancellationToken token)
        {
            this.handle = handle;
            registration = token.Register(Begin);
        }

        public void Dispose()
        {
            lock (gate)
            {
                ended = true;
                if (timer != null)
                    timer.Dispose();
            }
            registration.Dispose();
        }

        private void Begin()
        {
            Cancel();
            lock (gate)
                if (!ended)
                    timer = new Timer(_ => Cancel(), null, RepeatMs, RepeatMs);
        }

        // Under the gate, so that the call which comes next on the handle is never hit.
        private void Cancel()
        {
            lock (gate)
                if (!ended)
                    Native.hr_cancel(handle);
        }
    }
}
