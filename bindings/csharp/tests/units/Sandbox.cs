using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Net;
using System.Text;
using System.Threading;

namespace HealthRecord.Tests
{
    /// <summary>A running sandbox; what it received is what tests go by.</summary>
    internal sealed class Sandbox
    {
        private static readonly List<Process> Running = new List<Process>();
        private static int documents;
        private readonly JsonValue addresses;
        internal string Patients = "/patients"; // null: a person is asked about the patient who was read

        internal Sandbox()
        {
            var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("HR_SANDBOX"), "serve --port 0 --quiet --exit-with-stdin")
            {
                UseShellExecute = false,
                RedirectStandardInput = true,
                RedirectStandardOutput = true
            };
            Process process = Process.Start(start);
            Running.Add(process);
            addresses = JsonValue.Parse(process.StandardOutput.ReadLine());
        }

        internal static void StopAll()
        {
            foreach (Process process in Running)
            {
                process.StandardInput.Close();
                process.WaitForExit();
            }
            Running.Clear();
        }

        internal Configuration Configuration => new Configuration
        {
            LicenseUrl = addresses["license_url"].AsString(),
            LicenseBearer = addresses["license_bearer"].AsString(),
            LocalUrl = addresses["local_url"].AsString(),
            IdentifiedField = "/identified",
            PatientsPointer = Patients,
            CardCodes = new CardCodes { PinRefused = new JsonValue[] { 4 }, CardLocked = new JsonValue[] { 5 } }
        };

        /// <summary>The first card of the two.</summary>
        internal static ConnectRequest First => new ConnectRequest
        {
            Card = new Dictionary<string, JsonValue> { ["serial"] = "2000000001" }
        };

        /// <summary>A client that is logged in with the first card.</summary>
        internal Client Client(Func<Question, Answer> ask = null, Action<int, int> progress = null)
        {
            Func<Question, Answer> answer = question => question.Kind == Ask.Pin ? Answer.Pin("1234") : ask?.Invoke(question);
            var client = new Client(Configuration, answer, progress);
            Check.True(client.Login(First).IsOpen, "not logged in");
            return client;
        }

        internal JsonValue Control(string path, string body = null)
        {
            string url = addresses["control_url"].AsString() + path;
            using (var web = new WebClient { Proxy = null, Encoding = Encoding.UTF8 })
            {
                web.Headers.Add(HttpRequestHeader.ContentType, "application/json");
                string text = body == null ? web.DownloadString(url) : web.UploadString(url, body);
                return text.Length == 0 ? null : JsonValue.Parse(text);
            }
        }

        internal void Fault(string json) => Control("/faults", json);

        internal int Documents => Control("/documents").Items.Count;

        internal long PinPresentations => Control("/state")["cards"][0]["pin_presentations"].AsInt64().Value;

        internal int Requests(string call) => Control("/requests").Items.Count(request => request["call"].AsString() == call);

        internal void WaitFor(string call) => Until(() => Requests(call) > 0, call + " did not arrive");

        internal static void Until(Func<bool> happened, string otherwise)
        {
            Stopwatch waited = Stopwatch.StartNew();
            while (!happened())
            {
                Check.True(waited.ElapsedMilliseconds < 30000, otherwise);
                Thread.Yield();
            }
        }

        /// <summary>A document unlike any other of this process, for the library remembers those in doubt.</summary>
        internal static byte[] Document(int length)
        {
            var document = new byte[length];
            BitConverter.GetBytes(Interlocked.Increment(ref documents)).CopyTo(document, 0);
            return document;
        }

        internal static string Token(Session session)
        {
            return session.WaitCard(0, First.Card).Cards.First(card => card.Json["serial"].AsString() == "2000000001").Token;
        }

        /// <summary>A session with the record of the first patient open.</summary>
        internal Session OpenRecord(out string patient)
        {
            var session = new Session(Configuration);
            session.Ticket();
            session.Login(Token(session), "1234".ToCharArray());
            session.PatientSearch("EXEMPLE", "Hélène");
            patient = session.PatientGet().PatientId;
            session.DmpOpen(patient);
            return session;
        }
    }
}
