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
    /// block the thread on which the person answers: use the form that blocks instead. A token that is cancelled, as
    /// <see cref="Stop"/>, gives a result whose ending says what became of the call, never
    /// <see cref="OperationCanceledException"/>.</para>
    /// <para>Threads: any; one call at a time, a second one ends with <see cref="Ending.InUse"/>.</para></summary>
    public sealed partial class Client : IDisposable
    {
        private readonly Func<Question, Task<Answer>> ask;
        private readonly List<Stop> running = new List<Stop>();

        /// <summary>Opens a session: checks the settings, sends nothing.</summary>
        /// <param name="settings">The path of the configuration's file, or its JSON text.</param>
        /// <param name="ask">Asks a person; nothing answered (null) ends the call. Null: nobody is asked.</param>
        /// <param name="progress">As for <see cref="Session.SetProgress"/>.</param>
        /// <exception cref="HealthRecordException">HR_E_CONFIG: a key or a value cannot be used.</exception>
        /// <exception cref="IOException">The file cannot be read.</exception>
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

        /// <summary>Asks a person instead of the constructor's function, where a dialog is awaited.</summary>
        [MaybeNull, AllowNull]
        public Func<Question, Task<Answer>> AskAsync { get; set; }

        /// <summary>The uploads that the journal of the settings knows, the newest first.</summary>
        /// <param name="filter">Which; null: the newest 100.</param>
        /// <exception cref="HealthRecordException">There is no journal, or it cannot be read.</exception>
        public Journal Journal([AllowNull] JournalFilter filter = null) => Session.Journal(filter);

        /// <summary>The text of the last call that ended and changes something, for a program that lost its result,
        /// such as to an exception of its progress callback or an aborted thread; null where there was none.</summary>
        [return: MaybeNull]
        public JsonValue Last()
        {
            Reply reply = Session.LastCall().Exchange(null);
            if (reply.Code == Native.HR_E_ABSENT)
                return null;
            return reply.Code == Native.HR_OK ? reply.Json : throw reply.Failure();
        }

        /// <summary>Stops the calls that run, also while a person is asked. Any thread; never waits.</summary>
        public void Stop()
        {
            lock (running)
                running.ToList().ForEach(stop => stop.Request());
        }

        /// <summary>Closes the session; a call that runs ends.</summary>
        public void Dispose() => Session.Dispose();

        private static string Text(string settings)
        {
            if (settings == null)
                throw new ArgumentNullException(nameof(settings));
            return settings.TrimStart().IndexOf('{') == 0 ? settings : File.ReadAllText(settings);
        }

        private Task<Result<T>> Start<T>(Members request, Func<string, char[], Call<T>> call, Func<JsonValue, T> read,
            CancellationToken token) where T : LibraryObject
        {
            SynchronizationContext place = SynchronizationContext.Current;
            return Task.Factory.StartNew(() => Converse(request, call, read, place, token), CancellationToken.None,
                TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);
        }

        // The loop that the calls are: call, ask, put the answer into the request, call again.
        private Result<T> Converse<T>(Members request, Func<string, char[], Call<T>> call, Func<JsonValue, T> read,
            SynchronizationContext place, CancellationToken token) where T : LibraryObject
        {
            var person = new Person(AskAsync ?? ask, place);
            char[] pin = null;
            try
            {
                using (var stop = new Stop(token, running))
                {
                    for (;;)
                    {
                        bool stopped = stop.Token.IsCancellationRequested;
                        Reply reply = call(request.ToString(), pin).Exchange(stop);
                        if (reply.IsMistake)
                            throw reply.Failure();
                        if (reply.Json.Boolean("session") == true)
                            Answer.Wipe(ref pin);
                        bool asks = !stopped && reply.Json.Text("ask") != null;
                        var question = new Question(reply.Json);
                        Answer answer = asks ? person.Ask(question, stop.Token) : null;
                        if (answer != null)
                            answer.Put(question, request, ref pin);
                        else if (asks && stop.Token.IsCancellationRequested)
                            Answer.Wipe(ref pin); // once more under the stop, which sends nothing and says so
                        else
                            return new Result<T>(reply.Json, reply.Code == Native.HR_OK ? read : null);
                    }
                }
            }
            finally { Answer.Wipe(ref pin); }
        }
    }
}
