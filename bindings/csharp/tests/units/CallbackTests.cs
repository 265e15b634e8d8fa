using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace HealthRecord.Tests
{
    internal static class CallbackTests
    {
        private sealed class OwnException : Exception { }

        private static Upload Send(Session session, string patient, int length = 1000000)
        {
            return session.DmpSendBytes(patient, Sandbox.Document(length), "a.pdf", "10", "11503-0");
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void ThrowsFromHere(int done, int total)
        {
            throw new OwnException();
        }

        public static void An_exception_comes_out_with_its_stack()
        {
            var sandbox = new Sandbox();
            using (Session session = sandbox.OpenRecord(out string patient))
            {
                session.SetProgress(ThrowsFromHere);
                Check.Contains("ThrowsFromHere", Check.Throws<OwnException>(() => Send(session, patient)).StackTrace);
                Check.Equal("not_sent", session.Last()["outcome"].AsString());
            }
        }

        public static void A_callback_stops_its_call_and_may_call_others()
        {
            var sandbox = new Sandbox();
            using (Session outer = sandbox.OpenRecord(out string patient))
            using (Session inner = sandbox.OpenRecord(out patient))
            {
                inner.SetProgress((done, total) => throw new OwnException());
                outer.SetProgress((done, total) =>
                {
                    if (done == 0)
                        Check.Throws<OwnException>(() => Send(inner, patient));
                    else
                        outer.Cancel();
                });
                HealthRecordException stopped = Check.Throws<HealthRecordException>(() => Send(outer, patient, 30000000));
                Check.Equal("HR_E_CANCELLED incomplete", stopped.Error.Code + " " + stopped.Error.Outcome);
                outer.SetProgress((done, total) => throw new OperationCanceledException());
                stopped = Check.Throws<HealthRecordException>(() => Send(outer, patient));
                Check.Equal(ErrorCode.Cancelled, stopped.Error.Code);
                Check.Equal(0, sandbox.Documents);
            }
        }

        public static void Each_thread_gets_the_exception_of_its_own_upload()
        {
            var sandbox = new Sandbox();
            Thread home = Thread.CurrentThread;
            using (Session first = sandbox.OpenRecord(out string patient))
            using (Session second = sandbox.OpenRecord(out patient))
            using (var begun = new ManualResetEvent(false))
            using (var over = new ManualResetEvent(false))
            {
                second.SetProgress((done, total) =>
                {
                    begun.Set();
                    over.WaitOne();
                });
                Upload sent = null;
                var other = new Thread(() => sent = Send(second, patient));
                first.SetProgress((done, total) =>
                {
                    other.Start();
                    begun.WaitOne();
                    throw new OwnException();
                });
                // Its line comes behind the exception and before the end of its call.
                Library.SetLog(LogLevel.Debug, (level, line) =>
                {
                    if (Thread.CurrentThread != home || !begun.WaitOne(0))
                        return;
                    first.State();
                    over.Set();
                    other.Join();
                });
                try { Check.Throws<OwnException>(() => Send(first, patient)); }
                finally { over.Set(); }
                Library.SetLog(LogLevel.Off, null);
                other.Join();
                Check.True(sent != null, "the other upload failed");
            }
        }

        public static void The_log_keeps_what_is_thrown()
        {
            var own = new OwnException();
            Library.SetLog(LogLevel.Debug, (level, line) => throw own);
            new Session("{}").Close();
            Check.Equal(own, Library.LogFailure);
            Library.SetLog(LogLevel.Off, null);
        }
    }
}
