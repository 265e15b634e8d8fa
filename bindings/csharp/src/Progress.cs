using System;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace HealthRecord
{
    /// <summary>How far an upload is; given to the callback of <see cref="Session.SetProgress"/>.</summary>
    public sealed class UploadProgress
    {
        internal UploadProgress(int done, int total)
        {
            Done = done;
            Total = total;
        }

        /// <summary>Bytes handed to the connection so far; in units of 1,024 bytes for a document above 2,147,483,647 bytes.</summary>
        public int Done { get; private set; }

        /// <summary>Bytes of the document, in the same unit.</summary>
        public int Total { get; private set; }

        /// <summary>Whether <see cref="Stop"/> was called.</summary>
        public bool Stopped { get; private set; }

        /// <summary>Stops the upload when the callback returns.</summary>
        public void Stop()
        {
            Stopped = true;
        }
    }

    /// <summary>
    /// Between the library's progress callback and the program's: keeps exceptions out of the library, and lets them out
    /// of the upload afterwards.
    /// </summary>
    internal sealed class ProgressRelay
    {
        // The callback comes on the thread of the upload, so what belongs to an upload is kept by its thread: another
        // thread's call on the same session (HR_E_BUSY) does not see it.
        [ThreadStatic] private static Upload current;

        internal readonly Native.hr_progress_fn Trampoline;
        private volatile Action<UploadProgress> receiver;

        internal ProgressRelay()
        {
            Trampoline = Receive;
        }

        internal Action<UploadProgress> Receiver { set { receiver = value; } }

        /// <summary>
        /// Runs an upload; when the callback threw, throws that exception with the library's error attached. The callback is
        /// that of the upload, or of the one around it, or the session's.
        /// </summary>
        internal T Run<T>(Func<T> upload, Action<UploadProgress> callback = null) where T : Result
        {
            var own = new Upload { Outer = current, Callback = callback ?? current?.Callback };
            current = own;
            try
            {
                T result = upload();
                if (own.Failure == null)
                    return result;
                if (own.Failure.SourceException is OperationCanceledException)
                    return result; // it came too late: what has taken effect is no cancellation
                Attach(own.Failure.SourceException, null, result as SendResult);
            }
            catch (HealthRecordException error) when (own.Failure != null)
            {
                if (error.InDoubt && own.Failure.SourceException is OperationCanceledException)
                    throw;
                Attach(own.Failure.SourceException, error, null);
            }
            finally
            {
                current = own.Outer;
            }
            own.Failure.Throw();
            return null;
        }

        private int Receive(IntPtr user, int done, int total)
        {
            Upload upload = current;
            try
            {
                Action<UploadProgress> callback = upload?.Callback ?? receiver;
                if (upload == null)
                    return 0;
                if (upload.Failure != null || Aborts.Requested)
                    return 1;
                if (callback == null)
                    return 0;
                var progress = new UploadProgress(done, total);
                callback(progress);
                return progress.Stopped ? 1 : 0;
            }
            catch (ThreadAbortException)
            {
                Aborts.Postpone();
                return 1;
            }
            catch (Exception e)
            {
                upload.Failure = ExceptionDispatchInfo.Capture(e);
                return 1;
            }
        }

        // What became of the document must come out with the exception: one that takes no data is carried by another.
        private static void Attach(Exception exception, HealthRecordException error, SendResult result)
        {
            try { AttachTo(exception, error, result); }
            catch (Exception e) when (e is NotSupportedException || e is ArgumentException || e is InvalidOperationException)
            {
                var carrier = new AggregateException(exception);
                AttachTo(carrier, error, result);
                throw carrier;
            }
        }

        private static void AttachTo(Exception exception, HealthRecordException error, SendResult result)
        {
            HealthRecordException.Attach(exception, error);
            SendResult.Attach(exception, result);
        }

        private sealed class Upload
        {
            internal Upload Outer;
            internal Action<UploadProgress> Callback;
            internal ExceptionDispatchInfo Failure;
        }
    }
}
