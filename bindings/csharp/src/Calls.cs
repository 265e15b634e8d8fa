using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord
{
    internal delegate int NativeCall(out IntPtr text);

    /// <summary>One call of the library, to be made once: its arguments were checked, and are wiped after it.</summary>
    internal sealed class Call<T> where T : class
    {
        private readonly Session session;
        private readonly string operation;
        private readonly Func<JsonValue, T> read;
        private readonly List<Utf8> texts = new List<Utf8>();

        internal Call(Session session, string operation, Func<JsonValue, T> read)
        {
            this.session = session;
            this.operation = operation;
            this.read = read;
        }

        internal NativeCall Invoke { private get; set; }

        internal byte[] Text(string text, string parameter) => Text(text?.ToCharArray(), parameter);

        internal byte[] Text(char[] text, string parameter)
        {
            try { texts.Add(new Utf8(text, parameter)); }
            catch (ArgumentException)
            {
                Wipe();
                throw;
            }
            return texts[texts.Count - 1].Bytes;
        }

        /// <summary>On a thread of its own, since an upload may take ten minutes: the pool's are for short
        /// work.</summary>
        internal Task<T> Start(CancellationToken token)
        {
            Task<T> task = Task.Factory.StartNew(() => RunUnder(token), token,
                TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);
            // A task that is cancelled before it starts never runs.
            task.ContinueWith(_ => Wipe(), TaskScheduler.Default);
            return task;
        }

        /// <summary>The code and the text as they are.</summary>
        internal Reply Exchange(Stop stop)
        {
            try { return session.Exchange(operation, Invoke, stop); }
            finally { Wipe(); }
        }

        private T RunUnder(CancellationToken token)
        {
            using (var stop = new Stop(token))
            {
                try { return Run(stop); }
                catch (HealthRecordException e) when (token.IsCancellationRequested
                    && e.Error.Code == ErrorCode.Cancelled)
                {
                    throw new OperationCanceledException(e.Message, e, token);
                }
            }
        }

        internal T Run(Stop stop = null)
        {
            Reply reply = Exchange(stop);
            bool hasText = reply.Json != null || typeof(T) == typeof(JsonValue);
            return reply.Code == Native.HR_OK && hasText ? read(reply.Json) : throw reply.Failure();
        }

        private void Wipe() => texts.ForEach(text => text.Dispose());
    }

    /// <summary>The code of a call and its text: a result or an error object.</summary>
    internal sealed class Reply
    {
        // What no person can answer: the program's mistakes, and a defect.
        private static readonly int[] Mistakes =
        {
            Native.HR_E_ARGUMENT, Native.HR_E_HANDLE, Native.HR_E_CONFIG, Native.HR_E_TOO_LARGE, Native.HR_E_PANIC
        };

        private readonly string operation;

        internal Reply(int code, byte[] text, string operation)
        {
            Code = code;
            Json = text == null ? null : new JsonValue(text);
            this.operation = operation;
        }

        internal int Code { get; }

        /// <summary>Null for a function without a text, and where there was no memory for it.</summary>
        internal JsonValue Json { get; }

        internal bool IsMistake => Json == null || Mistakes.Contains(Code);

        /// <summary>Of a function without a text; its session is not collected before.</summary>
        internal static void Check(int code, string operation, Session session = null)
        {
            GC.KeepAlive(session);
            Aborts.Deliver();
            if (code != Native.HR_OK)
                throw new Reply(code, null, operation).Failure();
        }

        /// <summary>What to throw for any code but HR_OK, or for a success without a text.</summary>
        internal Exception Failure()
        {
            if (Code == Native.HR_OK)
                return new OutOfMemoryException(operation + " succeeded, and there was no memory for its text.");
            var error = new HealthRecordException(Json ?? Stated());
            return Code == Native.HR_E_HANDLE ? new ObjectDisposedException(error.Message, error) : (Exception)error;
        }

        // Where there is no text, as of functions that give none.
        private JsonValue Stated()
        {
            string name = Library.CodeName(Code);
            JsonValue stated = JsonValue.Parse("{}").With("code", Code).With("name", name).With("operation", operation);
            // The number as JSON writes it: its sign is the same in every culture.
            string text = operation + ": " + name + " (" + stated["code"].RawText + ")";
            foreach (string member in new[] { "message", "message_fr", "remedy", "remedy_fr" })
                stated = stated.With(member, text);
            return stated.With("at", Origin.Library.Value);
        }
    }

    /// <summary>The library's stop of one task, which also the end of the process stops: Mono waits for each
    /// call.</summary>
    internal sealed class Stop : IDisposable
    {
        private readonly CancellationTokenSource source = new CancellationTokenSource(); // End may come behind Dispose
        private readonly CancellationTokenRegistration linked;
        private readonly int number;

        internal Stop(CancellationToken token)
        {
            Reply.Check(Native.hr_stop_new(out number), "hr_stop_new");
            Token.Register(() => Native.hr_stop(number));
            linked = token.Register(Request);
            AppDomain.CurrentDomain.ProcessExit += End;
        }

        /// <summary>Cancelled once the task is to end; may still be asked when this is disposed.</summary>
        internal CancellationToken Token => source.Token;

        internal void Request() => source.Cancel();

        /// <summary>Makes a call of this thread under the stop.</summary>
        internal int Around(int handle, Func<int> call)
        {
            Native.hr_set_stop(handle, number);
            try { return call(); }
            finally { Native.hr_set_stop(handle, 0); }
        }

        public void Dispose()
        {
            AppDomain.CurrentDomain.ProcessExit -= End;
            linked.Dispose();
            Native.hr_stop_free(number);
        }

        private void End(object sender, EventArgs e) => Request();
    }
}
