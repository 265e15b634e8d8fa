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

        private static DepositBytesRequest Memory(string reference = null) => new DepositBytesRequest
        {
            Patient = Helene,
            Documents = { new DocumentInMemory { Filename = "scan é.pdf", TypeCode = "11503-0", ActivityType = "10", Reference = reference } }
        };

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
