using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord.Tests
{
    /// <summary>Finding patients and sending documents with one call each.</summary>
    internal static class ClientTests
    {
        private static readonly Traits Helene = new Traits { Nom = "EXEMPLE", Prenom = "Hélène" };
        private static readonly Traits Anne = new Traits { Nom = "D'ÉTANG & FILS + CIE" };

        private static Patient One(DmpClient client, Traits traits)
        {
            return ((FindResult.One)client.Find(traits)).Patient;
        }

        private static Document Memory(int length = 1000)
        {
            return new Document(Sandbox.Document(length), "a.pdf") { TypeCode = "11503-0", ActivityType = "10" };
        }

        /// <summary>With the paths of as many files, unlike any other.</summary>
        private static void WithFiles(int count, int length, Action<string[]> test)
        {
            string folder = Path.Combine(Path.GetTempPath(), "hr-client-" + Guid.NewGuid().ToString("N"));
            Directory.CreateDirectory(folder);
            string[] paths = Enumerable.Range(0, count).Select(i => Path.Combine(folder, "lettre " + i + " été.pdf")).ToArray();
            try
            {
                foreach (string path in paths)
                    File.WriteAllBytes(path, Sandbox.Document(length));
                test(paths);
            }
            finally { Directory.Delete(folder, true); }
        }

        private static Document In(string path)
        {
            return new Document(path) { TypeCode = "11503-0", ActivityType = "10" };
        }

        private sealed class Bar : IProgress<SendProgress>
        {
            internal readonly List<SendProgress> Seen = new List<SendProgress>();
            internal Action<SendProgress> Then = progress => { };

            public void Report(SendProgress progress)
            {
                Seen.Add(progress);
                Then(progress);
            }
        }

        private static string Stored(Sandbox sandbox, string member)
        {
            return string.Join(" ", sandbox.Control("GET", "/documents").Items.Select(document => document[member].AsString() ?? document[member].RawText));
        }

        public static void Several_documents_go_in_order_with_one_bar()
        {
            var sandbox = new Sandbox();
            var bar = new Bar();
            WithFiles(3, 100000, paths =>
            {
                using (DmpClient client = sandbox.Client())
                {
                    Patient patient = client.FindAsync(Helene).GetAwaiter().GetResult() is FindResult.One one ? one.Patient : null;
                    Check.True(patient.MayReceive, "she may receive");
                    Document[] documents = paths.Select(In).ToArray();
                    documents[1].Reference = "17";
                    documents[2].Filename = "autre nom.pdf";
                    DepositResult sent = client.SendAsync(patient, documents, bar).GetAwaiter().GetResult();
                    Check.Equal(DepositOutcome.Sent, sent.Outcome);
                    Check.Equal("Sent Sent Sent", string.Join(" ", sent.Documents.Select(each => each.Outcome)));
                    Check.Equal("17", sent.Documents[1].Reference);
                    Check.Equal((long?)100000, sent.Documents[2].Bytes);
                    Check.Equal(null, sent.Error);
                    Check.Equal(sent.Documents[0].Sha256, Stored(sandbox, "sha256").Split(' ')[0]);
                    Check.Equal("10 10 10", Stored(sandbox, "activity_type"));
                    Check.Equal("11503-0 11503-0 11503-0", Stored(sandbox, "type_code"));
                    Check.Contains("lettre 0 été.pdf", Stored(sandbox, "filename"));
                    Check.Contains("autre nom.pdf", Stored(sandbox, "filename"));
                    Check.Equal(1, sandbox.Requests("dmp_open"));
                    Check.Equal(1.0, bar.Seen.Last().Fraction);
                    Check.Equal(300000L, bar.Seen.Last().Total);
                    Check.True(bar.Seen.Zip(bar.Seen.Skip(1), (a, b) => a.Done <= b.Done).All(rising => rising), "it goes back");

                    DepositResult again = client.Send(patient, documents);
                    Check.True(again.Documents.All(each => each.Already), "sent again");
                    documents[0].Again = true;
                    client.Send(patient, documents);
                    Check.Equal(4, sandbox.Documents);
                }
            });
        }

        public static void A_patient_found_before_another_is_the_one_who_is_sent_for()
        {
            var sandbox = new Sandbox();
            WithFiles(1, 1000, paths =>
            {
                using (DmpClient client = sandbox.Client())
                {
                    Traits changed = new Traits { Nom = Helene.Nom };
                    Patient helene = One(client, changed), anne = One(client, Anne);
                    changed.Nom = Anne.Nom; // the patient keeps what was searched
                    Check.Equal(DepositOutcome.Sent, client.Send(helene, In(paths[0])).Outcome);
                    Check.Equal("2550…38", Stored(sandbox, "patient_id"));
                    Check.True(anne.PatientId != helene.PatientId, "one person");
                }
            });
        }

        public static void A_patient_of_no_search_of_this_client_is_refused()
        {
            var sandbox = new Sandbox();
            WithFiles(1, 1000, paths =>
            {
                using (DmpClient client = sandbox.Client())
                using (DmpClient other = sandbox.Client())
                {
                    foreach (Patient patient in new[] { One(other, Helene), One(other, Helene).WithUpdate("{}"), Patient.ForTests(Helene, true) })
                    {
                        Check.Throws<ArgumentException>(() => client.Send(patient, In(paths[0])));
                        Check.Throws<ArgumentException>(() => { client.SendAsync(patient, Memory()); });
                    }
                    Check.Throws<ArgumentException>(() => client.Send(One(client, Helene), new Document(paths[0]) { TypeCode = "11503-0" }));
                    Check.Throws<ArgumentException>(() => client.Send(One(client, Helene), new Document(paths[0]) { ActivityType = "10" }));
                    Check.Throws<ArgumentNullException>(() => client.Send(null, In(paths[0])));
                    Check.Throws<ArgumentNullException>(() => client.Send(One(client, Helene), (Document)null));
                    Check.Throws<ArgumentNullException>(() => client.Find(null));
                    Check.Equal(ErrorCode.Argument, Check.Throws<CallerException>(() => client.Find(new Traits())).ErrorCode);
                    Check.Equal(0, sandbox.Requests("dmp_open"));
                }
            });
        }

        public static void A_document_in_memory_is_sent_once()
        {
            var sandbox = new Sandbox();
            using (DmpClient client = sandbox.Client())
            {
                Patient patient = One(client, Helene);
                byte[] bytes = Sandbox.Document(70000);
                var document = new Document(new MemoryStream(bytes), "scan é.pdf") { TypeCode = "11503-0", ActivityType = "10" };
                var bar = new Bar();
                DepositResult sent = client.Send(patient, document, bar);
                Check.Equal(DepositOutcome.Sent, sent.Outcome);
                Check.Equal((long?)70000, sent.Documents[0].Bytes);
                Check.Equal(sent.Documents[0].Sha256, Stored(sandbox, "sha256"));
                Check.Equal("scan é.pdf", Stored(sandbox, "filename"));
                Check.Equal(70000L, bar.Seen.Last().Done);
                Check.True(client.Send(patient, document).Documents[0].Already, "sent again");
                Check.True(client.Send(patient, new Document(bytes, "b.pdf") { TypeCode = "11503-0", ActivityType = "10" }).Documents[0].Already, "by its name");
                using (DmpClient other = sandbox.Client())
                    Check.True(other.Send(One(other, Helene), document).Documents[0].Already, "sent again by another client");
                Check.Equal(1, sandbox.Documents);
                document.Again = true;
                Check.True(!client.Send(patient, document).Documents[0].Already, "not sent again");
                document.Again = false;
                document.TypeCode = "34133-9";
                Check.True(!client.Send(patient, document).Documents[0].Already, "another document");
                Check.True(!client.Send(One(client, Anne), document).Documents[0].Already, "another patient");
                Check.Equal(4, sandbox.Documents);
                Check.Throws<ArgumentException>(() => client.Send(patient, new[] { document }));
            }
        }

        public static void A_document_in_memory_whose_answer_is_lost_is_held_back()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"dmp_send\",\"times\":1,\"cut\":\"before\",\"act\":true}");
            using (DmpClient client = sandbox.Client())
            {
                Patient patient = One(client, Helene);
                Document document = Memory();
                DepositResult lost = client.Send(patient, document);
                Check.Equal(DepositOutcome.InDoubt, lost.Outcome);
                Check.Equal(ErrorCode.InDoubt, lost.Documents[0].Code);
                DepositResult held = client.Send(patient, document);
                Check.Equal(DepositOutcome.InDoubt, held.Outcome);
                Check.Equal(lost.Documents[0].Entry, held.Documents[0].Entry);
                Check.Equal(1, sandbox.Requests("dmp_send"));
                client.Session.DmpResendAllow(held.Documents[0].Entry);
                Check.Equal(DepositOutcome.Sent, client.Send(patient, document).Outcome);
                Check.Equal(2, sandbox.Documents);
            }
        }

        public static void Each_document_has_its_own_end()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"dmp_send\",\"nth\":2,\"status\":413}");
            sandbox.Fault("{\"call\":\"dmp_send\",\"nth\":3,\"status\":503,\"act\":true}");
            WithFiles(5, 1000, paths =>
            {
                using (DmpClient client = sandbox.Client())
                {
                    File.Delete(paths[0]);
                    Patient patient = One(client, Helene);
                    DepositResult result = client.Send(patient, paths.Select(In).ToArray());
                    Check.Equal("Rejected Sent Rejected InDoubt NotSent", string.Join(" ", result.Documents.Select(each => each.Outcome)));
                    Check.Equal("File Ok Refused Server Ok", string.Join(" ", result.Documents.Select(each => each.Code)));
                    Check.Equal("rejected accepted rejected unknown not_sent", string.Join(" ", result.Documents.Select(each => each.OutcomeWord)));
                    Check.Equal(DepositOutcome.InDoubt, result.Outcome);
                    Check.Equal(result.Documents[3].SentenceFr, result.SentenceFr);
                    Check.Equal(ErrorCode.Server, result.Error.ErrorCode);
                    Check.True(result.Documents.All(each => each.SentenceFr.Length > 10), "no sentence");
                    result = client.Send(patient, paths.Select(In).ToArray());
                    Check.Equal("Rejected Sent Sent InDoubt Sent", string.Join(" ", result.Documents.Select(each => each.Outcome)));
                    Check.Equal("False True False False False", string.Join(" ", result.Documents.Select(each => each.Already)));
                    Check.Equal(4, sandbox.Documents);
                }
            });
        }

        public static void What_was_accepted_before_a_cancellation_is_told()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"dmp_send\",\"nth\":2,\"delay_ms\":60000}");
            WithFiles(3, 1000, paths =>
            {
                using (DmpClient client = sandbox.Client())
                using (var source = new CancellationTokenSource())
                {
                    Patient patient = One(client, Helene);
                    Task<DepositResult> task = client.SendAsync(patient, paths.Select(In).ToArray(), null, source.Token);
                    Sandbox.Until(() => sandbox.Requests("dmp_send") == 2, "the second does not arrive");
                    source.Cancel();
                    DepositResult result = task.GetAwaiter().GetResult();
                    Check.Equal("Sent InDoubt NotSent", string.Join(" ", result.Documents.Select(each => each.Outcome)));
                    Check.True(result.Cancelled, "it was cancelled");
                    Check.Throws<OperationCanceledException>(() => client.Send(patient, In(paths[2]), null, source.Token));
                    Check.Throws<OperationCanceledException>(() => client.FindAsync(Helene, source.Token).GetAwaiter().GetResult());
                    Check.Equal(2, sandbox.Requests("dmp_send"));
                    Check.Equal(2, sandbox.Requests("patient_search"));
                }
            });
        }

        public static void A_document_that_was_cut_does_not_hide_the_one_before()
        {
            var sandbox = new Sandbox();
            WithFiles(2, 20000000, paths =>
            {
                using (DmpClient client = sandbox.Client())
                using (var source = new CancellationTokenSource())
                {
                    var bar = new Bar { Then = progress => { if (progress.Done > 21000000) source.Cancel(); } };
                    DepositResult result = client.Send(One(client, Helene), paths.Select(In).ToArray(), bar, source.Token);
                    Check.Equal("Sent NotSent", string.Join(" ", result.Documents.Select(each => each.Outcome)));
                    Check.Equal("HR_E_CANCELLED True NotSent", result.Error.Name + " " + result.Cancelled + " " + result.Outcome);
                    Check.Equal(1, sandbox.Documents);
                }
            });
        }

        public static void A_cancellation_before_anything_arrived_is_one()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"patient_get\",\"nth\":2,\"delay_ms\":60000}");
            WithFiles(1, 1000, paths =>
            {
                using (DmpClient client = sandbox.Client())
                using (var source = new CancellationTokenSource())
                {
                    Patient patient = One(client, Helene);
                    Task<DepositResult> task = client.SendAsync(patient, In(paths[0]), null, source.Token);
                    Sandbox.Until(() => sandbox.Requests("patient_get") == 2, "the patient is not read");
                    source.Cancel();
                    OperationCanceledException cancelled = Check.Throws<OperationCanceledException>(() => task.GetAwaiter().GetResult());
                    Check.Equal("hr_deposit", ((HealthRecordException)cancelled.InnerException).Operation);
                    Check.True(task.IsCanceled, "it counts as failed");
                    Check.Equal(0, sandbox.Requests("dmp_open"));
                }
            });
        }

        public static void A_bar_that_fails_decides_about_no_document()
        {
            var sandbox = new Sandbox();
            WithFiles(1, 1000000, paths =>
            {
                using (DmpClient client = sandbox.Client())
                {
                    client.Session.SetProgress(progress => progress.Stop()); // is for single steps
                    var bar = new Bar { Then = progress => { throw new NotSupportedException(); } };
                    DepositResult sent = client.Send(One(client, Helene), In(paths[0]), bar);
                    Check.Equal(DepositOutcome.Sent, sent.Outcome);
                    Check.True(sent.ProgressFailure is NotSupportedException, "lost");
                    Check.Equal(1, bar.Seen.Count);
                    Check.Equal(DepositOutcome.Sent, client.Send(One(client, Helene), Memory(1000000), bar).Outcome);
                    Check.Equal(2, sandbox.Documents);
                }
            });
        }

        public static void Consent_is_a_result_and_what_was_signed_stays_with_its_patient()
        {
            var sandbox = new Sandbox();
            using (DmpClient client = sandbox.Client())
            {
                Patient loic = One(client, new Traits { Nom = "TÉMOIN" });
                Check.Equal("False False False", string.Join(" ", loic.MayReceive, loic.InsQualified, loic.AlimentationConsent));
                DepositResult asked = client.Send(loic, Memory());
                Check.Equal(DepositOutcome.ConsentNeeded, asked.Outcome);
                Check.True(!asked.Error.ToString().Contains("TÉMOIN") && asked.Error.Choices != null, "the names");
                Check.Equal(0, sandbox.Requests("patient_update"));
                Patient signed = loic.WithUpdate("{\"insQualified\":true,\"alimentationConsent\":true}").WithRecord("{}");
                Check.Equal(DepositOutcome.Sent, client.Send(signed, Memory()).Outcome);
                Check.Equal(1, sandbox.Requests("patient_update"));

                Patient opposed = One(client, new Traits { Nom = "OPPOSÉ" });
                DepositResult refused = client.Send(opposed.WithUpdate("{\"alimentationConsent\":true}"), Memory());
                Check.Equal(DepositOutcome.Refused, refused.Outcome);
                Check.Equal("hr_patient_update", refused.Error.Step);
                Check.Equal(1, sandbox.Documents);
            }
        }

        public static void Outages_are_exceptions_and_unverified_patients_need_a_person()
        {
            var sandbox = new Sandbox();
            using (DmpClient client = sandbox.Client())
            using (var plain = new DmpClient(sandbox.Configuration))
            {
                Patient patient = One(client, Helene);
                sandbox.Fault("{\"call\":\"patient_search\",\"times\":2,\"status\":500}");
                Check.Equal("hr_patient_search", Check.Throws<PeerException>(() => client.Find(Helene)).Step);
                Check.Equal(ErrorCode.Server, Check.Throws<PeerException>(() => client.Send(patient, Memory())).ErrorCode);
                Check.Equal(ErrorCode.State, Check.Throws<CallerException>(() => plain.Find(Helene)).ErrorCode);
                Check.Equal(typeof(FindResult.Nobody), client.Find(new Traits { Nom = "PERSONNE" }).GetType());
                var several = (FindResult.Several)client.Find(new Traits { Nom = "JUMEAU" });
                Check.Equal(2, several.Choices.Items.Count);

                // A login by single steps does for both.
                plain.Session.Ticket();
                plain.Session.Login(Sandbox.Token(plain.Session), "1234");
                var read = (FindResult.Unverified)plain.Find(Helene);
                Check.Equal("EXEMPLE", read.Json["raw"]["nom"].AsString());
                Check.Equal(DepositOutcome.Sent, plain.Send(read.Confirm(), Memory()).Outcome);
                Check.Equal(1, sandbox.Documents);
            }
        }
    }
}
