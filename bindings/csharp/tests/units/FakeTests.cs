using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord.Tests
{
    /// <summary>What programs put in the place of a client in their own tests; and the enumerations.</summary>
    internal static class FakeTests
    {
        private sealed class Fake : IDmpClient
        {
            private readonly Patient patient = Patient.ForTests(new Traits { Nom = "EXEMPLE" }, true);

            public ConnectResult Login(LoginRequest request, CancellationToken token) { return new ConnectResult(ConnectOutcome.NoCard, "Pas de carte."); }
            public Task<ConnectResult> LoginAsync(LoginRequest request, CancellationToken token) { return Task.FromResult(Login(request, token)); }
            public ConnectResult Select(string id, CancellationToken token) { throw new PeerException(ErrorCode.NotFound, "Rien.", httpStatus: 404); }
            public Task<ConnectResult> SelectAsync(string id, CancellationToken token) { return Task.FromResult(Select(id, token)); }
            public IReadOnlyList<Card> WaitForCard(CardFilter card, TimeSpan time, CancellationToken token) { return new Card[0]; }
            public Task<IReadOnlyList<Card>> WaitForCardAsync(CardFilter card, TimeSpan time, CancellationToken token) { return Task.FromResult(WaitForCard(card, time, token)); }
            public FindResult Find(Traits traits, CancellationToken token) { return traits.Nom == null ? (FindResult)new FindResult.Nobody("Personne.") : new FindResult.One(patient); }
            public Task<FindResult> FindAsync(Traits traits, CancellationToken token) { return Task.FromResult(Find(traits, token)); }
            public DepositResult Send(Patient to, Document document, IProgress<SendProgress> progress, CancellationToken token)
            {
                progress?.Report(new SendProgress(1, 2));
                return new DepositResult(new[] { new DocumentResult(DocumentOutcome.Sent, null), new DocumentResult(DocumentOutcome.InDoubt, "On ne sait pas.") });
            }
            public DepositResult Send(Patient to, IReadOnlyList<Document> documents, IProgress<SendProgress> progress, CancellationToken token)
            {
                return new DepositResult(DepositOutcome.OtherPatient, "Un autre patient.");
            }
            public Task<DepositResult> SendAsync(Patient to, Document document, IProgress<SendProgress> progress, CancellationToken token) { return Task.FromResult(Send(to, document, progress, token)); }
            public Task<DepositResult> SendAsync(Patient to, IReadOnlyList<Document> documents, IProgress<SendProgress> progress, CancellationToken token) { return Task.FromResult(Send(to, documents, progress, token)); }
            public void Dispose() { }
        }

        public static void Everything_can_be_made_without_the_library()
        {
            using (IDmpClient client = new Fake())
            {
                Check.Equal("Pas de carte.", client.Login(null).SentenceFr);
                Patient patient = ((FindResult.One)client.Find(new Traits { Nom = "EXEMPLE" })).Patient;
                DepositResult result = client.Send(patient, new Document("/a.pdf"));
                Check.Equal(DepositOutcome.InDoubt, result.Outcome);
                Check.Equal("On ne sait pas.", result.SentenceFr);
                Check.Equal("Un autre patient.", client.Send(patient, new Document[0]).SentenceFr);
                Check.Equal(404, Check.Throws<PeerException>(() => client.Select("1")).HttpStatus);
            }
            var error = new NetworkException(ErrorCode.InDoubt, "On ne sait pas.", CallOutcome.Unknown, ErrorReason.PinHeld);
            Check.Equal("HR_E_IN_DOUBT unknown pin_held True", string.Join(" ", error.Name, error.Outcome, error.Reason, error.InDoubt));
            Check.Equal("On ne sait pas.", error.MessageFr);
            Check.Equal(null, error.Choices);
        }

        public static void The_enumeration_has_every_code_and_keeps_a_number_that_it_has_not()
        {
            foreach (FieldInfo field in typeof(Native).GetFields().Where(field => field.Name.StartsWith("HR_E_") || field.Name == "HR_OK"))
                Check.Equal(field.Name, Words.CodeName((ErrorCode)field.GetRawConstantValue()));
            var error = HealthRecordException.Of(new ErrorDetails { Code = -250, Reason = "in_a_newer_version", Outcome = "in_a_newer_version" });
            Check.Equal(-250, (int)error.ErrorCode);
            Check.Equal("Other in_a_newer_version", error.ErrorReason + " " + error.Reason);
            Check.Equal("Other in_a_newer_version", error.CallOutcome + " " + error.Outcome);
            DocumentResult document = DocumentResult.From(JsonValue.Parse("{\"outcome\":\"in_a_newer_version\",\"code\":-250}"));
            Check.Equal("InDoubt -250", document.Outcome + " " + (int)document.Code);
        }

        public static void The_enumerations_have_every_word_of_the_header()
        {
            string header = File.ReadAllText(Environment.GetEnvironmentVariable("HR_HEADER"));
            Action<string, string, Type> compare = (from, to, type) =>
            {
                int begin = header.IndexOf(from, StringComparison.Ordinal), end = header.IndexOf(to, begin, StringComparison.Ordinal);
                string[] words = header.Substring(begin, end - begin).Split('"').Where((part, i) => i % 2 == 1).ToArray();
                Check.True(words.Length > 5, "no words");
                string[] known = Enum.GetNames(type).Select(Words.Write).Except(new[] { "none", "other" }).ToArray();
                Check.Equal(string.Join(" ", words.OrderBy(word => word, StringComparer.Ordinal)), string.Join(" ", known.OrderBy(word => word, StringComparer.Ordinal)));
            };
            compare(" *   reason     ", " *   http_status", typeof(ErrorReason));
            compare(" *   outcome     ", " *   phase", typeof(CallOutcome));
        }

        public static void Nothing_secret_shows_in_the_clients_ToString()
        {
            var sandbox = new Sandbox();
            using (DmpClient client = sandbox.Client())
            {
                var request = new LoginRequest { Card = new CardFilter { Serial = "2000000001" }, AskPin = (card, why) => "1234".ToCharArray() };
                ConnectResult login = client.Login(request);
                var traits = new Traits { Nom = "EXEMPLE", Prenom = "Hélène" };
                FindResult found = client.Find(traits);
                Patient patient = ((FindResult.One)found).Patient;
                var document = new Document(new byte[] { 9, 9 }, "EXEMPLE.pdf") { TypeCode = "11503-0", ActivityType = "10", Reference = "EXEMPLE" };
                DepositResult sent = client.Send(patient, document);
                string shown = string.Join(" ", client, request, request.Card, login, login.Result, traits, found, patient, patient.Json, document, sent,
                    sent.Documents[0]);
                string bearer = login.Result.Json["login"]["bearer"].AsString();
                foreach (string secret in new[] { "EXEMPLE", "Hélène", "1234", "2000000001", patient.PatientId, bearer, sent.Documents[0].Sha256 })
                    Check.True(!string.IsNullOrEmpty(secret) && !shown.Contains(secret), secret + " is shown");
            }
        }
    }
}
