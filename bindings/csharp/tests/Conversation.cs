// Makes the calls of a script, and prints a line of JSON for each: Conversation.exe CONFIGURATION SCRIPT
// tests/bindings/conversations of the project says what a script may hold, and what must come of it.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.ExceptionServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord.Tests
{
    internal static class Conversation
    {
        private static readonly Dictionary<string, Host> Hosts = new Dictionary<string, Host>();
        private static readonly List<string> Lines = new List<string>();
        private static string settings;

        /// <summary>What calls have given: token, patient_id...</summary>
        internal static readonly Dictionary<string, string> Known = new Dictionary<string, string>();

        public static int Main(string[] args)
        {
            settings = args[0];
            using (var output = new StreamWriter(Console.OpenStandardOutput()))
                foreach (JsonValue step in JsonValue.Parse(File.ReadAllText(args[1])).Items)
                    output.WriteLine(Line(step));
            return 0;
        }

        internal static string Line(JsonValue step)
        {
            string seen = Seen(step);
            lock (Lines)
            {
                if (Lines.Count > 0)
                    seen = seen.TrimEnd('}') + (seen == "{}" ? "" : ",") + "\"log\":" + Json.Of(Lines) + "}";
                Lines.Clear();
            }
            return seen;
        }

        private static string Seen(JsonValue step)
        {
            string name = step["client"]?.AsString() ?? "";
            try
            {
                switch (step["call"].AsString())
                {
                    case "log": return Log(step);
                    case "keep_running": return KeepRunning();
                    case "open":
                        Hosts[name] = new Host(step["config"].RawText);
                        return "{}";
                }
                if (!Hosts.ContainsKey(name))
                    Hosts[name] = new Host(settings);
                return Hosts[name].Made(step);
            }
            catch (HealthRecordException mistake) { return Raised(mistake.Error); }
            catch (ObjectDisposedException e) when (e.InnerException is HealthRecordException inner) { return Raised(inner.Error); }
            catch (ObjectDisposedException) { return Json.Object("raised", "HR_E_HANDLE"); }
            catch (Exception e) when (e is ArgumentException || e is InvalidOperationException)
            {
                return Json.Object("raised", "argument");
            }
        }

        private static string Raised(Error error)
        {
            Remember(error.Json);
            return Json.Object("raised", error.Code.Value, "text", error.Json.RawText);
        }

        internal static void Remember(JsonValue given)
        {
            foreach (JsonValue place in new[] { given?["cards"]?[0], given })
                foreach (string name in new[] { "token", "patient_id", "entry", "serviceUrl", "bearer" })
                    if (place?[name]?.AsString() is string value)
                        Known[name] = value;
        }

        private static string Log(JsonValue step)
        {
            Library.SetLog((LogLevel)(int)step["level"].AsInt64(), (level, line) =>
            {
                lock (Lines)
                    Lines.Add("[" + (int)level + "," + Json.Of(line) + "]");
                if (step["raise"] != null)
                    throw new OwnException();
            });
            return "{}";
        }

        /// <summary>Returns when threads call the library, which they do to the program's end.</summary>
        private static string KeepRunning()
        {
            int heard = 0;
            Library.SetLog(LogLevel.Debug, (level, line) =>
            {
                Interlocked.Increment(ref heard);
                Thread.Sleep(1); // so that the end finds threads in here
            });
            for (int i = 0; i < 4; i++)
                new Thread(() =>
                {
                    for (;;)
                        using (var session = new Session("{}"))
                            try { session.Ready(); }
                            catch (HealthRecordException) { }
                }) { IsBackground = true }.Start();
            while (Volatile.Read(ref heard) < 1000)
                Thread.Sleep(1);
            return Json.Object("running", true);
        }
    }

    /// <summary>What the host's callbacks throw.</summary>
    internal sealed class OwnException : Exception { }

    internal static class Json
    {
        /// <summary>An object of names and values: texts, booleans, or lists of JSON.</summary>
        internal static string Object(params object[] members)
        {
            var names = members.Where((_, i) => i % 2 == 0);
            return "{" + string.Join(",", names.Select((name, i) => Of(name) + ":" + Of(members[2 * i + 1]))) + "}";
        }

        internal static string Of(object value)
        {
            return value is bool known ? known ? "true" : "false" : value is string text ? ((JsonValue)text).RawText
                : value is IEnumerable<string> list ? "[" + string.Join(",", list) + "]" : "null";
        }
    }

    /// <summary>A client, the person who answers, and what the progress reports.</summary>
    internal sealed class Host
    {
        private readonly Client client;
        private readonly List<string> asked = new List<string>();
        private readonly List<string> beside = new List<string>();
        private readonly List<string> reports = new List<string>();
        private readonly HashSet<int> threads = new HashSet<int>();
        private readonly ManualResetEventSlim happened = new ManualResetEventSlim();
        private Queue<JsonValue> answers;
        private JsonValue step;

        internal Host(string settings)
        {
            client = new Client(settings, Answer, Report);
        }

        internal string Made(JsonValue made)
        {
            string call = made["call"].AsString();
            JsonValue request = made["request"];
            if (call == "stop")
                client.Stop();
            if (call == "close")
                client.Dispose();
            if (call == "stop" || call == "close")
                return "{}";
            if (request == null)
                return Function(call, made["with"]);
            if (call == "journal")
                return Given(client.Journal(Requests.Journal(request)).Json);
            if (made["stopped"] != null)
                return Said(client.FindAsync(Requests.Find(request), new CancellationToken(true)).Result);
            step = made;
            answers = new Queue<JsonValue>(made["answers"].Items);
            asked.Clear();
            beside.Clear();
            reports.Clear();
            threads.Clear();
            string interrupt = made["interrupt"]?.AsString();
            try { return interrupt == null ? Ended(call, request) : Interrupted(call, request, interrupt); }
            catch (OwnException) { return Last("own"); }
        }

        private string Ended(string call, JsonValue request)
        {
            return call == "login" ? Said(client.Login()) : call == "find" ? Said(client.Find(Requests.Find(request)))
                : Said(client.Deposit(Requests.Deposit(request)));
        }

        /// <summary>While an answer is awaited, by a token; when a document is accepted, by Thread.Abort, which waits
        /// for the call: its result is lost then, and asked for.</summary>
        private string Interrupted(string call, JsonValue request, string when)
        {
            if (when == "line")
                using (var source = new CancellationTokenSource())
                {
                    Task<Result<Deposit>> task = client.DepositAsync(Requests.Deposit(request), source.Token);
                    Console.In.ReadLine();
                    source.Cancel();
                    return Said(task.Result);
                }
            string said = null;
            var other = new Thread(() => said = Ended(call, request));
            other.Start();
            happened.Wait();
            other.Abort();
            other.Join();
            return said ?? Last(null);
        }

        private string Last(string raised)
        {
            JsonValue last = client.Last();
            return Json.Object("raised", raised, "ending", last["ending"].AsString(), "done", last["operation"] == null,
                "documents", last["documents"].Items.Select(each => each.RawText));
        }

        private Answer Answer(Question question)
        {
            asked.Add(Json.Of(question.Kind.Value));
            JsonValue answer = answers.Count == 0 ? null : answers.Dequeue();
            if (answer?["raise"] != null)
                throw new OwnException();
            if (answer?["stop"] != null)
                client.Stop();
            if (answer?["code"] != null)
                return HealthRecord.Answer.Pin(answer["code"].AsString());
            if (answer?["choice"] != null)
                return question.Choices.First(one => one.LabelFr.Contains(answer["choice"].AsString()));
            return answer?["enter"] == null ? null : HealthRecord.Answer.Give(answer["enter"]);
        }

        private void Report(int done, int total)
        {
            reports.Add("[" + done + "," + total + "]");
            threads.Add(Thread.CurrentThread.ManagedThreadId);
            string at = step?["at"]?.AsString();
            if (!(at == "last" ? done == total : at == "begun" ? done > 0 : at == "first" && reports.Count == 1))
                return;
            string act = step["do"].AsString();
            if (act == "raise")
                throw new OwnException();
            if (act == "stop")
                client.Stop();
            if (act == "interrupt")
            {
                happened.Set();
                while ((Thread.CurrentThread.ThreadState & ThreadState.AbortRequested) == 0)
                    Thread.Yield();
            }
            foreach (JsonValue other in step["do"].Items)
            {
                var thread = new Thread(() => beside.Add(Conversation.Line(other)));
                thread.Start();
                thread.Join();
            }
        }

        /// <summary>A function of the session, by the header's names of its parameters.</summary>
        private string Function(string name, JsonValue with)
        {
            string method = string.Concat(name.Split('_').Select(part => char.ToUpper(part[0]) + part.Substring(1)));
            MethodInfo called = typeof(Session).GetMethod(method);
            object[] arguments = called.GetParameters().Select(parameter => Argument(parameter, with)).ToArray();
            try
            {
                object given = called.Invoke(client.Session, arguments);
                return Given((given as LibraryObject)?.Json);
            }
            catch (TargetInvocationException e)
            {
                ExceptionDispatchInfo.Capture(e.InnerException).Throw();
                throw;
            }
        }

        /// <summary>"$entry" is what a call has given, and a picture stands for NUL.</summary>
        private static object Argument(ParameterInfo parameter, JsonValue with)
        {
            string name = string.Concat(parameter.Name.Select(c => (char.IsUpper(c) ? "_" : "") + char.ToLower(c)));
            string text = with[name]?.AsString()?.Replace('\u2400', '\0');
            if (text?.StartsWith("$") == true)
                text = Conversation.Known[text.Substring(1)];
            return parameter.ParameterType == typeof(char[]) ? text.ToCharArray()
                : parameter.ParameterType == typeof(byte[]) ? Encoding.UTF8.GetBytes(text) : (object)text;
        }

        private static string Given(JsonValue given)
        {
            Conversation.Remember(given);
            return Json.Object("text", given?.RawText);
        }

        private string Said<T>(Result<T> result, string raised = null) where T : LibraryObject
        {
            var documents = result.Documents.Select(each => Json.Object("ending", each.Ending.Value,
                "outcome", each.Outcome.Value, "already", each.Already, "sentence_fr", each.MessageFr));
            bool done = result.IsOpen || result.IsComplete || result.Ending == Ending.Found;
            bool here = threads.All(id => id == Thread.CurrentThread.ManagedThreadId);
            return Json.Object("raised", raised, "ending", result.Ending.Value, "sentence_fr", result.SentenceFr,
                "asked", asked, "done", done, "documents", documents, "beside", beside, "reports", reports,
                "here", here);
        }
    }

    /// <summary>The requests of the script, typed.</summary>
    internal static class Requests
    {
        internal static FindRequest Find(JsonValue request) => new FindRequest { Patient = Traits(request) };

        internal static DepositRequest Deposit(JsonValue request) => new DepositRequest
        {
            Patient = Traits(request),
            Documents = request["documents"].Items.Select(document => new DocumentFile
            {
                Path = Text(document, "path"),
                ActivityType = Text(document, "activity_type"),
                TypeCode = Text(document, "type_code")
            }).ToList()
        };

        internal static JournalFilter Journal(JsonValue filter) => new JournalFilter
        {
            Outcome = Text(filter, "outcome") is string outcome ? (Outcome?)outcome : null,
            Doubt = filter["doubt"]?.AsBoolean(),
            Since = Text(filter, "since"),
            Reference = Text(filter, "reference"),
            Limit = (int?)filter["limit"]?.AsInt64()
        };

        private static Traits Traits(JsonValue request)
        {
            JsonValue patient = request["patient"];
            return patient == null ? null : new Traits { Nom = Text(patient, "nom"), Prenom = Text(patient, "prenom") };
        }

        private static string Text(JsonValue json, string name) => json[name]?.AsString();
    }
}
