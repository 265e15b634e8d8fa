using System;
using System.Collections.Generic;
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

        private static DepositBytesRequest Memory(string reference = null) => new DepositBytesRequest
        {
            Patient = Helene,
            Documents = { new DocumentInMemory { Filename = "scan é.pdf", TypeCode = "11503-0", ActivityType = "10", Reference = reference } }
        };

        private static string Kinds(IEnumerable<Question> asked) => string.Join(" ", asked.Select(question => question.Kind));

        public static void A_constant_wrong_PIN_is_presented_as_often_as_the_library_says()
        {
            var sandbox = new Sandbox();
            var asked = new List<Question>();
            using (var client = new Client(sandbox.Configuration, question =>
            {
                asked.Add(question);
                return question.Kind == Ask.Pin && asked.Count < 50 ? Answer.Pin("9999") : null;
            }))
            {
                Result<Connection> login = client.Login(Sandbox.First);
                Check.Equal("pin pin pin pin retry", Kinds(asked));
                Check.Equal("pin_held", login.Ending.Value);
                Check.Equal(2L, sandbox.PinPresentations);
                Check.Equal(login.SentenceFr, asked.Last().SentenceFr);
                Check.Equal(login.Error.MessageFr, login.SentenceFr);
            }
        }

        public static void The_same_PIN_goes_with_every_repetition_until_a_session_is_open()
        {
            var sandbox = new Sandbox();
            var asked = new List<Question>();
            Configuration configuration = sandbox.Configuration;
            configuration.SituationsPointer = "/situations";
            configuration.Profile = JsonValue.Parse("{\"demande\":\"situations\"}");
            char[] typed = "5678".ToCharArray();
            using (var client = new Client(configuration, question =>
            {
                asked.Add(question);
                return question.Kind == Ask.Pin ? Answer.Pin(typed)
                    : question.Kind == Ask.Card ? question.Choices.First(card => card.LabelFr.Contains("DU TEST")) : question.Choices[1];
            }))
            {
                Result<Connection> login = client.Login();
                Check.True(login.IsOpen && login.Error == null, login.SentenceFr);
                Check.Equal("card pin situation", Kinds(asked));
                Check.Equal("accepted", login.Value.Situation.Outcome.Value);
                Check.Equal("5678", new string(typed));
                Check.Equal(1, sandbox.Requests("login"));
                Check.True(client.Login().IsOpen && asked.Count == 3, "it is asked again");
            }
        }

        public static void Misuse_is_raised_and_what_a_person_meets_is_a_result()
        {
            var sandbox = new Sandbox();
            Answer answer = null;
            using (var client = new Client(sandbox.Configuration, question => answer))
            {
                Check.Equal("login_needed", client.Login(Sandbox.First).Ending.Value);
                Check.Equal("pin", client.Login(Sandbox.First).Error.Ask.ToString());
                answer = Answer.Give("1234");
                Check.Throws<InvalidOperationException>(() => client.Login(Sandbox.First));
                answer = Answer.Give(new Traits());
                Check.Equal("login_needed", client.Login(Sandbox.First).Ending.Value);
                Check.True(answer == null && Answer.Give("") == null, "an answer of nothing");
                answer = Answer.Pin("12\u000034");
                Check.Throws<ArgumentException>(() => client.Login(Sandbox.First));
                Check.Throws<ArgumentException>(() => ((Answer)new Choice(JsonValue.Parse("{\"value\":null}"))).ToString());
                Check.True(Answer.Pin("") == null && Answer.Pin((char[])null) == null && (Answer)(Choice)null == null, "an answer of nothing");
                HealthRecordException mistake = Check.Throws<HealthRecordException>(() => client.Find(new FindRequest()));
                Check.Equal(ErrorCode.Argument, mistake.Error.Code);
                Check.Equal(ErrorCode.Config, Check.Throws<HealthRecordException>(() => client.Journal()).Error.Code);
                Result<Deposit> deposit = client.DepositBytes(Memory(), Sandbox.Document(10));
                Check.Equal("login_needed False not_sent", deposit.Ending + " " + deposit.IsComplete + " " + deposit.Documents.Single().Ending);
                Check.Equal(0L, sandbox.PinPresentations);
            }
            using (var client = new Client(sandbox.Configuration, question => throw new FormatException("own")))
                Check.Equal("own", Check.Throws<FormatException>(() => client.Login(Sandbox.First)).Message);
            Check.Equal(ErrorCode.Config, Check.Throws<HealthRecordException>(() => new Client("{\"unknown_key\":1}")).Error.Code);
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
            string path = Path.GetTempFileName();
            try
            {
                File.WriteAllText(path, json, new UTF8Encoding(true));
                new Client(path).Dispose();
                JsonValue settings = JsonValue.Parse(File.ReadAllText(path)).With("journal", path + ".hrj").With("license_bearer", null);
                using (var client = new Client(settings.RawText))
                    Check.Equal(path + ".hrj False", client.Session.Settings.Journal + " " + client.Session.Settings.LicenseBearerSet);
            }
            finally
            {
                File.Delete(path);
                File.Delete(path + ".hrj");
            }
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
            using (Client client = sandbox.Client(question => question.Choices[0]))
            {
                DepositBytesRequest request = Memory();
                request.Patient = new Traits { Nom = "TÉMOIN", Prenom = "Loïc" };
                Check.Throws<InvalidOperationException>(() => client.DepositBytes(request, Sandbox.Document(10)));
            }
        }

        public static void The_sentences_are_the_librarys_and_progress_counts_all_documents()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"dmp_send\",\"nth\":2,\"status\":413}");
            var seen = new List<int>();
            string folder = Path.Combine(Path.GetTempPath(), "hr-client-" + Guid.NewGuid().ToString("N"));
            Directory.CreateDirectory(folder);
            try
            {
                using (Client client = sandbox.Client(null, (done, total) => seen.Add(total - done)))
                {
                    var request = new DepositRequest { Patient = Helene };
                    for (int i = 0; i < 3; i++)
                    {
                        string path = Path.Combine(folder, "lettre " + i + " été.pdf");
                        File.WriteAllBytes(path, Sandbox.Document(100000));
                        request.Documents.Add(new DocumentFile { Path = path, TypeCode = "11503-0", ActivityType = "10", Reference = "r" + i });
                    }
                    Result<Deposit> result = client.DepositAsync(request).GetAwaiter().GetResult();
                    Check.Equal("sent rejected sent", string.Join(" ", result.Documents.Select(each => each.Ending)));
                    Check.Equal("r0 r1 r2", string.Join(" ", result.Documents.Select(each => each.Reference)));
                    for (int i = 0; i < 3; i++)
                        Check.Equal(result.Json["documents"][i]["message_fr"].AsString(), result.Documents[i].MessageFr);
                    Check.Equal(result.Json["message_fr"].AsString(), result.SentenceFr);
                    Check.Equal(300000, seen[0]);
                    result = client.Deposit(request);
                    Check.True(result.IsComplete && result.Value.PatientId.Length > 10, result.SentenceFr);
                    Check.Equal("True False True", string.Join(" ", result.Documents.Select(each => each.Already)));
                    Check.Equal(3, sandbox.Documents);
                }
            }
            finally { Directory.Delete(folder, true); }
        }

        public static void Progress_that_throws_comes_out_and_the_last_call_is_known()
        {
            var sandbox = new Sandbox();
            bool throws = true;
            using (Client client = sandbox.Client(null, (done, total) =>
            {
                if (throws && done == total)
                    throw new FormatException("own");
            }))
            {
                byte[] document = Sandbox.Document(70000);
                Check.Throws<FormatException>(() => client.DepositBytes(Memory("17"), document));
                Check.Equal("17", client.Last()["documents"][0]["reference"].AsString());
                throws = false;
                string doubts = client.Last()["documents"][0]["outcome"].AsString() == "unknown" ? "in_doubt" : "sent";
                Check.Equal(doubts, client.DepositBytes(Memory("17"), document).Ending.Value);
                Check.Equal(1, sandbox.Requests("dmp_send"));
            }
            Client closed;
            using (closed = sandbox.Client(null, (done, total) => throw new FormatException("own")))
                Check.Throws<FormatException>(() => closed.DepositBytes(Memory("18"), Sandbox.Document(70000)));
            Check.Equal("18", closed.Last()["documents"][0]["reference"].AsString());
            using (closed = sandbox.Client())
                Check.Contains("bearer", closed.Last().RawText);
            Check.True(closed.Last()["ending"].AsString() == "open" && !closed.Last().RawText.Contains("bearer"), "the bearer is kept");
            using (var fresh = new Client("{}"))
                Check.Equal(null, fresh.Last());
        }

        public static void A_token_and_a_stop_give_a_result_and_what_arrived_is_in_it()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"patient_get\",\"nth\":1,\"delay_ms\":60000}");
            sandbox.Fault("{\"call\":\"dmp_send\",\"nth\":1,\"delay_ms\":60000,\"act\":true}");
            using (Client client = sandbox.Client())
            using (var source = new CancellationTokenSource())
            {
                var find = client.FindAsync(new FindRequest { Patient = Helene }, source.Token);
                sandbox.WaitFor("patient_get");
                source.Cancel();
                Check.Equal(Ending.Cancelled, find.GetAwaiter().GetResult().Ending);
                Check.Equal(Ending.Cancelled, client.FindAsync(new FindRequest { Patient = Helene }, source.Token).GetAwaiter().GetResult().Ending);
                Check.Equal(1, sandbox.Requests("patient_search"));
                client.Stop(); // nothing runs
                var deposit = client.DepositBytesAsync(Memory(), Sandbox.Document(1000));
                Sandbox.Until(() => sandbox.Documents > 0, "the document did not arrive");
                Check.Equal(Ending.InUse, client.Find(new FindRequest { Patient = Helene }).Ending);
                client.Stop();
                Check.Equal("in_doubt unknown", deposit.GetAwaiter().GetResult().Ending + " " + deposit.Result.Documents[0].Outcome);
            }
        }

        public static void Nothing_is_sent_twice_under_aborts()
        {
            var sandbox = new Sandbox();
            byte[][] documents = Enumerable.Range(0, 60).Select(i => Sandbox.Document(300000)).ToArray();
            // A person looks into the record.
            Func<Question, Answer> look = null;
            using (Client client = sandbox.Client(question => look(question)))
            {
                var random = new Random(5);
                for (int i = 0; i < documents.Length; i++)
                {
                    int there = sandbox.Documents;
                    look = question => question.Choices[sandbox.Documents > there ? 0 : 1];
                    DepositBytesRequest request = Memory("d" + i);
                    for (int tries = 0; tries < 4; tries++)
                    {
                        bool complete = false;
                        var other = new Thread(() => complete = client.DepositBytes(request, documents[i]).IsComplete);
                        other.Start();
                        Thread.Sleep(random.Next(12));
                        try { other.Abort(); }
                        catch (PlatformNotSupportedException)
                        {
                            other.Join();
                            return; // .NET has none
                        }
                        other.Join();
                    }
                    Result<Deposit> last = client.DepositBytes(request, documents[i]);
                    Check.True(last.IsComplete, last.SentenceFr);
                    Check.Equal("d" + i, client.Last()["documents"][0]["reference"].AsString());
                    Check.Equal(there + 1, sandbox.Documents);
                }
            }
        }
    }
}
