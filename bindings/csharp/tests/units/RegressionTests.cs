using System;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord.Tests
{
    /// <summary>What was wrong once; the numbers are those of the points of its report.</summary>
    internal static class RegressionTests
    {
        public static void N19_a_service_code_is_a_number_or_a_text()
        {
            string[,] cases = { { "4", "4", "4" }, { "\"DOC-17\"", "\"DOC-17\"", "DOC-17" }, { "null", null, null }, { "1.50", "1.50", "1.50" } };
            for (int i = 0; i < cases.GetLength(0); i++)
            {
                HealthRecordException error = HealthRecordException.Of(ErrorDetails.From(Native.HR_E_CONFLICT, "hr_dmp_send",
                    "{\"service_code\":" + cases[i, 0] + ",\"reason\":\"pin_held\",\"entry\":\"0a\"}"));
                Check.Equal(cases[i, 1], error.ServiceCode);
                Check.Equal(cases[i, 2], error.ServiceCodeText);
                Check.Equal("pin_held", error.Reason);
                Check.Equal("0a", error.Entry);
            }
        }

        public static void N19_the_card_clients_codes_can_be_set()
        {
            var configuration = new Configuration
            {
                CardCodes = new CardCodes { PinRefused = new CardCode[] { 4, -1 }, CardAbsent = new CardCode[] { "DOC-17", "\"" } }
            };
            Check.Equal("{\"card_codes\":{\"pin_refused\":[4,-1],\"card_absent\":[\"DOC-17\",\"\\\"\"]}}", configuration.ToJson());
            Check.Equal("{\"card_codes\":{}}", new Configuration { CardCodes = new CardCodes() }.ToJson());
        }

        public static void N1_a_confirmed_PIN_is_permitted_for_its_own_card_alone()
        {
            var sandbox = new Sandbox();
            using (var session = new Session(sandbox.Configuration))
            {
                Func<string, string, bool, HealthRecordException> refused = (card, pin, confirmed) =>
                    Check.Throws<HealthRecordException>(() => session.Login(card, pin, confirmed));
                session.Ticket();
                refused(Sandbox.Token(session), "0000", false);
                string token = Sandbox.Token(session);
                Check.Equal("pin_held", refused(token, "0000", false).Reason);
                Check.Equal("hr_login", refused(null, "0000", true).Operation);
                Check.Equal("hr_pin_retry_allow", refused("another", "0000", true).Operation);
                Check.Equal("pin_held", refused(token, "0000", false).Reason);
                Check.Equal(1, sandbox.PinPresentations);
                session.Login(token, "1234", true);
                HealthRecordException error = refused(Sandbox.Token(session), "1234", true);
                Check.Equal("HR_E_ARGUMENT of hr_pin_retry_allow", error.Name + " of " + error.Operation);
                Check.Equal(2, sandbox.PinPresentations);
            }
        }

        private static SendResult Send(Session session, string patient)
        {
            return session.DmpSendBytes(patient, Sandbox.Document(70000), "10", "11503-0", "a.pdf");
        }

        /// <summary>An upload whose callback throws when the server has accepted it.</summary>
        private static void WithLateFailure(Action<CancellationTokenSource> fail, Action<Session, string, CancellationToken> check)
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            using (var source = new CancellationTokenSource())
            {
                session.SetProgress(progress =>
                {
                    if (progress.Done == progress.Total && sandbox.Documents == 1)
                        fail(source);
                });
                check(session, patient, source.Token);
                Check.Equal(1, sandbox.Documents);
            }
        }

        private static void Cancel(CancellationTokenSource source)
        {
            source.Cancel();
            source.Token.ThrowIfCancellationRequested();
        }

        public static void N22_an_accepted_upload_is_no_cancellation()
        {
            WithLateFailure(Cancel, (session, patient, token) => Check.Equal((long?)70000, Send(session, patient).Bytes));
            WithLateFailure(Cancel, (session, patient, token) =>
            {
                Task<SendResult> task = session.DmpSendBytesAsync(patient, Sandbox.Document(70000), "10", "11503-0", "a.pdf", token);
                Check.Equal((long?)70000, task.GetAwaiter().GetResult().Bytes);
                Check.True(!task.IsCanceled, "the task counts as cancelled");
            });
        }

        public static void N22_an_upload_in_doubt_is_no_cancellation()
        {
            var own = new OperationCanceledException();
            foreach (string outcome in new[] { "unknown", "accepted_unreadable", "incomplete" })
            {
                var error = HealthRecordException.Of(new ErrorDetails { Code = Native.HR_E_CANCELLED, Outcome = outcome });
                var relay = new ProgressRelay { Receiver = progress => { throw own; } };
                Exception came = Check.Throws<Exception>(() => relay.Run<SendResult>(() =>
                {
                    Check.Equal(1, relay.Trampoline(IntPtr.Zero, 1, 2));
                    throw error;
                }));
                Check.Equal(outcome == "incomplete" ? (Exception)own : error, came);
            }
        }

        public static void N22_a_callback_that_cancels_an_unfinished_upload_cancels_its_task()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            using (var source = new CancellationTokenSource())
            {
                session.SetProgress(progress => Cancel(source));
                Task<SendResult> task = session.DmpSendBytesAsync(patient, Sandbox.Document(70000), "10", "11503-0", "a.pdf", source.Token);
                var came = Check.Throws<OperationCanceledException>(() => task.GetAwaiter().GetResult());
                Check.Equal("not_sent", ((HealthRecordException)came.InnerException).Outcome);
                Check.True(task.IsCanceled, "the task is not cancelled");
                Check.Equal(0, sandbox.Documents);
            }
        }

        public static void N22_an_interrupted_thread_keeps_its_result()
        {
            WithLateFailure(source => Thread.CurrentThread.Interrupt(), (session, patient, token) =>
            {
                Check.Equal((long?)70000, Send(session, patient).Bytes);
                Check.Throws<ThreadInterruptedException>(() => Thread.Sleep(1000));
            });
        }

        public static void N22_an_abort_goes_on_and_tells_what_became_of_the_upload()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            using (var begun = new ManualResetEvent(false))
            {
                HealthRecordException attached = null;
                string came = "nothing";
                session.SetProgress(progress =>
                {
                    begun.Set();
                    Thread.Sleep(progress.Done > 0 ? 20 : 200);
                });
                var other = new Thread(() =>
                {
                    try
                    {
                        session.DmpSendBytes(patient, Sandbox.Document(30000000), "10", "11503-0", "a.pdf");
                        came = "a result";
                    }
                    catch (ThreadAbortException e)
                    {
                        came = "an abort";
                        attached = HealthRecordException.AttachedTo(e);
                    }
                    catch (Exception e) { came = e.ToString(); }
                    came += ", and it went on";
                });
                other.Start();
                begun.WaitOne();
                try { other.Abort(); }
                catch (PlatformNotSupportedException)
                {
                    other.Join();
                    return; // .NET has none
                }
                other.Join();
                Check.Equal("an abort", came);
                Check.Equal("HR_E_CANCELLED", attached.Name);
                Check.Equal(0, sandbox.Documents);
                session.SetProgress(null);
                Send(session, patient);
                Check.Equal(1, sandbox.Documents);
            }
        }

        public static void N27_messages_do_not_depend_on_the_culture()
        {
            var other = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            other.NumberFormat.NegativeSign = "\u2212";
            CultureInfo before = Thread.CurrentThread.CurrentCulture;
            Thread.CurrentThread.CurrentCulture = other;
            try
            {
                Check.Equal("\u22121", (-1).ToString());
                HealthRecordException error = Check.Throws<HealthRecordException>(() => Boundary.Check(-12345, "hr_state"));
                Check.Contains("-12345", error.Remedy);
                Check.Contains("-12345", error.RemedyFr);
                Check.Equal("{\"card_codes\":{\"card_locked\":[-5]}}",
                    new Configuration { CardCodes = new CardCodes { CardLocked = new CardCode[] { -5 } } }.ToJson());
                Check.Equal((int?)-4, JsonValue.Parse("-4").AsInt32());
            }
            finally { Thread.CurrentThread.CurrentCulture = before; }
        }
    }
}
