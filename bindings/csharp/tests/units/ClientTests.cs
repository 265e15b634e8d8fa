using System;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;

namespace HealthRecord.Tests
{
    /// <summary>The loop of the client; what is asked, and how it ends, is the library's and tested there.</summary>
    internal static class ClientTests
    {
        private static readonly Traits Helene = new Traits { Nom = "EXEMPLE", Prenom = "Hélène" };

        internal static DepositBytesRequest Memory(string reference = null) => new DepositBytesRequest
        {
            Patient = Helene,
            Documents = { new DocumentInMemory { Filename = "scan é.pdf", TypeCode = "11503-0", ActivityType = "10", Reference = reference } }
        };

        public static void An_answer_of_nothing_is_null_and_what_is_only_shown_is_none()
        {
            Answer[] nothing = { Answer.Pin(""), Answer.Pin((char[])null), Answer.Give(""), Answer.Give(new Traits()), (Choice)null };
            Check.True(nothing.All(answer => answer == null), "an answer of nothing");
            Check.Throws<ArgumentException>(() => ((Answer)new Choice(JsonValue.Parse("{\"value\":null}"))).ToString());
            Check.Throws<ArgumentNullException>(() => new Client((string)null));
        }

        public static void A_text_that_is_no_configuration_is_not_shown()
        {
            string json = new Sandbox().Configuration.ToJson();
            new Client("\uFEFF" + json).Dispose();
            foreach (string text in new[] { "[" + json + "]", "// c\n" + json, "\u200b" + json, ((JsonValue)json).RawText, "/nowhere.json", "" })
            {
                IOException refused = Check.Throws<IOException>(() => new Client(text));
                Check.True(!refused.ToString().Contains("bearer") && refused is FileNotFoundException, "the settings are shown");
            }
            string path = LoadingTests.Stub("settings.json");
            File.WriteAllText(path, json, new UTF8Encoding(true));
            new Client(path).Dispose();
            JsonValue settings = JsonValue.Parse(File.ReadAllText(path)).With("journal", path + ".hrj").With("license_bearer", null);
            foreach (string mark in new[] { "", "\u00ef\u00bb\u00bf" })
            {
                File.WriteAllText(path, mark + "{\"journal\":\"" + path + "\u00e9\"}", Encoding.GetEncoding("iso-8859-1"));
                Check.Contains("UTF-8", Check.Throws<IOException>(() => new Client(path)).Message);
            }
            using (var client = new Client(settings.RawText))
                Check.Equal(path + ".hrj False", client.Session.Settings.Journal + " " + client.Session.Settings.LicenseBearerSet);
        }

        public static void An_answer_is_used_once_and_what_stops_a_dialog_stops_the_call()
        {
            var sandbox = new Sandbox();
            Answer wrong = Answer.Pin("8888");
            Func<Question, Answer> ask = question => wrong;
            using (var client = new Client(sandbox.Configuration, question => ask(question)))
            {
                Check.Contains("used", Check.Throws<InvalidOperationException>(() => client.Login(Sandbox.First)).Message);
                ask = question => throw new OperationCanceledException();
                Check.Equal(Ending.Cancelled, client.Login(Sandbox.First).Ending);
                client.AskAsync = question => null;
                Check.Throws<InvalidOperationException>(() => client.Login(Sandbox.First));
                client.AskAsync = question => throw new OperationCanceledException();
                Check.Equal(Ending.Cancelled, client.LoginAsync(Sandbox.First).GetAwaiter().GetResult().Ending);
                Check.Equal(1L, sandbox.PinPresentations);
            }
        }

        public static void Neither_what_is_entered_nor_an_earlier_choice_confirms_a_patient()
        {
            var sandbox = new Sandbox { Patients = null };
            Choice earlier = sandbox.Client().Find(new FindRequest { Patient = new Traits { Nom = "ESSAI" } }).Error.Choices[0];
            Answer[] wrong = { Answer.Give(new Traits { Nom = "ESSAI" }), Answer.Give("a text"), earlier };
            foreach (Answer answer in wrong)
                using (Client client = sandbox.Client(question => answer))
                    Check.Throws<InvalidOperationException>(() => client.DepositBytes(Memory(), Sandbox.Document(10)));
            Check.Equal(0, sandbox.Documents);
            Check.Equal(4, sandbox.Requests("patient_search"));
        }

        public static void The_last_call_is_known_after_the_close_without_the_bearer()
        {
            var sandbox = new Sandbox();
            Client closed;
            using (closed = sandbox.Client(null, (done, total) => throw new FormatException("own")))
                Check.Throws<FormatException>(() => closed.DepositBytes(Memory("18"), Sandbox.Document(70000)));
            Check.Equal("18", closed.Last()["documents"][0]["reference"].AsString());
            foreach (bool step in new[] { false, true })
            {
                using (closed = sandbox.Client())
                {
                    if (step)
                    {
                        string login = "{\"connectedTo\":\"a\\u0000\",\"bearer\":\"b\",\"serviceUrl\":\"http://127.0.0.1:1\"}";
                        sandbox.Fault("{\"call\":\"login\",\"body\":" + ((JsonValue)login).RawText + "}");
                        closed.Session.Login(Sandbox.Token(closed.Session), "1234".ToCharArray());
                    }
                    Check.Contains("bearer", closed.Last().RawText);
                }
                Check.Throws<ObjectDisposedException>(() => closed.Session.State());
                Check.True(closed.Last()["operation"] == null && !closed.Last().RawText.Contains("bearer"), "the bearer is kept");
            }
            using (closed = new Client("{}"))
                Check.Equal(null, closed.Last());
            Check.Equal(null, closed.Last());
        }

        /// <summary>False on .NET, which has none.</summary>
        private static bool Abort(Thread thread)
        {
            try { thread.Abort(); }
            catch (PlatformNotSupportedException) { return false; }
            return true;
        }

        public static void An_abort_waits_for_the_end_of_a_call()
        {
            bool whole = false, none = false;
            using (var session = new Session("{}"))
            using (var inside = new ManualResetEventSlim())
            {
                NativeCall call = (out IntPtr text) =>
                {
                    int code = Native.hr_state(session.Handle, out text);
                    inside.Set();
                    while ((Thread.CurrentThread.ThreadState & ThreadState.AbortRequested) == 0 && !Volatile.Read(ref none))
                        Thread.Yield();
                    whole = true;
                    return code;
                };
                var other = new Thread(() => session.Exchange("hr_state", call, null));
                other.Start();
                inside.Wait();
                Volatile.Write(ref none, !Abort(other));
                other.Join();
                Check.True(whole, "the call was aborted");
            }
        }

        public static void Nothing_is_sent_twice_under_aborts()
        {
            var sandbox = new Sandbox();
            // A person looks into the record.
            Func<Question, Answer> look = null;
            using (Client client = sandbox.Client(question => look(question)))
            {
                var random = new Random(5);
                for (int i = 0; i < 60; i++)
                {
                    byte[] document = Sandbox.Document(300000);
                    int there = sandbox.Documents;
                    look = question => question.Choices[sandbox.Documents > there ? 0 : 1];
                    DepositBytesRequest request = Memory("d" + i);
                    for (int tries = 0; tries < 4; tries++)
                    {
                        bool complete = false;
                        var other = new Thread(() => complete = client.DepositBytes(request, document).IsComplete);
                        other.Start();
                        Thread.Sleep(random.Next(12));
                        bool aborts = Abort(other);
                        other.Join();
                        if (!aborts)
                            return;
                    }
                    Result<Deposit> last = client.DepositBytes(request, document);
                    Check.True(last.IsComplete, last.SentenceFr);
                    Check.Equal("d" + i, client.Last()["documents"][0]["reference"].AsString());
                    Check.Equal(there + 1, sandbox.Documents);
                }
            }
        }
    }
}
