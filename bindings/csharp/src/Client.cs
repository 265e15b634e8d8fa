using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord
{
    /// <summary>Logs in, finds patients and deposits documents, with one call each that asks a person where the library
    /// asks. What a person can meet is a result with a sentence; exceptions are for what the program does wrong
    /// (<see cref="HealthRecordException"/>, <see cref="ArgumentException"/>, <see cref="ObjectDisposedException"/>)
    /// and what its own callbacks throw. Nothing is sent twice by making a call again.
    /// <para>Each call blocks and asks on its own thread. Its ...Async form runs on another one and asks where it was
    /// begun (<see cref="SynchronizationContext"/>): await it there. Result or Wait on a user interface thread would
    /// block the thread on which the person answers: use the form that blocks instead. A token that is cancelled,
    /// <see cref="Stop"/>, <see cref="Dispose"/> and an <see cref="OperationCanceledException"/> of a callback stop the
    /// call: its result says what became of it.</para>
    /// <para>Threads: any; one call at a time, a second one ends with <see cref="Ending.InUse"/>.</para></summary>
    public sealed partial class Client : IDisposable
    {
        private readonly Func<Question, Task<Answer>> ask;
        private readonly List<Stop> running = new List<Stop>();
        private volatile JsonValue last;
        private volatile bool closing;

        /// <summary>Opens a session: checks the settings, sends nothing.</summary>
        /// <param name="settings">The configuration: its JSON text, which begins with {, or the path of its file, which
        /// is UTF-8.</param>
        /// <param name="ask">Asks a person. A PIN that is kept somewhere would lock the card. Nothing answered (null) ends
        /// the call. Null: nobody is asked.</param>
        /// <param name="progress">As for <see cref="Session.SetProgress"/>.</param>
        /// <exception cref="HealthRecordException">HR_E_CONFIG: a key or a value cannot be used.</exception>
        /// <exception cref="IOException">There is no such file, or it cannot be read, or is not UTF-8. A text that is
        /// neither stays out of it.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public Client(string settings, [AllowNull] Func<Question, Answer> ask = null,
            [AllowNull] Action<int, int> progress = null) : this(new Session(Text(settings)), ask, progress) { }

        /// <summary>As the other form.</summary>
        public Client(Configuration settings, [AllowNull] Func<Question, Answer> ask = null,
            [AllowNull] Action<int, int> progress = null) : this(new Session(settings), ask, progress) { }

        private Client(Session session, Func<Question, Answer> ask, Action<int, int> progress)
        {
            Session = session;
            if (ask != null)
                this.ask = question => Task.FromResult(ask(question));
            if (progress != null)
                session.SetProgress(progress);
        }

        /// <summary>The session, for single steps, which mix with these calls.</summary>
        public Session Session { get; }

        /// <summary>Asks a person instead of the constructor's function, where a dialog is awaited: for the ...Async
        /// forms. A call that blocks the thread of a user interface would wait for ever, and throws
        /// <see cref="InvalidOperationException"/>.</summary>
        [MaybeNull, AllowNull]
        public Func<Question, Task<Answer>> AskAsync { get; set; }

        /// <summary>The uploads that the journal of the settings knows, the newest first.</summary>
        /// <param name="filter">Which; null: the newest 100.</param>
        /// <exception cref="HealthRecordException">There is no journal, or it cannot be read.</exception>
        public Journal Journal([AllowNull] JournalFilter filter = null) => Session.Journal(filter);

        /// <summary>The text of the last call that ended and changes something, for a program that lost its result,
        /// such as to an exception of its callback or an aborted thread, also after <see cref="Dispose"/> (then without
        /// the login's bearer); null where there was none.</summary>
        [return: MaybeNull]
        public JsonValue Last()
        {
            Reply reply = Session.LastCall().Exchange(null);
            if (reply.Code == Native.HR_E_ABSENT || (reply.Code == Native.HR_E_HANDLE && closing))
                return last;
            return reply.Code == Native.HR_OK ? Known(reply.Json) : throw reply.Failure();
        }

        /// <summary>Stops the calls that run, also while a person is asked; one that asks on the thread it blocks ends
        /// when that has answered. Any thread; never waits.</summary>
        public void Stop()
        {
            lock (running)
                running.ToList().ForEach(stop => stop.Request());
        }

        /// <summary>As <see cref="Stop"/>; the session is closed as soon as no call runs.</summary>
        public void Dispose()
        {
            lock (running)
            {
                closing = true;
                Stop();
                Leave(null, null);
            }
        }

        private static string Text(string settings)
        {
            if (settings == null)
                throw new ArgumentNullException(nameof(settings));
            string json = settings.TrimStart('\uFEFF', ' ', '\t', '\r', '\n');
            if (json.IndexOf('{') == 0)
                return json;
            // What is no path may have secrets: it is not shown.
            if (!File.Exists(settings))
                throw new FileNotFoundException("The settings are no JSON object, and no file has that name.");
            try { return File.ReadAllText(settings, Utf8.Strict); }
            catch (System.Text.DecoderFallbackException) { throw new IOException("The file of the settings is not UTF-8."); }
        }

        private Stop Enter(CancellationToken token)
        {
            lock (running)
            {
                if (closing)
                    throw new ObjectDisposedException(nameof(Client));
                running.Add(new Stop(token));
                return running.Last();
            }
        }

        private void Leave(Stop stop, JsonValue before)
        {
            lock (running)
            {
                running.Remove(stop);
                stop?.Dispose();
                bool closes = closing && running.Count == 0;
                if (!closes && before == null)
                    return;
                using (closes ? Session : null)
                {
                    Reply reply = Session.LastCall().Exchange(null);
                    if (reply.Code == Native.HR_OK)
                        last = Whole(Known(reply.Json), before);
                    if (closes)
                        last = last?.With("login", null).With("bearer", null);
                }
            }
        }

        // What the library says of the last call, or what is kept in its place.
        private JsonValue Known(JsonValue text) =>
            last is JsonValue kept && kept.Text("call_id") is string id && id == text.Text("call_id") ? kept : text;

        // The text of a call; of a deposit with what an earlier one said of each document that it did not come to.
        private static JsonValue Whole(JsonValue text, JsonValue before)
        {
            if (before == null || text.Text("operation")?.StartsWith("hr_deposit", StringComparison.Ordinal) != true)
                return text;
            JsonValue now = text["documents"];
            var all = before.Items.Select((old, i) => (now?[i]?["code"]?.AsInt64() == null ? old : now[i]).RawText);
            return text.With("documents", JsonValue.Parse("[" + string.Join(",", all) + "]"));
        }

        private Task<Result<T>> Start<T>(Members request, Func<string, char[], Call<T>> call, Func<JsonValue, T> read,
            CancellationToken token) where T : LibraryObject
        {
            TaskScheduler place = SynchronizationContext.Current == null
                ? TaskScheduler.Default : TaskScheduler.FromCurrentSynchronizationContext();
            return Task.Factory.StartNew(() => Converse(request, call, read, place, token), CancellationToken.None,
                TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);
        }

        // The loop that the calls are: call, ask, put the answer into the request, call again.
        private Result<T> Converse<T>(Members request, Func<string, char[], Call<T>> call, Func<JsonValue, T> read,
            TaskScheduler place, CancellationToken token) where T : LibraryObject
        {
            if (AskAsync != null && SynchronizationContext.Current != null)
                throw new InvalidOperationException("AskAsync would wait for this thread: await the ...Async form.");
            Stop stop = null;
            char[] pin = null;
            JsonValue before = null;
            try
            {
                try { }
                finally { stop = Enter(token); } // an abort waits for the end of it, so that Leave knows the stop
                for (;;)
                {
                    bool stopped = stop.Token.IsCancellationRequested;
                    Reply reply = call(request.ToString(), pin).Exchange(stop);
                    if (reply.IsMistake)
                        throw reply.Failure();
                    JsonValue text = Whole(reply.Json, before);
                    var question = new Question(text);
                    bool asks = !stopped && reply.Json.Text("ask") != null;
                    before = asks ? question.Any("documents") : before;
                    if (question.Boolean("session") == true || question.Kind == HealthRecord.Ask.Pin)
                        Answer.Wipe(ref pin);
                    Answer answer = asks ? Asked(question, place, stop) : null;
                    if (answer != null)
                        answer.Put(question, request, ref pin);
                    else if (!asks || !stop.Token.IsCancellationRequested)
                        return new Result<T>(text, reply.Code == Native.HR_OK ? read : null);
                    // else once more under the stop, which sends nothing and says so
                }
            }
            finally
            {
                Answer.Wipe(ref pin);
                Leave(stop, before);
            }
        }

        // In that place, or on this thread. An answer that comes after the stop is wiped and never used.
        private Answer Asked(Question question, TaskScheduler place, Stop stop)
        {
            Func<Question, Task<Answer>> person = AskAsync ?? ask;
            if (person == null)
                return null;
            Func<Task<Answer>> asking = async () =>
            {
                stop.Token.ThrowIfCancellationRequested();
                return await (person(question) ?? throw new InvalidOperationException("AskAsync gave no task."));
            };
            Task<Answer> answered = place == null ? asking() : Task.Factory.StartNew(asking, CancellationToken.None,
                TaskCreationOptions.HideScheduler, place).Unwrap();
            try
            {
                Task.WaitAny(new Task[] { answered }, stop.Token);
                return answered.GetAwaiter().GetResult();
            }
            catch (OperationCanceledException) // of the stop, or of the dialog, which stops the call
            {
                stop.Request();
                answered.ContinueWith(late => late.Result?.Wipe(), TaskContinuationOptions.OnlyOnRanToCompletion);
                return null;
            }
        }
    }
}
