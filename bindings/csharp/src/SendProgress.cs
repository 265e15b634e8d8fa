using System;
using System.Threading;

namespace HealthRecord
{
    /// <summary>How far a sending is: all its documents together.</summary>
    public struct SendProgress
    {
        /// <summary>By <see cref="DmpClient"/>; and for tests of programs.</summary>
        public SendProgress(long done, long total)
        {
            Done = done;
            Total = total;
        }

        /// <summary>As <see cref="UploadProgress.Done"/>.</summary>
        public long Done { get; private set; }
        /// <summary>As <see cref="UploadProgress.Total"/>.</summary>
        public long Total { get; private set; }
        /// <summary>From 0 to 1.</summary>
        public double Fraction { get { return Total <= 0 ? 0 : (double)Done / Total; } }
    }

    /// <summary>Between the library's reports and a program's. A bar that fails must not decide about a document.</summary>
    internal sealed class ProgressReporter
    {
        private readonly IProgress<SendProgress> progress;

        internal ProgressReporter(IProgress<SendProgress> progress)
        {
            this.progress = progress;
        }

        internal bool Wanted { get { return progress != null; } }
        internal Exception Failure { get; private set; }

        internal void Report(UploadProgress upload)
        {
            if (progress == null || Failure != null)
                return;
            try { progress.Report(new SendProgress(upload.Done, upload.Total)); }
            catch (Exception e) when (!(e is ThreadAbortException)) { Failure = e; }
        }
    }
}
