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
                char[] pin = "1234".ToCharArray();
                Task<Login> login = session.LoginAsync(Sandbox.Token(session), pin);
                Array.Clear(pin, 0, pin.Length); // it was taken
                Check.Equal((bool?)true, Await(login).Identified);
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

            internal static int Waiting => ((Loop)Current).posted.Count;

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

        public static void A_login_that_ends_while_a_person_is_asked_waits_for_nobody_and_presents_nothing()
        {
            var sandbox = new Sandbox();
            foreach (bool awaited in new[] { true, false })
                for (int end = 0; end < 3; end++)
                    using (var source = new CancellationTokenSource())
                    using (var asked = new ManualResetEventSlim())
                    {
                        var answered = new TaskCompletionSource<Answer>();
                        Func<Question, Task<Answer>> ask = question =>
                        {
                            asked.Set();
                            return answered.Task;
                        };
                        var client = new Client(sandbox.Configuration, question => ask(question).Result);
                        client.AskAsync = awaited ? ask : null;
                        Task<Result<Connection>> login = client.LoginAsync(Sandbox.First, source.Token);
                        asked.Wait();
                        new Action[] { source.Cancel, client.Stop, client.Dispose }[end]();
                        Check.True(login.Wait(10000), "the person is waited for after " + end);
                        answered.SetResult(Answer.Pin("1234"));
                        Check.Equal(Ending.Cancelled, login.Result.Ending);
                        Check.Equal(login.Result.Json["message_fr"].AsString(), login.Result.SentenceFr);
                        client.Dispose();
                        Check.Throws<ObjectDisposedException>(() => Await(client.LoginAsync(Sandbox.First)));
                        Check.Throws<ObjectDisposedException>(() => client.Session.State());
                        Check.Equal(0L, sandbox.PinPresentations);
                    }
        }

        public static void A_question_that_the_window_comes_to_after_the_stop_is_dropped()
        {
            var sandbox = new Sandbox();
            var unobserved = new ConcurrentQueue<Exception>();
            EventHandler<UnobservedTaskExceptionEventArgs> seen = (sender, e) => unobserved.Enqueue(e.Exception);
            TaskScheduler.UnobservedTaskException += seen;
            Thread window = new Thread(() => Loop.Run(() =>
            {
                using (var client = new Client(sandbox.Configuration, question => throw new Exception("asked")))
                {
                    Task<Result<Connection>> login = client.LoginAsync(Sandbox.First);
                    Sandbox.Until(() => Loop.Waiting > 0, "nothing is asked");
                    client.Stop(); // this thread is busy
                    Check.Equal(Ending.Cancelled, login.Result.Ending);
                }
                return Task.Delay(100).ContinueWith(_ => 0, TaskScheduler.Default);
            }));
            window.Start();
            window.Join();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            TaskScheduler.UnobservedTaskException -= seen;
            Check.Equal("", string.Join("\n", unobserved));
        }
    }
}
