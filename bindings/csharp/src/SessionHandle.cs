using System;
using System.Runtime.InteropServices;

namespace HealthRecord
{
    /// <summary>
    /// Owns a handle number, so that a session that nobody closed is closed by its finaliser. Calls pass the number
    /// itself: numbers are never used again, so a call that comes after the close gets HR_E_HANDLE, and a close need not
    /// wait for a call that runs (which counting references would make it do).
    /// </summary>
    internal sealed class SessionHandle : SafeHandle
    {
        internal SessionHandle() : base(IntPtr.Zero, true) { }

        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

        /// <summary>The number, also after the close.</summary>
        internal int Number { get; private set; }

        internal void Own(int number)
        {
            Number = number;
            SetHandle(new IntPtr(number));
        }

        protected override bool ReleaseHandle()
        {
            return Native.hr_close(handle.ToInt32()) == Native.HR_OK;
        }
    }
}
