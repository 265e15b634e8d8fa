using System;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace HealthRecord
{
    /// <summary>
    /// A session of the library: from the license ticket to documents in patients' shared records. Each call blocks and
    /// sends what its step needs, once: nothing is ever repeated. Order of the calls: <see cref="Ticket"/>,
    /// <see cref="Ready"/>, <see cref="Login(string, string, bool)"/>, (<see cref="ProfilePut"/>, <see cref="ProfileSelect"/>),
    /// <see cref="PatientSearch"/>, <see cref="PatientGet"/>, (<see cref="PatientUpdate"/>), <see cref="DmpOpen"/>,
    /// <see cref="DmpSend"/>; every result has <see cref="Result.Next"/>, the function to call next.
    /// <para>Threads: any; one call at a time per session, a second one gets HR_E_BUSY at once.
    /// <see cref="Cancel"/>, <see cref="Close"/> and <see cref="Dispose"/> may come from any thread at any time. Sessions
    /// are independent of each other.</para>
    /// <para>Errors: a method throws <see cref="CallerException"/>, <see cref="NetworkException"/>,
    /// <see cref="PeerException"/> or <see cref="InternalException"/>, all of them <see cref="HealthRecordException"/>. After
    /// a call that changes something look at <see cref="HealthRecordException.InDoubt"/> before repeating it.
    /// Arguments with a NUL character or half a surrogate pair give <see cref="ArgumentException"/>, nothing being sent.
    /// A closed session gives HR_E_HANDLE (<see cref="CallerException"/>).</para>
    /// </summary>
    public sealed partial class Session : IDisposable
    {
        private readonly SessionHandle handle = new SessionHandle();
        private readonly ProgressRelay progress = new ProgressRelay();
        private readonly Calls calls = new Calls();

        /// <summary>Opens a session: checks the configuration, sends nothing.</summary>
        /// <param name="configuration">What to use; see there.</param>
        /// <exception cref="CallerException">HR_E_CONFIG: a value cannot be used; the remedy names the key.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public Session(Configuration configuration) : this(configuration == null ? null : configuration.ToJson()) { }

        /// <summary>Opens a session: checks the configuration, sends nothing.</summary>
        /// <param name="configurationJson">One JSON object with the keys that hr.h lists at hr_open; all are optional.</param>
        /// <exception cref="CallerException">
        /// HR_E_CONFIG: not a JSON object, a key that is unknown or given twice, a value of the wrong form. HR_E_ARGUMENT:
        /// null. HR_E_TOO_LARGE: no handle left.
        /// </exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public Session(string configurationJson)
        {
            Library.Load();
            Settings = Open(configurationJson);
        }

        /// <summary>The settings in force (secrets left out), as the library reported them when the session was opened.</summary>
        public Result Settings { get; private set; }

        /// <summary>The handle number, for <see cref="Native"/>; stays after the close, when it is no longer valid.</summary>
        public int Handle { get { return handle.Number; } }

        /// <summary>Stops the call that runs on this session, within milliseconds; nothing happens when none runs.</summary>
        /// <remarks>
        /// The call ends with HR_E_CANCELLED, or HR_E_IN_DOUBT when everything was sent. Any thread, also from a progress
        /// callback; never waits.
        /// </remarks>
        /// <exception cref="CallerException">HR_E_HANDLE: the session is closed.</exception>
        public void Cancel()
        {
            Done(Native.hr_cancel(Handle), "hr_cancel");
        }

        /// <summary>Tells what the session holds, also while a call runs. Sends nothing.</summary>
        /// <exception cref="CallerException">HR_E_HANDLE: the session is closed.</exception>
        public StateResult State()
        {
            int code = Native.hr_state(Handle, out IntPtr text);
            return Done(code, text, "hr_state", false, json => new StateResult(json));
        }

        /// <summary>
        /// Closes the session and drops its secrets. A call that runs on another thread is cancelled; this does not wait for
        /// it. Closing again does nothing. A session that is collected without it is closed by its finaliser.
        /// </summary>
        public void Close()
        {
            handle.Dispose();
            Aborts.Deliver();
        }

        /// <summary>The same as <see cref="Close"/>.</summary>
        public void Dispose()
        {
            Close();
        }

        // A method of its own, since Mono looks the library up when it compiles the method that calls it.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private Result Open(string configurationJson)
        {
            using (Utf8 config = Utf8.Of(configurationJson, "configurationJson"))
            {
                int code = Native.hr_open(config.Bytes, out int number, out IntPtr text);
                handle.Own(number);
                try { return Boundary.Check(code, text, "hr_open", false, json => new Result(json)); }
                catch
                {
                    handle.Dispose();
                    throw;
                }
            }
        }

        private delegate int NativeCall(out IntPtr text);

        private Result Call(string operation, bool changes, NativeCall native)
        {
            return Call(operation, changes, native, json => new Result(json));
        }

        // changes: a success leaves something changed, whatever becomes of its result.
        private T Call<T>(string operation, bool changes, NativeCall native, Func<byte[], T> make)
        {
            T result = default(T);
            ExceptionDispatchInfo failure = null;
            try
            {
                try { }
                finally // an abort waits for the end of it, so that it cannot come between the call and its result
                {
                    try { result = CallAndRead(operation, changes, native, make); }
                    catch (Exception e) { failure = ExceptionDispatchInfo.Capture(e); }
                }
                Aborts.Deliver();
            }
            catch (ThreadAbortException e)
            {
                Aborts.Attach(e, failure == null ? null : failure.SourceException as HealthRecordException, result as SendResult);
            }
            if (failure != null)
                failure.Throw();
            return result;
        }

        private T CallAndRead<T>(string operation, bool changes, NativeCall native, Func<byte[], T> make)
        {
            IntPtr text = IntPtr.Zero;
            int code = Counted(() => native(out text));
            return Done(code, text, operation, changes, make);
        }

        // Of whatever may take time: another call's token does not cancel it.
        private int Counted(Func<int> native)
        {
            try
            {
                calls.Enter();
                return native();
            }
            finally { calls.Leave(); }
        }

        // Being called with `this` after the native call, these keep the session from being collected during it.

        private T Done<T>(int code, IntPtr text, string operation, bool changes, Func<byte[], T> make)
        {
            try { return Boundary.Check(code, text, operation, changes, make); }
            finally { GC.KeepAlive(this); }
        }

        private void Done(int code, string operation)
        {
            Aborts.Deliver();
            try { Boundary.Check(code, operation); }
            finally { GC.KeepAlive(this); }
        }
    }
}
