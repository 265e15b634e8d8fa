using System;
using System.Collections.Concurrent;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord.Tests
{
    internal static class AsyncTests
    {
        // What `await` would throw.
        private static T Await<T>(Task<T> task) => task.GetAwaiter().GetResult();

        private static Task<Upload> Send(Session session, string patient, int length, CancellationToken token)
        {
            return session.DmpSendBytesAsync(patient, Sandbox.Document(length), "a.pdf", "10", "11503-0", token);
        }

        public static void The_whole_chain_runs_in_the_background()
        {
            var sandbox = new Sandbox();
            using (var session = new Session(sandbox.Configuration))
            {
                Await(session.TicketAsync());
                for (int i = 0; i < 20; i++)
                {
                    string token = Sandbox.Token(session);
                    char[] pin = "1234".ToCharArray();
                    Task<Login> login = session.LoginAsync(token, pin);
                    Array.Clear(pin, 0, pin.Length); // it was taken
                    Check.Equal((bool?)true, Await(login).Identified);
                }
                Await(session.PatientSearchAsync("TÉMOIN", "Loïc"));
                string patient = Await(session.PatientGetAsync()).PatientId;
                Await(session.PatientUpdateAsync("{\"insQualified\":true,\"alimentationConsent\":true}"));
                Await(session.DmpOpenAsync(patient));
                Await(Send(session, patient, 1000000, CancellationToken.None));
                Check.Equal(200, Await(session.RequestAsync("GET", "/patient")).HttpStatus);
                Check.Equal(1, sandbox.Documents);
                Check.Throws<ArgumentException>(() => { session.PatientSearchAsync("a\0b"); });
                HealthRecordException missing = Check.Throws<HealthRecordException>(
                    () => Await(session.DmpSendAsync(patient, "/nowhere/a.pdf", "10", "11503-0")));
                Check.Equal(ErrorCode.File, missing.Error.Code);
            }
        }

        public static void A_token_ends_its_call_whenever_it_comes_and_no_other()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"ticket\",\"nth\":1,\"delay_ms\":60000}");
            using (var session = new Session(sandbox.Configuration))
            using (var source = new CancellationTokenSource())
            {
                Task<Ticket> task = session.TicketAsync(source.Token);
                sandbox.WaitFor("ticket");
                source.Cancel();
                OperationCanceledException cancelled = Check.Throws<OperationCanceledException>(() => Await(task));
                Check.Equal(ErrorCode.Cancelled, ((HealthRecordException)cancelled.InnerException).Error.Code);
                Check.True(task.IsCanceled && cancelled.CancellationToken == source.Token, "the task is not cancelled");
                Check.Throws<OperationCanceledException>(() => Await(session.TicketAsync(source.Token)));
                Check.Equal(1, sandbox.Requests("ticket"));
                session.Ticket();
                for (int i = 0; i < 20; i++)
                    Check.True(session.Ready().Cards.Count > 0, "no cards");
            }
        }

        public static void A_token_does_not_end_the_call_of_another_thread()
        {
            var sandbox = new Sandbox();
            using (Session session = sandbox.OpenRecord(out string patient))
            using (var source = new CancellationTokenSource())
            {
                HealthRecordException busy = null;
                session.SetProgress((done, total) =>
                {
                    if (busy != null)
                        return;
                    busy = Check.Throws<HealthRecordException>(() => Await(session.ReadyAsync(source.Token)));
                    source.Cancel();
                    Check.Throws<OperationCanceledException>(() => Await(session.ReadyAsync(source.Token)));
                });
                session.DmpSendBytes(patient, Sandbox.Document(1000000), "a.pdf", "10", "11503-0");
                Check.Equal(ErrorCode.Busy, busy.Error.Code);
                Check.Equal(1, sandbox.Documents);
            }
        }

        public static void An_upload_in_doubt_is_never_a_mere_cancellation()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"dmp_send\",\"nth\":1,\"delay_ms\":60000,\"act\":true}");
            using (Session session = sandbox.OpenRecord(out string patient))
            using (var source = new CancellationTokenSource())
            {
                Task<Upload> task = Send(session, patient, 1000000, source.Token);
                Sandbox.Until(() => sandbox.Documents > 0, "the document did not arrive");
                source.Cancel();
                HealthRecordException error = Check.Throws<HealthRecordException>(() => Await(task));
                Check.Equal("HR_E_IN_DOUBT unknown HR_E_CANCELLED", error.Error.Code + " " + error.Error.Outcome + " " + error.Error.Cause);
                Check.True(task.IsFaulted && !task.IsCanceled, "the task counts as cancelled");
            }
        }

        /// <summary>The thread of a user interface: what is posted runs in <see cref="Run"/>.</summary>
        private sealed class Loop : SynchronizationContext
        {
            private readonly BlockingCollection<Action> posted = new BlockingCollection<Action>();

            public override void Post(SendOrPostCallback callback, object state) => posted.Add(() => callback(state));

            internal static T Run<T>(Func<Task<T>> work)
            {
                SynchronizationContext before = Current;
                var loop = new Loop();
                SetSynchronizationContext(loop);
                try
                {
                    Task<T> task = work();
                    task.ContinueWith(_ => loop.posted.CompleteAdding(), TaskScheduler.Default);
                    foreach (Action action in loop.posted.GetConsumingEnumerable())
                        action();
                    return Await(task);
                }
                finally { SetSynchronizationContext(before); }
            }
        }

        public static void The_person_is_asked_where_the_task_was_begun_and_may_be_awaited()
        {
            var sandbox = new Sandbox();
            int home = Thread.CurrentThread.ManagedThreadId;
            foreach (bool awaited in new[] { false, true })
            {
                int asked = 0;
                Func<Question, Answer> ask = question =>
                {
                    asked += Thread.CurrentThread.ManagedThreadId == home ? 1 : 100;
                    return Answer.Pin("1234");
                };
                using (var client = new Client(sandbox.Configuration, ask))
                {
                    if (awaited)
                        client.AskAsync = async question =>
                        {
                            await Task.Yield();
                            return ask(question);
                        };
                    Check.True(Loop.Run(() => client.LoginAsync(Sandbox.First)).IsOpen, "not logged in");
                    Check.Equal(1, asked);
                }
            }
        }

        public static void Waiting_on_a_thread_of_a_user_interface_blocks_nothing_else()
        {
            var sandbox = new Sandbox();
            using (var client = new Client(sandbox.Configuration, question => Answer.Pin("1234")))
            {
                bool open = Loop.Run(() =>
                {
                    Check.True(client.Session.TicketAsync().Result.LicenseTicket.Length > 0, "no ticket"); // .Result of a step
                    return Task.FromResult(client.Login(Sandbox.First).IsOpen); // the form that blocks asks here
                });
                Check.True(open, "not logged in");
                client.AskAsync = question => Task.FromResult(Answer.Pin("1234"));
                Loop.Run(() => Task.FromResult(Check.Throws<InvalidOperationException>(() => client.Login(Sandbox.First))));
                Check.Equal(1, sandbox.Requests("login"));
            }
        }

        public static void A_dialog_that_blocks_keeps_no_task_and_a_close_ends_it()
        {
            var sandbox = new Sandbox();
            foreach (bool byToken in new[] { true, false })
            {
                using (var source = new CancellationTokenSource())
                using (var asked = new ManualResetEventSlim())
                using (var answered = new ManualResetEventSlim())
                {
                    var client = new Client(sandbox.Configuration, question =>
                    {
                        asked.Set();
                        answered.Wait();
                        return Answer.Pin("1234");
                    });
                    Task<Result<Connection>> login = client.LoginAsync(Sandbox.First, source.Token);
                    asked.Wait();
                    if (byToken)
                        source.Cancel();
                    client.Dispose();
                    Check.True(login.Wait(10000), "the person is waited for");
                    answered.Set();
                    Check.Equal(Ending.Cancelled, login.Result.Ending);
                    Check.Throws<ObjectDisposedException>(() => Await(client.LoginAsync(Sandbox.First)));
                    Check.Throws<ObjectDisposedException>(() => client.Session.State());
                    Check.Equal(0L, sandbox.PinPresentations);
                }
            }
        }

        public static void A_stopped_login_does_not_wait_for_the_person_and_presents_nothing()
        {
            var sandbox = new Sandbox();
            foreach (bool byToken in new[] { true, false })
            {
                using (var source = new CancellationTokenSource())
                using (var asked = new ManualResetEventSlim())
                using (var client = new Client(sandbox.Configuration))
                {
                    var never = new TaskCompletionSource<Answer>();
                    client.AskAsync = question =>
                    {
                        asked.Set();
                        return never.Task;
                    };
                    Task<Result<Connection>> login = client.LoginAsync(Sandbox.First, source.Token);
                    asked.Wait();
                    if (byToken)
                        source.Cancel();
                    else
                        client.Stop();
                    Result<Connection> result = Await(login);
                    Check.Equal(Ending.Cancelled, result.Ending);
                    Check.Equal(result.Json["message_fr"].AsString(), result.SentenceFr);
                    never.SetResult(Answer.Pin("1234"));
                    Check.Equal(0L, sandbox.PinPresentations);
                }
            }
        }
    }
}
