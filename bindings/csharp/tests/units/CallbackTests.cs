using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;

namespace HealthRecord.Tests
{
    internal static class CallbackTests
    {
        private static SendResult Send(Session session, string patient)
        {
            return session.DmpSendBytes(patient, Sandbox.Document(1000000), "10", "11503-0", "a.pdf");
        }

        public static void Stop_stops_the_upload()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            {
                int calls = 0;
                session.SetProgress(progress =>
                {
                    calls += progress.Done > 0 ? 1 : 0;
                    if (progress.Done > 0)
                        progress.Stop();
                });
                CallerException error = Check.Throws<CallerException>(() => Send(session, patient));
                Check.Equal("HR_E_CANCELLED", error.Name);
                Check.Equal("incomplete", error.Outcome);
                Check.Equal(1, calls);
                Check.Equal(0, sandbox.Documents);
            }
        }

        private sealed class OwnException : Exception { }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void ThrowsFromHere(UploadProgress progress)
        {
            throw new OwnException();
        }

        public static void An_exception_comes_out_with_its_stack_and_the_librarys_error()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            {
                session.SetProgress(ThrowsFromHere);
                OwnException error = Check.Throws<OwnException>(() => Send(session, patient));
                Check.Contains("ThrowsFromHere", error.StackTrace);
                Check.Equal("HR_E_CANCELLED", HealthRecordException.AttachedTo(error).Name);
                Check.Equal("not_sent", HealthRecordException.AttachedTo(error).Outcome);
                Check.Equal(null, SendResult.AttachedTo(error));
                session.SetProgress(null);
                Send(session, patient);
                Check.Equal(1, sandbox.Documents);
            }
        }

        public static void An_exception_of_this_namespace_carries_the_librarys_error_too()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            {
                session.SetProgress(progress =>
                {
                    if (progress.Done > 0)
                        session.Ready(); // HR_E_BUSY
                });
                CallerException error = Check.Throws<CallerException>(() => Send(session, patient));
                Check.Equal("HR_E_BUSY", error.Name);
                HealthRecordException attached = HealthRecordException.AttachedTo(error);
                Check.True(attached != null, "the library's error is lost");
                Check.Equal("HR_E_CANCELLED", attached.Name);
                Check.Equal("incomplete", attached.Outcome);
                Check.Equal(0, sandbox.Documents);
            }
        }

        public static void An_exception_at_the_very_end_does_not_hide_the_acceptance()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            {
                session.SetProgress(progress =>
                {
                    // The last call comes when the server has answered.
                    if (progress.Done == progress.Total && sandbox.Documents == 1)
                        throw new OwnException();
                });
                OwnException error = Check.Throws<OwnException>(() => session.DmpSendBytes(patient, Sandbox.Document(70000), "10", "11503-0", "b.pdf"));
                SendResult result = SendResult.AttachedTo(error);
                Check.True(result != null && result.Bytes == 70000, "the acceptance is lost");
                Check.Equal(null, HealthRecordException.AttachedTo(error));
            }
        }

        public static void Doubt_shows_through_an_exception_of_this_namespace()
        {
            HealthRecordException own = HealthRecordException.Of(new ErrorDetails { Code = Native.HR_E_BUSY });
            Check.True(!own.InDoubt, "in doubt by itself");
            HealthRecordException.Attach(own, HealthRecordException.Of(new ErrorDetails { Code = Native.HR_E_IN_DOUBT, Outcome = "unknown" }));
            Check.True(own.InDoubt, "the attached doubt is hidden");
        }

        public static void A_call_of_another_thread_does_not_take_an_uploads_exception()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            {
                HealthRecordException busy = null;
                session.SetProgress(progress =>
                {
                    var other = new Thread(() => busy = Check.Throws<HealthRecordException>(() => Send(session, patient)));
                    other.Start();
                    other.Join();
                    throw new OwnException();
                });
                Check.Throws<OwnException>(() => Send(session, patient));
                Check.Equal("HR_E_BUSY", busy.Name);
            }
        }

        public static void Another_sessions_upload_may_run_inside_a_callback()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session outer = sandbox.OpenRecord(out patient))
            using (Session inner = sandbox.OpenRecord(out patient))
            {
                var own = new OwnException();
                bool begun = false;
                inner.SetProgress(progress => { throw new OwnException(); });
                outer.SetProgress(progress =>
                {
                    if (begun)
                        throw own;
                    begun = true;
                    Check.Throws<OwnException>(() => Send(inner, patient));
                });
                Check.Equal(own, Check.Throws<OwnException>(() => Send(outer, patient)));
                Check.Equal(0, sandbox.Documents);
            }
        }

        public static void Each_thread_gets_the_exception_of_its_own_upload()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session first = sandbox.OpenRecord(out patient))
            using (Session second = sandbox.OpenRecord(out patient))
            using (var begun = new ManualResetEvent(false))
            using (var over = new ManualResetEvent(false))
            {
                second.SetProgress(progress =>
                {
                    begun.Set();
                    over.WaitOne();
                });
                SendResult sent = null;
                var other = new Thread(() => sent = Send(second, patient));
                first.SetProgress(progress =>
                {
                    if (begun.WaitOne(0))
                        throw new OwnException();
                    other.Start();
                    begun.WaitOne();
                });
                try { Check.Throws<OwnException>(() => Send(first, patient)); }
                finally { over.Set(); }
                other.Join();
                Check.True(sent != null, "the other upload failed");
            }
        }

        public static void A_callback_survives_collections()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            {
                int calls = 0;
                session.SetProgress(progress =>
                {
                    calls++;
                    GC.Collect();
                    GC.WaitForPendingFinalizers();
                });
                GC.Collect();
                Send(session, patient);
                Check.True(calls > 2, "few calls: " + calls);
            }
        }

        public static void The_log_swallows_exceptions_and_keeps_the_last()
        {
            var own = new OwnException();
            Library.SetLog(LogLevel.Debug, (level, line) => { throw own; });
            try { new Session("{}").Close(); }
            finally { Library.SetLog(LogLevel.Off, null); }
            Check.Equal(own, Library.LogFailure);
        }

        public static void The_log_has_levels_and_ends()
        {
            var lines = new List<string>();
            Action<LogLevel, string> receiver = (level, line) => lines.Add(level + " " + line);
            Library.SetLog(LogLevel.Debug, receiver);
            new Session("{}").Close();
            int before = lines.Count;
            Check.True(before > 0 && lines[0].StartsWith("Debug "), "no line of level Debug");
            Check.Equal("HR_E_ARGUMENT", Check.Throws<CallerException>(() => Library.SetLog((LogLevel)99, receiver)).Name);
            lines.Clear();
            new Session("{}").Close();
            Check.Equal(before, lines.Count);
            Library.SetLog(LogLevel.Debug, null);
            new Session("{}").Close();
            Check.Equal(before, lines.Count);
        }
    }
}
