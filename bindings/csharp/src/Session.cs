using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace HealthRecord
{
    /// <summary>A handle of the library, with a method for each of its functions; <see cref="Client"/> is what a
    /// program normally uses. Each method blocks. Its ...Async form runs on a thread of its own and never returns to
    /// the caller's context: to wait for it on a user interface thread blocks that thread, and nothing else.
    /// <para>Threads: any; one call at a time, a second one gets HR_E_BUSY at once. <see cref="Cancel"/>,
    /// <see cref="Close"/> and <see cref="Dispose"/> may come at any time.</para>
    /// <para>Errors: <see cref="HealthRecordException"/>; <see cref="ObjectDisposedException"/> after the close;
    /// <see cref="ArgumentException"/> for a text with a NUL character or half of a surrogate pair; what a progress
    /// callback throws. <c>Last</c> says what became of a call whose result did not arrive.</para></summary>
    public sealed partial class Session : IDisposable
    {
        private readonly Progress progress = new Progress();

        /// <summary>Opens a handle: checks the configuration, sends nothing.</summary>
        /// <param name="configuration">What to use.</param>
        /// <exception cref="HealthRecordException">HR_E_CONFIG: a value cannot be used; the remedy names the
        /// key.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public Session(Configuration configuration) : this(configuration?.ToJson()) { }

        /// <summary>As the other form, with the configuration as JSON text.</summary>
        public Session(string configurationJson)
        {
            Library.Load();
            using (var text = new Utf8(configurationJson?.ToCharArray(), nameof(configurationJson)))
                Settings = Open(text);
        }

        /// <summary>Of a session that nobody closed.</summary>
        ~Session() => Release();

        /// <summary>The settings in force, without secrets.</summary>
        public Settings Settings { get; }

        /// <summary>The number, for <see cref="Native"/>; it stays after the close, when it is no longer
        /// valid.</summary>
        public int Handle { get; private set; }

        /// <summary>Stops the call that runs; nothing happens where none runs. Never waits.</summary>
        /// <exception cref="ObjectDisposedException">The session is closed.</exception>
        public void Cancel() => Reply.Check(Native.hr_cancel(Handle), "hr_cancel", this);

        /// <summary>Sets the receiver of the progress of uploads.</summary>
        /// <param name="receiver">Gets how much is done and the total, in bytes, for large documents in units of 1,024
        /// bytes, on the thread of the call. What it throws stops the call and comes out of it; an
        /// <see cref="OperationCanceledException"/> only stops it. Null: nobody.</param>
        /// <exception cref="HealthRecordException">HR_E_BUSY: a call runs.</exception>
        /// <exception cref="ObjectDisposedException">The session is closed.</exception>
        public void SetProgress([AllowNull] Action<int, int> receiver)
        {
            IntPtr function = Marshal.GetFunctionPointerForDelegate(progress.Trampoline);
            int code = Native.hr_set_progress(Handle, receiver == null ? IntPtr.Zero : function, IntPtr.Zero);
            Reply.Check(code, "hr_set_progress", this);
            progress.Receiver = receiver;
        }

        /// <summary>Closes the handle and drops its secrets. A call that runs on another thread is cancelled; this does
        /// not wait for it. Closing again does nothing. A session that is collected without it is closed by its
        /// finaliser.</summary>
        public void Close()
        {
            GC.SuppressFinalize(this);
            Release();
            Aborts.Deliver();
        }

        /// <summary>The same as <see cref="Close"/>.</summary>
        public void Dispose() => Close();

        internal Reply Exchange(string operation, NativeCall native, Stop stop)
        {
            Reply reply = null;
            ExceptionDispatchInfo outer = Progress.Failure;
            ExceptionDispatchInfo failure = null;
            Progress.Failure = null;
            try { }
            finally // an abort waits for the end of it, so that no text is lost between the library and here
            {
                IntPtr text = IntPtr.Zero;
                int code = stop == null ? native(out text) : stop.Around(Handle, () => native(out text));
                failure = Progress.Failure;
                Progress.Failure = outer;
                reply = new Reply(code, Boundary.TakeBytes(text), operation);
            }
            Aborts.Deliver();
            GC.KeepAlive(this);
            failure?.Throw();
            return reply;
        }

        // Methods of their own, since Mono looks the library up when it compiles the method that calls it.

        [MethodImpl(MethodImplOptions.NoInlining)]
        private Settings Open(Utf8 configuration)
        {
            int code = Native.hr_open(configuration.Bytes, out int number, out IntPtr text);
            Handle = number;
            var reply = new Reply(code, Boundary.TakeBytes(text), "hr_open");
            return code == Native.HR_OK && reply.Json != null ? new Settings(reply.Json) : throw reply.Failure();
        }

        // Numbers are never used again: to close one twice does nothing.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private void Release()
        {
            if (Handle != 0)
                Native.hr_close(Handle);
        }
    }
}
