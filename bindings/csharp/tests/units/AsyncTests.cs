using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord.Tests
{
    internal static class AsyncTests
    {
        // What `await` would throw.
        private static T Await<T>(Task<T> task)
        {
            return task.GetAwaiter().GetResult();
        }

        public static void The_whole_chain_runs_in_the_background()
        {
            var sandbox = new Sandbox();
            using (var session = new Session(sandbox.Configuration))
            {
                Await(session.TicketAsync());
                string token = Await(session.ReadyAsync()).Cards.First(card => card.Serial == "2000000001").Token;
                Check.Equal((bool?)true, Await(session.LoginAsync(token, "1234")).Identified);
                Await(session.ProfilePutAsync("{}"));
                Await(session.ProfileSelectAsync("1"));
                Await(session.PatientSearchAsync("TÉMOIN", "Loïc"));
                string patient = Await(session.PatientGetAsync()).PatientId;
                Await(session.PatientUpdateAsync("{\"insQualified\":true,\"alimentationConsent\":true}"));
                Await(session.DmpOpenAsync(patient));
                Await(session.DmpSendBytesAsync(patient, Sandbox.Document(1000000), "10", "11503-0", "a.pdf"));
                Check.Equal((int?)200, Await(session.RequestAsync("GET", "/patient")).HttpStatus);
                Check.Throws<CallerException>(() => Await(session.JournalAsync()));
                Check.Equal(1, sandbox.Documents);
                CallerException error = Check.Throws<CallerException>(
                    () => Await(session.DmpSendAsync(patient, "/nowhere/a.pdf", "10", "11503-0")));
                Check.Equal("HR_E_FILE", error.Name);
            }
        }

        public static void A_cancelled_token_ends_the_call_and_carries_the_librarys_error()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"ticket\",\"delay_ms\":60000}");
            using (var session = new Session(sandbox.Configuration))
            using (var source = new CancellationTokenSource())
            {
                Task<TicketResult> task = session.TicketAsync(source.Token);
                sandbox.WaitFor("ticket");
                source.Cancel();
                OperationCanceledException cancelled = Check.Throws<OperationCanceledException>(() => Await(task));
                Check.Equal("HR_E_CANCELLED", ((HealthRecordException)cancelled.InnerException).Name);
                Check.Equal(source.Token, cancelled.CancellationToken);
                Check.True(task.IsCanceled, "the task is not cancelled");
                Check.Equal((bool?)false, session.State().Ticket);
            }
        }

        public static void A_token_cancelled_beforehand_sends_nothing()
        {
            var sandbox = new Sandbox();
            using (var session = new Session(sandbox.Configuration))
            {
                session.Ticket();
                string token = Sandbox.Token(session);
                Task<LoginResult> task = session.LoginAsync(token, "1234", new CancellationToken(true));
                Check.Throws<OperationCanceledException>(() => Await(task));
                Check.Equal(0, sandbox.PinPresentations);
                Check.Equal(0, sandbox.Requests("login"));
            }
        }

        public static void A_token_cancelled_just_before_the_call_begins_is_not_missed()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"ticket\",\"delay_ms\":60000}");
            Configuration configuration = sandbox.Configuration;
            configuration.CallTimeoutMs = 5000;
            using (var session = new Session(configuration))
            using (var source = new CancellationTokenSource())
            {
                Func<TicketResult> call = () =>
                {
                    source.Cancel(); // nothing runs yet, so that hr_cancel does nothing
                    return session.Ticket();
                };
                Check.Throws<OperationCanceledException>(() => session.RunCancellable(call, source.Token));
            }
        }

        public static void Doubt_is_no_cancellation_whatever_the_code()
        {
            using (var session = new Session("{}"))
            using (var source = new CancellationTokenSource())
            {
                Func<Result> call = () =>
                {
                    source.Cancel();
                    throw HealthRecordException.Of(new ErrorDetails { Code = Native.HR_E_CANCELLED, Outcome = "unknown" });
                };
                Check.Throws<CallerException>(() => session.RunCancellable(call, source.Token));
            }
        }

        public static void The_PIN_may_be_wiped_at_once()
        {
            var sandbox = new Sandbox();
            using (var session = new Session(sandbox.Configuration))
            {
                session.Ticket();
                for (int i = 0; i < 50; i++)
                {
                    string token = Sandbox.Token(session);
                    char[] characters = "1234".ToCharArray();
                    byte[] bytes = { 0x31, 0x32, 0x33, 0x34 };
                    Task<LoginResult> login = i % 2 == 0 ? session.LoginAsync(token, characters) : session.LoginAsync(token, bytes);
                    Array.Clear(characters, 0, characters.Length);
                    Array.Clear(bytes, 0, bytes.Length);
                    Await(login);
                }
            }
        }

        public static void An_upload_in_doubt_is_never_a_mere_cancellation()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"dmp_send\",\"nth\":1,\"delay_ms\":60000,\"act\":true}");
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            using (var source = new CancellationTokenSource())
            {
                Task<SendResult> task = session.DmpSendBytesAsync(patient, Sandbox.Document(1000000), "10", "11503-0", "a.pdf", source.Token);
                Sandbox.Until(() => sandbox.Documents > 0, "the document did not arrive");
                source.Cancel();
                NetworkException error = Check.Throws<NetworkException>(() => Await(task));
                Check.Equal("HR_E_IN_DOUBT", error.Name);
                Check.Equal("unknown", error.Outcome);
                Check.Equal("HR_E_CANCELLED", error.Cause);
                Check.True(task.IsFaulted && !task.IsCanceled, "the task counts as cancelled");
                Check.True(((HealthRecordException)Check.Throws<AggregateException>(task.Wait).InnerException).InDoubt, "Wait hides it");
            }
        }

        public static void An_upload_that_was_stopped_in_time_tells_what_left()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            using (var source = new CancellationTokenSource())
            {
                session.SetProgress(progress =>
                {
                    if (progress.Done > 0)
                        source.Cancel();
                    while (progress.Done > 0 && !source.IsCancellationRequested)
                        Thread.Yield();
                });
                Task<SendResult> task = session.DmpSendBytesAsync(patient, Sandbox.Document(30000000), "10", "11503-0", "a.pdf", source.Token);
                OperationCanceledException cancelled = Check.Throws<OperationCanceledException>(() => Await(task));
                Check.Equal("incomplete", ((HealthRecordException)cancelled.InnerException).Outcome);
                Check.Equal(0, sandbox.Documents);
            }
        }

        public static void A_call_that_ended_before_the_token_is_not_touched_by_it()
        {
            var sandbox = new Sandbox();
            using (var session = new Session(sandbox.Configuration))
            using (var source = new CancellationTokenSource())
            {
                Await(session.TicketAsync(source.Token));
                source.Cancel();
                for (int i = 0; i < 20; i++)
                    Check.True(session.Ready().Cards.Count > 0, "no cards");
            }
        }

        // Runs it while an upload of the session is under way; the upload must not notice.
        private static void DuringAnUpload(Action<Session> meanwhile)
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            {
                Exception failure = null;
                bool begun = false;
                session.SetProgress(progress =>
                {
                    if (begun || progress.Done == 0)
                        return;
                    begun = true;
                    var other = new Thread(() =>
                    {
                        try { meanwhile(session); }
                        catch (Exception e) { failure = e; }
                    });
                    other.Start();
                    other.Join();
                });
                session.DmpSendBytes(patient, Sandbox.Document(1000000), "10", "11503-0", "a.pdf");
                Check.True(begun && failure == null, "meanwhile: " + failure);
                Check.Equal(1, sandbox.Documents);
            }
        }

        public static void A_token_cancelled_beforehand_does_not_end_another_call()
        {
            DuringAnUpload(session => Check.Throws<OperationCanceledException>(
                () => session.RunCancellable(session.Ready, new CancellationToken(true))));
        }

        public static void The_token_of_a_call_that_finds_the_session_busy_does_not_end_the_one_that_runs()
        {
            DuringAnUpload(session =>
            {
                using (var source = new CancellationTokenSource())
                {
                    Func<ReadyResult> call = () =>
                    {
                        source.Cancel();
                        return session.Ready();
                    };
                    Check.Equal("HR_E_BUSY", Check.Throws<CallerException>(() => session.RunCancellable(call, source.Token)).Name);
                }
            });
        }

        public static void A_cancellation_waits_until_the_other_call_has_ended_and_is_repeated()
        {
            var calls = new Calls();
            int cancelled = 0;
            using (var inside = new ManualResetEventSlim())
            using (var over = new ManualResetEventSlim())
            using (var repeated = new ManualResetEventSlim())
            using (var source = new CancellationTokenSource())
            {
                Action cancel = () =>
                {
                    if (++cancelled > 2)
                        repeated.Set();
                };
                var other = new Thread(() =>
                {
                    calls.Enter();
                    inside.Set();
                    over.Wait();
                    calls.Leave();
                });
                other.Start();
                inside.Wait();
                using (new Canceller(calls, cancel, source.Token))
                {
                    calls.Enter();
                    source.Cancel();
                    Check.Equal(0, cancelled);
                    over.Set();
                    other.Join();
                    Check.True(cancelled > 0, "it does not come at once");
                    Check.True(repeated.Wait(30000), "it is not repeated");
                }
                int before = cancelled;
                calls.Leave();
                Check.Equal(before, cancelled);
            }
        }
    }
}
