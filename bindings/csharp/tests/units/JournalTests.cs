using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;

namespace HealthRecord.Tests
{
    internal static class JournalTests
    {
        /// <summary>What the process sends that is killed.</summary>
        internal static readonly byte[] Document = Encoding.UTF8.GetBytes("a document that is sent when its process is killed");

        /// <summary>Holds the lock of a journal's transactions, as its argument names it, until its input ends.</summary>
        private const string Holder = "import fcntl, sys; journal = open(sys.argv[1], 'r+b');"
            + " fcntl.lockf(journal, fcntl.LOCK_EX, 1, 1 << 62); print('held', flush=True); sys.stdin.read()";

        /// <summary>With the path of a journal in a folder of its own.</summary>
        private static void WithJournal(Action<string> test)
        {
            string folder = Path.Combine(Path.GetTempPath(), "hr-journal-" + Guid.NewGuid().ToString("N"));
            Directory.CreateDirectory(folder);
            try { test(Path.Combine(folder, "envois é.hrj")); }
            finally { Directory.Delete(folder, true); }
        }

        private static SendResult Send(Session session, string patient, byte[] document)
        {
            return session.DmpSendBytes(patient, document, "10", "11503-0", "a.pdf");
        }

        public static void An_upload_is_listed_with_all_that_is_known()
        {
            WithJournal(path =>
            {
                DateTimeOffset start = DateTimeOffset.UtcNow.AddMilliseconds(-1);
                var sandbox = new Sandbox();
                string patient;
                using (Session session = sandbox.OpenRecord(out patient, path))
                {
                    Check.Equal(0, session.Journal().Entries.Count);
                    SendResult sent = Send(session, patient, Sandbox.Document(1234));
                    Check.Equal(null, sent.Journal);
                    Send(session, patient, Sandbox.Document(2345));
                    JournalResult all = session.Journal();
                    Check.Equal("2345 1234", string.Join(" ", all.Entries.Select(each => each.Bytes)));
                    Check.Equal("0 2 0 0 False", string.Join(" ", all.Doubts, all.Uploads, all.Damaged, all.Torn, all.More));
                    JournalEntry upload = all.Entries[1];
                    Check.Equal(32, upload.Entry.Length);
                    Check.True(start <= upload.Time && upload.Time <= upload.Ended && upload.Ended <= DateTimeOffset.UtcNow, "its moments");
                    Check.Equal("accepted", upload.Outcome);
                    Check.Equal("False False False False", string.Join(" ", upload.Doubt, upload.Permitted, upload.Found, upload.InUse));
                    Check.Equal(null, upload.Reference);
                    Check.Equal(null, upload.Name);
                    Check.Equal(null, upload.HttpStatus);
                    Check.Equal((bool?)false, upload.Damaged);
                    Check.Equal("upload " + upload.Entry + ", outcome accepted", upload.ToString());
                    Check.Equal(upload.Entry, all.Json["entries"][1]["entry"].AsString());

                    Func<JournalFilter, string> found = filter => string.Join(" ", session.Journal(filter).Entries.Select(each => each.Bytes));
                    Check.Equal("1234", found(new JournalFilter { Entry = upload.Entry }));
                    Check.Equal("1234", found(new JournalFilter { Sha256 = sent.Sha256 }));
                    Check.Equal("2345", found(new JournalFilter { Limit = 1 }));
                    Check.Equal((bool?)true, session.Journal(new JournalFilter { Limit = 1 }).More);
                    Check.Equal("2345 1234", found(new JournalFilter { Outcome = "accepted", Doubt = false, Since = start }));
                    Check.Equal("2345 1234", found(new JournalFilter { Since = upload.Time.Value.ToOffset(TimeSpan.FromHours(5)) }));
                    Check.Equal("", found(new JournalFilter { Since = DateTimeOffset.UtcNow.AddHours(1) }));
                    Check.Equal("", found(new JournalFilter { Outcome = "unknown" }));
                    Check.Equal("", found(new JournalFilter { Doubt = true }));
                    Check.Equal("", found(new JournalFilter { Reference = "a \"name\"" }));
                    foreach (JournalFilter wrong in new[] { new JournalFilter { Limit = 0 }, new JournalFilter { Outcome = "perhaps" } })
                        Check.Equal("HR_E_ARGUMENT", Check.Throws<CallerException>(() => session.Journal(wrong)).Name);
                    Check.Throws<ArgumentException>(() => session.Journal(new JournalFilter { Reference = "a\0b" }));
                }
            });
        }

        public static void A_result_is_read_as_it_is_written()
        {
            JournalResult listed = new JournalResult(Utf8.Copy("{\"entries\":[{\"time\":\"2026-11-22T18:30:00.250Z\",\"ended\":null,\"outcome\":null,"
                + "\"in_use\":true,\"permitted\":true,\"reference\":\"é\",\"name\":\"HR_E_TIMEOUT\",\"damaged\":false},"
                + "{\"entry\":null,\"time\":null,\"outcome\":\"unknown\",\"doubt\":true,\"damaged\":true}]}", "json"));
            JournalEntry upload = listed.Entries[0], damaged = listed.Entries[1];
            Check.Equal((DateTimeOffset?)new DateTimeOffset(2026, 11, 22, 18, 30, 0, 250, TimeSpan.Zero), upload.Time);
            Check.Equal(TimeSpan.Zero, upload.Time.Value.Offset);
            Check.Equal(null, upload.Ended);
            Check.Equal(" True True é HR_E_TIMEOUT False", string.Join(" ", upload.Outcome, upload.InUse, upload.Permitted,
                upload.Reference, upload.Name, upload.Damaged));
            Check.Equal("upload , outcome none", upload.ToString());
            Check.Equal("unknown True True", string.Join(" ", damaged.Outcome, damaged.Doubt, damaged.Damaged));
            Check.Equal(null, damaged.Entry);
            Check.Equal(null, damaged.Time);
        }

        public static void A_document_whose_process_was_killed_is_a_doubt_until_a_person_decides()
        {
            WithJournal(path =>
            {
                var sandbox = new Sandbox();
                sandbox.Fault("{\"call\":\"dmp_send\",\"nth\":1,\"delay_ms\":60000}");
                string patient;
                using (Session session = sandbox.OpenRecord(out patient, path))
                {
                    KillWhileSending(sandbox, path);
                    JournalEntry doubt = null;
                    Sandbox.Until(() => (doubt = session.Journal(new JournalFilter { Doubt = true }).Entries.FirstOrDefault()) != null,
                        "the process is still there");
                    Check.Equal("unknown", doubt.Outcome);
                    Check.Equal(null, doubt.Ended);
                    PeerException held = Check.Throws<PeerException>(() => Send(session, patient, Document));
                    Check.Equal("HR_E_CONFLICT at library", held.Name + " at " + held.At);
                    Check.Equal(doubt.Entry, held.Entry);
                    session.DmpResendAllow(doubt.Entry);
                    Check.Equal((bool?)true, session.Journal(new JournalFilter { Entry = doubt.Entry }).Entries[0].Permitted);
                    sandbox.Fault("{\"call\":\"dmp_send\",\"times\":1,\"cut\":\"before\",\"act\":true}");
                    string entry = Check.Throws<NetworkException>(() => Send(session, patient, Document)).Entry;
                    Check.True(entry != doubt.Entry, "the same doubt");
                    Check.Equal("HR_E_IN_DOUBT", session.Journal().Entries[0].Name);
                    session.DmpFound(entry);
                    JournalEntry found = session.Journal().Entries[0];
                    Check.Equal("True False accepted", string.Join(" ", found.Found, found.Doubt, found.Outcome));
                    Check.Equal("HR_E_ARGUMENT", Check.Throws<CallerException>(() => session.DmpFound(entry)).Name);
                    Check.Equal((int?)0, session.Journal().Doubts);
                    Check.Equal("accepted", Send(session, patient, Document).Outcome);
                }
            });
        }

        private static void KillWhileSending(Sandbox sandbox, string journal)
        {
            Configuration configuration = sandbox.Configuration;
            configuration.Journal = journal;
            LoginResult login;
            using (var session = new Session(configuration))
            {
                session.Ticket();
                login = session.Login(Sandbox.Token(session), "1234");
            }
            string runtime = Process.GetCurrentProcess().MainModule.FileName;
            using (Process process = Process.Start(new ProcessStartInfo(runtime, "\"" + typeof(Runner).Assembly.Location + "\" send")
            {
                UseShellExecute = false,
                RedirectStandardInput = true
            }))
                try
                {
                    byte[] orders = new UTF8Encoding(false).GetBytes(configuration.ToJson() + "\n" + login.ServiceUrl + "\n" + login.Bearer + "\n");
                    process.StandardInput.BaseStream.Write(orders, 0, orders.Length);
                    process.StandardInput.BaseStream.Flush();
                    sandbox.WaitFor("dmp_send");
                }
                finally
                {
                    process.Kill();
                    process.WaitForExit();
                }
        }

        public static void An_end_that_cannot_be_recorded_is_readable_on_results_and_errors()
        {
            var sandbox = new Sandbox();
            Action<string, Action<Session, string>> sending = (fault, send) => WithJournal(path =>
            {
                string patient;
                using (Session session = sandbox.OpenRecord(out patient, path))
                {
                    if (fault != null)
                        sandbox.Fault(fault);
                    session.SetProgress(progress =>
                    {
                        if (progress.Done > 0) // it has begun
                            File.Delete(path);
                    });
                    send(session, patient);
                }
            });
            sending(null, (session, patient) =>
            {
                SendResult sent = Send(session, patient, Sandbox.Document(300000));
                Check.Equal("accepted not_completed", sent.Outcome + " " + sent.Journal);
                Check.True(sent.Raw.StartsWith("{") && sent.RawJson.Kind == JsonKind.Object, "the reply");
            });
            sending("{\"call\":\"dmp_send\",\"times\":1,\"cut\":\"before\",\"act\":true}", (session, patient) =>
            {
                NetworkException error = Check.Throws<NetworkException>(() => Send(session, patient, Sandbox.Document(300000)));
                Check.Equal("unknown not_completed", error.Outcome + " " + error.Journal);
            });
        }

        public static void A_journal_that_cannot_be_used_says_why()
        {
            WithJournal(path =>
            {
                File.WriteAllText(path, "a letter\n");
                CallerException error = Check.Throws<CallerException>(() => new Session(new Configuration { Journal = path }));
                Check.Equal(Native.HR_E_JOURNAL, error.Code);
                Check.Equal("journal_not_ours", error.Reason);
                Check.Equal("a letter\n", File.ReadAllText(path));
                using (var session = new Session(new Configuration { Journal = path + "2", JournalDays = 30 }))
                    Check.Equal((int?)30, session.Settings.Json["journal_days"].AsInt32());
                using (var session = new Session("{}"))
                    Check.Equal("HR_E_CONFIG", Check.Throws<CallerException>(() => session.Journal()).Name);
            });
        }

        public static void A_decision_that_waits_for_the_journal_is_not_ended_by_another_calls_token()
        {
            WithJournal(path =>
            {
                var sandbox = new Sandbox();
                sandbox.Fault("{\"call\":\"dmp_send\",\"times\":1,\"cut\":\"before\",\"act\":true}");
                string patient;
                using (Session session = sandbox.OpenRecord(out patient, path))
                using (var source = new CancellationTokenSource())
                {
                    string entry = Check.Throws<NetworkException>(() => Send(session, patient, Sandbox.Document(100))).Entry;
                    Exception failure = null;
                    var other = new Thread(() =>
                    {
                        do
                        {
                            failure = Failure(() => session.DmpFound(entry));
                        }
                        while (IsBusy(failure)); // the question below came first
                    });
                    using (Process holder = Process.Start(new ProcessStartInfo("python3", "-c \"" + Holder + "\" \"" + path + "\"")
                    {
                        UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true
                    }))
                    {
                        Check.Equal("held", holder.StandardOutput.ReadLine());
                        other.Start();
                        Sandbox.Until(() => Busy(session), "the decision does not wait");
                        session.RunCancellable(() =>
                        {
                            source.Cancel();
                            return 0;
                        }, source.Token);
                        Check.True(Busy(session), "the decision was ended");
                        holder.StandardInput.Close();
                        holder.WaitForExit();
                    }
                    other.Join();
                    Check.Equal(null, failure);
                    Check.Equal((bool?)true, session.Journal().Entries[0].Found);
                }
            });
        }

        private static bool Busy(Session session)
        {
            return IsBusy(Failure(() => session.SetProgress(null)));
        }

        private static bool IsBusy(Exception failure)
        {
            var caller = failure as CallerException;
            return caller != null && caller.Code == Native.HR_E_BUSY;
        }

        private static Exception Failure(Action call)
        {
            try { call(); }
            catch (Exception e) { return e; }
            return null;
        }
    }
}
